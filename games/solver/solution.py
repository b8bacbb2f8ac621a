"""What a solver finds out about a position, and which positions it takes."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.action import Action
from games.engine.cards import JOKER
from games.engine.errors import Malformed
from games.engine.layout import PLACES
from games.engine.position import Position
from games.engine.variant import TriPeaks

DECK = 52


@dataclass(frozen=True, slots=True)
class Solution:
    """The truth about a position. None is an honest "not known"."""

    winnable: bool | None
    """Whether some play from here wins."""
    draws: int | None = None
    """TriPeaks: the fewest draws of a win from here; None when there is none."""
    best_score: int | None = None
    """The highest score that play from here can show at any time, this moment included, won or not."""
    max_removable: int | None = None
    """The most tableau cards that can still go."""
    fewest_moves: int | None = None
    """Pyramid, when asked for: a win from here in that many moves exists."""
    fewest_moves_exact: bool | None = None
    """Whether none is shorter; None without `fewest_moves`."""
    line: tuple[Action, ...] = ()
    """Actions from here: a win where one is known, else to the best that is known."""
    line_score: int | None = None
    """The score at the end of `line`. It falls short of `best_score` only where streak scoring pays more for not
    winning: the line wins all the same, with the best score of a win."""


def check(position: Position) -> None:
    """Raise `Malformed` for a position that no play can lead to, so far as the cards on the table show it."""
    variant, board = position.variant, position.board
    if len(board.tableau) != PLACES:
        raise Malformed("position", f"a tableau has {PLACES} cards, not {len(board.tableau)}")
    for place, covers in enumerate(variant.layout.cover_bits):
        if not board.left >> place & 1 and board.left & covers:
            raise Malformed("position", f"card {place} is gone, but a card still lies on it")
    left = [card for place, card in enumerate(board.tableau) if board.left >> place & 1]
    cards = [*left, *board.stock, *board.waste]
    if len(set(cards)) < len(cards):
        raise Malformed("position", "a card is there twice")
    with_joker = isinstance(variant, TriPeaks) and variant.joker
    if any(not 0 <= card <= JOKER for card in cards) or JOKER in left or (JOKER in cards and not with_joker):
        raise Malformed("position", "a card is there that this game has not")
    # In TriPeaks the waste takes the removed cards too.
    besides = board.stock if isinstance(variant, TriPeaks) else (*board.waste, *board.stock)
    if len(besides) > DECK - PLACES + with_joker:
        raise Malformed("position", f"there are {len(besides)} cards besides the tableau, more than in any deal")
