"""Pyramid by search, where the order of the stock matters: recycles that run out, and the drawn pair in a strict win.

Over the states of `pyramid_state`, pruned by the count of `pyramid_pairs` and capped: past the cap the verdict is an
honest "not known".
"""

from __future__ import annotations

from dataclasses import dataclass

from games.solver.pyramid_bound import FAR, Bound
from games.solver.pyramid_state import Game, State

FIRST_LOOK = 1_000
"""States that the depth-first search visits before the beam search has its turn: many wins are that easy."""
WIDTH = 200

States = tuple[State, ...]
"""A play: the states after its steps, the root first."""


@dataclass(frozen=True)
class Result:
    """What a search found: a win, or none, and whether it has seen everything."""

    win: States | None
    complete: bool


def search(game: Game, cap: int) -> Result:
    """Look for a win, visiting at most `cap` states depth first, besides a beam search."""
    if not game.may_win(game.root):
        return Result(None, True)
    first = depth_first(game, min(cap, FIRST_LOOK))
    if first.win or first.complete:
        return first
    if win := beam(game, Bound(game), WIDTH):
        return Result(win, True)
    return depth_first(game, cap)


def depth_first(game: Game, cap: int) -> Result:
    """Look for a win, visiting at most `cap` states."""
    if game.is_won(game.root):
        return Result((game.root,), True)
    seen = {game.root}
    path = [game.root]
    stack = [game.steps(game.root)]
    while stack:
        for _, state in stack[-1]:
            if state in seen:
                continue
            if game.is_won(state):
                return Result((*path, state), True)
            if len(seen) >= cap:
                return Result(None, False)
            seen.add(state)
            if game.may_win(state):
                path.append(state)
                stack.append(game.steps(state))
                break
        else:
            stack.pop()
            path.pop()
    return Result(None, True)


def most_removed(game: Game, enough: int, cap: int) -> Result:
    """Look for the play that takes the most pyramid cards, visiting at most `cap` states.

    `enough`: as many as no play can exceed. The play is in `win`, and is proven to be the best when `complete`.
    """
    best: States = (game.root,)
    seen = {game.root}
    path = [game.root]
    stack = [game.steps(game.root)]
    goal = game.root.left.bit_count() - enough
    while stack:
        for _, state in stack[-1]:
            if state in seen:
                continue
            if len(seen) >= cap:
                return Result(best, False)
            seen.add(state)
            if state.left.bit_count() < best[-1].left.bit_count():
                best = (*path, state)
                if state.left.bit_count() == goal:
                    return Result(best, True)
            if game.stays(state).bit_count() < best[-1].left.bit_count():
                path.append(state)
                stack.append(game.steps(state))
                break
        else:
            stack.pop()
            path.pop()
    return Result(best, True)


def beam(game: Game, bound: Bound, width: int) -> States | None:
    """A short win, keeping after each number of steps the `width` most promising states; None where they all fail."""
    came: dict[State, State | None] = {game.root: None}
    level = [(0, game.root)]
    best: tuple[int, State] | None = None
    while level:
        found: dict[State, tuple[int, State]] = {}
        for so_far, state in level:
            for moves, after in game.steps(state):
                total = so_far + moves
                if after in came or (after in found and found[after][0] <= total):
                    continue
                found[after] = total, state
        ranked = []
        for after, (total, before) in found.items():
            came[after] = before
            if game.is_won(after):
                best = min(best or (total, after), (total, after))
            elif (rest := bound(after)) < FAR and (not best or total + rest < best[0]) and game.may_win(after):
                ranked.append((total + rest, total, after))
        ranked.sort()
        level = [(total, state) for _, total, state in ranked[:width]]
    return trace(came, best[1]) if best else None


def trace(came: dict[State, State | None], state: State) -> States:
    """The play that led to a state."""
    states = [state]
    while before := came[states[-1]]:
        states.append(before)
    return tuple(reversed(states))
