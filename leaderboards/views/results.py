"""How a finished game stands, for the table to show."""

from __future__ import annotations

from math import floor

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Game
from games.selectors import Sight, par, sight
from leaderboards.standings import Everyone
from solitaire.accounts.selectors import current_player


@require_safe
@never_cache
def result(request: HttpRequest, game_id: str) -> JsonResponse:
    """``{"rank", "of", "percentile", "par"}``, each null where there is none; 409 while the game runs.

    Rank, number of rows and the share of rows that stand behind (0 to 100) are those of the whole board of its day.
    `par` is as in `games.selectors.par`. For whoever may see the cards of the game.
    """
    game = get_object_or_404(Game.objects.select_related("challenge", "player"), pk=game_id)
    viewer = current_player(request)
    if sight(viewer, game) not in (Sight.PLAY, Sight.CARDS):
        raise PermissionDenied(_("This game is not open to you: its player has not shared it."))
    if not game.outcome:
        return JsonResponse({"error": "running"}, status=409)
    board = Everyone(game.challenge) if game.challenge and game.ranked else None
    row = board.own(game.player) if board else None
    total = board.total() if board and row else None
    return JsonResponse(
        {
            "rank": row.rank if row else None,
            "of": total,
            "percentile": floor(1000 * (total - row.rank) / total) / 10 if row and total else None,
            "par": par(viewer, game.challenge) if game.challenge else None,
        }
    )
