"""The one reader of a process: what sockets ask of the database, on a thread and a connection of its own.

Django's thread for synchronous work is shared with every page and gives its connection back after each call. At a table
nearly all questions are short, and opening a connection for each would cost more than the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django import db
from django.db import connection

T = TypeVar("T")


class Reader:
    """Runs from the first `read` to `close`."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")

    async def read(self, question: Callable[[], T]) -> T:
        """The answer of `question`, called on the reader's thread. Raises `django.db.Error`.

        It is asked once more when the connection had been opened before and has broken since.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, _ask, question)

    def close(self) -> None:
        """Answer what was asked, then stop. Blocks."""
        self._thread.submit(connection.close)
        self._thread.shutdown()


def _ask(question: Callable[[], T]) -> T:
    opened_before = connection.connection is not None
    try:
        return question()
    except db.Error:
        connection.close()
        if not opened_before:
            raise
    try:
        return question()
    except db.Error:
        connection.close()
        raise
