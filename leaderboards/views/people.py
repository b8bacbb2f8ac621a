"""Somebody's page, and their games to take away."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.days import day_of
from games.models import GameKind
from games.selectors import Eyes, Sight
from leaderboards import archive, export
from leaderboards.statistics import last_games, statistics
from solitaire.accounts.selectors import account_named, current_player, may_see_profile

LAST = 10
FORMS = {"csv": ("text/csv; charset=utf-8", export.as_csv), "json": ("application/json", export.as_json)}


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Streaks, statistics and last games of an account, if it lets the reader see them."""
    viewer = current_player(request)
    owner = account_named(name)
    if owner is None and viewer and viewer.guest and viewer.username == name:
        owner = viewer
    if owner is None:
        raise Http404
    if owner.username != name:
        return redirect("profile", owner.username)
    if not may_see_profile(viewer, owner):
        return render(request, "leaderboards/profile_closed.html", {"owner": owner, "person": owner}, status=403)
    today = day_of(timezone.now())
    done = archive.history(owner)
    eyes = Eyes(viewer)
    games = [
        {"game": game, "replay": eyes.sight(game, listed=True) in (Sight.PLAY, Sight.CARDS)}
        for game in last_games(owner, LAST)
    ]
    context = {
        "owner": owner,
        "person": owner,
        "own": viewer == owner,
        "streak": done.streak(today=today),
        "streaks": [(kind.value, done.streak(kind, today=today)) for kind in GameKind],
        "medals": archive.medals(done, today=today),
        "statistics": statistics(owner, today=today),
        "games": games,
    }
    return render(request, "leaderboards/profile.html", context)


@require_safe
def export_games(request: HttpRequest, form: str) -> HttpResponse:
    """All games of the reader, as a file."""
    player = current_player(request)
    if form not in FORMS or player is None:
        raise Http404
    content_type, write = FORMS[form]
    # Gathered first: an answer that streams under ASGI would do its database work in the wrong thread.
    return HttpResponse(
        "".join(write(player)),
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="solitaire-games.{form}"', "Cache-Control": "no-store"},
    )
