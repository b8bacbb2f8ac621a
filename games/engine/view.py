"""What may be seen of a position. Everything that leaves the server passes through here."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import print_card
from games.engine.layout import PLACES
from games.engine.position import Outcome, Position
from games.engine.pyramid import recycles_left
from games.engine.tripeaks import is_face_up, peaks_left
from games.engine.variant import GameName, TriPeaks

FACE_DOWN = "??"


@dataclass(frozen=True, slots=True)
class View:
    """A position as its player and its spectators see it."""

    game: GameName
    rule: str
    """The canonical rule field of the code, such as "E" or "NS2"."""
    tableau: tuple[str | None, ...]
    """28 places, row by row from the apex: a card such as "7C" ("TD" is the 10 of diamonds), "??" for a card that lies
    face down, null for one that is gone. While the game is paused every card is "??", in the waste too."""
    stock: int
    """How many cards the stock holds."""
    waste: tuple[str, ...]
    """Face up, top card last; "XX" is the joker."""
    score: int
    moves: int
    undoable: int
    """How many actions can be taken back now."""
    undos: int
    """How many actions have been taken back so far."""
    streak: int
    """Removals in a row."""
    recycles_left: int | None
    """null where there is no limit."""
    outcome: Outcome | None
    over: bool
    """False for a stuck game that can still be undone."""
    paused: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """A position for those who may not see its cards yet."""

    cards_left: int
    peaks: tuple[int, ...]
    """Cards left of each peak; empty for Pyramid."""
    score: int
    moves: int
    outcome: Outcome | None
    over: bool


def view(position: Position) -> View:
    """The visible part of a position: faces turned up, and no card of the stock; no card at all during a pause."""
    variant, board = position.variant, position.board
    return View(
        game=variant.game,
        rule=variant.rule,
        tableau=tuple(_seen(position, place) for place in range(PLACES)),
        stock=len(board.stock),
        waste=tuple(FACE_DOWN if position.paused else print_card(card) for card in board.waste),
        score=board.score,
        moves=position.moves,
        undoable=0 if position.over or position.paused else len(position.past),
        undos=position.undos,
        streak=board.streak,
        recycles_left=None if isinstance(variant, TriPeaks) else recycles_left(variant, board),
        outcome=position.outcome,
        over=position.over,
        paused=position.paused,
    )


def _seen(position: Position, place: int) -> str | None:
    variant, board = position.variant, position.board
    if not board.left >> place & 1:
        return None
    if position.paused or (isinstance(variant, TriPeaks) and not is_face_up(variant, board.left, place)):
        return FACE_DOWN
    return print_card(board.tableau[place])


def progress(position: Position) -> Progress:
    """How far a position has come, without a card."""
    board = position.board
    return Progress(
        cards_left=board.cards_left,
        peaks=peaks_left(board.left) if isinstance(position.variant, TriPeaks) else (),
        score=board.score,
        moves=position.moves,
        outcome=position.outcome,
        over=position.over,
    )
