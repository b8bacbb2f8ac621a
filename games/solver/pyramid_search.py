"""Pyramid by search, where the order of the stock matters: recycles that run out, and the drawn pair in a strict win.

Depth first over (cards left, stock and waste cards gone, place in the stock, recycles left), pruned by the count of
`pyramid_pairs` and capped: past the cap the verdict is an honest None.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.action import Action, Draw, King, Pair, Recycle
from games.engine.board import Board
from games.engine.cards import KING, rank
from games.engine.layout import ALL, places
from games.engine.pyramid import TARGET, recycles_left
from games.engine.variant import Pyramid
from games.solver.pyramid_pairs import Pairs, half_open_places, open_places

ENDLESS = -1
"""Recycles left without a limit."""


class State(NamedTuple):
    """A position of the search. The cards of waste and stock keep their numbers 0.. from the bottom of the waste on."""

    left: int
    """The pyramid cards left, as a set."""
    kept: int
    """The waste and stock cards that are not gone, as a set of numbers."""
    turned: int
    """Cards numbered below this have been turned over: those kept are the waste, the others the stock."""
    recycles: int
    """Recycles left, or `ENDLESS`."""
    fresh: bool
    """Whether the last action was a draw (told apart for the drawn pair only)."""


@dataclass(frozen=True)
class Result:
    """What a search found: a winning line, or none, and whether it has seen everything."""

    line: tuple[Action, ...] | None
    complete: bool


class Game:
    """The moves of one Pyramid deal on `State`."""

    def __init__(self, variant: Pyramid, board: Board) -> None:
        self.variant = variant
        cards = (*board.waste, *board.stock)
        self.ranks = [rank(card) for card in cards]
        """The ranks of the waste and stock cards, by number."""
        limit = recycles_left(variant, board)
        self.root = State(
            board.left,
            (1 << len(cards)) - 1,
            len(board.waste),
            ENDLESS if limit is None else max(0, limit),
            variant.drawn_pair and board.just_drawn,
        )
        self.pairs = Pairs(
            board.tableau, board.left, self.counts(self.root.kept), covered=variant.covered_pair, exact=False
        )

    def counts(self, kept: int) -> list[int]:
        """How many cards of each rank a set of waste and stock cards holds."""
        counts = [0] * (KING + 1)
        for number, value in enumerate(self.ranks):
            if kept >> number & 1:
                counts[value] += 1
        return counts

    def is_won(self, state: State) -> bool:
        return not state.left and not (self.variant.strict and state.kept)

    def moves(self, state: State) -> Iterator[tuple[Action, State]]:
        """Every legal action with the state after it: pyramid, then waste, then stock.

        A King that can go always goes first: it is no card's partner, and only ever in the way.
        """
        left, kept, turned, recycles, fresh = state
        waste = kept & ((1 << turned) - 1)
        top = waste.bit_length() - 1
        ranks, of_rank = self.pairs.ranks, self.pairs.of_rank
        available, one_by_one = open_places()[ALL & ~left]
        if kings := available & of_rank[KING]:
            place = kings.bit_length() - 1
            yield King(place), State(left & ~(1 << place), kept, turned, recycles, False)
            return
        if waste and self.ranks[top] == KING:
            yield King("w"), State(left, kept & ~(1 << top), turned, recycles, False)
            return
        for place in one_by_one:
            for other in places(available & self.pairs.partners[place] & -(2 << place)):
                yield Pair(place, other), State(left & ~(1 << place | 1 << other), kept, turned, recycles, False)
        if self.variant.covered_pair:
            for place, cover in half_open_places()[ALL & ~left]:
                if ranks[place] + ranks[cover] == TARGET:
                    yield Pair(place, cover), State(left & ~(1 << place | 1 << cover), kept, turned, recycles, False)
        if waste:
            partner = TARGET - self.ranks[top]
            for place in places(available & of_rank[partner]):
                yield Pair(place, "w"), State(left & ~(1 << place), kept & ~(1 << top), turned, recycles, False)
            under = (waste & ~(1 << top)).bit_length() - 1
            if fresh and under >= 0 and self.ranks[under] == partner:
                yield Pair("v", "w"), State(left, kept & ~(1 << top | 1 << under), turned, recycles, False)
        if stock := kept >> turned:
            turned += (stock & -stock).bit_length()
            yield Draw(), State(left, kept, turned, recycles, self.variant.drawn_pair)
        elif waste and recycles:
            yield Recycle(), State(left, kept, 0, max(ENDLESS, recycles - 1) if recycles > 0 else recycles, False)

    def may_win(self, state: State) -> bool:
        """False only where no play can win."""
        kept = state.kept
        if not state.recycles:
            kept &= ~self._buried(state)
        return self.pairs.may_win(state.left, self.counts(kept))

    def _buried(self, state: State) -> int:
        """Without a recycle left: the waste cards that can never come up, for want of a partner for one above them."""
        waste = state.kept & ((1 << state.turned) - 1)
        spare = [(state.left & self.pairs.of_rank[TARGET - value]).bit_count() if value < KING else 99 for value in range(14)]
        fresh = state.fresh
        while waste:
            top = waste.bit_length() - 1
            value = self.ranks[top]
            spare[value] -= 1
            if spare[value] < 0 and not self.variant.drawn_pair:
                return waste
            waste &= ~(1 << top)
        return 0


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
