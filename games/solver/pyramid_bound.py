"""A lower bound on the moves to a Pyramid win.

Removals, of which the pairs that can still be made inside the pyramid save some; and the draws and the recycle until
the partners of the other cards have come up.
"""

from __future__ import annotations

from games.engine.cards import KING
from games.engine.layout import ALL
from games.engine.pyramid import TARGET
from games.solver.pyramid_pairs import KINDS, open_places
from games.solver.pyramid_state import Game, State

FAR = 10_000
"""More moves than any game: no win from here."""


class Bound:
    """A lower bound on the moves to a win."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._pairs = game.pairs
        self._most: dict[int, tuple[int, ...]] = {ALL: (0,) * (KINDS + 1)}
        self._of_left: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}

    def most_pairs(self, gone: int) -> tuple[int, ...]:
        """The most pairs that the rest of the pyramid can make: of each kind, and in all."""
        known = self._most.get(gone)
        if known is None:
            kings = open_places()[gone][0] & self._pairs.of_rank[KING]
            if kings:
                known = self.most_pairs(gone | kings)
            else:
                ways = [self.most_pairs(gone | 1 << place) for place in open_places()[gone][1]]
                for after, kind in self._pairs.pairs(gone):
                    rest = list(self.most_pairs(after))
                    rest[kind] += 1
                    rest[KINDS] += 1
                    ways.append(tuple(rest))
                known = tuple(map(max, zip(*ways, strict=True)))
            self._most[gone] = known
        return known

    def _needs(self, left: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The removals that a pyramid takes at least, and how many waste and stock cards of which ranks."""
        known = self._of_left.get(left)
        if known is None:
            most = self.most_pairs(ALL & ~left)
            needs = []
            for value in range(1, KING):
                cards = (left & self._pairs.of_rank[value]).bit_count()
                need = cards - most[self._kind(value)]
                if need > 0:
                    needs.append((TARGET - value, need))
            known = self._of_left[left] = left.bit_count() - most[KINDS], tuple(needs)
        return known

    @staticmethod
    def _kind(value: int) -> int:
        return min(value, TARGET - value) - 1

    def __call__(self, state: State) -> int:
        """At most as many moves as a win from `state` takes; `FAR` or more where there is none."""
        removals, needs = self._needs(state.left)
        game = self._game
        if game.variant.strict:
            kings = (state.left & self._pairs.of_rank[KING]).bit_count() + (state.kept & game.numbers[KING]).bit_count()
            removals = (state.left.bit_count() + state.kept.bit_count() + kings) // 2
        return removals + self._draws(state, needs)

    def _draws(self, state: State, needs: tuple[tuple[int, int], ...]) -> int:
        """The draws and recycles until the cards that are needed have come up."""
        game, waste, stock = self._game, state.waste, state.stock
        buried = game.buried(state)
        far = 0
        if game.variant.strict:
            far = stock.bit_count()
            if buried:
                far += 1 + buried.bit_count()
        for value, need in needs:
            cards = game.numbers[value]
            missing = need - (waste & ~buried & cards).bit_count()
            if missing <= 0:
                continue
            coming = stock & cards
            short = missing - coming.bit_count()
            if short <= 0:
                last = _nth(coming, missing)
                draws = (stock & ((2 << last) - 1)).bit_count()
            else:
                again = buried & cards
                if again.bit_count() < short or not state.recycles:
                    return FAR
                last = _nth(again, short)
                draws = stock.bit_count() + 1 + (buried & ((2 << last) - 1)).bit_count()
            far = max(far, draws)
        return far


def _nth(numbers: int, n: int) -> int:
    """The n-th lowest member of a set, from 1."""
    for _ in range(n - 1):
        numbers &= numbers - 1
    return (numbers & -numbers).bit_length() - 1
