"""The fewest moves of a Pyramid win: removals, draws and recycles.

A* over the states of `pyramid_state` with the bound of `pyramid_bound`. A beam search gives a first win to improve on;
past the cap the best win found is "par at most".
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

from games.engine.layout import ALL, PLACES
from games.solver.pyramid_bound import Bound
from games.solver.pyramid_search import States, beam
from games.solver.pyramid_state import Game, State

WIDTH = 100


@dataclass(frozen=True)
class Par:
    """The shortest win that was found, or None where none is shorter than asked; and whether that is proven."""

    win: States | None
    exact: bool


def par(game: Game, below: int, cap: int) -> Par:
    """The shortest win of fewer than `below` moves, keeping at most `cap` states of about 300 bytes."""
    bound = Bound(game)
    best = beam(game, bound, WIDTH)
    if best:
        below = min(below, len(game.actions(best)))
    root = _pack(game.root)
    # For each state the fewest moves to it that are known, and the state before it.
    reached = {root: (0, root)}
    heap = [(bound(game.root), 0, root)]
    while heap and heap[0][0] < below:
        _, so_far, packed = heappop(heap)
        if reached[packed][0] < -so_far:
            continue
        state = _unpack(packed)
        if game.is_won(state):
            return Par(_trace(reached, packed), True)
        for moves, after in game.steps(state):
            total = moves - so_far
            key = _pack(after)
            known = reached.get(key)
            if known and known[0] <= total:
                continue
            promised = total + bound(after)
            if promised < below and (known or game.may_win(after)):
                reached[key] = total, packed
                heappush(heap, (promised, -total, key))
        if len(reached) > cap:
            return Par(best, False)
    return Par(best, True)


def _pack(state: State) -> int:
    """A state as one number, which takes a third of the memory."""
    return ((state.recycles + 1) << 5 | state.turned) << 52 | state.kept << PLACES | state.left


def _unpack(packed: int) -> State:
    high = packed >> 52
    return State(packed & ALL, packed >> PLACES & 0xFFFFFF, high & 31, (high >> 5) - 1)


def _trace(reached: dict[int, tuple[int, int]], packed: int) -> States:
    states = [packed]
    while (before := reached[states[-1]][1]) != states[-1]:
        states.append(before)
    return tuple(map(_unpack, reversed(states)))
