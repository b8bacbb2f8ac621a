"""A browser at a table: parse the frame, hand it on, frame the answer.

A plain ASGI application and not a channels consumer class, whose dispatch makes a thread hop for every message it hands
on: at a watched table nearly all messages are fan-out.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import structlog
from asgiref.typing import WebSocketScope
from django import db
from django.conf import settings

from games import metrics, protocol, questions, services
from games.broadcast import Message, person_topic, table_topic
from games.commands import Answer, Command, NotYours, Outdated, Rejected, Stored
from games.credits import Credits
from games.desk import Desk, Person, desk_of
from games.engine.action import parse_action
from games.engine.errors import Malformed
from games.engine.view import progress, view
from games.outbox import MAX_FRAMES, TOO_SLOW, Outbox, Send
from games.protocol import (
    Ack,
    Act,
    Ask,
    Error,
    Frame,
    Hello,
    Pong,
    ProgressState,
    React,
    RefusedFrame,
    Stale,
    State,
    Watching,
    You,
    encode,
)
from games.reactions import Signs
from games.selectors import Eyes, Sight, Table
from games.visitors import visitor
from solitaire.accounts.models import User

log = structlog.get_logger()

RESUME_LIMIT = 200
"""Events that are sent one by one to a browser that comes back; past that it gets a snapshot."""
BURST = 3.0
"""Seconds' worth of frames that a socket may send at once."""
MAX_FAULTS = 20
"""Unusable frames before a socket is closed."""

BROKEN, RESTARTING, BAD_FRAMES, NOT_ALLOWED, NO_SUCH_GAME, TOO_FAST = 1011, 1012, 4400, 4403, 4404, 4429

Receive = Callable[[], Awaitable[dict[str, Any]]]


async def table(scope: WebSocketScope, receive: Receive, send: Send) -> None:
    """The ASGI application behind ``/ws/game/<game_id>/``."""
    await TableSocket(scope, send).run(receive)


