"""Pages for those who watch: the wall of live boards, and a game that is over: its replay, and what was lost in it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import scoresheet
from games.closing import close_when_due
from games.desk import any_desk
from games.engine.position import start
from games.engine.view import view
from games.models import Game
from games.naming import rule_name
from games.protocol import Tile
from games.selectors import Eyes, Sight, Table, live_games, live_games_of, sight
from games.solving import analysis
from games.tiles import tile_of
from games.wall import MOST_FRIENDS
from solitaire.accounts.selectors import current_player

FIRST = 12
"""Boards that the page brings along; its socket brings the rest."""
KNOWN_FOR, UNKNOWN_FOR = 24 * 3600, 60
"""Seconds for which an analysis is kept: it never changes, but there may be more time for it later."""


@require_safe
@never_cache
def wall(request: HttpRequest) -> HttpResponse:
    """Live boards: of friends, then of people who play for everyone, busiest first. The page's socket keeps them so."""
    eyes = Eyes(current_player(request))
    friends = list(live_games_of(eyes.friends)[:MOST_FRIENDS])
    everyone = [game for game in live_games(eyes.viewer)[: 4 * FIRST] if game.player_id not in eyes.friends]
    if desk := any_desk():
        everyone.sort(key=lambda game: -desk.watchers(game.pk))
    first = [tile for game in friends if (tile := _tile(game, eyes))]
    rest = [tile for game in everyone[:FIRST] if (tile := _tile(game, eyes))]
    context = {
        "sections": [("friends", first), ("everyone", rest)],
        "wall": msgspec.to_builtins({"friends": first, "everyone": rest}),
        "signed_in": bool(eyes.viewer and not eyes.viewer.guest),
    }
    return render(request, "games/watch.html", context)


def _tile(game: Game, eyes: Eyes) -> Tile | None:
    """A board as this reader may see it."""
    seen, table, desk = eyes.sight(game, listed=True), Table.load(game.pk), any_desk()
    if table is None or seen not in (Sight.CARDS, Sight.PROGRESS):
        return None
    return tile_of(table, seen, watching=desk.watchers(game.pk) if desk else 0)


@require_safe
@never_cache
def log(request: HttpRequest, game_id: str) -> JsonResponse:
    """A game's moves so far, for whoever may see its cards: ``{"start": view, "events": [event]}``."""
    return JsonResponse(_log(_open_table(request, game_id)))


@require_safe
@never_cache
def analyse(request: HttpRequest, game_id: str) -> JsonResponse:
    """What could have come of a finished game: ``{"winnable": bool | null, "lost_at": seq | null}``.

    For whoever may see its cards; 409 while it runs. A ranked game has ended then, and needs no help any more.
    """
    table = _open_table(request, game_id)
    if not table.game.outcome:
        return JsonResponse({"error": "running"}, status=409)
    found = cache.get(f"analysis:{game_id}")
    if found is None:
        first = start(table.game.variant, table.game.deck)
        found = asdict(analysis(first, [action for action, _ms in table.log]))
        cache.set(f"analysis:{game_id}", found, UNKNOWN_FOR if found["winnable"] is None else KNOWN_FOR)
    return JsonResponse(found)


def _open_table(request: HttpRequest, game_id: str) -> Table:
    """A table whose cards this reader may see. Raises `Http404`, `PermissionDenied`."""
    table = Table.load(game_id)
    if table is None:
        raise Http404
    if sight(current_player(request), table.game) not in (Sight.PLAY, Sight.CARDS):
        raise PermissionDenied(_("This game is not open to you: its player has not shared it."))
    return table


def _log(table: Table) -> dict[str, Any]:
    first = view(start(table.game.variant, table.game.deck))
    return msgspec.to_builtins({"start": first, "events": table.events(after=0)})  # type: ignore[no-any-return]


@require_safe
@never_cache
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game that is over, move by move. One that goes on is watched or played."""
    close_when_due(timezone.now())
    table = Table.load(game_id)
    if table is None:
        raise Http404
    game = table.game
    seen = sight(current_player(request), game)
    if seen is Sight.NOTHING:
        raise PermissionDenied(_("This game is not open to you: its player has not shared it."))
    if seen is Sight.PROGRESS or not game.outcome:
        return redirect("watch-game", game.pk)
    context = {
        "game": game,
        "rule": rule_name(game.variant),
        "lines": scoresheet.write(game.variant, game.deck, table.log),
        "replay": {
            "log": _log(table),
            "analysis": reverse("game-analysis", args=[game.pk]),
            "from": reverse("play-from", args=[game.pk, 0]),
            "csrf": get_token(request),
        },
    }
    return render(request, "games/replay.html", context)
