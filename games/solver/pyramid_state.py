"""The moves of Pyramid on small states, for the searches.

A step is a removal together with the draws and the recycle that bring its waste card up: states are only told apart
right after a removal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.engine.action import Action, Draw, King, Pair, Recycle
from games.engine.board import Board
from games.engine.cards import KING, rank
from games.engine.layout import ALL, PYRAMID, places
from games.engine.pyramid import TARGET, recycles_left
from games.engine.variant import Pyramid
from games.solver.pyramid_pairs import Pairs, open_places

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

    @property
    def waste(self) -> int:
        return self.kept & ((1 << self.turned) - 1)

    @property
    def stock(self) -> int:
        return self.kept >> self.turned << self.turned


Step = tuple[int, State]
"""How many actions a step takes, and the state after it."""


class Game:
    """The steps of one Pyramid deal."""

    def __init__(self, variant: Pyramid, board: Board, *, thrifty: bool) -> None:
        """`thrifty`: moves count. Else Kings of waste and stock always go when they come up, and are left out here."""
        self.variant = variant
        self._thrifty = thrifty
        cards = (*board.waste, *board.stock)
        self.ranks = [rank(card) for card in cards]
        """The ranks of the waste and stock cards, by number."""
        self.numbers = [sum(1 << n for n, value in enumerate(self.ranks) if value == r) for r in range(KING + 1)]
        """For each rank the waste and stock cards that have it, as a set of numbers."""
        kept = (1 << len(cards)) - 1
        if not thrifty:
            kept &= ~self.numbers[KING]
        limit = recycles_left(variant, board)
        recycles = ENDLESS if limit is None else max(0, limit)
        self._waste = len(board.waste)
        self.root = State(board.left, kept, (kept & ((1 << self._waste) - 1)).bit_length(), recycles)
        drawn = variant.drawn_pair and board.just_drawn and KING not in map(rank, board.waste[-2:])
        self._fresh = self.root if drawn else None
        """The state in which the waste top has just been drawn without a removal since, if it matters."""
        exact = variant.strict and not variant.drawn_pair
        self.pairs = Pairs(board.tableau, board.left, self.counts(kept), covered=variant.covered_pair, exact=exact)

    def counts(self, kept: int) -> list[int]:
        """How many cards of each rank a set of waste and stock cards holds."""
        return [(kept & numbers).bit_count() for numbers in self.numbers]

    def is_won(self, state: State) -> bool:
        return not state.left and not (self.variant.strict and state.kept)

    def steps(self, state: State) -> Iterator[Step]:
        """Every removal that play can come to without another one: inside the pyramid, then by the draws it takes.

        A King of the pyramid that can go always goes first: it is no card's partner, and only ever in the way.
        """
        left, kept, turned, recycles = state
        pairs = self.pairs
        available, _ = open_places()[ALL & ~left]
        if kings := available & pairs.of_rank[KING]:
            yield 1, State(left & ~(kings & -kings), kept, turned, recycles)
            if state != self._fresh:
                return
        for after, _ in pairs.pairs(ALL & ~left):
            yield 1, State(ALL & ~after, kept, turned, recycles)
        for number, draws, again in self._coming_up(state):
            partner = TARGET - self.ranks[number]
            rest = kept & ~(1 << number)
            now_turned = (rest & ((1 << number) - 1)).bit_length()
            now_recycles = recycles - 1 if again and recycles > 0 else recycles
            if not partner:
                yield draws + 1, State(left, rest, now_turned, now_recycles)
            takes = available & pairs.of_rank[partner]
            while takes:
                yield draws + 1, State(left & ~(takes & -takes), rest, now_turned, now_recycles)
                takes &= takes - 1
            under = now_turned - 1
            may_pair = self.variant.drawn_pair and under >= 0 and self.ranks[under] == partner
            if may_pair and (draws or state == self._fresh):
                both = rest ^ 1 << under
                yield draws + 1, State(left, both, (both & ((1 << under) - 1)).bit_length(), now_recycles)

    def _coming_up(self, state: State) -> Iterator[tuple[int, int, bool]]:
        """Each card that can be made the waste top: (its number, the draws and recycles that takes, if it recycles)."""
        waste, stock = state.waste, state.stock
        if waste:
            yield waste.bit_length() - 1, 0, False
        draws = 0
        while stock:
            draws += 1
            yield (stock & -stock).bit_length() - 1, draws, False
            stock &= stock - 1
        draws += 1
        while waste and state.recycles:
            draws += 1
            yield (waste & -waste).bit_length() - 1, draws, True
            waste &= waste - 1

    def may_win(self, state: State) -> bool:
        """False only where no play can win."""
        kept = state.kept
        if not state.recycles:
            buried = self.buried(state)
            if buried and self.variant.strict:
                return False
            kept &= ~buried
        return self.pairs.may_win(state.left, self.counts(kept))

    def stays(self, state: State) -> int:
        """Pyramid cards that no play can take from here: no partner is left, or they lie under such a card."""
        kept = state.kept if state.recycles else state.kept & ~self.buried(state)
        stays = 0
        for value in range(1, KING):
            partner = TARGET - value
            if not state.left & self.pairs.of_rank[partner] and not kept & self.numbers[partner]:
                stays |= state.left & self.pairs.of_rank[value]
        for place in reversed(places(state.left)):
            if stays & PYRAMID.cover_bits[place]:
                stays |= 1 << place
        return stays

    def buried(self, state: State) -> int:
        """The waste cards that cannot come up again without a recycle, for want of a partner for one above them."""
        waste = state.waste
        stock = state.stock if self.variant.drawn_pair else 0
        if waste and state == self._fresh:
            top = waste.bit_length() - 1
            under = (waste ^ 1 << top).bit_length() - 1
            if under >= 0 and self.ranks[top] + self.ranks[under] == TARGET:
                waste ^= 1 << top | 1 << under
        spare: dict[int, int] = {}
        while waste:
            top = waste.bit_length() - 1
            value = self.ranks[top]
            if value < KING:
                left = spare.get(value)
                if left is None:
                    in_pyramid = state.left & self.pairs.of_rank[TARGET - value]
                    left = in_pyramid.bit_count() + (stock & self.numbers[TARGET - value]).bit_count()
                if not left:
                    return waste
                spare[value] = left - 1
            waste ^= 1 << top
        return 0

    def actions(self, states: Sequence[State]) -> tuple[Action, ...]:
        """The actions of a play, from the states after its steps, the root first."""
        line: list[Action] = []
        kept, turned = (1 << len(self.ranks)) - 1, self._waste
        for before, after in pairwise(states):
            gone = before.kept & ~after.kept
            if gone:
                by_draw = gone.bit_count() == 2 and before != self._fresh
                kept, turned = self._turn_to(gone.bit_length() - 1, kept, turned, line, by_draw=by_draw)
                kept ^= gone
            line.append(_removal(places(before.left & ~after.left), gone))
        while kept and self.variant.strict and self.is_won(states[-1]):
            # Only Kings are left, which the states leave out.
            top = (kept & ((1 << turned) - 1)).bit_length() - 1
            if top < 0:
                top, turned = (kept & -kept).bit_length() - 1, (kept & -kept).bit_length()
                line.append(Draw())
            line.append(King("w"))
            kept ^= 1 << top
        return tuple(line)

    def _turn_to(self, number: int, kept: int, turned: int, line: list[Action], *, by_draw: bool) -> tuple[int, int]:
        """Add to `line` what makes a card the waste top, `by_draw` just now; gives the cards kept and turned then."""
        drawn = False
        while (top := (kept & ((1 << turned) - 1)).bit_length() - 1) != number or (by_draw and not drawn):
            drawn = False
            if not self._thrifty and top >= 0 and self.ranks[top] == KING:
                kept ^= 1 << top
                line.append(King("w"))
            elif stock := kept >> turned:
                turned += (stock & -stock).bit_length()
                line.append(Draw())
                drawn = True
            else:
                turned = 0
                line.append(Recycle())
        return kept, turned


def _removal(taken: list[int], gone: int) -> Action:
    if not gone:
        return Pair(taken[0], taken[1]) if len(taken) == 2 else King(taken[0])
    if taken:
        return Pair(taken[0], "w")
    return King("w") if gone.bit_count() == 1 else Pair("v", "w")
