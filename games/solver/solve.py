"""The front door: the truth about any position of either game."""

from __future__ import annotations

from games.engine.action import Action
from games.engine.position import Position
from games.engine.variant import TriPeaks
from games.solver import pyramid, tripeaks
from games.solver.solution import Solution


def solver(position: Position) -> tripeaks.Solver | pyramid.Solver:
    """The solver of a position's game. Raises `Malformed` for an impossible position."""
    return tripeaks.Solver(position) if isinstance(position.variant, TriPeaks) else pyramid.Solver(position)


def is_winnable(position: Position) -> bool | None:
    """Whether some play from here wins; None when that is not known."""
    return solver(position).winnable


def best_actions(position: Position) -> list[Action]:
    """Every next action that is best, as the solver of the game defines it."""
    return solver(position).best_actions()


def solve(position: Position, *, par: bool = False) -> Solution:
    """Everything about a position, with a line; `par` looks for the fewest moves of a Pyramid win too: some seconds."""
    found = solver(position)
    return found.solution() if isinstance(found, tripeaks.Solver) else found.solution(par=par)
