"""Exact solvers of both games: pure functions on engine positions."""

from games.solver.solution import Solution
from games.solver.solve import best_actions, is_winnable, solve

__all__ = ["Solution", "best_actions", "is_winnable", "solve"]
