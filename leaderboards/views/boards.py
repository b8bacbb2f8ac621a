"""The leaderboards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.challenges import NoSuchDay, challenge_on, first_day
from games.closing import close_when_due
from games.days import closes_at, day_of, is_final
from games.models import Challenge, GameKind
from games.naming import rule_name
from games.selectors import par
from leaderboards import archive, charts, selectors, tallies
from leaderboards.boards import Board, UnknownFilter
from leaderboards.cursors import BadCursor
from leaderboards.listing import NAMES, rows_context
from leaderboards.share import share_text
from leaderboards.standings import Everyone
from solitaire.accounts.models import User
from solitaire.accounts.selectors import current_player

TITLES = {"period": gettext_lazy("Time"), "who": gettext_lazy("People"), "by": gettext_lazy("Order")}


@dataclass(frozen=True, slots=True)
class Choice:
    """A link of a filter."""

    name: object
    address: str
    chosen: bool


@require_safe
def leaderboard(request: HttpRequest, kind: str = GameKind.TRIPEAKS.value) -> HttpResponse:
    """A leaderboard, with the reader's own row and its neighbours."""
    if kind not in GameKind:
        raise Http404
    now = timezone.now()
    try:
        board = Board.read(GameKind(kind), request.GET, today=day_of(now))
        since = first_day(today=board.today)
        if board.period == "month" and archive.month_after(board.first_day) <= since:
            raise NoSuchDay(str(board.day))
        challenge = challenge_on(board.kind, board.day, now=now) if board.period == "day" else None
    except NoSuchDay:
        raise Http404 from None
    except UnknownFilter as unknown:
        reason = _("There is no leaderboard with “%(filter)s”.") % {"filter": str(unknown)[:60]}
        return _no_board(request, "unknown_filter", reason)
    close_when_due(now)
    viewer = current_player(request)
    rows = selectors.standings_of(board, challenge, viewer)
    try:
        context = rows_context(
            board, rows, viewer, after=request.GET.get("after", ""), before=request.GET.get("before", "")
        )
    except BadCursor:
        return _no_board(request, "bad_cursor", _("This page belongs to another leaderboard, or to none."))
    if request.GET.get("part") == "rows":
        return render(request, "leaderboards/rows.html", context)
    around = {
        "viewer": viewer,
        "kinds": [Choice(one, board.with_(kind=one).address(), one == board.kind) for one in GameKind],
        "filters": _filters(board),
        "clean": Choice(_("Clean only"), board.with_(clean=not board.clean).address(), board.clean),
        **(_of_day(board, challenge, viewer, context["page"]) if challenge else _of_period(board, since)),
    }
    return render(request, "leaderboards/leaderboard.html", context | around)


def _filters(board: Board) -> list[tuple[object, list[Choice]]]:
    return [
        (
            TITLES[name],
            [
                Choice(title, board.with_(**{name: value}).address(), getattr(board, name) == value)
                for value, title in choices.items()
            ],
        )
        for name, choices in NAMES.items()
    ]


def _of_day(board: Board, challenge: Challenge, viewer: User | None, page: selectors.Page) -> dict[str, Any]:
    tallies.fold_when_due(challenge.pk)
    final = is_final(challenge.date, timezone.now())
    game = page.own.game if page.own else None
    standing = Everyone(challenge).own(viewer) if viewer and game else None
    streak = archive.history(viewer).streak(today=board.today).current if game else 0
    total = page.total
    whole = total if board.who == "everyone" and board.by == "score" and not board.clean else None
    return {
        "challenge": challenge,
        "rule": rule_name(challenge.variant),
        "counts": selectors.counts(challenge),
        "closes_at": closes_at(challenge.date),
        "par": par(viewer, challenge),
        "final": final,
        "live": not final and board.period == "day",
        "histogram": charts.scores_of_day(challenge, page.own) if board.by == "score" else None,
        "share": share_text(
            game,
            place=standing.rank if standing else None,
            total=whole if whole is not None else Everyone(challenge).total(),
            streak=streak if board.day == board.today else 0,
        )
        if game
        else "",
    }


def _of_period(board: Board, since: date) -> dict[str, Any]:
    first = board.first_day
    return {
        "earlier": board.with_(day=archive.month_before(first)).address()
        if board.period == "month" and first > since
        else "",
        "later": board.with_(day=archive.month_after(first)).address()
        if board.period == "month" and not board.current
        else "",
    }


def _no_board(request: HttpRequest, error: str, reason: str) -> HttpResponse:
    return render(request, "leaderboards/no_board.html", {"error": error, "reason": reason}, status=400)
