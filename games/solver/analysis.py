"""Where a game was lost: the first action after which it could no longer be won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.action import Action, End, GoOn, Pause, Undo
from games.engine.position import Position, is_won
from games.solver.pyramid import SEARCH_CAP
from games.solver.solve import is_winnable


@dataclass(frozen=True, slots=True)
class Analysis:
    """What could have come of a game."""

    winnable: bool | None
    """Whether the deal can be won; None when that is not known."""
    lost_at: int | None
    """The number of the first action, 1 for that after the deal, after which no play could win, where one before it
    could; None where there is none, or it is not known. An action that was taken back has lost nothing."""


def analyse(first: Position, actions: Sequence[Action], *, cap: int = SEARCH_CAP) -> Analysis:
    """What could have come of the game of a log; `cap` as in `is_winnable`, for each position that is looked at.

    Along a game without its undone actions the chance to win goes once and never comes back, so that halving finds
    where. A position that nothing is known about is taken for one that can be won, and counts for nothing at the end:
    the last chance must be proven, and so must its loss.
    """
    line = played(first, actions)
    if is_won(first.variant, line[-1][1].board):
        return Analysis(True, None)
    verdicts = {0: is_winnable(first, cap=cap)}
    kept, lost = 0, len(line) - 1
    verdicts[lost] = is_winnable(line[lost][1], cap=cap)
    if not verdicts[0] or verdicts[lost] is not False:
        return Analysis(verdicts[0], None)
    while lost - kept > 1:
        middle = (kept + lost) // 2
        verdicts[middle] = is_winnable(line[middle][1], cap=cap)
        if verdicts[middle] is False:
            lost = middle
        else:
            kept = middle
    return Analysis(True, line[lost][0] if verdicts[kept] else None)


def played(first: Position, actions: Sequence[Action]) -> list[tuple[int, Position]]:
    """The deal and each position after it that was not taken back, with the number of the action that led to it."""
    line = [(0, first)]
    position = first
    for seq, action in enumerate(actions, start=1):
        position = position.play(action)
        if isinstance(action, Undo):
            line.pop()
        elif not isinstance(action, Pause | GoOn | End):
            line.append((seq, position))
    return line
