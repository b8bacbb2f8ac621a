"""A browser at a table: parse the frame, hand it on, frame the answer.

A plain ASGI application and not a channels consumer class, whose dispatch makes a thread hop for every message it hands
on: at a watched table nearly all messages are fan-out.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import structlog
from asgiref.typing import WebSocketScope
from channels.db import database_sync_to_async
from django.db import DatabaseError

from games import protocol, services
from games.broadcast import person_topic, table_topic
from games.desk import Desk, desk_of
from games.engine.action import parse_action
from games.engine.errors import Malformed
from games.engine.view import progress, view
from games.journal import Answer, Command, NotYours, Outdated, Rejected, Stored
from games.protocol import Ack, Act, Error, Frame, Hello, Pong, ProgressState, RefusedFrame, Stale, State, You, encode
from games.selectors import Sight, Table, head, sight
from solitaire.accounts.models import User
from solitaire.accounts.selectors import player_of

log = structlog.get_logger()

QUEUE = 256
"""Frames that may wait for a browser. When they are more, it gets one snapshot in their place."""
MAX_OVERFLOWS = 3
"""Snapshots in place of lost frames before a socket that does not read is closed."""
RESUME_LIMIT = 200
"""Events that are sent one by one to a browser that comes back; past that it gets a snapshot."""
FRAMES_PER_SECOND = 20.0
FRAMES_AT_ONCE = 60.0
MAX_FAULTS = 20
"""Unusable frames before a socket is closed."""

BAD_FRAMES, NOT_ALLOWED, NO_SUCH_GAME, TOO_SLOW, TOO_FAST = 4400, 4403, 4404, 4408, 4429

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def table(scope: WebSocketScope, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/ws/game/<game_id>/``."""
    await TableSocket(scope, send).run(receive)


