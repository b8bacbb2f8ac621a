"""The rules of TriPeaks (rules 1 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine.action import Action, Draw, Remove
from games.engine.board import Board
from games.engine.cards import JOKER, Card, rank
from games.engine.errors import Refused
from games.engine.layout import TRIPEAKS, bits
from games.engine.variant import TriPeaks

START_SCORE = 500
PEAK_BONUS = 100
STREAK_DRAW = 5
STREAK_PEAKS = (15, 15, 30)


def fits(variant: TriPeaks, card: Card, top: Card | None) -> bool:
    """Whether `card` may go onto the waste top: one rank apart, or anything with a joker or an empty waste."""
    if top is None or JOKER in (card, top):
        return True
    return abs(rank(card) - rank(top)) in ((1, 12) if variant.wrap else (1,))


def is_face_up(variant: TriPeaks, left: int, place: int) -> bool:
    """Whether a tableau card shows its face: in the bottom row, when uncovered, or with open peaks."""
    return variant.open_peaks or not left & TRIPEAKS.cover_bits[place]


def peaks_left(left: int) -> tuple[int, ...]:
    """How many cards each peak still has."""
    return tuple((left & peak).bit_count() for peak in TRIPEAKS.peaks)


def act(variant: TriPeaks, board: Board, action: Action) -> Board:
    """The board after a removal or a draw. Raises `Refused`."""
    match action:
        case Remove(place):
            return _remove(variant, board, place)
        case Draw():
            return _draw(variant, board)
        case _:
            raise Refused("wrong_game")


def _remove(variant: TriPeaks, board: Board, place: int) -> Board:
    if not board.left >> place & 1:
        raise Refused("nothing_there", str(place))
    if board.left & TRIPEAKS.cover_bits[place]:
        raise Refused("blocked", str(place))
    card = board.tableau[place]
    if not fits(variant, card, board.top):
        raise Refused("not_adjacent", str(place))
    left = board.left & ~bits(place)
    cleared = peaks_left(left).count(0) > peaks_left(board.left).count(0)
    if variant.streak_scoring:
        bonus = STREAK_PEAKS[peaks_left(board.left).count(0)] if cleared else 0
        score = board.score + board.streak + 1 + bonus
    else:
        score = max(0, board.score - 1 + (PEAK_BONUS if cleared else 0))
    waste = (*board.waste, card)
    return replace(board, left=left, waste=waste, score=score, streak=board.streak + 1, just_drawn=False)


def _draw(variant: TriPeaks, board: Board) -> Board:
    if not board.stock:
        raise Refused("stock_empty", "s")
    if variant.traditional_draw and next(_removals(variant, board), None):
        raise Refused("play_first", "s")
    score = board.score - STREAK_DRAW if variant.streak_scoring else max(0, board.score - 1)
    waste = (*board.waste, board.stock[0])
    return replace(board, stock=board.stock[1:], waste=waste, score=score, streak=0, just_drawn=True)


def legal(variant: TriPeaks, board: Board) -> list[Action]:
    """Every legal removal in reading order, then the draw."""
    removals: list[Action] = list(_removals(variant, board))
    draw_is_open = board.stock and not (variant.traditional_draw and removals)
    return [*removals, Draw()] if draw_is_open else removals


def _removals(variant: TriPeaks, board: Board) -> Iterator[Remove]:
    for place in TRIPEAKS.available(board.left):
        if fits(variant, board.tableau[place], board.top):
            yield Remove(place)


def is_won(board: Board) -> bool:
    """Won at once when all 28 peak cards are gone, stock or not."""
    return not board.left
