"""What games and rules are called, in the reader's language (rules 3)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.variant import TITLES, Pyramid, TriPeaks, Variant
from games.models import Game

TRIPEAKS_OPTIONS = {
    "J": gettext_lazy("joker"),
    "O": gettext_lazy("open peaks"),
    "W": gettext_lazy("empty waste"),
    "T": gettext_lazy("traditional draw"),
    "S": gettext_lazy("streak scoring"),
}
PYRAMID_OPTIONS = {
    "S": gettext_lazy("strict win"),
    "D": gettext_lazy("drawn pair"),
    "K": gettext_lazy("covered pair"),
}


def rule_name(variant: Variant) -> str:
    """One line that says the rule, such as “Easy: King and Ace joined”."""
    letters = variant.rule[1:]
    if isinstance(variant, TriPeaks):
        base = _("Easy: King and Ace joined") if variant.wrap else _("Classic: King and Ace apart")
        return ", ".join([base, *(str(TRIPEAKS_OPTIONS[letter]) for letter in letters)])
    options = [str(PYRAMID_OPTIONS[letter]) for letter in letters if letter in PYRAMID_OPTIONS]
    return ", ".join([_("Pairs that add up to 13"), *options, *_recycles(variant)])


def _recycles(variant: Pyramid) -> list[str]:
    if variant.recycles is None:
        return []
    return [_("at most %(number)d recycles") % {"number": variant.recycles}]


def game_title(game: Game) -> str:
    """What the bar above the table says."""
    title = TITLES[game.variant.game]
    if game.challenge is None:
        return title
    return (_("Today’s %(game)s") if game.ranked else _("%(game)s, practice")) % {"game": title}
