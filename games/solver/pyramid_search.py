"""Pyramid by search, where the order of the stock matters: recycles that run out, and the drawn pair in a strict win.

Depth first over the states of `pyramid_state`, pruned by the count of `pyramid_pairs` and capped: past the cap the
verdict is an honest "not known".
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.action import Action
from games.solver.pyramid_state import Game


@dataclass(frozen=True)
class Result:
    """What a search found: a winning line, or none, and whether it has seen everything."""

    line: tuple[Action, ...] | None
    complete: bool


def search(game: Game, cap: int) -> Result:
    """Look for a win, visiting at most `cap` states."""
    root = game.root
    if game.is_won(root):
        return Result((), True)
    seen = {root}
    stack = [game.moves(root)]
    path: list[Action] = []
    while stack:
        for action, state in stack[-1]:
            if state in seen:
                continue
            if game.is_won(state):
                return Result((*path, action), True)
            seen.add(state)
            if len(seen) > cap:
                return Result(None, False)
            if game.may_win(state):
                path.append(action)
                stack.append(game.moves(state))
                break
        else:
            stack.pop()
            if path:
                path.pop()
    return Result(None, True)
