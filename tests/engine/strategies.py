"""Random games for property tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from games.engine.action import Action, GoOn, Pause, Undo
from games.engine.deal import DEALS, Code
from games.engine.position import Position, start
from games.engine.variant import Pyramid, TriPeaks, Variant

tripeaks = st.builds(TriPeaks, *[st.booleans()] * 6)
pyramid = st.builds(Pyramid, st.booleans(), st.none() | st.integers(0, 9), st.booleans(), st.booleans())
variants: st.SearchStrategy[Variant] = st.one_of(tripeaks, pyramid)
codes = st.builds(Code, variants, st.integers(0, DEALS - 1))


@st.composite
def lines(
    draw: Callable[[st.SearchStrategy[Any]], Any], *, most: int = 120, undo: bool = True, pause: bool = True
) -> list[tuple[Action | None, Position]]:
    """A game played at random: each action with the position after it; the first is None with the deal.

    Removals come first in `Position.legal`, so a choice near the start of the list plays deep into the tableau.
    """
    code: Code = draw(codes)
    position = start(code.variant, code.deck)
    line: list[tuple[Action | None, Position]] = [(None, position)]
    for choice in draw(st.lists(st.integers(0, 30), max_size=most)):
        actions: list[Action] = position.legal()
        if position.paused:
            action: Action = GoOn()
        elif pause and choice == 30 and not position.over:
            action = Pause()
        elif undo and choice > 24 and position.past and not position.over:
            action = Undo()
        elif actions:
            action = actions[choice % len(actions)] if choice > 12 else actions[0]
        else:
            break
        position = position.play(action)
        line.append((action, position))
    return line
