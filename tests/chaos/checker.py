"""Compares what browsers were told with what the database holds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import psycopg

from games.engine.action import parse_action
from games.engine.deal import parse_code
from games.engine.errors import Refused
from games.engine.position import replay
from games.engine.view import view
from games.protocol import encode
from tests.chaos.seat import Seat, Told


@dataclass
class Verdict:
    """Counts over everything that was checked; all but `acked` must be 0."""

    acked: int = 0
    missing: int = 0
    """Acked, and not in the log at the place that was told."""
    twice: int = 0
    """Applied twice, acked at two places, or in the log and never sent by anybody."""
    disorder: int = 0
    """Gaps and illegal steps in a log; events out of order; events or snapshots other than the log."""
    unresumed: int = 0
    """Browsers that have not got to the end of the log."""

    def __str__(self) -> str:
        return (
            f"chaos: acked={self.acked} missing={self.missing} twice={self.twice} "
            f"disorder={self.disorder} unresumed={self.unresumed}"
        )

    @property
    def clean(self) -> bool:
        """Whether nothing was lost, doubled or mixed up, and something was checked."""
        return self.acked > 0 and not (self.missing or self.twice or self.disorder or self.unresumed)

    def add(self, other: Verdict) -> None:
        """Count another verdict's too."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


Log = list[tuple[int, str, str]]
"""Sequence number, action and command id of each row."""


def logs(database: str) -> dict[str, Log]:
    """Every game's log as PostgreSQL holds it now."""
    found: dict[str, Log] = {}
    with psycopg.connect(database) as connection:
        for (game_id,) in connection.execute("SELECT id FROM games_game"):
            found[game_id] = []
        rows = connection.execute("SELECT game_id, seq, action, command_id FROM games_move ORDER BY game_id, seq")
        for game_id, seq, action, command in rows:
            found[game_id].append((seq, action, command))
    return found


def check(seats: Iterable[Seat], database: str) -> Verdict:
    """The verdict on some browsers, all of whose commands are answered."""
    found = logs(database)
    verdict = Verdict()
    by_game: dict[str, list[Seat]] = {}
    for seat in seats:
        by_game.setdefault(seat.player.game_id, []).append(seat)
    for game_id, at_table in by_game.items():
        log = found[game_id]
        _check_log(log, at_table, verdict)
        for seat in at_table:
            _check_told(seat.told, log, verdict)
            _check_snapshots(seat, log, verdict)
    return verdict


def _check_log(log: Log, at_table: list[Seat], verdict: Verdict) -> None:
    if [seq for seq, _, _ in log] != list(range(1, len(log) + 1)):
        verdict.disorder += 1
    code = parse_code(at_table[0].player.code)
    try:
        replay(code.variant, code.deck, (parse_action(action) for _, action, _ in log))
    except Refused:
        verdict.disorder += 1
    sent = {command for seat in at_table for command in seat.told.sent}
    for command, times in Counter(command for _, _, command in log).items():
        verdict.twice += (times > 1) + (command not in sent)


def _check_told(told: Told, log: Log, verdict: Verdict) -> None:
    place = {command: seq for seq, _, command in log}
    for command, seqs in told.acks.items():
        verdict.acked += 1
        verdict.missing += place.get(command) not in seqs
        verdict.twice += len(seqs) > 1
    stored = [place[command] for command in told.sent if command in place]
    verdict.disorder += stored != sorted(stored)
    verdict.disorder += told.gaps
    for seq, action in told.events:
        verdict.disorder += not (seq <= len(log) and log[seq - 1][1] == action)
    verdict.unresumed += told.head != len(log)


def _check_snapshots(seat: Seat, log: Log, verdict: Verdict) -> None:
    """A snapshot shows what the log gives up to its number."""
    code = parse_code(seat.player.code)
    for seq, seen in seat.told.snapshots:
        position = replay(code.variant, code.deck, (parse_action(action) for _, action, _ in log[:seq]))
        verdict.disorder += seq > len(log) or seen != json.loads(encode(view(position)))
