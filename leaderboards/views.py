"""Pages about the day and its leaderboards."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.challenges import challenge_at
from games.days import closes_at, day_of, ends_at
from games.models import Challenge, GameKind
from games.naming import rule_name
from games.selectors import Table, ranked_game
from games.views import live_tables
from leaderboards import selectors
from solitaire.accounts.selectors import current_player

FIRST_PAGE = 20
NEIGHBOURS = 2
LIVE_TABLES = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Today: both deals, how many play them, and one button."""
    now = timezone.now()
    days = [_day(request, challenge_at(kind, now)) for kind in GameKind]
    context = {"today": day_of(now), "ends_at": ends_at(day_of(now)), "days": days, "live": live_tables(request, LIVE_TABLES)}
    return render(request, "leaderboards/home.html", context)


def _day(request: HttpRequest, challenge: Challenge) -> dict[str, Any]:
    game = ranked_game(current_player(request), challenge)
    standing = selectors.own_standing(challenge, current_player(request)) if game and game.outcome else None
    table = Table.load(game.pk) if game and not game.outcome else None
    return {
        "challenge": challenge,
        "rule": rule_name(challenge.variant),
        "counts": selectors.counts(challenge),
        "rows": selectors.standings(challenge).count(),
        "game": game,
        "standing": standing,
        "cards_left": table.position.board.cards_left if table else None,
    }


@require_safe
def leaderboard(request: HttpRequest, kind: str = GameKind.TRIPEAKS.value) -> HttpResponse:
    """The leaderboard of the day, with the reader's own row and its neighbours."""
    if kind not in GameKind:
        raise Http404
    challenge = challenge_at(GameKind(kind), timezone.now())
    first = selectors.first_page(challenge, size=FIRST_PAGE)
    own = selectors.own_standing(challenge, current_player(request))
    around = selectors.neighbours(own, each=NEIGHBOURS) if own and own.rank > FIRST_PAGE else []
    context = {
        "challenge": challenge,
        "kinds": GameKind,
        "rule": rule_name(challenge.variant),
        "counts": selectors.counts(challenge),
        "closes_at": closes_at(challenge.date),
        "total": selectors.standings(challenge).count(),
        "first": first,
        "own": own,
        "around": around,
        "between": around[0].rank - first[-1].rank - 1 if around else 0,
    }
    return render(request, "leaderboards/leaderboard.html", context)
