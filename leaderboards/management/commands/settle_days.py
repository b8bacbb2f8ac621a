"""Do what the end of a day asks for; also done, where it was missed, when somebody comes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.challenges import find_par, open_day
from games.closing import close_final_days
from games.days import day_of
from games.models import Game
from leaderboards import suspicion, tallies


class Command(BaseCommand):
    """``manage.py settle_days``: to be run some minutes after 02:00 UTC; at other times and again it does no harm."""

    help = (
        "Make tomorrow's challenges and find their par, abandon what still runs on final days, "
        "fold the counts of the boards, and flag results of the last days that should be looked at."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--flag-days", type=int, default=2, help="look at results of so many days (default: 2)")

    def handle(self, *args: object, **options: Any) -> None:
        now = timezone.now()
        for challenge in open_day(day_of(now) + timedelta(days=1)):
            find_par(challenge)
        abandoned = close_final_days(now)
        folded = sum(tallies.fold(challenge_id) for challenge_id in list(tallies.challenges_with_changes()))
        since = day_of(now) - timedelta(days=options["flag_days"])
        results = Game.objects.filter(by_score__isnull=False, challenge__date__gte=since)
        # Read before writing: in SQLite a reader that goes on cannot become a writer.
        flagged = sum(bool(suspicion.look_at(game_id)) for game_id in list(results.values_list("pk", flat=True)))
        self.stdout.write(f"{abandoned} games abandoned, {folded} changes folded, {flagged} results flagged.")
