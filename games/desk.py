"""What the sockets of a process share: the journal that stores moves, the reader, and the hub that tells everyone.

The heartbeat is one for the process, not one for each table: where other processes may play the same games, it asks the
database every `BEAT` seconds which games have moved of late, and how far those of its tables have come. A table that
is still behind a moment later catches up; that is how nothing is missing when the channel layer has lost something. A
process that serves alone hears every move itself and asks nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

import structlog
from django import db
from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from games import metrics
from games.broadcast import BEAT, Hub, Message, board_topic, person_topic, table_topic
from games.busy import Busy
from games.commands import Answer, Command, Stored
from games.credits import Credits
from games.engine.view import progress
from games.journal import ACTIVE_EVERY, Journal, Waiting
from games.models import Game, Move
from games.presence import Presence
from games.protocol import ProgressState, encode
from games.reader import Reader

log = structlog.get_logger()

MAX_WAITING = 10_000
"""Commands that may wait for the writer; more are not taken."""
COUNT_DELAY = 0.5
"""Seconds in which comings and goings at a table are told together."""
LATE = 0.5
"""Seconds that a committed move may take to its sockets before the heartbeat counts it as lost."""
TABLES = "tables"
"""The topic on which processes tell one another how many watch at each table."""
ROLL_EVERY, ROLL_AGAIN = 20.0, 3.0
"""Seconds after which the other processes are told again of everybody who is here; and after meeting one or losing
the channel layer, when the others may not listen yet."""
PERSON_FACTOR, PERSON_BURST = 2.0, 6.0
"""Frames a second that all sockets of one person may send together, and in a burst, as multiples of what one may."""
PERSON_SOCKETS = 24


class Closable(Protocol):
    """A socket as the desk knows it."""

    def hold(self) -> None:
        """Take no more commands."""

    def close(self, code: int) -> None:
        """Close once everything before has been sent."""


class Person:
    """Somebody's sockets together, or those of an address where nobody is known."""

    def __init__(self) -> None:
        one = settings.FRAMES_PER_SECOND
        self.credits = Credits(PERSON_FACTOR * one, PERSON_BURST * one)
        self.sockets = 0


