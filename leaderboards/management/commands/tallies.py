"""Compare what is kept for speed with the games, and make it again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Challenge
from leaderboards import sums, tallies


class Command(BaseCommand):
    """``manage.py tallies [--rebuild]``: ends with 1 where something differs."""

    help = "Compare the counts and sums of the boards with the games; --rebuild makes them again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="count everything again")

    def handle(self, *args: object, **options: Any) -> None:
        if options["rebuild"]:
            sums.rebuild()
        wrong = sums.differences()
        for challenge in Challenge.objects.order_by("date", "kind"):
            if options["rebuild"]:
                tallies.rebuild(challenge.pk)
            wrong += [f"{challenge}: {difference}" for difference in tallies.differences(challenge.pk)]
        for difference in wrong:
            self.stdout.write(difference)
        if wrong:
            raise CommandError(f"{len(wrong)} differences: --rebuild counts again")
        self.stdout.write("The counts and sums are those of the games.")
