"""What waits for one browser, bounded.

A frame goes straight to the transport while the browser keeps up. When it does not, frames wait here; when too many
wait, those that a snapshot can replace are dropped and one snapshot is asked for in their place. Answers to commands
are kept: no snapshot says which command was stored. A browser that still does not read is closed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from games import metrics

log = structlog.get_logger()

MAX_FRAMES = 256
"""Frames that may wait."""
MAX_ANSWERS = 128
"""Answers among them that may be left when the rest is dropped."""
MAX_OVERFLOWS = 3
"""Snapshots in place of lost frames before a browser that does not read is closed."""
PATIENCE = 1.0
"""Seconds for what waits when the socket is closed."""
TOO_SLOW = 4408

Send = Callable[[dict[str, Any]], Awaitable[None]]
Push = Callable[[str], bool]
"""Hands a text frame to the transport; False, and nothing done, while its buffer is full. See `solitaire.server`."""


class Outbox:
    """One socket's way out."""

    def __init__(self, send: Send, push: Push | None, overflowed: Callable[[], None]) -> None:
        self._send = send
        self._push = push
        self._overflowed = overflowed
        """Asks for a snapshot."""
        self._waiting: deque[tuple[str, bool]] = deque()
        """Frames, and whether each is an answer."""
        self._writer: asyncio.Task[None] | None = None
        self._overflows = 0
        self._code: int | None = None
        self.closed = False
        """Whether it takes no more: the socket is closing."""

    def put(self, frame: str, *, answer: bool = False) -> None:
        """Send a frame soon, in order."""
        if self.closed:
            return
        if not self._waiting and self._writer is None and self._push and self._push(frame):
            return
        if len(self._waiting) >= MAX_FRAMES and not (self._overflow() and answer):
            return
        self._waiting.append((frame, answer))
        self._wake()

    def close(self, code: int) -> None:
        """Close the socket once what waits has been sent, or `PATIENCE` has passed. What comes later is not sent."""
        if not self.closed:
            self.closed = True
            self._code = code
            metrics.closes.labels(str(code)).inc()
            if self._writer is not None:
                asyncio.get_running_loop().call_later(0 if code == TOO_SLOW else PATIENCE, self._give_up)
            self._wake()

    def _give_up(self) -> None:
        """The browser does not read: drop what waits, so that the code is the next thing it finds."""
        if self._writer is not None:
            self._writer.cancel()
            self._waiting.clear()
            self._writer = asyncio.create_task(self._write())

    def stop(self) -> None:
        """The browser has gone."""
        self.closed = True
        self._waiting.clear()
        if self._writer:
            self._writer.cancel()

    def _wake(self) -> None:
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting:
                frame, _ = self._waiting.popleft()
                await self._send({"type": "websocket.send", "text": frame})
            self._overflows = 0
            if self._code is not None:
                await self._send({"type": "websocket.close", "code": self._code})
        except Exception as error:  # noqa: BLE001 (servers differ in what they raise for a browser that is gone)
            log.info("socket_gone_while_sending", error=type(error).__name__)
            self.closed = True
        finally:
            if self._writer is asyncio.current_task():
                self._writer = None

    def _overflow(self) -> bool:
        """Drop what a snapshot can replace; False if the socket is closed instead."""
        answers = [waiting for waiting in self._waiting if waiting[1]]
        self._waiting = deque(answers)
        self._overflows += 1
        if self._overflows >= MAX_OVERFLOWS or len(answers) > MAX_ANSWERS:
            self.close(TOO_SLOW)
            return False
        metrics.resyncs.labels("overflow").inc()
        self._overflowed()
        return True
