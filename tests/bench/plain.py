"""The solvers in plain Python, to measure the real ones against: the obvious dictionary searches, written with care."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import KING, Card, rank
from games.engine.layout import ALL, PLACES, PYRAMID, TRIPEAKS, Layout
from games.engine.pyramid import TARGET


class Open:
    """The available places of each set of cards left, looked up once for all deals."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[int, tuple[int, ...]] = {}

    def __call__(self, left: int) -> tuple[int, ...]:
        known = self._known.get(left)
        if known is None:
            known = self._known[left] = tuple(self._layout.available(left))
        return known


OPEN_TRIPEAKS, OPEN_PYRAMID = Open(TRIPEAKS), Open(PYRAMID)


def fewest_draws(deck: Sequence[Card], *, wrap: bool) -> int | None:
    """TriPeaks: breadth first by draws over (cards left, waste rank), each seen once for each number of draws."""
    ranks = [rank(card) - 1 for card in deck[:PLACES]]
    stock = [rank(card) - 1 for card in deck[PLACES + 1 :]]
    beside = [{rank - 1, rank + 1} for rank in range(KING)]
    if wrap:
        beside = [{(rank - 1) % KING, (rank + 1) % KING} for rank in range(KING)]
    frontier = {(ALL, rank(deck[PLACES]) - 1)}
    for draws in range(len(stock) + 1):
        seen = set(frontier)
        stack = list(frontier)
        while stack:
            left, waste = stack.pop()
            fits = beside[waste]
            for place in OPEN_TRIPEAKS(left):
                if ranks[place] in fits:
                    after = left ^ 1 << place, ranks[place]
                    if after not in seen:
                        if not after[0]:
                            return draws
                        seen.add(after)
                        stack.append(after)
        if draws < len(stock):
            frontier = {(left, stock[draws]) for left, _ in seen}
    return None


def is_winnable(deck: Sequence[Card]) -> bool:
    """Pyramid with unlimited recycles: for each set of cards left all numbers of pairs of the six kinds made so far."""
    ranks = [rank(card) for card in deck[:PLACES]]
    others = [rank(card) for card in deck[PLACES:]]
    kinds = [min(rank, TARGET - rank) - 1 for rank in ranks]
    needs = []
    for kind in range(6):
        low, high = kind + 1, TARGET - kind - 1
        needs.append(max(0, ranks.count(low) - others.count(high), ranks.count(high) - others.count(low)))
    layers: list[dict[int, set[tuple[int, ...]]]] = [{} for _ in range(PLACES + 1)]
    layers[0][ALL] = {(0,) * 6}
    for count, layer in enumerate(layers):
        for left, made in layer.items():
            available = OPEN_PYRAMID(left)
            for at, place in enumerate(available):
                layers[count + 1].setdefault(left ^ 1 << place, set()).update(made)
                for other in available[at + 1 :]:
                    if ranks[place] + ranks[other] == TARGET:
                        kind = kinds[place]
                        more = {
                            (*pairs[:kind], min(pairs[kind] + 1, needs[kind]), *pairs[kind + 1 :]) for pairs in made
                        }
                        layers[count + 2].setdefault(left ^ 1 << place ^ 1 << other, set()).update(more)
    return tuple(needs) in layers[PLACES].get(0, ())
