"""The moves of Pyramid on small states, for the searches."""

from __future__ import annotations

from collections.abc import Iterator
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

    @property
    def waste(self) -> int:
        return self.kept & ((1 << self.turned) - 1)

    @property
    def stock(self) -> int:
        return self.kept >> self.turned << self.turned


Move = tuple[Action, State]


class Game:
    """The moves of one Pyramid deal."""

    def __init__(self, variant: Pyramid, board: Board) -> None:
        self.variant = variant
        cards = (*board.waste, *board.stock)
        self.ranks = [rank(card) for card in cards]
        """The ranks of the waste and stock cards, by number."""
        self.numbers = [sum(1 << n for n, value in enumerate(self.ranks) if value == r) for r in range(KING + 1)]
        """For each rank the waste and stock cards that have it, as a set of numbers."""
        limit = recycles_left(variant, board)
        recycles = ENDLESS if limit is None else max(0, limit)
        fresh = variant.drawn_pair and board.just_drawn
        self.root = State(board.left, (1 << len(cards)) - 1, len(board.waste), recycles, fresh)
        exact = variant.strict and not variant.drawn_pair
        counts = self.counts(self.root.kept)
        self.pairs = Pairs(board.tableau, board.left, counts, covered=variant.covered_pair, exact=exact)

    def counts(self, kept: int) -> list[int]:
        """How many cards of each rank a set of waste and stock cards holds."""
        return [(kept & numbers).bit_count() for numbers in self.numbers]

    def is_won(self, state: State) -> bool:
        return not state.left and not (self.variant.strict and state.kept)

    def moves(self, state: State, *, thrifty: bool = False) -> Iterator[Move]:
        """Every legal action with the state after it, save those that never help: pyramid, then waste, then stock.

        A King that can go always goes first: it is no card's partner, and only ever in the way. When moves count
        (`thrifty`), a King on the waste may also stay there, unless a strict win needs it gone.
        """
        available, one_by_one = open_places()[ALL & ~state.left]
        if kings := available & self.pairs.of_rank[KING]:
            place = kings.bit_length() - 1
            yield King(place), self._after(state, 1 << place)
            return
        if (waste := state.waste) and self.ranks[top := waste.bit_length() - 1] == KING:
            yield King("w"), self._after(state, 0, 1 << top)
            if self.variant.strict or not thrifty:
                return
        for place in one_by_one:
            for other in places(available & self.pairs.partners[place] & -(2 << place)):
                yield Pair(place, other), self._after(state, 1 << place | 1 << other)
        if self.variant.covered_pair:
            for place, cover in half_open_places()[ALL & ~state.left]:
                if self.pairs.partners[place] >> cover & 1:
                    yield Pair(place, cover), self._after(state, 1 << place | 1 << cover)
        if waste:
            yield from self._with_waste(state, waste, available)
        yield from self._turn(state)

    def _with_waste(self, state: State, waste: int, available: int) -> Iterator[Move]:
        top = waste.bit_length() - 1
        partner = TARGET - self.ranks[top]
        for place in places(available & self.pairs.of_rank[partner]) if partner else ():
            yield Pair(place, "w"), self._after(state, 1 << place, 1 << top)
        under = (waste & ~(1 << top)).bit_length() - 1
        if state.fresh and under >= 0 and self.ranks[under] == partner:
            yield Pair("v", "w"), self._after(state, 0, 1 << top | 1 << under)

    def _after(self, state: State, taken: int, from_waste: int = 0) -> State:
        return State(state.left & ~taken, state.kept & ~from_waste, state.turned, state.recycles, False)

    def _turn(self, state: State) -> Iterator[Move]:
        left, kept, turned, recycles, _ = state
        if stock := kept >> turned:
            turned += (stock & -stock).bit_length()
            yield Draw(), State(left, kept, turned, recycles, self.variant.drawn_pair)
        elif kept and recycles:
            yield Recycle(), State(left, kept, 0, recycles if recycles == ENDLESS else recycles - 1, False)

    def may_win(self, state: State) -> bool:
        """False only where no play can win."""
        kept = state.kept
        if not state.recycles:
            buried = self.buried(state)
            if buried and self.variant.strict:
                return False
            kept &= ~buried
        return self.pairs.may_win(state.left, self.counts(kept))

    def buried(self, state: State) -> int:
        """The waste cards that cannot come up again without a recycle, for want of a partner for one above them."""
        waste = state.waste
        stock = state.stock if self.variant.drawn_pair else 0
        if state.fresh and waste:
            top = waste.bit_length() - 1
            under = (waste & ~(1 << top)).bit_length() - 1
            if under >= 0 and self.ranks[top] + self.ranks[under] == TARGET:
                waste &= ~(1 << top | 1 << under)
        spare: dict[int, int] = {}
        while waste:
            top = waste.bit_length() - 1
            value = self.ranks[top]
            if value < KING:
                partner = TARGET - value
                if value not in spare:
                    in_pyramid, to_come = state.left & self.pairs.of_rank[partner], stock & self.numbers[partner]
                    spare[value] = in_pyramid.bit_count() + to_come.bit_count()
                spare[value] -= 1
                if spare[value] < 0:
                    return waste
            waste &= ~(1 << top)
        return 0
