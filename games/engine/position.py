"""A game as a fold: ``(variant, deck, actions) -> Position``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from games.engine import pyramid, tripeaks
from games.engine.action import Action, End, GoOn, Pause, Undo
from games.engine.board import Board
from games.engine.cards import check_deck
from games.engine.deal import Deck
from games.engine.errors import Refused
from games.engine.layout import PLACES
from games.engine.variant import TriPeaks, Variant

UNDO_LIMIT = 100
"""How many actions can be taken back (rules 3)."""

Outcome = Literal["won", "stuck", "resigned", "abandoned"]
"""Why a game ended. Only `abandoned` does not come from the log: a day closed over a running game."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game after some actions. Immutable: `play` gives the next one."""

    variant: Variant
    board: Board
    moves: int = 0
    """Removals (a pair is one), draws and recycles; it never goes down."""
    undos: int = 0
    past: tuple[Board, ...] = ()
    """The boards that undo can bring back, latest last, at most `UNDO_LIMIT`."""
    paused: bool = False
    """Whether the player has paused it: until it goes on, nothing but its end is allowed."""
    ended: bool = False
    """Whether the player has ended it."""

    @property
    def outcome(self) -> Outcome | None:
        """Won, stuck, resigned, or None while the game goes on. A stuck game may still be undone until it is over."""
        if is_won(self.variant, self.board):
            return "won"
        # While there is a stock, a draw is legal: no need to look for more.
        if not self.board.stock and not legal_on(self.variant, self.board):
            return "stuck"
        return "resigned" if self.ended else None

    @property
    def over(self) -> bool:
        """Whether nothing can be done any more, not even undo."""
        return self.ended or is_won(self.variant, self.board)

    def legal(self) -> list[Action]:
        """Every legal removal, draw and recycle; empty if and only if the game is over, stuck or paused."""
        return [] if self.over or self.paused else legal_on(self.variant, self.board)

    def play(self, action: Action) -> Position:
        """The position after `action`. Raises `Refused`."""
        if self.over:
            raise Refused("game_over")
        if isinstance(action, End):
            return replace(self, ended=True, paused=False)
        if self.paused != isinstance(action, GoOn):
            raise Refused("paused" if self.paused else "not_paused")
        if isinstance(action, Pause | GoOn):
            return replace(self, paused=isinstance(action, Pause))
        if isinstance(action, Undo):
            return self._undo()
        if isinstance(self.variant, TriPeaks):
            board = tripeaks.act(self.variant, self.board, action)
        else:
            board = pyramid.act(self.variant, self.board, action)
        return replace(self, board=board, moves=self.moves + 1, past=(*self.past[1 - UNDO_LIMIT :], self.board))

    def _undo(self) -> Position:
        if not self.past:
            raise Refused("nothing_to_undo")
        return replace(self, board=self.past[-1], past=self.past[:-1], undos=self.undos + 1)


def start(variant: Variant, deck: Deck) -> Position:
    """The position just dealt. Raises `Malformed` for a deck that is none."""
    check_deck(deck, joker=isinstance(variant, TriPeaks) and variant.joker)
    empty_waste = isinstance(variant, TriPeaks) and variant.empty_waste
    stock = PLACES if empty_waste else PLACES + 1
    return Position(
        variant,
        Board(tableau=deck[:PLACES], waste=deck[PLACES:stock], stock=deck[stock:], score=start_score(variant)),
    )


def start_score(variant: Variant) -> int:
    """The score before the first action."""
    if isinstance(variant, TriPeaks):
        return 0 if variant.streak_scoring else tripeaks.START_SCORE
    return pyramid.START_SCORE


def replay(variant: Variant, deck: Deck, actions: Iterable[Action]) -> Position:
    """The position after `actions`. Raises `Refused` at the first illegal one."""
    position = start(variant, deck)
    for action in actions:
        position = position.play(action)
    return position


def legal_on(variant: Variant, board: Board) -> list[Action]:
    """Every legal removal, draw and recycle on a board."""
    return tripeaks.legal(variant, board) if isinstance(variant, TriPeaks) else pyramid.legal(variant, board)


def is_won(variant: Variant, board: Board) -> bool:
    """Whether a board is won."""
    return tripeaks.is_won(board) if isinstance(variant, TriPeaks) else pyramid.is_won(variant, board)
