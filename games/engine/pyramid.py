"""The rules of Pyramid (rules 2 and 5)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.action import Action, Draw, King, Pair, Place, Recycle
from games.engine.board import Board
from games.engine.cards import KING, Card, rank
from games.engine.errors import Refused
from games.engine.layout import PYRAMID, bits
from games.engine.variant import Pyramid

START_SCORE = 0
CARD_SCORE = 10
TARGET = 13


def act(variant: Pyramid, board: Board, action: Action) -> Board:
    """The board after a removal, draw or recycle. Raises `Refused`."""
    match action:
        case Pair(first, second):
            return _pair(variant, board, first, second)
        case King(place):
            return _king(board, place)
        case Draw():
            return _draw(board)
        case Recycle():
            return _recycle(variant, board)
        case _:
            raise Refused("wrong_game")


def _card(board: Board, place: Place) -> Card:
    """The card at a place, covered or not. Raises `Refused` when there is none."""
    if isinstance(place, int):
        if not board.left >> place & 1:
            raise Refused("nothing_there", str(place))
        return board.tableau[place]
    depth = 1 if place == "w" else 2
    if len(board.waste) < depth:
        raise Refused("waste_empty", "w")
    return board.waste[-depth]


def _check_available(board: Board, *pair: Place) -> None:
    for place in pair:
        if isinstance(place, int) and board.left & PYRAMID.cover_bits[place]:
            raise Refused("blocked", str(place))


def _pair(variant: Pyramid, board: Board, first: Place, second: Place) -> Board:
    cards = _card(board, first), _card(board, second)
    if first == "v" and not (variant.drawn_pair and board.just_drawn):
        raise Refused("waste_pair", "v", "w")
    if isinstance(first, int) and board.left & PYRAMID.cover_bits[first] == _bit(second):
        # `second` is the last card that lies on `first`
        if not variant.covered_pair:
            raise Refused("own_cover", str(first), str(second))
        _check_available(board, second)
    else:
        _check_available(board, first, second)
    if sum(map(rank, cards)) != TARGET:
        raise Refused("not_thirteen", str(first), str(second))
    return _without(board, first, second)


def _bit(place: Place) -> int:
    return bits(place) if isinstance(place, int) else -1


def _king(board: Board, place: Place) -> Board:
    card = _card(board, place)
    _check_available(board, place)
    if rank(card) != KING:
        raise Refused("not_king", str(place))
    return _without(board, place)


def _without(board: Board, *gone: Place) -> Board:
    tableau = [place for place in gone if isinstance(place, int)]
    from_waste = len(gone) - len(tableau)
    return replace(
        board,
        left=board.left & ~bits(*tableau),
        waste=board.waste[: len(board.waste) - from_waste],
        score=board.score + CARD_SCORE * len(tableau),
        just_drawn=False,
    )


def _draw(board: Board) -> Board:
    if not board.stock:
        raise Refused("stock_empty", "s")
    return replace(board, stock=board.stock[1:], waste=(*board.waste, board.stock[0]), just_drawn=True)


def _recycle(variant: Pyramid, board: Board) -> Board:
    if board.stock:
        raise Refused("stock_not_empty", "s")
    if not board.waste:
        raise Refused("waste_empty", "s")
    if recycles_left(variant, board) == 0:
        raise Refused("no_recycles", "s")
    return replace(board, stock=board.waste, waste=(), recycles=board.recycles + 1, just_drawn=False)


def recycles_left(variant: Pyramid, board: Board) -> int | None:
    """How many recycles remain, or None for no limit."""
    return None if variant.recycles is None else variant.recycles - board.recycles


def legal(variant: Pyramid, board: Board) -> list[Action]:
    """Every legal action: Kings, pairs, then the draw or the recycle."""
    available = PYRAMID.available(board.left)
    open_places: list[Place] = [*available, "w"] if board.waste else [*available]
    actions: list[Action] = []
    for i, place in enumerate(open_places):
        needed = TARGET - rank(_card(board, place))
        if not needed:
            actions.append(King(place))
        actions.extend(Pair(place, other) for other in open_places[i + 1 :] if rank(_card(board, other)) == needed)
    if variant.covered_pair:
        actions.extend(_covered_pairs(board, available))
    if variant.drawn_pair and board.just_drawn and sum(map(rank, board.waste[-2:])) == TARGET != rank(board.waste[-1]):
        actions.append(Pair("v", "w"))
    if board.stock:
        actions.append(Draw())
    elif board.waste and recycles_left(variant, board) != 0:
        actions.append(Recycle())
    return actions


def _covered_pairs(board: Board, available: list[int]) -> list[Action]:
    return [
        Pair(place, cover)
        for place, covers in enumerate(PYRAMID.cover_bits)
        if board.left >> place & 1
        for cover in available
        if board.left & covers == bits(cover) and rank(board.tableau[place]) + rank(board.tableau[cover]) == TARGET
    ]


def is_won(variant: Pyramid, board: Board) -> bool:
    """Won when the 28 pyramid cards are gone; with a strict win, stock and waste too."""
    return not board.left and not (variant.strict and (board.stock or board.waste))