class Desk:
    """Belongs to one event loop."""

    spectating = False

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.hub = Hub()
        self.hub.on_remote, self.hub.on_met, self.hub.on_gone = self._heard, self._meet, self._lose
        self.journal = Journal(self._stored)
        self.reader = Reader()
        self.presence = Presence(loop, self.hub)
        self.hub.on_beat = self._mend
        self.hub.listen(TABLES, self)
        self.busy = Busy(self.reader)
        self.sockets: set[Closable] = set()
        self.draining = False
        """Whether this process is about to end: it serves those who are here, and sends new sockets elsewhere."""
        self._people: dict[str, Person] = {}
        self._heads: dict[str, int] = {}
        """The last sequence number known of each table that has a socket here."""
        self._turn: list[Waiting] = []
        """Commands of this turn of the event loop."""
        self._counting: set[str] = set()
        self._elsewhere: dict[str, dict[str, int]] = defaultdict(dict)
        """Spectators at a table in other processes, by process."""
        self._named: dict[str, dict[str, dict[int, str]]] = defaultdict(dict)
        """Those of them whose friends may know."""
        self._roll_at = time.monotonic() + ROLL_EVERY
        self._beat: asyncio.Task[None] | None = None
        metrics.waiting.set_function(lambda: self.journal.waiting)
        metrics.sockets.set_function(lambda: len(self.sockets))
        metrics.tables.set_function(lambda: self.tables)

    @property
    def tables(self) -> int:
        """How many tables have a socket here."""
        return len(self._heads)

    # ---- sockets

    def arrive(self, socket: Closable, address: str) -> bool:
        """Take in a socket; False when its address has too many."""
        self.sockets.add(socket)
        if self.hub.shared and self._beat is None:
            self._beat = self._loop.create_task(self._beats())
        return self._admit(f"address {address}", settings.SOCKETS_PER_ADDRESS)

    def depart(self, socket: Closable, address: str) -> None:
        """Undo `arrive`."""
        self.sockets.discard(socket)
        self._dismiss(f"address {address}")

    def admit_person(self, user_id: int) -> Person | None:
        """Count a socket to a person; None when they have too many."""
        name = f"person {user_id}"
        if self._admit(name, PERSON_SOCKETS):
            self.presence.arrived(user_id)
            return self._people[name]
        self._dismiss(name)
        return None

    def dismiss_person(self, user_id: int) -> None:
        """Undo `admit_person`."""
        self._dismiss(f"person {user_id}")
        self.presence.left(user_id)

    def _admit(self, name: str, most: int) -> bool:
        person = self._people.setdefault(name, Person())
        person.sockets += 1
        return person.sockets <= most

    def _dismiss(self, name: str) -> None:
        person = self._people.get(name)
        if person:
            person.sockets -= 1
            if person.sockets <= 0:
                del self._people[name]

    # ---- commands

    def submit(self, command: Command, reply: Callable[[Answer], None]) -> bool:
        """Hand a command to the journal; `reply` is called after everyone was told. False: too much waits."""
        if self.journal.waiting + len(self._turn) >= MAX_WAITING:
            return False
        if not self._turn:
            self._loop.call_soon(self._hand_over)
        self._turn.append(Waiting(command, reply, time.monotonic()))
        return True

    def _hand_over(self) -> None:
        """What came in one turn of the event loop is handed over together, and most often stored together. The first
        of many frames would otherwise wake the writer, and make a batch by itself."""
        self.journal.submit(self._turn)
        self._turn = []

    def _stored(self, batch: list[tuple[Waiting, Answer]]) -> None:
        """Runs on the writer thread: each frame is made once, for everybody, and the loop woken once for the batch."""
        told: list[tuple[Waiting, Answer, Message | None]] = []
        for waiting, answer in batch:
            message: Message | None = None
            if isinstance(answer, Stored):
                event, position = answer.event, answer.position
                if event and position:
                    message = {"seq": event.seq, "event": encode(event).decode()}
                    if answer.secret:
                        running = not (position.over or position.paused)
                        locked = ProgressState(event.seq, progress(position), event.ms, running=running)
                        message["progress"] = encode(locked).decode()
                else:
                    # Stored by an earlier try, whose event may have been told to nobody.
                    message = {"head": answer.seq}
            told.append((waiting, answer, message))
        self._loop.call_soon_threadsafe(self._tell, told)

    def _tell(self, told: list[tuple[Waiting, Answer, Message | None]]) -> None:
        for waiting, answer, message in told:
            command = waiting.command
            if message:
                topic = table_topic(command.game_id)
                self.note_head(command.game_id, message.get("seq") or message["head"])
                self.hub.publish(topic, message)
                metrics.seen_seconds.observe(time.monotonic() - waiting.since)
            if isinstance(answer, Stored) and answer.position:
                over = answer.position.over
                self.presence.moved(command.player_id, command.game_id, over=over)
                if over:
                    self.hub.publish(person_topic(command.player_id), {"look": "again", "over": command.game_id})
                if answer.board:
                    self.hub.publish(board_topic(answer.board), {"row": command.game_id, "player": command.player_id})
            metrics.ack_seconds.observe(time.monotonic() - waiting.since)
            metrics.answers.labels(type(answer).__name__.lower()).inc()
            waiting.reply(answer)

    # ---- heads

    def head(self, game_id: str) -> int:
        """The last sequence number known of a table that has a socket here."""
        return self._heads.get(game_id, 0)

    def note_head(self, game_id: str, seq: int) -> None:
        """Remember how far a table has come."""
        if seq > self._heads.get(game_id, -1):
            self._heads[game_id] = seq

    def forget(self, game_id: str) -> None:
        """Forget a table once nobody listens to it here."""
        if not self.hub.listeners(table_topic(game_id)):
            self._heads.pop(game_id, None)
            self._elsewhere.pop(game_id, None)
            self._named.pop(game_id, None)

    def _heard(self, process: str, topic: str, message: Message) -> None:
        game_id = topic.removeprefix("table.")
        if "seq" in message or "head" in message:
            self.note_head(game_id, message.get("seq") or message["head"])
        elif "watchers" in message:
            if message.get("ask") and self._here(game_id):
                self.count_watchers(game_id)
            self._elsewhere[game_id][process] = message["watchers"]
            self._named[game_id][process] = dict(message["named"])
            self._count(game_id)

    def hear(self, _topic: str, message: Message) -> None:
        """Learn how many watch in another process, at every table."""
        process, watched = message["in"], message["watched"]
        if process == self.hub.process:
            return
        for game_id in self._heads:
            count, named = watched.get(game_id, (0, ()))
            known = self._elsewhere.get(game_id, {}).get(process, 0), self._named.get(game_id, {}).get(process, {})
            if known != (count, dict(named)):
                self._elsewhere[game_id][process], self._named[game_id][process] = count, dict(named)
                self._count(game_id)

    async def _beats(self) -> None:
        looked_at = time.monotonic()
        while True:
            await asyncio.sleep(BEAT - LATE)
            now = time.monotonic()
            found: list[tuple[str, int]] = []
            if self._heads:
                try:
                    found = await self.reader.read(self._look_at_heads(now - looked_at))
                except db.Error as error:
                    log.warning("heartbeat_database_unavailable", error=type(error).__name__)
                    continue
            looked_at = now
            await asyncio.sleep(LATE)
            for game_id, seq in found:
                if seq > self._heads.get(game_id, seq):
                    self.note_head(game_id, seq)
                    self.hub.deliver(table_topic(game_id), {"head": seq})

    def _look_at_heads(self, seconds: float) -> Callable[[], list[tuple[str, int]]]:
        """A question for the reader: how far the tables here that moved in the last `seconds` have come."""
        here = frozenset(self._heads)
        since = timezone.now() - ACTIVE_EVERY - timedelta(seconds=seconds + 2 * BEAT)

        def question() -> list[tuple[str, int]]:
            # Of thousands of open tables few have moved: asking which games have is less than asking about each table.
            moved = Game.objects.filter(active_at__gte=since).values_list("pk", flat=True)
            moves = Move.objects.filter(game__in=[game_id for game_id in moved if game_id in here])
            return list(moves.values("game").annotate(head=Max("seq")).values_list("game", "head"))

        return question

    # ---- watchers

    def count_watchers(self, game_id: str) -> None:
        """Tell a table soon how many watch it."""
        if game_id not in self._counting:
            self._counting.add(game_id)
            self._loop.call_later(COUNT_DELAY, self._count_here, game_id)

    def _count_here(self, game_id: str) -> None:
        self._counting.discard(game_id)
        if self.hub.shared:
            count, named = self._watching_here(game_id)
            # A process that knows of no others asks: they may have told before it had a socket at the table.
            ask = {} if self._elsewhere.get(game_id) else {"ask": True}
            self.hub.publish(table_topic(game_id), {"watchers": count, "named": named, **ask})
        self._count(game_id)

    def watchers(self, game_id: str) -> int:
        """How many watch a table, as far as this process knows: of one without a socket here, only those here."""
        return self._here(game_id) + sum(self._elsewhere.get(game_id, {}).values())

    def named_watchers(self, game_id: str) -> dict[int, str]:
        """The accounts among them that do not hide, by id: for their friends to see."""
        named = self._named_here(game_id)
        for elsewhere in self._named.get(game_id, {}).values():
            named.update(elsewhere)
        return named

    def _named_here(self, game_id: str) -> dict[int, str]:
        found = (getattr(listener, "watcher", None) for listener in self.hub.listeners(table_topic(game_id)))
        return dict(watcher for watcher in found if watcher)

    def _watching_here(self, game_id: str) -> tuple[int, list[tuple[int, str]]]:
        """How many watch in this process, and those of them whose friends may know."""
        return self._here(game_id), list(self._named_here(game_id).items())

    def _here(self, game_id: str) -> int:
        return sum(listener.spectating for listener in self.hub.listeners(table_topic(game_id)))

    def _count(self, game_id: str) -> None:
        self.hub.deliver(table_topic(game_id), {"watching": self.watchers(game_id)})

    def _meet(self) -> None:
        self._call_the_roll(again=ROLL_AGAIN)

    def _mend(self) -> None:
        """Once in a while, mend what the others may have missed."""
        if time.monotonic() > self._roll_at:
            self._call_the_roll(again=ROLL_EVERY)

    def _call_the_roll(self, *, again: float) -> None:
        """Tell the other processes of everybody who is here and of all who watch, once more after `again` seconds."""
        self._roll_at = time.monotonic() + again
        self.presence.call_the_roll()
        self._tell_watched({game_id: self._watching_here(game_id) for game_id in self._heads if self._here(game_id)})

    def _tell_watched(self, watched: dict[str, tuple[int, list[tuple[int, str]]]]) -> None:
        """Tell the other processes at which tables somebody watches in this one, and who."""
        self.hub.publish(TABLES, {"in": self.hub.process, "watched": watched})

    def _lose(self, process: str) -> None:
        """Nobody is in a process that has gone, and nobody watches there."""
        self.presence.lose(process)
        for game_id, counts in list(self._elsewhere.items()):
            self._named.get(game_id, {}).pop(process, None)
            if counts.pop(process, 0):
                self._count(game_id)

    # ---- the end

    async def drain(self, code: int) -> None:
        """Take no more commands, store and answer those that wait, then close every socket with `code`."""
        self.draining = True
        for socket in tuple(self.sockets):
            socket.hold()
        self._hand_over()
        await self._loop.run_in_executor(None, self.journal.close)
        # The answers of the last batch are on their way to this loop, ahead of what follows.
        await asyncio.sleep(0)
        # Those who watch here come back elsewhere before this process counts as gone: they would count twice.
        self._tell_watched({})
        for socket in tuple(self.sockets):
            socket.close(code)

    async def close(self) -> None:
        """Stop what runs beside the loop."""
        if self._beat:
            self._beat.cancel()
        await self.hub.close()
        await self._loop.run_in_executor(None, self.reader.close)


_desks: dict[asyncio.AbstractEventLoop, Desk] = {}


def desk_of(loop: asyncio.AbstractEventLoop) -> Desk:
    """The desk of a process's event loop, made when it is first asked for."""
    if loop not in _desks:
        for past in [past for past in _desks if past.is_closed()]:
            del _desks[past]
        _desks[loop] = Desk(loop)
    return _desks[loop]


def any_desk() -> Desk | None:
    """The desk of this process, if it has one, for whoever asks from a thread."""
    return next(iter(_desks.values()), None)
