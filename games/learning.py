"""Pages for newcomers: the rules of each game on live boards, and a first deal with a guide beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import services
from games.engine.action import parse_action
from games.engine.deal import parse_code
from games.engine.position import replay
from games.engine.view import view
from games.models import GameKind
from games.naming import PYRAMID_VARIANTS, TRIPEAKS_RULES, TRIPEAKS_VARIANTS
from solitaire.accounts.services import ensure_player

EXAMPLES = {GameKind.TRIPEAKS: "TP1-E-AAAAAAB", GameKind.PYRAMID: "PY1-N-AAAAAAS"}
"""The deals that the rules pages print (rules 4)."""


@dataclass(frozen=True, slots=True)
class Scene:
    """An example deal after some actions, with what there is to see."""

    text: str
    actions: str = ""
    """From the deal on, separated by a space."""
    marked: list[int] = field(default_factory=list)
    """The places that the text is about."""

    def board(self, code: str) -> dict[str, Any]:
        """What the browser draws."""
        deal = parse_code(code)
        position = replay(deal.variant, deal.deck, map(parse_action, self.actions.split()))
        return {"view": msgspec.to_builtins(view(position)), "marked": self.marked}


def _tripeaks() -> list[Scene]:
    return [
        Scene(_("The waste shows A♣. Easy joins King and Ace, so K♣, 2♦ and K♦ all fit."), "", [20, 22, 24]),
        Scene(_("K♣ goes on A♣ and is the new top of the waste."), "r20", [23]),
        Scene(_("A♠ goes on K♣: the run may turn back."), "r20 r23", [22]),
        Scene(_("2♦ goes on A♠. Both cards over 7♠ are gone, and it turns up."), "r20 r23 r22", [13]),
        Scene(_("5♠ is three ranks from 2♦: it stays where it is. 3♠ fits."), "r20 r23 r22", [18, 19]),
    ]


def _pyramid() -> list[Scene]:
    return [
        Scene(_("Seven cards lie free. K♦ is 13 by itself: one tap takes it."), "", [27]),
        Scene(_("10♣ and 3♠ make 13. Tap one, then the other."), "k27", [22, 23]),
        Scene(_("They are gone. Nothing covers 8♥ any more: it is free now."), "k27 p22+23", [16]),
        Scene(_("Q♣ is still covered by 4♦: it has to wait."), "k27 p22+23", [17, 24]),
        Scene(_("7♣ and 7♠ make 14: nothing goes, and the second one stays selected."), "k27 p22+23", [21, 25]),
        Scene(_("7♣ and 6♥ make 13 and can go."), "k27 p22+23", [21, 26]),
    ]


SCENES = {GameKind.TRIPEAKS: _tripeaks, GameKind.PYRAMID: _pyramid}


@require_safe
def learn(request: HttpRequest, kind: str) -> HttpResponse:
    """The rules of a game."""
    if kind not in GameKind:
        return render(request, "404.html", status=404)
    game = GameKind(kind)
    scenes = SCENES[game]()
    code = EXAMPLES[game]
    context = {
        "kind": game.value,
        "kinds": [one.value for one in GameKind],
        "code": code,
        "scenes": scenes,
        "boards": [scene.board(code) for scene in scenes],
        "rules": TRIPEAKS_RULES.values() if game == GameKind.TRIPEAKS else [],
        "variants": (TRIPEAKS_VARIANTS if game == GameKind.TRIPEAKS else PYRAMID_VARIANTS).items(),
    }
    return render(request, f"learn/{game.value}.html", context)


@require_POST
def play_guided(request: HttpRequest) -> HttpResponse:
    """A first deal of TriPeaks with a guide beside it."""
    game = services.start_casual(player=ensure_player(request), code=parse_code(EXAMPLES[GameKind.TRIPEAKS]))
    return redirect(f"{reverse('play', args=[game.pk])}?guide")