class TableSocket:
    """One websocket."""

    def __init__(self, scope: WebSocketScope, send: Send) -> None:
        fields: dict[str, Any] = scope  # type: ignore[assignment]
        self._game_id: str = fields["url_route"]["kwargs"]["game_id"]
        self._cookies: dict[str, str] = fields.get("cookies") or {}
        self._address: str = (fields.get("client") or ("",))[0]
        self._send = send
        self._desk: Desk = desk_of(asyncio.get_running_loop())
        self._out = Outbox(send, (fields.get("extensions") or {}).get("solitaire.push"), self._overflowed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._topics: list[str] = []
        self._player: User | None = None
        self._person: Person | None = None
        self._sight = Sight.NOTHING
        self._friends: set[int] = set()
        self._shows_watchers = True
        self._signs = Signs(self._frame)
        self._looking = asyncio.Lock()
        """Held while the table is read, so that what is sent about it never goes back in time."""
        self._head: int | None = None
        """The last sequence number sent; None before the first snapshot and while the table is read."""
        self._missed: deque[Message] = deque(maxlen=MAX_FRAMES)
        """Events heard while the table was read. Should one be lost here, the next one shows the gap."""
        self._credits = Credits(settings.FRAMES_PER_SECOND, BURST * settings.FRAMES_PER_SECOND)
        self._faults = 0
        self._asking = False
        """Whether a question of the player is being answered."""
        self._held = False

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
        for topic in self._topics:
            self._desk.hub.leave(topic, self)
        if self._player and self._person:
            self._desk.dismiss_person(self._player.pk)
        self._desk.depart(self, self._address)
        if self.spectating:
            self._desk.count_watchers(self._game_id)
        self._desk.forget(self._game_id)

    @property
    def spectating(self) -> bool:
        """Whether somebody watches through this socket."""
        return self._sight in (Sight.CARDS, Sight.PROGRESS)

    @property
    def watcher(self) -> tuple[int, str] | None:
        """Who watches through this socket, if their friends may know."""
        player = self._player
        if not self.spectating or player is None or player.guest or not player.show_presence:
            return None
        return player.pk, player.username

    def hold(self) -> None:
        """Take no more frames: the process is about to end."""
        self._held = True

    def close(self, code: int) -> None:
        """Close once everything before has been sent."""
        self._out.close(code)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Awaitable[None]) -> None:
        """The edge: whatever goes wrong is told to the browser in a word and to us in the log."""
        try:
            await work
        except db.Error as error:
            log.warning("socket_database_unavailable", game=self._game_id, error=type(error).__name__)
            self._unavailable()
        except Exception:
            log.exception("socket_failed", game=self._game_id)
            self._out.close(BROKEN)

    # ---- out

    def _frame(self, frame: Frame, *, answer: bool = False) -> None:
        self._out.put(encode(frame).decode(), answer=answer)

    def _error(self, reason: protocol.ErrorReason, detail: str = "", *, command: str | None = None) -> None:
        metrics.frames_refused.labels(reason).inc()
        self._frame(Error(reason, detail, command), answer=True)

    def _unavailable(self, *, command: str | None = None) -> None:
        """Have the browser come back and send again what was not answered: it knows how, and shows that it waits."""
        self._error("unavailable", command=command)
        self._out.close(TOO_SLOW)

    # ---- in

    async def _take(self, data: str | bytes) -> None:
        if not self._credits.spend() or (self._person and not self._person.credits.spend()):
            self._error("too_fast", f"at most {settings.FRAMES_PER_SECOND:.0f} frames a second")
            self._fault(TOO_FAST)
            return
        try:
            frame = protocol.decode(data)
        except Malformed as fault:
            self._malformed(fault)
            return
        if isinstance(frame, Act):
            self._act(frame)
        elif isinstance(frame, Ask):
            self._ask(frame)
        elif isinstance(frame, Hello):
            await self._hello(frame)
        elif isinstance(frame, React):
            if self.spectating and self._signs.may_make():
                self._desk.hub.publish(table_topic(self._game_id), {"sign": frame.sign, "by": self.watcher})
        elif self._topics:
            self._frame(Pong(self._desk.head(self._game_id)))
        else:
            self._error("hello_first")

    def _malformed(self, fault: Malformed, *, command: str | None = None) -> None:
        reason: Any = fault.key if fault.key in ("too_large", "unknown_type") else "malformed"
        self._error(reason, str(fault), command=command)
        self._fault(BAD_FRAMES)

    def _fault(self, code: int) -> None:
        self._faults += 1
        if self._faults >= MAX_FAULTS:
            self._out.close(code)

    async def _hello(self, hello: Hello) -> None:
        if not self._topics:
            self._player = await self._desk.reader.read(partial(visitor, self._cookies))
            topics = [table_topic(self._game_id)]
            if self._player:
                self._person = self._desk.admit_person(self._player.pk)
                if self._person is None:
                    self._error("too_fast", "too many sockets of one person")
                    self._out.close(TOO_FAST)
                    return
                topics.append(person_topic(self._player.pk))
            self._topics = topics
            for topic in topics:
                await self._desk.hub.join(topic, self)
        await self._look(partial(self._catch_up, hello.last_seq))

    def _act(self, act: Act) -> None:
        player = self._own(act.id)
        if player is None:
            return
        try:
            action = parse_action(act.action)
        except Malformed as fault:
            self._malformed(fault, command=act.id)
            return
        command = Command(self._game_id, player.pk, act.id, act.seq, action)
        if not self._desk.submit(command, partial(self._answer, act.id)):
            self._unavailable(command=act.id)

    def _own(self, command: str) -> User | None:
        """The player, if this is their socket; else an error answers the command."""
        if self._topics and self._sight is Sight.PLAY:
            return self._player
        self._error("not_yours" if self._topics else "hello_first", command=command)
        return None

    def _ask(self, ask: Ask) -> None:
        if self._own(ask.id):
            if self._asking:
                self._error("too_fast", "one question at a time", command=ask.id)
            else:
                self._asking = True
                self._spawn(self._reply(ask))

    async def _reply(self, ask: Ask) -> None:
        try:
            self._frame(await questions.answer(ask, self._game_id, self._desk.reader), answer=True)
        finally:
            self._asking = False

    def _answer(self, command: str, answer: Answer) -> None:
        match answer:
            case Stored(seq):
                self._frame(Ack(command, seq), answer=True)
            case Rejected(refusal):
                self._frame(RefusedFrame(command, refusal.reason, refusal.places), answer=True)
            case Outdated():
                self._spawn(self._look(partial(self._stale, command)))
            case NotYours():
                self._error("not_yours", command=command)
            case _:
                self._unavailable(command=command)

    # ---- the table

    def _overflowed(self) -> None:
        self._resync(None)

    def _resync(self, last_seq: int | None) -> None:
        self._head = None
        self._spawn(self._look(partial(self._catch_up, last_seq)))

    async def _look(self, tell: Callable[[Table, Sight], None]) -> None:
        """Read the table and what may be seen of it now, and `tell` it. What is heard meanwhile follows."""
        async with self._looking:
            if self._out.closed:
                return
            self._head = None
            named = self.watcher
            found, now = await self._desk.reader.read(self._read)
            before, self._sight = self._sight, now
            if found is None:
                self._error("no_such_game")
                self._out.close(NO_SUCH_GAME)
                return
            if now is Sight.NOTHING:
                self._desk.count_watchers(self._game_id)
                self._error("not_allowed")
                self._out.close(NOT_ALLOWED)
                return
            tell(found, before)
            self._head = found.seq
            self._signs.at(found.game, running=found.running, own=now is Sight.PLAY)
            self._desk.note_head(self._game_id, found.seq)
            while self._missed and self._head is not None:
                self._hear_event(self._missed.popleft())
            # The heartbeat may have found more, while nobody could be told.
            self._hear_head(self._desk.head(self._game_id))
            if before is not now or self.watcher != named:
                self._desk.count_watchers(self._game_id)

    def _read(self) -> tuple[Table | None, Sight]:
        """Runs on the reader's thread. Begins the clock when a player first sees the cards of a ranked deal."""
        found = Table.load(self._game_id)
        if found is None:
            return None, Sight.NOTHING
        eyes = Eyes(self._player)
        seen = eyes.sight(found.game)
        self._friends = eyes.friends
        self._shows_watchers = seen is Sight.PLAY or found.game.player.show_watchers
        if seen is Sight.PLAY:
            services.reveal(found.game)
        elif self._player:
            # They may have hidden since they came.
            self._player.show_presence = User.objects.filter(pk=self._player.pk, show_presence=True).exists()
        return found, seen

    def _catch_up(self, last_seq: int | None, found: Table, before: Sight) -> None:
        """Send what the browser lacks: the events after `last_seq`, or a whole snapshot."""
        changed = before not in (Sight.NOTHING, self._sight)
        if self._sight is Sight.PROGRESS:
            state = ProgressState(found.seq, progress(found.position), found.clock(time.time()), found.running)
            self._frame(state)
        elif last_seq is not None and not changed and 0 <= found.seq - last_seq <= RESUME_LIMIT:
            for event in found.events(after=last_seq):
                self._frame(event)
        else:
            self._frame(self._state(found))

    def _stale(self, command: str, found: Table, _before: Sight) -> None:
        self._frame(Stale(command, self._state(found)), answer=True)

    def _state(self, found: Table) -> State:
        you = You("player" if self._sight is Sight.PLAY else "spectator", found.game.ranked)
        return State(found.seq, view(found.position), found.clock(time.time()), found.running, you)

    def hear(self, topic: str, message: Message) -> None:  # noqa: C901 (one branch for each kind of message)
        """Take what the hub hands on: an event of the table, or a reason to look again, to tell, or to close."""
        if "event" in message:
            if self._head is None:
                self._missed.append(message)
            else:
                self._hear_event(message)
        elif "watching" in message:
            if self._head is not None and self._shows_watchers:
                self._hear_watchers(message)
        elif "sign" in message:
            self._signs.hear(message, self._friends)
        elif "head" in message:
            self._hear_head(message["head"])
        elif "look" in message:
            # Somebody's own finished game may open the cards of others; a new audience may close them.
            if self._sight is not Sight.PLAY:
                self._resync(None)
            elif message.get("over") == self._game_id:
                self._signs.release()
        elif "close" in message:
            self._out.close(message["close"])

    def _hear_watchers(self, message: Message) -> None:
        named = self._desk.named_watchers(self._game_id) if self._friends else {}
        known = sorted(name for who, name in named.items() if who in self._friends)
        if "frame" not in message:
            message["frame"] = encode(Watching(message["watching"])).decode()
        self._out.put(encode(Watching(message["watching"], tuple(known))).decode() if known else message["frame"])

    def _hear_head(self, head: int) -> None:
        if self._head is not None and head > self._head:
            metrics.resyncs.labels("heartbeat").inc()
            self._resync(self._head)

    def _hear_event(self, message: Message) -> None:
        assert self._head is not None
        if message["seq"] == self._head + 1:
            self._head += 1
            self._out.put(message["progress" if self._sight is Sight.PROGRESS else "event"])
        elif message["seq"] > self._head:
            metrics.resyncs.labels("gap").inc()
            self._resync(self._head)
