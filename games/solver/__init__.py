"""Exact solvers of both games: pure functions on engine positions."""

from games.solver.analysis import Analysis, analyse
from games.solver.solution import Solution
from games.solver.solve import best_actions, first_winnable, is_winnable, solve

__all__ = ["Analysis", "Solution", "analyse", "best_actions", "first_winnable", "is_winnable", "solve"]
