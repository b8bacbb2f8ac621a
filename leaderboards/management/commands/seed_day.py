"""Fill a day's board with made-up results, to see how it holds: never on a database that people use."""

from __future__ import annotations

import sys
from datetime import date, timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Max, Model
from django.utils import timezone

from games.challenges import challenge_on
from games.days import day_of, opens_at
from games.models import Challenge, Game, GameKind
from leaderboards import sums, tallies, triggers
from solitaire.accounts.models import User

PREFIX = "seed-"
CHUNK = 5_000
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
BAR = 40


class Command(BaseCommand):
    """``manage.py seed_day --results 1000000 [--kind tripeaks] [--date 2026-11-30]``: goes on where it stopped."""

    help = "Fill a day's board with made-up results (accounts seed-…), up to a number of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--results", type=int, default=10_000)
        parser.add_argument("--kind", choices=GameKind.values, default=GameKind.TRIPEAKS.value)
        parser.add_argument("--date", type=date.fromisoformat, help="default: today (UTC)")

    def handle(self, *args: object, **options: Any) -> None:
        now = timezone.now()
        challenge = challenge_on(GameKind(options["kind"]), options["date"] or day_of(now), now=now)
        there = User.objects.filter(username__startswith=PREFIX).count()
        wanted = max(0, options["results"] - there)
        chance = Random(f"{challenge} {there}")
        first = (User.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
        made = 0
        triggers.remove()
        while made < wanted:
            some = range(made, min(made + CHUNK, wanted))
            self._store(challenge, [(first + at, there + at) for at in some], chance)
            made = some.stop
            self._bar(made, wanted)
        triggers.install(connection.alias)
        self.stdout.write(f"\nCounting {challenge}")
        tallies.rebuild(challenge.pk)
        sums.rebuild()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [User]):
                cursor.execute(statement)
            cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
        self.stdout.write(f"{tallies.total(challenge.pk, tallies.BY_SCORE):,} rows on the board of {challenge}")

    @transaction.atomic
    def _store(self, challenge: Challenge, numbers: list[tuple[int, int]], chance: Random) -> None:
        people = [{"id": pk, "username": f"{PREFIX}{number}"} for pk, number in numbers]
        _insert(User(password="!"), people)  # noqa: S106 (nobody signs in with it)
        prototype = Game(challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule)
        prototype.deck_text = challenge.deck_text
        _insert(prototype, [_result(challenge, pk, chance) for pk, _ in numbers])

    def _bar(self, made: int, wanted: int) -> None:
        if sys.stdout.isatty() or made == wanted:
            full = BAR * made // wanted
            self.stdout.write(f"\r[{'#' * full}{' ' * (BAR - full)}] {made:,} of {wanted:,}", ending="")
            self.stdout.flush()


def _result(challenge: Challenge, player: int, chance: Random) -> dict[str, Any]:
    """A result as they come in: half are won, and scores crowd in the middle."""
    won = chance.random() < 0.5
    elapsed_ms = round(chance.lognormvariate(5.0, 0.5) * 1000)
    draws = min(23, max(0, round(chance.gauss(12, 4))))
    began = opens_at(challenge.date) + timedelta(seconds=chance.random() * 80_000)
    left = 0 if won else chance.randrange(1, 20)
    score = 500 - (28 - left) - draws + (300 if won else 100 * (left < 8))
    return {
        "id": "".join(chance.choices(LETTERS, k=10)),
        "player": player,
        "started_at": began,
        "finished_at": began + timedelta(milliseconds=elapsed_ms),
        "outcome": "won" if won else "stuck",
        "score": score if challenge.kind == GameKind.TRIPEAKS else 280 - 10 * left,
        "moves": 28 - left + draws,
        "undos": chance.choice((0, 0, 0, 1, 2)),
        "cards_left": left,
        "elapsed_ms": elapsed_ms,
    }


def _insert(prototype: Model, rows: list[dict[str, Any]]) -> None:
    """Insert rows that differ from a prototype in some fields, as fast as the database takes them."""
    fields = [field for field in prototype._meta.concrete_fields if not field.generated]  # noqa: SLF001
    same = [field.get_db_prep_save(field.pre_save(prototype, add=True), connection) for field in fields]
    at = {field.name: number for number, field in enumerate(fields)}
    values = []
    for row in rows:
        value = list(same)
        for name, own in row.items():
            value[at[name]] = fields[at[name]].get_db_prep_save(own, connection)
        values.append(value)
    table, columns = prototype._meta.db_table, ", ".join(str(field.column) for field in fields)  # noqa: SLF001
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for value in values:
                    copy.write_row(value)
        else:
            marks = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)  # noqa: S608
