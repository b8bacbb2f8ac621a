"""The one writer of a process: takes every waiting action, judges it, stores the lot in one transaction, then answers.

There is no waiting window: a batch is whatever arrived while the last one was being committed. The log in the database is
the truth and the unique (game, seq) its order; the positions kept here are a cache of it, dropped whenever it disagrees.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import timedelta

import structlog
from django.db import DatabaseError, IntegrityError, close_old_connections, transaction
from django.utils import timezone

from games.days import closes_at
from games.engine.action import Action, print_action
from games.engine.errors import Refused
from games.engine.position import Position
from games.models import Game, Move
from games.protocol import Event
from games.selectors import Table

log = structlog.get_logger()

MAX_WAITING = 10_000
"""Actions that may wait for the writer; more are answered `Unavailable` at once."""
MAX_BATCH = 500
MAX_TABLES = 5_000
"""Positions kept ready, least recently used dropped first."""
ACTIVE_EVERY = timedelta(seconds=30)
"""How often `Game.active_at` follows the log."""


@dataclass(frozen=True, slots=True)
class Command:
    """An action on its way into the log."""

    game_id: str
    player_id: int
    id: str
    seq: int
    """The sequence number the browser expects it to have."""
    action: Action


@dataclass(frozen=True, slots=True)
class Stored:
    """Committed. `event` is None when the same command had been stored before."""

    seq: int
    event: Event | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """The rules forbid it."""

    refusal: Refused


@dataclass(frozen=True, slots=True)
class Outdated:
    """It was meant for another position than the game is in."""


@dataclass(frozen=True, slots=True)
class NotYours:
    """Somebody else's game, or none."""


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Not stored: the database cannot be reached, or too much waits. The same command may be sent again."""


Answer = Stored | Rejected | Outdated | NotYours | Unavailable


@dataclass(slots=True)
class Waiting:
    """A command and where its answer goes."""

    command: Command
    answer: Future[Answer]


class Journal:
    """Start with the first `submit`, end with `close`."""

    def __init__(self, on_stored: Callable[[Command, Stored], None] = lambda _command, _stored: None) -> None:
        self._queue: queue.Queue[Waiting | None] = queue.Queue(MAX_WAITING)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._on_stored = on_stored
        """Called on the writer thread, in the order of the log, before the command itself is answered."""
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, command: Command) -> Future[Answer]:
        """Queue a command; the future holds its answer after the commit. Never blocks."""
        waiting = Waiting(command, Future())
        try:
            self._queue.put_nowait(waiting)
        except queue.Full:
            waiting.answer.set_result(Unavailable())
        return waiting.answer

    def close(self) -> None:
        """Store what waits, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            batch, open_ = self._take()
            if not batch:
                continue
            close_old_connections()
            try:
                answers = self._store([waiting.command for waiting in batch])
            except Exception:  # noqa: BLE001 (whatever happened, these must be answered and the next batch served)
                log.exception("journal_failed", commands=len(batch))
                answers = [Unavailable()] * len(batch)
            for waiting, answer in zip(batch, answers, strict=True):
                if isinstance(answer, Stored) and answer.event:
                    self._on_stored(waiting.command, answer)
                waiting.answer.set_result(answer)

    def _take(self) -> tuple[list[Waiting], bool]:
        """Whatever waits now, at least one; False once `close` was called."""
        batch: list[Waiting] = []
        first = self._queue.get()
        while first is not None:
            batch.append(first)
            if len(batch) == MAX_BATCH:
                return batch, True
            try:
                first = self._queue.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _store(self, commands: Sequence[Command]) -> list[Answer]:
        try:
            return self._commit(commands)
        except IntegrityError:
            self._forget(commands)
            if len(commands) > 1:
                # Another process wrote to one of these games. One by one, so that only that game pays for it.
                return [answer for command in commands for answer in self._store([command])]
            return self._commit_again(commands[0])
        except DatabaseError:
            self._forget(commands)
            log.warning("journal_database_unavailable", commands=len(commands))
            return [Unavailable()] * len(commands)

    def _commit_again(self, command: Command) -> list[Answer]:
        """After losing a race: the reloaded log has the same number taken, so the command is outdated or a repeat."""
        try:
            return self._commit([command])
        except DatabaseError:
            self._forget([command])
            return [Unavailable()]

    def _commit(self, commands: Sequence[Command]) -> list[Answer]:
        """Judge and store in one transaction. Raises `DatabaseError`; the tables touched must then be forgotten."""
        moves: list[Move] = []
        changed: dict[str, Game] = {}
        with transaction.atomic():
            answers = [self._judge(command, moves, changed) for command in commands]
            Move.objects.bulk_create(moves)
            for game in changed.values():
                game.save(update_fields=_WRITTEN)
        return answers

    def _judge(self, command: Command, moves: list[Move], changed: dict[str, Game]) -> Answer:
        table = self._table(command.game_id)
        if table and not _fits(command, table) and not any(move.game_id == command.game_id for move in moves):
            # Another process may have stored moves, or the guest may have become an account.
            table = self._table(command.game_id, fresh=True)
        if table is None or table.game.player_id != command.player_id:
            return NotYours()
        if command.id in table.stored:
            return Stored(table.stored[command.id])
        if command.seq != table.seq + 1:
            return Outdated()
        now = timezone.now()
        before, game = table.position, table.game
        if game.outcome or (game.ranked and game.challenge and now >= closes_at(game.challenge.date)):
            return Rejected(Refused("game_over"))
        try:
            position = before.play(command.action)
        except Refused as refusal:
            return Rejected(refusal)
        if game.started_at is None:
            game.started_at = now
            changed[game.pk] = game
        ms = table.clock(now.timestamp())
        table.push(command.action, command_id=command.id, seq=command.seq, ms=ms)
        moves.append(
            Move(game=game, seq=command.seq, action=print_action(command.action), command_id=command.id, ms=ms)
        )
        if game.active_at is None or now - game.active_at > ACTIVE_EVERY:
            game.active_at = now
            changed[game.pk] = game
        if position.over:
            _finish(table)
            game.finished_at = game.active_at = now
            changed[game.pk] = game
        event = Event.between(before, command.action, position, seq=command.seq, ms=ms)
        return Stored(command.seq, event, position)

    def _table(self, game_id: str, *, fresh: bool = False) -> Table | None:
        table = None if fresh else self._tables.get(game_id)
        if table is None:
            table = Table.load(game_id)
            if table is None:
                return None
            self._tables[game_id] = table
            if len(self._tables) > MAX_TABLES:
                self._tables.popitem(last=False)
        self._tables.move_to_end(game_id)
        return table

    def _forget(self, commands: Sequence[Command]) -> None:
        for command in commands:
            self._tables.pop(command.game_id, None)


def _fits(command: Command, table: Table) -> bool:
    known = command.id in table.stored or command.seq == table.seq + 1
    return known and command.player_id == table.game.player_id


_WRITTEN = [
    "started_at", "active_at", "finished_at", "outcome", "score", "moves", "undos", "cards_left", "elapsed_ms",
]  # fmt: skip


def _finish(table: Table) -> None:
    """Write the result of a finished game into its row."""
    game, position = table.game, table.position
    game.outcome = position.outcome
    game.score = position.board.score
    game.moves = position.moves
    game.undos = position.undos
    game.cards_left = position.board.cards_left
    game.elapsed_ms = table.ms
