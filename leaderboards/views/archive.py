"""The archive: the months as calendars, and each day with its deals and their seals."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.challenges import NoSuchDay, challenge_on, day_code, first_day
from games.closing import close_when_due
from games.days import closes_at, day_of, ends_at, is_final
from games.models import GameKind
from games.naming import rule_name
from games.selectors import par, ranked_game
from leaderboards import archive, selectors
from leaderboards.boards import past_day
from leaderboards.standings import Everyone
from solitaire.accounts.models import User
from solitaire.accounts.selectors import current_player

TOP = 3


@require_safe
def this_month(request: HttpRequest) -> HttpResponse:
    """The month of today."""
    return _month(request, day_of(timezone.now()).replace(day=1))


@require_safe
def month_or_day(request: HttpRequest, text: str) -> HttpResponse:
    """A month such as ``2026-11``, or a day such as ``2026-11-30``. Anything else, and what has not come, is a 404."""
    today = day_of(timezone.now())
    is_month = len(text) == len("2026-11")
    try:
        day = past_day(f"{text}-01" if is_month else text, today=today)
        return _month(request, day) if is_month else _day(request, day)
    except NoSuchDay:
        raise Http404 from None


def _month(request: HttpRequest, first: date) -> HttpResponse:
    now = timezone.now()
    close_when_due(now)
    today = day_of(now)
    since = first_day(today=today)
    if archive.month_after(first) <= since:
        raise NoSuchDay(str(first))
    done = archive.history(current_player(request))
    streak = done.streak(today=today)
    context = {
        "first": first,
        "today": today,
        "weeks": archive.month(done, first, today=today, since=since, kept=streak.kept),
        "streak": streak,
        "streaks": [(kind.value, done.streak(kind, today=today)) for kind in GameKind],
        "medal": done.medal(None, first=first),
        "medals": [(kind.value, done.medal(kind, first=first)) for kind in GameKind],
        "current": (first.year, first.month) == (today.year, today.month),
        "earlier": archive.month_before(first) if first > since else None,
        "later": archive.month_after(first) if archive.month_after(first) <= today else None,
        "legend": [mark.value for mark in archive.Mark],
    }
    return render(request, "leaderboards/month.html", context)


def _day(request: HttpRequest, day: date) -> HttpResponse:
    now = timezone.now()
    close_when_due(now)
    player = current_player(request)
    final = is_final(day, now)
    deals = [_deal(player, kind, day, final=final) for kind in GameKind]
    since = first_day(today=day_of(now))
    context = {
        "day": day,
        "today": day == day_of(now),
        "final": final,
        "closes_at": closes_at(day),
        "ends_at": ends_at(day),
        "deals": deals,
        "earlier": date.fromordinal(day.toordinal() - 1) if day > since else None,
        "later": date.fromordinal(day.toordinal() + 1) if day < day_of(now) else None,
        "month": day.replace(day=1),
        "image": request.build_absolute_uri(reverse("day-preview", args=[str(day), GameKind.TRIPEAKS.value])),
    }
    return render(request, "leaderboards/archive_day.html", context)


def _deal(player: User | None, kind: GameKind, day: date, *, final: bool) -> dict[str, Any]:
    """One deal of a day. Nonce, deck and code are there once the day is final, not a moment before."""
    challenge = challenge_on(kind, day, now=timezone.now())
    game = ranked_game(player, challenge)
    board = Everyone(challenge)
    return {
        "kind": kind.value,
        "rule": rule_name(challenge.variant),
        "date": challenge.date,
        "commitment": challenge.commitment,
        "counts": selectors.counts(challenge),
        "total": board.total(),
        "top": selectors.with_replays(board.first(TOP), player),
        "game": game,
        "row": board.own(player) if player else None,
        "par": par(player, challenge),
        **({"nonce": challenge.nonce, "deck": challenge.deck_text, "code": str(day_code(challenge))} if final else {}),
    }
