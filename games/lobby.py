"""A page's one socket: friends who come and go, news to ask for, and the live boards of the wall.

Like a table's socket it is a plain ASGI application: what it hears is fan-out.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from asgiref.typing import WebSocketScope
from django import db
from django.conf import settings
from django.utils import translation

from games import metrics, protocol
from games.broadcast import Message, person_topic
from games.credits import Credits
from games.desk import Desk, Person, desk_of
from games.engine.errors import Malformed
from games.models import Game
from games.naming import game_title
from games.outbox import TOO_SLOW, Outbox, Send
from games.presence import friends_topic
from games.protocol import Error, Frame, Friend, FriendNow, Friends, Lobby, News, Pong, encode
from games.selectors import LIVE_FOR, Eyes, Sight, live_games_of
from games.visitors import visitor
from games.wall import Boards, WallBoards
from solitaire.accounts.models import User
from solitaire.accounts.selectors import friends as friends_of

log = structlog.get_logger()

FRAMES, BURST = 2.0, 10.0
"""Frames a second that a page may send, and at once: it has little to say."""
MAX_FAULTS = 20
BROKEN, RESTARTING, BAD_FRAMES, TOO_FAST = 1011, 1012, 4400, 4429

Receive = Callable[[], Awaitable[dict[str, Any]]]


async def lobby(scope: WebSocketScope, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/ws/lobby/``."""
    await LobbySocket(scope, send).run(receive)


@dataclass(slots=True)
class Known:
    """A friend as this page knows them."""

    name: str
    shows: bool
    """Whether they let friends see that they are here."""
    on: bool = False
    game: str | None = None
    title: str = ""
    told_at: float = 0.0

    def frame(self) -> Friend:
        playing = self.game if time.monotonic() - self.told_at < LIVE_FOR.total_seconds() else None
        on = self.shows and self.on
        return Friend(self.name, on, playing if on else None, self.title if on and playing else "")


