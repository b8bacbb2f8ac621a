"""Fill a day's board with made-up results, to see how it holds: never on a database that people use."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import count, islice
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction
from django.utils import timezone

from games.challenges import challenge_on
from games.days import day_of, opens_at
from games.models import Challenge, Game, GameKind
from leaderboards import tallies
from solitaire.accounts.models import User

PREFIX = "seed-"
CHUNK = 2_000
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
        made = 0
        numbers = count(there)
        while made < wanted:
            some = list(islice(numbers, min(CHUNK, wanted - made)))
            self._store(challenge, some, chance)
            made += len(some)
            self._bar(made, wanted)
        self.stdout.write(f"\nCounting {challenge}")
        tallies.rebuild(challenge.pk)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
        self.stdout.write(f"{tallies.total(challenge.pk, tallies.BY_SCORE):,} rows on the board of {challenge}")

    @transaction.atomic
    def _store(self, challenge: Challenge, numbers: list[int], chance: Random) -> None:
        people = [User(username=f"{PREFIX}{number}", password="!") for number in numbers]  # noqa: S106 (no password)
        User.objects.bulk_create(people)
        Game.objects.bulk_create(_games(challenge, people, chance))

    def _bar(self, made: int, wanted: int) -> None:
        if sys.stdout.isatty() or made == wanted:
            full = BAR * made // wanted
            self.stdout.write(f"\r[{'#' * full}{' ' * (BAR - full)}] {made:,} of {wanted:,}", ending="")
            self.stdout.flush()


def _games(challenge: Challenge, people: list[User], chance: Random) -> Iterator[Game]:
    """Results as they come in: half are won, and scores crowd in the middle."""
    opened: datetime = opens_at(challenge.date)
    pyramid = challenge.kind == GameKind.PYRAMID
    for person in people:
        won = chance.random() < 0.5
        elapsed_ms = round(chance.lognormvariate(5.0, 0.5) * 1000)
        draws = min(23, max(0, round(chance.gauss(12, 4))))
        began = opened + timedelta(seconds=chance.random() * 80_000)
        left = 0 if won else chance.randrange(1, 20)
        score = (280 - 10 * left) if pyramid else (500 - (28 - left) - draws + (300 if won else 100 * (left < 8)))
        yield Game(
            id="".join(chance.choices(LETTERS, k=10)),
            player=person, challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule,
            deck_text=challenge.deck_text, started_at=began, finished_at=began + timedelta(milliseconds=elapsed_ms),
            outcome="won" if won else "stuck", score=score, moves=28 - left + draws,
            undos=chance.choice((0, 0, 0, 1, 2)), cards_left=left, elapsed_ms=elapsed_ms,
        )  # fmt: skip
