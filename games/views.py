"""Pages for playing and watching."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import services
from games.challenges import challenge_at, day_code, find_code
from games.closing import close_when_due
from games.engine.errors import Malformed
from games.engine.view import progress, view
from games.forms import NewGameForm, explain
from games.models import Challenge, Game, GameKind
from games.naming import game_name, game_title, rule_name
from games.selectors import Sight, Table, challenge_of, live_games, may_see_cards, par, ranked_game, sight
from solitaire.accounts.models import Audience, User
from solitaire.accounts.selectors import current_player
from solitaire.accounts.services import ensure_player

LIVE_TABLES = 12
"""How many live boards a page shows."""


@require_POST
def play_today(request: HttpRequest, kind: str) -> HttpResponse:
    """Start or go on with the ranked game of today, without an account."""
    if kind not in GameKind:
        return render(request, "404.html", status=404)
    player = ensure_player(request)
    challenge = challenge_at(GameKind(kind), timezone.now())
    try:
        game = services.start_ranked(player=player, challenge=challenge)
    except services.NotOpen:  # the day has ended between the two
        messages.info(request, _("A new day has just begun. Here are its deals."))
        return redirect("home")
    except services.AlreadyPlayed as played:
        game = played.game
        context = {"game": game, "title": game_title(game), "par": par(game.player, challenge)}
        return render(request, "games/played.html", context, status=409)
    return redirect("play", game.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def play_new(request: HttpRequest) -> HttpResponse:
    """Start a casual game from the New game dialog, or from its page where there is no script."""
    if request.method != "POST":
        return render(request, "games/new.html", {"form": NewGameForm()})
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return render(request, "games/new.html", {"form": form}, status=400)
    code = form.cleaned_data["code"]
    player = ensure_player(request)
    if isinstance(code, Challenge):
        game = services.start_practice(player=player, challenge=code)
    else:
        game = services.start_casual(player=player, code=code)
    return redirect("play", game.pk)


@require_safe
def check_code(request: HttpRequest) -> JsonResponse:
    """Whether a pasted code can be played: ``{code, rule}`` in words, or ``{error}`` that names the wrong part."""
    try:
        found = find_code(request.GET.get("code", "")[:40], now=timezone.now())
    except Malformed as fault:
        return JsonResponse({"error": explain(fault)})
    code = day_code(found) if isinstance(found, Challenge) else found
    return JsonResponse({"code": str(code), "rule": f"{game_name(code.variant.game)}. {rule_name(code.variant)}"})


@require_safe
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """The table of one's own game. Others are sent to watch it."""
    close_when_due(timezone.now())
    game = get_object_or_404(Game.objects.select_related("challenge", "player"), pk=game_id)
    if game.player != current_player(request):
        return redirect("watch-game", game.pk)
    return render(request, "games/table.html", _table_page(request, game, role="player"))


@require_safe
def watch(request: HttpRequest, game_id: str) -> HttpResponse:
    """Somebody's game as a spectator sees it; one that is over is replayed."""
    game = get_object_or_404(Game.objects.select_related("challenge", "player"), pk=game_id)
    seen = sight(current_player(request), game)
    if seen is Sight.PLAY:
        return redirect("play", game.pk)
    if seen is Sight.NOTHING:
        raise PermissionDenied(_("This game is not open to you: its player has not shared it."))
    if seen is Sight.CARDS and game.outcome:
        return redirect("replay", game.pk)
    return render(request, "games/table.html", _table_page(request, game, role="spectator"))


@require_POST
def play_again(request: HttpRequest, game_id: str) -> HttpResponse:
    """Practise the deal of a game: one's own, or one whose cards may be seen."""
    game, player = _practise(request, game_id)
    return redirect("play", services.start_again(player=player, game=game).pk)


@require_POST
def play_from(request: HttpRequest, game_id: str, seq: int) -> HttpResponse:
    """Practise from the middle of a game, after its first `seq` actions."""
    game, player = _practise(request, game_id)
    return redirect("play", services.start_from(player=player, game=game, seq=seq).pk)


def _practise(request: HttpRequest, game_id: str) -> tuple[Game, User]:
    """A game whose cards the reader may know by now, and the reader, who is a guest from now on if nobody before."""
    game = get_object_or_404(Game.objects.select_related("challenge", "player"), pk=game_id)
    player = ensure_player(request)
    if sight(player, game) not in (Sight.PLAY, Sight.CARDS) or not may_see_cards(player, game.challenge):
        raise PermissionDenied(_("Finish today’s game first: this is the same deal."))
    return game, player


@require_POST
def set_watchers(request: HttpRequest, game_id: str) -> HttpResponse:
    """Say who may watch one's own game."""
    game = get_object_or_404(Game, pk=game_id, player=current_player(request))
    audience = request.POST.get("watch", "")
    if audience not in Audience:
        return JsonResponse({"error": "watch"}, status=400)
    services.set_audience(game=game, audience=Audience(audience))
    return JsonResponse({"watch": audience})


def live_tables(request: HttpRequest, most: int) -> list[dict[str, Any]]:
    """Live boards for a page, each with its `game` and, as `board`, what this reader may see of it."""
    viewer = current_player(request)
    now = time.time()
    tables = []
    for game in live_games(viewer)[:most]:
        table = Table.load(game.pk)
        if table is None:
            continue
        open_cards = may_see_cards(viewer, game.challenge)
        seen = {"view": view(table.position)} if open_cards else {"progress": progress(table.position)}
        tables.append(
            {
                "game": game,
                "title": game_title(game),
                "rule": rule_name(game.variant),
                "board": msgspec.to_builtins(seen),
                "score": table.position.board.score,
                "moves": table.position.moves,
                "ms": table.clock(now),
            }
        )
    return tables


def _other_of_today(game: Game) -> str | None:
    """Where today's other game is played, unless the player has finished it."""
    other = next(kind for kind in GameKind if kind != game.kind)
    challenge = challenge_of(other, timezone.now())
    played = ranked_game(game.player, challenge) if challenge else None
    return None if played and played.outcome else reverse("play-today", args=[other.value])


def _table_page(request: HttpRequest, game: Game, *, role: str) -> dict[str, Any]:
    """What the table's page needs to know before its socket opens."""
    player = game.player
    guest = role == "player" and player.guest
    return {
        "game": game,
        "page": {
            "id": game.pk,
            "game": game.kind,
            "title": game_title(game),
            "rule": game.rule,
            "ruleName": rule_name(game.variant),
            "code": game.code or None,
            "ranked": game.ranked,
            "day": game.challenge.date.isoformat() if game.challenge else None,
            "player": {"name": player.display_name, "guest": player.guest},
            "role": role,
            "reactions": role == "spectator" and player.take_reactions,
            "watch": game.watch,
            "urls": {
                "home": reverse("home"),
                "log": reverse("game-log", args=[game.pk]),
                "replay": reverse("replay", args=[game.pk]),
                "learn": reverse("learn", args=[game.kind]),
                "result": reverse("game-result", args=[game.pk]),
                "analysis": reverse("game-analysis", args=[game.pk]),
                "watch": request.build_absolute_uri(reverse("watch-game", args=[game.pk])),
                "leaderboard": reverse("leaderboard", args=[game.kind]) if game.ranked else None,
                "signup": f"{reverse('account_signup')}?next={request.path}" if guest else None,
                "setWatch": reverse("set-watchers", args=[game.pk]) if role == "player" else None,
                "again": reverse("play-again", args=[game.pk]) if role == "player" else None,
                "newGame": reverse("play-new"),
                "next": _other_of_today(game) if game.ranked else None,
            },
            "csrf": get_token(request),
        },
    }
