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
        tableau=_tableau(position),
        stock=len(board.stock),
        waste=_waste(position),
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


def _tableau(position: Position) -> tuple[str | None, ...]:
    variant, left = position.variant, position.board.left
    cards = [print_card(card) if left >> place & 1 else None for place, card in enumerate(position.board.tableau)]
    if position.paused:
        return tuple(card and FACE_DOWN for card in cards)
    if isinstance(variant, TriPeaks):
        return tuple(
            card and (card if is_face_up(variant, left, place) else FACE_DOWN) for place, card in enumerate(cards)
        )
    return tuple(cards)


def _waste(position: Position) -> tuple[str, ...]:
    waste = position.board.waste
    return (FACE_DOWN,) * len(waste) if position.paused else tuple(map(print_card, waste))


def turned(before: Position, after: Position) -> list[tuple[int, str]]:
    """The tableau cards that a step has turned face up: place and card."""
    if before.board.left == after.board.left:
        return []
    faces = zip(range(PLACES), _tableau(before), _tableau(after), strict=True)
    return [(place, card) for place, was, card in faces if was == FACE_DOWN and card and card != FACE_DOWN]


def drawn(position: Position) -> str:
    """The card that a draw has turned onto the waste."""
    return _waste(position)[-1]


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
