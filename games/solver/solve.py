"""The front door: the truth about any position of either game."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.action import Action
from games.engine.deal import Code
from games.engine.position import Position, start
from games.engine.variant import TriPeaks
from games.solver import pyramid, tripeaks
from games.solver.solution import Solution


def solver(position: Position, *, cap: int = pyramid.SEARCH_CAP) -> tripeaks.Solver | pyramid.Solver:
    """The solver of a position's game. Raises `Malformed` for an impossible position."""
    if isinstance(position.variant, TriPeaks):
        return tripeaks.Solver(position)
    return pyramid.Solver(position, cap=cap)


def is_winnable(position: Position, *, cap: int = pyramid.SEARCH_CAP) -> bool | None:
    """Whether some play from here wins; None when that is not known.

    `cap`: how many states may be visited where only a search decides.
    """
    return solver(position, cap=cap).winnable


def first_winnable(codes: Iterable[Code], *, cap: int = pyramid.SEARCH_CAP) -> Code | None:
    """The first of some deals that can be won; None where none of them is known to be."""
    return next((code for code in codes if is_winnable(start(code.variant, code.deck), cap=cap)), None)


def best_actions(position: Position) -> list[Action]:
    """Every next action that is best, as the solver of the game defines it."""
    return solver(position).best_actions()


def solve(position: Position, *, par: bool = False) -> Solution:
    """Everything about a position, with a line; `par` looks for the fewest moves of a Pyramid win too: some seconds."""
    found = solver(position)
    return found.solution() if isinstance(found, tripeaks.Solver) else found.solution(par=par)
