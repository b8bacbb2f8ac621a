"""Make the challenges of a day ahead of time, and find out their par."""

from __future__ import annotations

import os
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.challenges import find_par, open_day
from games.days import day_of
from games.solving import PRIORITY


class Command(BaseCommand):
    """``manage.py open_day [DATE] [--par]``: makes none where they exist."""

    help = "Make the challenges of a day (UTC, today by default), where they do not exist yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", nargs="?", type=date.fromisoformat, help="such as 2026-11-30")
        parser.add_argument(
            "--par",
            action="store_true",
            help="find the best possible score and the fewest moves, anew where they are known: half a minute at most",
        )

    def handle(self, *args: object, **options: Any) -> None:
        challenges = open_day(options["date"] or day_of(timezone.now()))
        for challenge in challenges:
            self.stdout.write(f"{challenge}: {challenge.commitment}")
        if options["par"]:
            os.nice(PRIORITY)  # somebody may be playing on this machine
            for challenge in challenges:
                find_par(challenge)
                self.stdout.write(f"{challenge}: par found")
