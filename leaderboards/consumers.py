"""A page that looks at a day's board: rows move while it does, at most once a second.

A plain ASGI application, as the table's. All pages that show the same rows get the same drawing, made once. What
differs from reader to reader is the own rank, which is asked for now and then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
import structlog
from asgiref.typing import WebSocketScope
from django import db
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import get_supported_language_variant

from games import metrics
from games.broadcast import Message, board_topic
from games.challenges import NoSuchDay
from games.days import day_of, is_final
from games.desk import Desk, desk_of
from games.models import Challenge, GameKind
from games.outbox import TOO_SLOW, Outbox, Send
from games.visitors import visitor
from leaderboards.boards import Board, UnknownFilter
from leaderboards.live import Easel
from leaderboards.selectors import standings_of
from solitaire.accounts.models import User
from solitaire.accounts.selectors import friend_ids

log = structlog.get_logger()

EVERY = 1.0
"""Seconds between two messages to one page, at least."""
RANK_EVERY = 5.0
"""Seconds between two questions for one reader's rank."""
MAX_FRAMES = 20
"""Frames a page may send, which has nothing to say."""
BROKEN, RESTARTING, BAD_FRAMES, NO_SUCH_BOARD, TOO_FAST = 1011, 1012, 4400, 4404, 4429

Receive = Callable[[], Awaitable[dict[str, Any]]]


class Rows(msgspec.Struct, tag="rows", omit_defaults=True):
    """What a page is told."""

    total: int
    counts: str
    html: str | None = None
    """The first page of the board; None where the page shows other rows, and asks for them itself."""
    rank: int | None = None
    """The reader's own."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What is known about a page once it has come."""

    challenge: Challenge
    board: Board
    reader: User | None
    friends: frozenset[int]


async def board(scope: WebSocketScope, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/ws/board/<challenge_id>/``, with the filters of the page as its query."""
    await BoardSocket(scope, send).run(receive)


class BoardSocket:
    """One websocket."""

    spectating = False

    def __init__(self, scope: WebSocketScope, send: Send) -> None:
        fields: dict[str, Any] = scope  # type: ignore[assignment]
        self._challenge_id: int = fields["url_route"]["kwargs"]["challenge_id"]
        self._query = QueryDict(fields.get("query_string") or b"")
        self._cookies: dict[str, str] = fields.get("cookies") or {}
        self._language = _language(self._cookies, dict(fields.get("headers") or ()))
        self._address: str = (fields.get("client") or ("",))[0]
        self._send = send
        self._desk: Desk = desk_of(asyncio.get_running_loop())
        self._out = Outbox(send, (fields.get("extensions") or {}).get("solitaire.push"), self._overflowed)
        self._looked: Looked | None = None
        self._version = 0
        self._pending: asyncio.Task[None] | None = None
        self._told_at = -EVERY
        self._rank: int | None = None
        self._ranked_at = -RANK_EVERY
        self._frames = 0

    async def run(self, receive: Receive) -> None:
        """Serve until the browser goes."""
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.connect":
                    await self._open()
                else:
                    self._frames += 1
                    if self._frames > MAX_FRAMES:
                        self._out.close(BAD_FRAMES)
        finally:
            self._gone()

    async def _open(self) -> None:
        await self._send({"type": "websocket.accept"})
        if not self._desk.arrive(self, self._address):
            self._out.close(TOO_FAST)
            return
        if self._desk.draining:
            self._out.close(RESTARTING)
            return
        try:
            self._looked = await self._desk.reader.read(self._look)
        except db.Error:
            self._out.close(TOO_SLOW)
            return
        if self._looked is None:
            self._out.close(NO_SUCH_BOARD)
            return
        await self._desk.hub.join(board_topic(self._challenge_id), self)

    def _look(self) -> Looked | None:
        """Runs on the reader's thread."""
        now = timezone.now()
        challenge = Challenge.objects.filter(pk=self._challenge_id).first()
        if challenge is None or challenge.date > day_of(now) or is_final(challenge.date, now):
            return None
        try:
            board = Board.read(GameKind(challenge.kind), self._query, today=day_of(now)).with_(day=challenge.date)
        except (UnknownFilter, NoSuchDay):
            return None
        reader = visitor(self._cookies)
        return Looked(challenge, board, reader, frozenset(friend_ids(reader) | {reader.pk} if reader else ()))

    def _gone(self) -> None:
        self._out.stop()
        if self._pending:
            self._pending.cancel()
        self._desk.hub.leave(board_topic(self._challenge_id), self)
        self._desk.depart(self, self._address)

    def hold(self) -> None:
        """It says nothing that could wait."""

    def close(self, code: int) -> None:
        """Close once everything before has been sent."""
        self._out.close(code)

    def _overflowed(self) -> None:
        """A later message replaces what was lost."""

    # ---- the rows

    def hear(self, topic: str, message: Message) -> None:
        """Take what the hub hands on: a row has come or gone."""
        looked = self._looked
        if looked is None or topic != board_topic(self._challenge_id):
            return
        self._version = easel_of(self._desk).changed(self._challenge_id, message)
        player = message.get("player")
        if looked.board.who == "friends" and player is not None and player not in looked.friends:
            return
        if self._pending is None:
            self._pending = asyncio.create_task(self._tell_soon())

    async def _tell_soon(self) -> None:
        await asyncio.sleep(max(0.0, self._told_at + EVERY - time.monotonic()))
        self._told_at = time.monotonic()
        self._pending = None
        try:
            await self._tell()
        except db.Error as error:
            log.warning("board_database_unavailable", error=type(error).__name__)
        except Exception:
            # The edge: the page comes back, and we read of it in the log.
            log.exception("board_socket_failed")
            self._out.close(BROKEN)

    async def _tell(self) -> None:
        assert self._looked is not None
        looked, read = self._looked, self._desk.reader
        everyone = looked.board.with_(who="everyone")
        drawn = await easel_of(self._desk).draw(
            everyone, looked.challenge, self._language, version=self._version, reader=read
        )
        now = time.monotonic()
        if looked.reader and now - self._ranked_at >= RANK_EVERY:
            self._ranked_at = now
            self._rank = await read.read(partial(_rank, looked))
        first = looked.board.who == "everyone"
        frame = Rows(drawn.total, drawn.counts, drawn.html if first else None, self._rank if first else None)
        self._out.put(msgspec.json.encode(frame).decode())
        metrics.board_updates.inc()


def _rank(looked: Looked) -> int | None:
    if looked.reader is None:
        return None
    row = standings_of(looked.board, looked.challenge, looked.reader).own(looked.reader)
    return row.rank if row else None


def _language(cookies: dict[str, str], headers: dict[bytes, bytes]) -> str:
    """The language of the page that opened the socket: that of its cookie, else the first that the browser wants."""
    wanted = [cookies.get(settings.LANGUAGE_COOKIE_NAME, "")]
    wanted += [part.split(";")[0].strip() for part in headers.get(b"accept-language", b"").decode("latin1").split(",")]
    for one in wanted:
        try:
            return get_supported_language_variant(one)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


_easels: WeakKeyDictionary[Desk, Easel] = WeakKeyDictionary()


def easel_of(desk: Desk) -> Easel:
    """The drawings of a process."""
    return _easels.setdefault(desk, Easel())
