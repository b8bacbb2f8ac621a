"""The one writer of a process: takes every waiting action, judges it, stores the lot in one transaction, then answers.

There is no waiting window: a batch is whatever arrived while the last one was being committed. The log in the database
is the truth and the unique (game, seq) its order; the positions kept here are a cache of it, dropped whenever it
disagrees.

The writer keeps its connection from batch to batch: a new one for each would cost more than the commit. A connection
that failed is closed, and the batch tried once more on a new one; since a command is applied once by its id, that is
safe even when the first commit had reached the disk.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import structlog
from django import db
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import metrics
from games.commands import Answer, Command, NotYours, Outdated, Rejected, Stored, Unavailable
from games.days import closes_at
from games.engine.action import End, GoOn, Pause, print_action
from games.engine.errors import Refused
from games.engine.position import Position
from games.models import Game, Move
from games.protocol import Event, encode
from games.selectors import Table

log = structlog.get_logger()

MAX_BATCH = 500
MAX_TABLES = 5_000
"""Positions kept ready, least recently used dropped first."""
ACTIVE_EVERY = timedelta(seconds=30)
"""How often `Game.active_at` follows the log."""
FAILED_FOR = 5.0
"""Seconds that the writer counts as failing after a batch that could not be stored. Nobody is sent to a process that is
not ready, so the next command that shows whether it works again comes only after that."""
STUCK_AFTER = 10.0
"""Seconds a batch may take before the writer counts as stuck."""

Row = tuple[str, int, str, str, int]
"""A `Move`: game, sequence number, action, command id, ms."""
Changed = dict[str, tuple[Game, set[str]]]
"""The games of a batch whose row changes, with the fields."""


@dataclass(slots=True)
class Waiting:
    """A command, and who wants its answer."""

    command: Command
    reply: Callable[[Answer], None]
    since: float


Deliver = Callable[[list[tuple[Waiting, Answer]]], None]


class Journal:
    """Runs from the start to `close`."""

    def __init__(self, deliver: Deliver) -> None:
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._deliver = deliver
        """Called on the writer thread with each batch, in the order of the log. Must not block."""
        self._failed_at: float | None = None
        """When the last batch could not be stored; None if it was."""
        self._busy_since: float | None = None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, commands: Sequence[Waiting]) -> None:
        """Queue commands. Their answers are delivered after the commit. Never blocks."""
        for waiting in commands:
            self._queue.put(waiting)

    def close(self) -> None:
        """Store and answer what waits, then stop. Blocks."""
        self._queue.put(None)
        self._thread.join()

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return self._queue.qsize()

    @property
    def works(self) -> bool:
        """Whether no batch has failed of late, and the present one does not take too long."""
        now, since, failed_at = time.monotonic(), self._busy_since, self._failed_at
        stuck = since is not None and now - since > STUCK_AFTER
        failing = failed_at is not None and now - failed_at < FAILED_FOR
        return self._thread.is_alive() and not failing and not stuck

    def _run(self) -> None:
        open_ = True
        while open_:
            batch, open_ = self._take()
            if not batch:
                continue
            self._busy_since = time.monotonic()
            commands = [waiting.command for waiting in batch]
            try:
                answers = self._store(commands)
            except Exception:
                log.exception("journal_failed", commands=len(batch))
                answers = self._give_up(commands)
            metrics.commit_seconds.observe(time.monotonic() - self._busy_since)
            metrics.batch_commands.observe(len(batch))
            self._busy_since = None
            try:
                self._deliver(list(zip(batch, answers, strict=True)))
            except Exception:
                log.exception("journal_delivery_failed", commands=len(batch))
        connection.close()

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

    # ---- storing

    def _store(self, commands: Sequence[Command], *, again: bool = True) -> list[Answer]:
        try:
            answers = self._commit(commands)
        except IntegrityError:
            self._forget(commands)
            return self._store_apart(commands, again=again)
        except db.Error as error:
            self._forget(commands)
            _drop_connection()
            if again:
                return self._store(commands, again=False)
            log.warning("journal_database_unavailable", commands=len(commands), error=type(error).__name__)
            return self._give_up(commands)
        self._failed_at = None
        return answers

    def _store_apart(self, commands: Sequence[Command], *, again: bool) -> list[Answer]:
        """After another process wrote to one of these games: by halves, so that the others pay a few commits for it.

        A single command is judged once more by the log as it is now: a repeat, or outdated, and then nothing is stored.
        """
        if len(commands) > 1:
            middle = len(commands) // 2
            return [*self._store(commands[:middle], again=again), *self._store(commands[middle:], again=again)]
        try:
            return self._commit(commands)
        except db.Error as error:
            log.warning("journal_race_lost_twice", game=commands[0].game_id, error=type(error).__name__)
            self._forget(commands)
            return [Unavailable()]

    def _give_up(self, commands: Sequence[Command]) -> list[Answer]:
        self._failed_at = time.monotonic()
        self._forget(commands)
        _drop_connection()
        return [Unavailable()] * len(commands)

    def _commit(self, commands: Sequence[Command]) -> list[Answer]:
        """Judge, and store in one transaction. When it raises, the tables it touched must be forgotten."""
        moves: list[Row] = []
        changed: Changed = {}
        answers = [self._judge(command, moves, changed) for command in commands]
        if changed:
            with transaction.atomic():
                _insert(moves)
                for game, fields in changed.values():
                    game.save(update_fields=fields)
        else:
            _insert(moves)  # one statement is a transaction by itself, in one journey to the database instead of three
        while len(self._tables) > MAX_TABLES:
            self._tables.popitem(last=False)
        return answers

    def _judge(self, command: Command, moves: list[Row], changed: Changed) -> Answer:  # noqa: C901 (a straight road)
        table = self._table(command.game_id)
        if table and not _fits(command, table) and not any(row[0] == command.game_id for row in moves):
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
        if game.ranked and isinstance(command.action, Pause):
            return Rejected(Refused("ranked"))
        _, fields = changed.get(game.pk, (game, set()))
        if game.started_at is None:
            # The clock of a game that goes on from the middle of another one goes on from there too.
            game.started_at = now - timedelta(milliseconds=table.ms)
            fields.add("started_at")
        ms = table.ms if isinstance(command.action, End) else table.clock(now.timestamp())
        if isinstance(command.action, GoOn):
            game.paused_ms = table.paused(now.timestamp())
            fields.add("paused_ms")
        _advance(table, command, position, ms)
        moves.append((game.pk, command.seq, print_action(command.action), command.id, ms))
        if game.active_at is None or now - game.active_at > ACTIVE_EVERY or position.over:
            game.active_at = now
            fields.add("active_at")
        if position.over:
            _finish(table)
            game.finished_at = now
            fields.update(_RESULT)
        if fields:
            changed[game.pk] = (game, fields)
        event = Event.between(before, command.action, position, seq=command.seq, ms=ms)
        board = game.challenge_id if game.ranked and position.over else None
        return Stored(command.seq, event, position, secret=game.challenge is not None, board=board)

    def _table(self, game_id: str, *, fresh: bool = False) -> Table | None:
        table = None if fresh else self._tables.get(game_id)
        if table is None:
            table = Table.load(game_id)
            if table is None:
                self._tables.pop(game_id, None)
                return None
            self._tables[game_id] = table
        self._tables.move_to_end(game_id)
        return table

    def _forget(self, commands: Sequence[Command]) -> None:
        for command in commands:
            self._tables.pop(command.game_id, None)


def _drop_connection() -> None:
    """Close what may be broken; the next query opens another."""
    try:
        connection.close()
    except db.Error:
        connection.connection = None


def _insert(moves: Sequence[Row]) -> None:
    """One statement for all rows, and the same text for any number of them, which saves half the time of a batch."""
    if moves:
        with connection.cursor() as cursor:
            cursor.execute(_INSERT[connection.vendor], [encode(moves).decode()])


def _insert_from(rows: str, field: str) -> str:
    game_id, seq, action, command_id, ms = (field.format(at) for at in range(5))
    return (
        f"INSERT INTO {Move._meta.db_table} (game_id, seq, action, command_id, ms) "  # noqa: S608, SLF001
        f"SELECT {game_id}, CAST({seq} AS integer), {action}, {command_id}, CAST({ms} AS integer) FROM {rows}"
    )


_INSERT = {
    "postgresql": _insert_from("json_array_elements(%s)", "value->>{}"),
    "sqlite": _insert_from("json_each(%s)", "json_extract(value, '$[{}]')"),
}


def _fits(command: Command, table: Table) -> bool:
    known = command.id in table.stored or command.seq == table.seq + 1
    return known and command.player_id == table.game.player_id


def _advance(table: Table, command: Command, position: Position, ms: int) -> None:
    """What `Table.push` does, without judging the action once more."""
    table.position = position
    table.seq = table.stored[command.id] = command.seq
    table.log.append((command.action, ms))
    if not isinstance(command.action, End):
        table.ms = ms


_RESULT = ("finished_at", "outcome", "score", "moves", "undos", "cards_left", "elapsed_ms")


def _finish(table: Table) -> None:
    """Write the result of a finished game into its row."""
    game, position = table.game, table.position
    game.outcome = position.outcome
    game.score = position.board.score
    game.moves = position.moves
    game.undos = position.undos
    game.cards_left = position.board.cards_left
    game.elapsed_ms = table.ms