class LobbySocket:
    """One websocket."""

    spectating = False

    def __init__(self, scope: WebSocketScope, send: Send) -> None:
        fields: dict[str, Any] = scope  # type: ignore[assignment]
        self._cookies: dict[str, str] = fields.get("cookies") or {}
        self._address: str = (fields.get("client") or ("",))[0]
        self._send = send
        self._desk: Desk = desk_of(asyncio.get_running_loop())
        self._out = Outbox(send, (fields.get("extensions") or {}).get("solitaire.push"), self._overflowed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._topics: list[str] = []
        self._player: User | None = None
        self._person: Person | None = None
        self._eyes = Eyes(None).open()
        self._friends: dict[int, Known] = {}
        self._boards: Boards | None = None
        self._language = "en"
        self._credits = Credits(FRAMES, BURST)
        self._faults = 0
        self._held = False
        self._said = False

    async def run(self, receive: Receive) -> None:
        """Serve until the browser goes."""
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.connect":
                    await self._open()
                elif not (self._held or self._out.closed):
                    await self._guard(self._take(message.get("text") or message.get("bytes") or ""))
        finally:
            self._gone()

    async def _open(self) -> None:
        await self._send({"type": "websocket.accept"})
        if not self._desk.arrive(self, self._address):
            self._error("too_fast", "too many sockets from this address")
            self._out.close(TOO_FAST)
        elif self._desk.draining:
            self._out.close(RESTARTING)

    def _gone(self) -> None:
        self._out.stop()
        for task in self._tasks:
            task.cancel()
        if self._boards:
            self._boards.end()
        for topic in self._topics:
            self._desk.hub.leave(topic, self)
        if self._player and self._person:
            self._desk.dismiss_person(self._player.pk)
        self._desk.depart(self, self._address)

    def hold(self) -> None:
        """Take no more frames: the process is about to end."""
        self._held = True

    def close(self, code: int) -> None:
        """Close once everything before has been sent."""
        self._out.close(code)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._out.closed:
            work.close()
            return
        task = asyncio.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Awaitable[None]) -> None:
        try:
            await work
        except db.Error as error:
            log.warning("lobby_database_unavailable", error=type(error).__name__)
            self._error("unavailable")
            self._out.close(TOO_SLOW)
        except Exception:
            log.exception("lobby_failed")
            self._out.close(BROKEN)

    def _frame(self, frame: Frame) -> None:
        self._out.put(encode(frame).decode())

    def _error(self, reason: protocol.ErrorReason, detail: str = "") -> None:
        metrics.frames_refused.labels(reason).inc()
        self._out.put(encode(Error(reason, detail)).decode(), answer=True)

    def _overflowed(self) -> None:
        """Frames were lost: say everything again."""
        self._spawn(self._begin_again())

    # ---- in

    async def _take(self, data: str | bytes) -> None:
        if not self._credits.spend():
            self._error("too_fast", f"at most {FRAMES:.0f} frames a second")
            self._fault(TOO_FAST)
            return
        try:
            frame = protocol.decode_page(data)
        except Malformed as fault:
            reason: Any = fault.key if fault.key in ("too_large", "unknown_type") else "malformed"
            self._error(reason, str(fault))
            self._fault(BAD_FRAMES)
            return
        if isinstance(frame, Lobby):
            await self._begin(frame)
        elif self._said:
            self._frame(Pong(0))
        else:
            self._error("hello_first")

    def _fault(self, code: int) -> None:
        self._faults += 1
        if self._faults >= MAX_FAULTS:
            self._out.close(code)

    async def _begin(self, frame: Lobby) -> None:
        if self._said:
            return
        self._said = True
        self._language = frame.language if frame.language in dict(settings.LANGUAGES) else "en"
        self._player = await self._desk.reader.read(partial(visitor, self._cookies))
        if self._player:
            self._person = self._desk.admit_person(self._player.pk)
            if self._person is None:
                self._error("too_fast", "too many sockets of one person")
                self._out.close(TOO_FAST)
                return
            await self._join(person_topic(self._player.pk))
        await self._meet()
        if frame.wall or frame.boards:
            self._boards = (WallBoards if frame.wall else Boards)(
                self._desk, language=self._language, eyes=lambda: self._eyes, put=self._out.put, spawn=self._spawn,
                listener=self, games=frame.boards,
            )  # fmt: skip
            await self._boards.begin()

    async def _begin_again(self) -> None:
        await self._meet()
        if self._boards:
            self._boards.look_again()

    async def _join(self, topic: str) -> None:
        self._topics.append(topic)
        await self._desk.hub.join(topic, self)

    # ---- friends

    async def _meet(self) -> None:
        """Learn who the friends are, and say who of them is here."""
        player = self._player
        found, games, self._eyes = await self._desk.reader.read(partial(self._read_friends, player))
        if player is None:
            return
        for pk in [pk for pk in self._friends if pk not in found]:
            topic = friends_topic(pk)
            self._desk.hub.leave(topic, self)
            self._topics.remove(topic)
        new = [pk for pk in found if pk not in self._friends]
        for pk, known in found.items():
            before = self._friends.get(pk)
            if before:
                known.told_at = before.told_at
        self._friends = found
        for pk in new:
            await self._join(friends_topic(pk))
        for pk in self._desk.presence.here(found):
            found[pk].on = True
        for game in games:
            known = found[game.player_id]
            if known.game is None:
                self._plays(known, game)
        self._frame(Friends(tuple(known.frame() for known in found.values())))

    @staticmethod
    def _read_friends(player: User | None) -> tuple[dict[int, Known], list[Game], Eyes]:
        """Runs on the reader's thread."""
        eyes = Eyes(player).open()
        if player is None:
            return {}, [], eyes
        found = {friend.pk: Known(friend.username, friend.show_presence) for friend in friends_of(player)}
        return found, list(live_games_of(found)), eyes

    def _plays(self, known: Known, game: Game) -> None:
        with translation.override(self._language):
            known.game, known.title = game.pk, game_title(game)
        known.told_at = time.monotonic()

    async def _see(self, pk: int, game_id: str) -> None:
        """A friend plays: look whether the reader may know of the game."""
        game = await self._desk.reader.read(lambda: self._find(game_id))
        known = self._friends.get(pk)
        if game is None or known is None:
            return
        self._plays(known, game)
        self._frame(FriendNow(known.frame()))
        if self._boards:
            self._boards.show_friend(game_id, pk)

    def _find(self, game_id: str) -> Game | None:
        game = Game.objects.select_related("player", "challenge").filter(pk=game_id, outcome=None).first()
        return game if game and self._eyes.sight(game, listed=True) in (Sight.CARDS, Sight.PROGRESS) else None

    def hear(self, topic: str, message: Message) -> None:
        """Take what the hub hands on: about a table, a friend, or oneself."""
        kind = topic.partition(".")[0]
        if kind == "table":
            if self._boards:
                self._boards.hear(topic, message)
        elif kind == "friends":
            self._hear_friend(int(topic.partition(".")[2]), message)
        elif "close" in message:
            self._out.close(message["close"])
        elif "people" in message:
            self._frame(News())
            self._spawn(self._begin_again())
        elif "look" in message:
            self._spawn(self._begin_again())

    def _hear_friend(self, pk: int, message: Message) -> None:
        known = self._friends.get(pk)
        if known is None:
            return
        if "on" in message or "off" in message:
            self._is(pk, on="on" in message)
        elif "plays" in message:
            if known.game == message["plays"]:
                known.told_at = time.monotonic()
            self._spawn(self._see(pk, message["plays"]))
        elif "ended" in message:
            if known.game == message["ended"]:
                known.game, known.title = None, ""
                self._frame(FriendNow(known.frame()))
            self._frame(News())
        elif "people" in message:
            self._spawn(self._meet())

    def _is(self, pk: int, *, on: bool) -> None:
        known = self._friends.get(pk)
        if known and known.on != on:
            known.on = on
            if not on:
                known.game, known.title = None, ""
            if known.shows:
                self._frame(FriendNow(known.frame()))
