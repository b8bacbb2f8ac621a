"""A helpful legal action, from what the player sees: never from the stock or from a card that lies face down."""

from __future__ import annotations

from games.engine.action import Action, Draw, Recycle, Remove
from games.engine.cards import Card
from games.engine.layout import PLACES, bits
from games.engine.position import Position
from games.engine.tripeaks import fits
from games.engine.variant import TriPeaks

LOOK_AHEAD = 8
"""Removals in a row that are looked at in TriPeaks."""


def hint(position: Position) -> Action | None:
    """A removal that leads far, else the draw or recycle; None when nothing is legal."""
    legal = position.legal()
    removals = [action for action in legal if not isinstance(action, Draw | Recycle)]
    if removals:
        return max(removals, key=lambda action: _worth(position, action))
    return legal[0] if legal else None


def _worth(position: Position, action: Action) -> tuple[int, int, int]:
    """How many removals can follow at once (TriPeaks), how many places it opens, how many tableau cards it takes."""
    board = position.board
    after = position.play(action).board
    layout = position.variant.layout
    opened = len(set(layout.available(after.left)) - set(layout.available(board.left)))
    run = 0
    if isinstance(action, Remove) and isinstance(position.variant, TriPeaks):
        faces = {
            place: board.tableau[place]
            for place in (range(PLACES) if position.variant.open_peaks else layout.available(board.left))
            if after.left >> place & 1
        }
        run = _run(position.variant, faces, after.left, board.tableau[action.place])
    return run, opened, board.cards_left - after.cards_left


def _run(variant: TriPeaks, faces: dict[int, Card], left: int, top: Card, depth: int = LOOK_AHEAD) -> int:
    """The longest run of removals onto `top` by the cards of `faces`, those that can be seen now, by their places."""
    if not depth:
        return 0
    followers = (
        place for place in variant.layout.available(left) if place in faces and fits(variant, faces[place], top)
    )
    return max(
        (1 + _run(variant, faces, left & ~bits(place), faces[place], depth - 1) for place in followers), default=0
    )