class TableSocket:
    """One websocket."""

    def __init__(self, scope: WebSocketScope, send: Send) -> None:
        self._scope: dict[str, Any] = scope  # type: ignore[assignment]
        self._game_id: str = self._scope["url_route"]["kwargs"]["game_id"]
        self._send = send
        self._desk: Desk = desk_of(asyncio.get_running_loop())
        self._out: asyncio.Queue[str | int] = asyncio.Queue(QUEUE)
        """Frames to send; a number closes the socket with that code."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._topics: list[str] = []
        self._player: User | None = None
        self._sight = Sight.NOTHING
        self._head: int | None = None
        """The last sequence number sent; None while a snapshot is being read."""
        self._missed: list[dict[str, Any]] = []
        """Messages heard while a snapshot was being read."""
        self._credits, self._credited_at = FRAMES_AT_ONCE, time.monotonic()
        self._faults = self._overflows = 0

    async def run(self, receive: Receive) -> None:
        """Serve until the browser goes."""
        self._spawn(self._write())
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                if message["type"] == "websocket.connect":
                    await self._send({"type": "websocket.accept"})
                else:
                    await self._take(message.get("text") or message.get("bytes") or "")
        finally:
            for task in self._tasks:
                task.cancel()
            for topic in self._topics:
                await self._desk.hub.leave(topic, self)
            if self.spectating:
                self._desk.count_watchers(self._game_id)

    @property
    def spectating(self) -> bool:
        """Whether somebody watches through this socket."""
        return self._sight in (Sight.CARDS, Sight.PROGRESS)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("socket_task_failed", game=self._game_id, exc_info=error)
            self._put(1011)

    # ---- out

    async def _write(self) -> None:
        while isinstance(item := await self._out.get(), str):
            await self._send({"type": "websocket.send", "text": item})
        await self._send({"type": "websocket.close", "code": item})

    def _put(self, item: str | int) -> None:
        try:
            self._out.put_nowait(item)
        except asyncio.QueueFull:
            while not self._out.empty():
                self._out.get_nowait()
            self._overflows += 1
            if self._overflows >= MAX_OVERFLOWS or isinstance(item, int):
                self._out.put_nowait(TOO_SLOW)
            else:
                self._resync(None)

    def _frame(self, frame: Frame) -> None:
        self._put(encode(frame).decode())

    def _error(self, reason: protocol.ErrorReason, detail: str = "", *, command: str | None = None) -> None:
        self._frame(Error(reason, detail, command))

    # ---- in

    async def _take(self, data: str | bytes) -> None:
        if not self._spend():
            self._error("too_fast", f"at most {FRAMES_PER_SECOND:.0f} frames a second")
            self._fault(TOO_FAST)
            return
        frame = None
        try:
            frame = protocol.decode(data)
            if isinstance(frame, Act):
                await self._act(frame)
            elif isinstance(frame, Hello):
                await self._hello(frame)
            else:
                await self._pong()
        except Malformed as fault:
            reason: Any = fault.key if fault.key in ("too_large", "unknown_type") else "malformed"
            self._error(reason, str(fault), command=frame.id if isinstance(frame, Act) else None)
            self._fault(BAD_FRAMES)
        except DatabaseError:
            log.warning("socket_database_unavailable", game=self._game_id)
            self._error("unavailable")
            self._put(TOO_SLOW)

    def _spend(self) -> bool:
        now = time.monotonic()
        earned = (now - self._credited_at) * FRAMES_PER_SECOND
        self._credits, self._credited_at = min(FRAMES_AT_ONCE, self._credits + earned), now
        if self._credits < 1:
            return False
        self._credits -= 1
        return True

    def _fault(self, code: int) -> None:
        self._faults += 1
        if self._faults >= MAX_FAULTS:
            self._put(code)

    async def _pong(self) -> None:
        if self._topics:
            self._frame(Pong(await database_sync_to_async(head)(self._game_id)))
        else:
            self._error("hello_first")

    async def _hello(self, hello: Hello) -> None:
        if not self._topics:
            self._player = await database_sync_to_async(player_of)(
                user=self._scope["user"], session=self._scope["session"]
            )
            topics = [table_topic(self._game_id)]
            if self._player:
                topics.append(person_topic(self._player.pk))
            for topic in topics:
                await self._desk.hub.join(topic, self)
                self._topics.append(topic)
        await self._snapshot(hello.last_seq)

    async def _act(self, act: Act) -> None:
        if not self._topics:
            self._error("hello_first", command=act.id)
            return
        if self._sight is not Sight.PLAY or self._player is None:
            self._error("not_yours", command=act.id)
            return
        command = Command(self._game_id, self._player.pk, act.id, act.seq, parse_action(act.action))
        answer = asyncio.wrap_future(self._desk.journal.submit(command))
        answer.add_done_callback(partial(self._answer, act))

    def _answer(self, act: Act, future: asyncio.Future[Answer]) -> None:
        match future.result():
            case Stored(seq):
                self._frame(Ack(act.id, seq))
            case Rejected(refusal):
                self._frame(RefusedFrame(act.id, refusal.reason, refusal.places))
            case Outdated():
                self._spawn(self._stale(act))
            case NotYours():
                self._error("not_yours", command=act.id)
            case _:
                self._error("unavailable", command=act.id)

    async def _stale(self, act: Act) -> None:
        found = await database_sync_to_async(Table.load)(self._game_id)
        if found:
            self._frame(Stale(act.id, self._state(found)))

    # ---- the table

    def _resync(self, last_seq: int | None) -> None:
        self._head = None
        self._spawn(self._snapshot(last_seq))

    async def _snapshot(self, last_seq: int | None) -> None:
        """Send what the browser lacks: the events after `last_seq`, or a whole snapshot."""
        self._head = None
        found = await database_sync_to_async(self._look)()
        if found is None:
            self._error("no_such_game")
            self._put(NO_SUCH_GAME)
            return
        if self._sight is Sight.NOTHING:
            self._error("not_allowed")
            self._put(NOT_ALLOWED)
            return
        if self._sight is Sight.PROGRESS:
            state = ProgressState(found.seq, progress(found.position), found.clock(time.time()), found.running)
            self._frame(state)
        elif last_seq is not None and 0 <= found.seq - last_seq <= RESUME_LIMIT:
            for event in found.events(after=last_seq):
                self._frame(event)
        else:
            self._frame(self._state(found))
        self._head = found.seq
        missed, self._missed = self._missed, []
        for message in missed:
            self._hear_event(message)
        if self.spectating:
            self._desk.count_watchers(self._game_id)

    def _look(self) -> Table | None:
        """Read the table, what this person may see of it, and begin the clock when they see a ranked deal for the first time."""
        found = Table.load(self._game_id)
        if found:
            self._sight = sight(self._player, found.game)
            if self._sight is Sight.PLAY:
                services.reveal(found.game)
        return found

    def _state(self, found: Table) -> State:
        you = You("player" if self._sight is Sight.PLAY else "spectator", found.game.ranked)
        return State(found.seq, view(found.position), found.clock(time.time()), found.running, you)

    def hear(self, topic: str, message: dict[str, Any]) -> None:
        """Take what the hub hands on: an event of the table, a frame for everybody, or a reason to look again."""
        if "frame" in message:
            self._put(message["frame"])
        elif "look" in message:
            # Somebody's own finished game may open the cards of others; a new audience may close them.
            if self._sight is not Sight.PLAY:
                self._resync(None)
        elif self._head is None:
            self._missed.append(message)
        else:
            self._hear_event(message)

    def _hear_event(self, message: dict[str, Any]) -> None:
        assert self._head is not None
        if message["seq"] == self._head + 1:
            self._head += 1
            self._put(message["progress" if self._sight is Sight.PROGRESS else "event"])
        elif message["seq"] > self._head:
            self._resync(self._head)
