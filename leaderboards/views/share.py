"""What a shared link opens, and the picture it shows elsewhere."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.challenges import NoSuchDay, challenge_on
from games.days import day_of
from games.models import Ending, Game, GameKind
from games.naming import game_name, rule_name
from games.selectors import Sight, may_see_cards, sight
from games.templatetags.texts import clock
from leaderboards import selectors
from leaderboards.boards import past_day
from leaderboards.preview import preview
from leaderboards.share import share_text
from leaderboards.standings import Everyone
from solitaire.accounts.selectors import current_player

KEPT_FOR = "public, max-age=3600"


def _finished(game_id: str) -> Game:
    games = Game.objects.select_related("challenge", "player").filter(outcome__isnull=False)
    return get_object_or_404(games, pk=game_id)


@require_safe
def shared(request: HttpRequest, game_id: str) -> HttpResponse:
    """A result that its player has shared by its link: figures, no cards, and a way to play the same deal."""
    game = _finished(game_id)
    viewer = current_player(request)
    row = Everyone(game.challenge).own(game.player) if game.challenge and game.ranked else None
    total = Everyone(game.challenge).total() if game.challenge and row else 0
    watchable = sight(viewer, game) in (Sight.PLAY, Sight.CARDS) and may_see_cards(viewer, game.challenge)
    context = {
        "game": game,
        "rule": rule_name(game.variant),
        "row": row,
        "total": total,
        "text": share_text(game, place=row.rank if row else None, total=total),
        "today": bool(game.challenge and game.challenge.date == day_of(timezone.now())),
        "watchable": watchable,
        "image": request.build_absolute_uri(reverse("share-preview", args=[game.pk])),
        "address": request.build_absolute_uri(),
    }
    return render(request, "leaderboards/shared.html", context)


@require_safe
def game_preview(request: HttpRequest, game_id: str) -> HttpResponse:
    """The picture of a shared result."""
    game = _finished(game_id)
    day = f"  {game.challenge.date}" if game.challenge else ""
    pyramid = game.kind == GameKind.PYRAMID and game.outcome == Ending.WON
    facts = f"{clock(game.elapsed_ms)}" if not pyramid else f"{game.score}"
    return _png(
        preview(
            game.kind,
            title=f"{_latin_name(game.kind)}{day}",
            name="" if game.player.guest else game.player.username,
            figure=clock(game.elapsed_ms) if pyramid else str(game.score),
            facts=facts,
            won=game.outcome == Ending.WON,
        )
    )


@require_safe
def day_preview(request: HttpRequest, text: str, kind: str) -> HttpResponse:
    """The picture of a day: its date, and nothing of its deal."""
    try:
        now = timezone.now()
        challenge = challenge_on(GameKind(kind), past_day(text, today=day_of(now)), now=now)
    except (NoSuchDay, ValueError):
        raise Http404 from None
    won = f"{selectors.counts(challenge)['won']}"
    return _png(
        preview(kind, title=_latin_name(kind), name="", figure=f"{challenge.date:%d.%m.}", facts="", won=won != "0")
    )


def _latin_name(kind: str) -> str:
    name = game_name(kind)
    return name if name.isascii() else GameKind(kind).label


def _png(data: bytes) -> HttpResponse:
    return HttpResponse(data, content_type="image/png", headers={"Cache-Control": KEPT_FOR})
