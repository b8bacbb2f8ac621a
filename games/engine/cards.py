"""Playing cards as small integers: ``rank * 4 + suit`` with rank 0 (Ace) to 12 (King), and 52 for the joker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from games.engine.errors import Malformed

Card = int
"""0..51, or `JOKER`."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKER: Card = 52
JOKER_TEXT = "XX"
KING = 13


def rank(card: Card) -> int:
    """The rank of a card: 1 (Ace) to 13 (King); 14 for the joker, which no pip value may equal."""
    return card // 4 + 1


def print_card(card: Card) -> str:
    """The two letters of a card, such as ``7C``, ``TD``, ``AS``; ``XX`` for the joker."""
    return _TEXTS[card]


_TEXTS = (*map("".join, product(RANKS, SUITS)), JOKER_TEXT)
_CARDS = {text: card for card, text in enumerate(_TEXTS)}


def parse_card(text: str) -> Card:
    """Inverse of `print_card`. Raises `Malformed`."""
    card = _CARDS.get(text.upper())
    if card is None:
        raise Malformed("card", f"“{text}” is not a card", text=text)
    return card


def print_cards(cards: Iterable[Card]) -> str:
    """Cards as text, separated by a space."""
    return " ".join(map(print_card, cards))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Inverse of `print_cards`. Raises `Malformed`."""
    return tuple(map(parse_card, text.split()))


def check_deck(deck: Sequence[Card], *, joker: bool) -> None:
    """Raise `Malformed` unless `deck` holds each of the 52 cards once, and the joker just when `joker` says so."""
    expected = 53 if joker else 52
    if len(deck) != expected or set(deck) != set(range(expected)):
        with_joker = " and the joker" if joker else ""
        raise Malformed("deck", f"a deck holds each of the 52 cards once{with_joker}")
