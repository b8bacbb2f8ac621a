"""Today."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.challenges import challenge_at
from games.closing import close_when_due
from games.days import day_of, ends_at, last_final_day
from games.engine.position import start
from games.engine.view import view
from games.models import Challenge, GameKind
from games.naming import game_title, rule_name
from games.selectors import Table, open_game, par, ranked_game
from games.views import live_tables
from leaderboards import archive, selectors
from leaderboards.share import share_text
from leaderboards.standings import Everyone
from solitaire.accounts.models import User
from solitaire.accounts.selectors import current_player

TOP = 3
LIVE_TABLES = 3
BEST = 10
"""The best run shown is among so many: the first whose player shows it to the reader."""
WEEK = 7


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Today: both deals, how many play them, and one button. Never from a cache: Back from a table shows how it is."""
    now = timezone.now()
    close_when_due(now)
    player = current_player(request)
    done = archive.history(player)
    streak = done.streak(today=day_of(now))
    left = open_game(player)
    days = [_day(player, challenge_at(kind, now), streak.current) for kind in GameKind]
    context = {
        "today": day_of(now),
        "ends_at": ends_at(day_of(now)),
        "days": days,
        "next_kind": next((day["challenge"].kind for day in days if day["state"] != "over"), None),
        "streak": streak,
        "week": archive.last_days(done, WEEK, today=day_of(now), kept=streak.kept) if streak.current else [],
        "top": Everyone(days[0]["challenge"]).first(TOP),
        "live": live_tables(request, LIVE_TABLES),
        "best": _best_run(player, last_final_day(now)),
        "yesterday": day_of(now) - timedelta(days=1),
        "newcomer": player is None,
        "left": left and {"game": left, "title": game_title(left), "rule": rule_name(left.variant)},
    }
    return render(request, "leaderboards/home.html", context)


def _best_run(player: User | None, day: date) -> dict[str, Any] | None:
    """The best run of a final day's TriPeaks that the reader may see, with its deal, if there is one."""
    challenge = Challenge.objects.filter(kind=GameKind.TRIPEAKS, date=day).first()
    if challenge is None:
        return None
    rows = selectors.with_replays(Everyone(challenge).first(BEST), player)
    best = next((row for row in rows if row.replay), None)
    deal = view(start(challenge.variant, challenge.deck))
    return {"row": best, "day": day, "deal": msgspec.to_builtins(deal)} if best else None


def _day(player: User | None, challenge: Challenge, streak: int) -> dict[str, Any]:
    """One of today's deals and how far the reader has come with it: `state` is new, running or over."""
    game = ranked_game(player, challenge)
    table = Table.load(game.pk) if game and game.started_at else None
    total = Everyone(challenge).total()
    row = selectors.own_row(challenge, player)
    over = bool(game and game.outcome)
    place = row.rank if row else None
    return {
        "challenge": challenge,
        "rule": rule_name(challenge.variant),
        "counts": selectors.counts(challenge),
        "total": total,
        "game": game,
        "state": "new" if table is None else "over" if table.game.outcome else "running",
        "standing": row,
        "par": par(player, challenge) if over else None,
        "share": share_text(game, place=place, total=total, streak=streak) if game and over else "",
        "cards_left": table.position.board.cards_left if table else None,
        "board": msgspec.to_builtins({"view": view(table.position)}) if table else None,
    }
