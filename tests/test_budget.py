"""What a page may weigh."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from games.challenges import open_day
from games.days import day_of

pytestmark = pytest.mark.django_db

SCRIPTS, STYLES = 40_000, 15_000
"""Bytes, gzipped: all scripts of the table with the texts of one language, and all its styles."""
LANGUAGES = ("en", "ko", "th", "id", "fr")


def weight(content: bytes) -> int:
    return len(gzip.compress(content, 9))


def with_imports(file: Path) -> set[Path]:
    """A script and every script that it imports, now or later."""
    found, waiting = set(), [file]
    while waiting:
        script = waiting.pop().resolve()
        if script not in found:
            found.add(script)
            named = re.findall(r"""(?:from|import)\s*\(?["'`](\.{1,2}/[^"'`]+\.js)""", script.read_text())
            waiting += [script.parent / name for name in named]
    return found


def test_the_table_is_light(client: Client, collected_static: Path) -> None:
    open_day(day_of(timezone.now()))
    page = client.post("/play/today/tripeaks", follow=True).content.decode()
    page = re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.DOTALL)
    scripts = re.findall(r'<script[^>]* src="/static/([^"]+)"', page)
    styles = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', page)
    assert "table.js" in scripts
    assert "table.css" in styles
    files = set().union(*(with_imports(collected_static / name) for name in scripts))
    texts = max(weight(client.get("/jsi18n/", headers={"Accept-Language": code}).content) for code in LANGUAGES)
    assert sum(weight(file.read_bytes()) for file in files) + texts <= SCRIPTS
    assert sum(weight((collected_static / name).read_bytes()) for name in styles) <= STYLES
