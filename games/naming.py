"""What games, rules and variants are called and do, in the reader's language (rules 1, 3 and 5)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.variant import GameName, Pyramid, TriPeaks, Variant
from games.models import Game

GAMES: dict[GameName, object] = {"tripeaks": gettext_lazy("TriPeaks"), "pyramid": gettext_lazy("Pyramid")}

TRIPEAKS_RULES = {
    "E": (gettext_lazy("Easy: King and Ace joined"), gettext_lazy("A King goes on an Ace and an Ace on a King.")),
    "C": (gettext_lazy("Classic: King and Ace apart"), gettext_lazy("On a King only a Queen, on an Ace only a 2.")),
}
"""Each rule's letter with its name and its effect in one line; so below."""
TRIPEAKS_VARIANTS = {
    "J": (gettext_lazy("joker"), gettext_lazy("One joker in the stock: it fits on any card, and any card fits on it.")),
    "O": (gettext_lazy("open peaks"), gettext_lazy("All cards of the peaks lie face up from the start.")),
    "W": (gettext_lazy("empty waste"), gettext_lazy("The waste starts empty, and any available card may start it.")),
    "T": (gettext_lazy("traditional draw"), gettext_lazy("The stock opens only when no available card fits.")),
    "S": (
        gettext_lazy("streak scoring"),
        gettext_lazy("Cards in a row count 1, 2, 3 and so on, a draw -5, the peaks 15, 15 and 30."),
    ),
}
PYRAMID_VARIANTS = {
    "S": (gettext_lazy("strict win"), gettext_lazy("Stock and waste must be emptied too.")),
    "D": (gettext_lazy("drawn pair"), gettext_lazy("A card just drawn may pair with the waste card it covered.")),
    "K": (
        gettext_lazy("covered pair"),
        gettext_lazy("A card may pair with the one card that still covers it, when that is its only cover."),
    ),
}


def rule_name(variant: Variant) -> str:
    """One line that says the rule, such as “Easy: King and Ace joined”."""
    base, letters = variant.rule[0], variant.rule[1:]
    if isinstance(variant, TriPeaks):
        return ", ".join([str(TRIPEAKS_RULES[base][0]), *(str(TRIPEAKS_VARIANTS[letter][0]) for letter in letters)])
    variants = [str(PYRAMID_VARIANTS[letter][0]) for letter in letters if letter in PYRAMID_VARIANTS]
    return ", ".join([_("Pairs that add up to 13"), *variants, *_recycles(variant)])


def _recycles(variant: Pyramid) -> list[str]:
    if variant.recycles is None:
        return []
    return [_("recycles: %(number)d") % {"number": variant.recycles}]


def game_name(kind: str) -> str:
    """The name of a game, by its kind."""
    return str(GAMES["tripeaks" if kind == "tripeaks" else "pyramid"])


def game_title(game: Game) -> str:
    """What the bar above the table says."""
    name = game_name(game.kind)
    if game.challenge is None:
        return name
    return (_("Today’s %(game)s") if game.ranked else _("%(game)s, practice")) % {"game": name}
