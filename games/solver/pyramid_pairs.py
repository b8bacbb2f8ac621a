"""Pyramid as a count of pairs: which pairs must be made inside the pyramid, and whether they can be.

With unlimited recycles every card of stock and waste comes up again and again, so a pyramid card that goes alone only
needs a partner of the right rank among them, and each of those serves once. Of each of the six kinds of pair (A+Q, 2+J,
3+10, 4+9, 5+8, 6+7) that leaves a number of pairs that must be made of two pyramid cards, because the rest has too few
partners. The 1,430 removable sets decide, each with the numbers of pairs that its remaining cards can still make.

With recycles that run out this is a bound: what it denies cannot be won.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.engine.cards import KING, Card, rank
from games.engine.layout import ALL, PLACES, PYRAMID, places
from games.engine.pyramid import TARGET
from games.solver.lattice import lattice

KINDS = 6
"""Kind `k` pairs rank k + 1 with rank 12 - k."""
Counts = Sequence[int]
"""How many cards of each rank 0..13 stock and waste hold together (index 0 unused)."""


@cache
def open_places() -> dict[int, tuple[int, tuple[int, ...]]]:
    """For each set of removed places the available ones: as a set and one by one."""
    table = {}
    for sets in lattice(PYRAMID).layers:
        for gone in sets.tolist():
            available = PYRAMID.available(ALL & ~gone)
            table[gone] = (sum(1 << place for place in available), tuple(available))
    return table


@cache
def half_open_places() -> dict[int, tuple[tuple[int, int], ...]]:
    """For each set of removed places the pairs (card, its only cover) whose cover is available: variant K."""
    table = {}
    for gone, (available, _) in open_places().items():
        left = ALL & ~gone
        table[gone] = tuple(
            (place, (left & covers).bit_length() - 1)
            for place, covers in enumerate(PYRAMID.cover_bits)
            if left >> place & 1 and (left & covers).bit_count() == 1 and left & covers & available
        )
    return table


def count(cards: Sequence[Card]) -> list[int]:
    """How many cards of each rank there are, index 0 unused."""
    counts = [0] * (KING + 1)
    for card in cards:
        counts[rank(card)] += 1
    return counts


class Pairs:
    """The pairs that must be made inside one pyramid.

    Made for a root, which fixes how many pairs of each kind are ever asked for, it answers for every later position.
    """

    def __init__(self, tableau: Sequence[Card], left: int, counts: Counts, *, covered: bool, exact: bool) -> None:
        """`exact`: stock and waste must be used up too, so that no pair more than needed may be made (strict win)."""
        self._left = left
        self._counts = counts
        self._exact = exact
        self._covered = covered
        self.ranks = [rank(card) for card in tableau]
        self.of_rank = [sum(1 << x for x in range(PLACES) if self.ranks[x] == r) for r in range(KING + 1)]
        """The places of each rank, as a set."""
        self.partners = [self.of_rank[TARGET - r] if r < KING else 0 for r in self.ranks]
        """For each place the places that pair with it, as a set."""
        self._stride = [0] * KINDS
        self._may_grow = [0] * KINDS
        self._cap = self._needs(left, counts) or [0] * KINDS
        self._size = 1
        self._free = self.of_rank[KING]
        for kind, cap in enumerate(self._cap):
            if cap:
                self._stride[kind] = self._size
                self._size *= cap + 1
            else:
                self._free |= self.of_rank[kind + 1] | self.of_rank[TARGET - kind - 1]
        for kind, cap in enumerate(self._cap):
            if cap:
                numbers = range(self._size)
                self._may_grow[kind] = sum(1 << n for n in numbers if n // self._stride[kind] % (cap + 1) < cap)
        self._memo = {ALL: 1}
        self._all = (1 << self._size) - 1

    def _needs(self, left: int, counts: Counts) -> list[int] | None:
        """How many pairs of each kind must be made inside the pyramid; None where no number would do."""
        needs = []
        for kind in range(KINDS):
            low, high = kind + 1, TARGET - kind - 1
            without_partner = (left & self.of_rank[low]).bit_count() - counts[high]
            other = (left & self.of_rank[high]).bit_count() - counts[low]
            if self._exact and (without_partner != other or other < 0):
                return None
            needs.append(max(0, without_partner, other))
        return needs

    def may_win(self, left: int, counts: Counts) -> bool:
        """Whether the pairs that (cards left, stock and waste) ask for can be made: the verdict, or a bound on it."""
        needs = self._needs(left, counts)
        if needs is None:
            return False
        number = 0
        for need, cap, stride in zip(needs, self._cap, self._stride, strict=True):
            # Waste cards that went together (variant D) can ask for more than the root did: then this is a bound only.
            number += min(need, cap) * stride
        return bool(self._makes(ALL & ~left) >> number & 1)

    def _makes(self, gone: int) -> int:
        """Which numbers of pairs can still be made: bit n for the numbers that n spells in mixed radix."""
        gone = self._freed(gone)
        known = self._memo.get(gone)
        if known is not None:
            return known
        made = 0
        for after, kind in self.pairs(gone):
            if stride := self._stride[kind]:
                rest = self._makes(after)
                grown = (rest & self._may_grow[kind]) << stride
                made |= grown if self._exact else rest | grown
        for place in open_places()[gone][1]:
            if made == self._all:
                break
            made |= self._makes(gone | 1 << place)
        self._memo[gone] = made
        return made

    def pairs(self, gone: int) -> list[tuple[int, int]]:
        """Every pair that can be made now inside the pyramid: (set of removed places after it, kind)."""
        available, one_by_one = open_places()[gone]
        found = []
        for place in one_by_one:
            others = available & self.partners[place] & -(2 << place)
            found += [(gone | 1 << place | 1 << other, self.kind(place)) for other in places(others)] if others else []
        if self._covered:
            for place, cover in half_open_places()[gone]:
                if self.partners[place] >> cover & 1:
                    found.append((gone | 1 << place | 1 << cover, self.kind(place)))
        return found

    def kind(self, place: int) -> int:
        """The kind of pair that the card at a place belongs to."""
        return min(self.ranks[place], TARGET - self.ranks[place]) - 1

    def most_removable(self) -> list[tuple[int, ...]]:
        """From the root one way to take away the most cards that can go, with unlimited recycles: places by one or two.

        Forwards over the removable sets, each with the numbers of pairs made so far that its single cards allow.
        """
        root = self._freed(ALL & ~self._left)
        best = root
        reached = {root: 1}
        ways: dict[int, list[tuple[int, int]]] = {}
        layers: list[set[int]] = [set() for _ in range(PLACES + 1)]
        layers[root.bit_count()].add(root)
        for layer in layers:
            for gone in layer:
                best = max(best, gone, key=int.bit_count)
                afters = [after for after, kind in self.pairs(gone) if self._stride[kind]]
                afters += [gone | 1 << place for place in open_places()[gone][1]]
                for after in afters:
                    if made := self._through(reached[gone], gone, after):
                        end = self._freed(after)
                        reached[end] = reached.get(end, 0) | made
                        ways.setdefault(end, []).append((gone, after))
                        layers[end.bit_count()].add(end)
        steps = []
        number = reached[best] & -reached[best]
        end = best
        while end != root:
            numbers = {gone: reached[gone] for gone, _ in ways[end]}
            gone, after, number = next(
                (gone, after, 1 << n)
                for gone, after in ways[end]
                for n in range(self._size)
                if numbers[gone] >> n & 1 and self._through(1 << n, gone, after) & number
            )
            steps += [*reversed(self._singly(after, end)), tuple(places(after & ~gone))]
            end = gone
        steps += reversed(self._singly(ALL & ~self._left, root))
        return steps[::-1]

    def _freed(self, gone: int) -> int:
        """The set after every available card that needs no pair of its kind has gone."""
        table = open_places()
        while freed := table[gone][0] & self._free:
            gone |= freed
        return gone

    def _singly(self, gone: int, end: int) -> list[tuple[int, ...]]:
        """The cards that `_freed` takes between two sets, in an order that play can follow."""
        return [(place,) for place in reversed(places(end & ~gone))]

    def _through(self, made: int, gone: int, after: int) -> int:
        """The numbers of pairs made after one more card or pair, where stock and waste can serve the single cards."""
        taken = after & ~gone
        kind = self.kind(taken.bit_length() - 1)
        stride = self._stride[kind]
        if taken.bit_count() == 2:
            return (made & self._may_grow[kind]) << stride | made & ~self._may_grow[kind]
        low, high = self.of_rank[kind + 1], self.of_rank[TARGET - kind - 1]
        away = after & self._left
        lows = (away & low).bit_count() - self._counts[TARGET - kind - 1]
        highs = (away & high).bit_count() - self._counts[kind + 1]
        return made & self._at_least(kind, max(lows, highs))

    def _at_least(self, kind: int, need: int) -> int:
        """All numbers with `need` pairs of a kind or more."""
        return sum(1 << n for n in range(self._size) if n // self._stride[kind] % (self._cap[kind] + 1) >= need)
