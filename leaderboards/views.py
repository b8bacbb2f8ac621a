"""Pages about the day and its leaderboards."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.challenges import challenge_at
from games.days import closes_at, day_of, ends_at
from games.engine.view import view
from games.models import Challenge, GameKind
from games.naming import rule_name
from games.selectors import Table, ranked_game
from games.views import live_tables
from leaderboards import selectors
from solitaire.accounts.selectors import current_player

TOP = 3
FIRST_PAGE = 20
NEIGHBOURS = 2
LIVE_TABLES = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Today: both deals, how many play them, and one button."""
    now = timezone.now()
    days = [_day(request, challenge_at(kind, now)) for kind in GameKind]
    context = {
        "today": day_of(now),
        "ends_at": ends_at(day_of(now)),
        "days": days,
        "next_kind": next((day["challenge"].kind for day in days if day["state"] != "over"), None),
        "top": selectors.first_page(days[0]["challenge"], size=TOP),
        "live": live_tables(request, LIVE_TABLES),
    }
    return render(request, "leaderboards/home.html", context)


def _day(request: HttpRequest, challenge: Challenge) -> dict[str, Any]:
    """One of today's deals and how far the reader has come with it: `state` is new, running or over."""
    player = current_player(request)
    game = ranked_game(player, challenge)
    table = Table.load(game.pk) if game and game.started_at else None
    return {
        "challenge": challenge,
        "rule": rule_name(challenge.variant),
        "counts": selectors.counts(challenge),
        "total": selectors.standings(challenge).count(),
        "game": game,
        "state": "new" if table is None else "over" if table.game.outcome else "running",
        "standing": selectors.own_standing(challenge, player),
        "cards_left": table.position.board.cards_left if table else None,
        "board": msgspec.to_builtins({"view": view(table.position)}) if table else None,
    }


@require_safe
def leaderboard(request: HttpRequest, kind: str = GameKind.TRIPEAKS.value) -> HttpResponse:
    """The leaderboard of the day, with the reader's own row and its neighbours."""
    if kind not in GameKind:
        raise Http404
    challenge = challenge_at(GameKind(kind), timezone.now())
    first = selectors.first_page(challenge, size=FIRST_PAGE)
    own = selectors.own_standing(challenge, current_player(request))
    shown = {row.game.pk for row in first}
    around = [] if own is None or own.game.pk in shown else selectors.neighbours(own, each=NEIGHBOURS)
    around = [row for row in around if row.game.pk not in shown]
    total = selectors.standings(challenge).count()
    between = max(0, around[0].rank - 1 - len(first)) if around else 0
    context = {
        "challenge": challenge,
        "kinds": GameKind,
        "rule": rule_name(challenge.variant),
        "counts": selectors.counts(challenge),
        "closes_at": closes_at(challenge.date),
        "total": total,
        "first": first,
        "own": own,
        "around": around,
        "between": between,
        "after": max(0, total - len(first) - between - len(around)),
    }
    return render(request, "leaderboards/leaderboard.html", context)
