"""The par of the days takes too long for anybody to wait for: a server finds it where no command has done so before."""

from __future__ import annotations

import asyncio
import sys

import structlog
from django import db
from django.conf import settings
from django.core.cache import cache

from games.challenges import day_without_par
from games.reader import Reader

log = structlog.get_logger()

AFTER_START, EVERY = 5.0, 60.0
"""Seconds before the first look for a day without par, and between looks."""
ONE_TRIES_FOR = 300
"""Seconds in which no other process tries the same day."""


async def keep_par(reader: Reader) -> None:
    """Find the par of one day after another, the latest first, each in a process of its own, until cancelled."""
    if not settings.FIND_PAR:
        return
    await asyncio.sleep(AFTER_START)
    while True:
        try:
            day = await reader.read(day_without_par)
        except db.Error as error:
            log.warning("par_database_unavailable", error=type(error).__name__)
            day = None
        if day and cache.add(f"par:{day}", value=True, timeout=ONE_TRIES_FOR):
            await _run("open_day", str(day), "--par")
        await asyncio.sleep(EVERY)


async def _run(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "manage.py", *command, cwd=settings.BASE_DIR, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
