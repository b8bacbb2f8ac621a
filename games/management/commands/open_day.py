"""Make the challenges of a day ahead of time."""

from __future__ import annotations

from datetime import date

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.challenges import open_day
from games.days import day_of


class Command(BaseCommand):
    """``manage.py open_day [DATE]``: does nothing where they exist."""

    help = "Make the challenges of a day (UTC, today by default), where they do not exist yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", nargs="?", type=date.fromisoformat, help="such as 2026-11-30")

    def handle(self, *args: object, **options: date | None) -> None:
        for challenge in open_day(options["date"] or day_of(timezone.now())):
            self.stdout.write(f"{challenge}: {challenge.commitment}")
