"""A game's moves in writing, for a page that is read without a script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.action import Action, Draw, End, GoOn, King, Pair, Pause, Place, Recycle, Remove, Undo
from games.engine.board import Board
from games.engine.cards import JOKER, Card, print_card
from games.engine.deal import Deck
from games.engine.position import start
from games.engine.variant import Variant

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Line:
    """One action."""

    text: str
    """Such as “K♣” or “10♣ + 3♠”."""
    ms: int
    """How long it took."""
    move: int | None
    """Its number among the moves; an undo, a pause and the end have none."""


def write(variant: Variant, deck: Deck, log: Iterable[tuple[Action, int]]) -> Iterator[Line]:
    """The lines of a log of actions, each with the time on the clock."""
    position, before = start(variant, deck), 0
    for action, ms in log:
        text = _text(position.board, action)
        moves, position = position.moves, position.play(action)
        yield Line(text, max(0, ms - before), position.moves if position.moves > moves else None)
        before = ms


def _text(board: Board, action: Action) -> str:
    match action:
        case Remove(place) | King(place):
            return _card_at(board, place)
        case Pair(first, second):
            return f"{_card_at(board, first)} + {_card_at(board, second)}"
        case Draw():
            return _("draw %(card)s") % {"card": _card(board.stock[0])}
        case Recycle():
            return _("turn the waste over")
        case Undo():
            return _("undo")
        case Pause():
            return _("pause")
        case GoOn():
            return _("go on")
        case End():
            return _("end")


def _card_at(board: Board, place: Place) -> str:
    if isinstance(place, int):
        return _card(board.tableau[place])
    return _card(board.waste[-1 if place == "w" else -2])


def _card(card: Card) -> str:
    if card == JOKER:
        return _("joker")
    text = print_card(card)
    return f"{_rank(text[0])}{SUITS[text[1]]}"


def _rank(letter: str) -> str:
    """As it stands on the corner of the card."""
    match letter:
        case "T":
            return "10"
        case "J":
            return _("J")
        case "Q":
            return _("Q")
        case "K":
            return _("K")
    return letter
