"""What goes on, in a few numbers, for the first page of the admin."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.days import day_of
from games.desk import any_desk
from games.models import Game
from games.selectors import LIVE_FOR
from leaderboards.models import Flag
from solitaire.accounts.models import User

DAY = timedelta(days=1)


def overview() -> list[tuple[str, int]]:
    """Each number with what it counts: of the whole service from the database, of this process from its desk."""
    now = timezone.now()
    people = User.objects.filter(is_active=True)
    running = Game.objects.filter(outcome__isnull=True, active_at__gte=now - LIVE_FOR)
    guests = people.filter(guest=True, games__active_at__gte=now - DAY).distinct()
    flagged = Flag.objects.filter(game__hidden=False).values("game").distinct()
    ranked_today = Game.objects.filter(ranked=True, outcome__isnull=False, challenge__date=day_of(now))
    numbers = [
        (_("Accounts"), people.filter(guest=False).count()),
        (_("New accounts in 24 hours"), people.filter(guest=False, date_joined__gte=now - DAY).count()),
        (
            _("Guests who played in 24 hours"),
            guests.count(),
        ),
        (_("Shut out"), User.objects.filter(is_active=False, guest=False).count()),
        (_("Games being played"), running.count()),
        (_("Ranked games over today"), ranked_today.count()),
        (
            _("Flagged results that are shown"),
            flagged.count(),
        ),
    ]
    if desk := any_desk():
        numbers += [
            (_("Open sockets of this process"), len(desk.sockets)),
            (_("Tables of this process"), desk.tables),
            (_("Commands that wait for the writer"), desk.journal.waiting),
        ]
    return numbers
