"""TriPeaks as one word for each removable set and waste rank.

Bit `s` of a word stands for "with `s` cards drawn", so that one pass over the layers of the lattice settles every state
of a deal: forwards which states can be reached, backwards from which states a goal can be reached. Removing a card
keeps `s`; a draw moves it by one and makes the waste rank that of the s-th stock card, whatever lay there before. A
stock has at most 25 cards (joker and empty waste), so a word has 32 bits.

A table is a list of 29 arrays, one for each layer, of shape (14, sets in the layer): a row for each waste rank, Ace to
King, and row `ANY` for a waste on which every card fits (a joker, or no card at all).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import JOKER, Card
from games.engine.layout import PLACES, TRIPEAKS
from games.engine.variant import TriPeaks
from games.solver.lattice import Index, Sets, lattice

ANY = 13
ROWS = 14
Words = NDArray[np.uint32]
Table = list[Words]
"""By layer; an empty array for a layer that the pass did not visit."""

_ONE = np.uint32(1)
_NOTHING: Words = np.zeros((ROWS, 0), np.uint32)


def row(card: Card | None) -> int:
    """The row of a table for a waste top."""
    return ANY if card is None or card == JOKER else card // 4


def cleared_peaks(sets: Sets) -> NDArray[np.intp]:
    """How many peaks each of some removed sets has cleared."""
    peaks = np.array(TRIPEAKS.peaks, np.uint32)[:, None]
    cleared: NDArray[np.intp] = ((sets & peaks) == peaks).sum(axis=0)
    return cleared


@dataclass(frozen=True)
class _Flat:
    """The steps of all layers one after the other, and the sizes of the layers they join."""

    source: Index
    target: Index
    card: Index
    source_size: Index
    target_size: Index
    bounds: tuple[slice, ...]


@cache
def _flat() -> _Flat:
    board = lattice(TRIPEAKS)
    counts = [len(steps.card) for steps in board.steps]
    sizes = np.array([len(sets) for sets in board.layers])
    ends = np.cumsum([0, *counts]).tolist()
    return _Flat(
        source=np.concatenate([steps.source for steps in board.steps]),
        target=np.concatenate([steps.target for steps in board.steps]),
        card=np.concatenate([steps.card for steps in board.steps]),
        source_size=np.repeat(sizes[:-1], counts),
        target_size=np.repeat(sizes[1:], counts),
        bounds=tuple(slice(*both) for both in pairwise(ends)),
    )


class Deal:
    """The cards of a TriPeaks position, made ready for passes over the lattice."""

    def __init__(self, variant: TriPeaks, tableau: Sequence[Card], stock: Sequence[Card]) -> None:
        self.variant = variant
        self.rows = [row(card) for card in tableau]
        """The row of a table for each place."""
        self.stock = [row(card) for card in stock]
        self.sizes = [len(sets) for sets in lattice(TRIPEAKS).layers]
        self.drawn = np.zeros((ROWS, 1), np.uint32)
        """Row `r`, bit `s`: the s-th card drawn (from 1) has rank `r`."""
        for s, rank in enumerate(self.stock, 1):
            self.drawn[rank] |= np.uint32(1 << s)
        flat = _flat()
        ranks = np.array(self.rows).take(flat.card)
        self._before = ranks * flat.source_size + flat.source
        self._after = ranks * flat.target_size + flat.target

    def before(self, layer: int) -> Index:
        """For each step out of a layer the flat place of (its card's rank, its set before)."""
        return self._before[_flat().bounds[layer]]

    def after(self, layer: int) -> Index:
        """For each step out of a layer the flat place of (its card's rank, its set after)."""
        return self._after[_flat().bounds[layer]]

    @cached_property
    def no_fit(self) -> Table:
        """All ones where no available card fits the waste: where the traditional draw opens the stock."""
        table = []
        for layer in range(PLACES):
            has = np.zeros((ROWS, self.sizes[layer]), np.uint32)
            has.ravel()[self.before(layer)] = ~np.uint32(0)
            table.append(~self.onto(has))
        return table

    def beside(self, words: Words, out: Words) -> None:
        """In each of the 13 rows of `out`: the words of the two ranks next to it."""
        np.bitwise_or(words[:11], words[2:13], out=out[1:12])
        if self.variant.wrap:
            np.bitwise_or(words[12], words[1], out=out[0])
            np.bitwise_or(words[11], words[0], out=out[12])
        else:
            out[0], out[12] = words[1], words[11]

    def onto(self, by_card: Words) -> Words:
        """By waste rank the words of all cards that fit, from the words by card rank."""
        words = np.empty_like(by_card)
        self.beside(by_card, words[:ANY])
        np.bitwise_or.reduce(by_card, axis=0, out=words[ANY])
        return words


def reach(deal: Deal, gone: int, waste: int) -> Table:
    """The states that play can reach from (`gone` removed, waste row, nothing drawn yet), that state included."""
    board = lattice(TRIPEAKS)
    first = gone.bit_count()
    table = [_NOTHING] * (PLACES + 1)
    words = np.zeros((ROWS, deal.sizes[first]), np.uint32)
    words[waste, board.at[gone]] = 1
    for layer in range(first, PLACES):
        words |= deal.drawn & _drawn_to(deal, layer, words)
        table[layer] = words
        fitting = np.empty((ANY, deal.sizes[layer]), np.uint32)
        deal.beside(words, fitting)
        fitting |= words[ANY]
        moved = fitting.ravel().take(deal.before(layer))
        words = _gather(deal.after(layer), moved, deal.sizes[layer + 1])
    table[PLACES] = words
    return table


def _drawn_to(deal: Deal, layer: int, words: Words) -> Words:
    """For each set of a layer the numbers of draws that drawing can lead to from the states in `words`."""
    if not deal.variant.traditional_draw:
        by_play = np.bitwise_or.reduce(words, axis=0)
        lowest: Words = by_play & (~by_play + _ONE)
        above: Words = ~(lowest | (lowest - _ONE))
        return above
    no_fit = deal.no_fit[layer]
    reached: Words = np.bitwise_or.reduce(words & no_fit, axis=0) << _ONE
    goes_on = np.bitwise_or.reduce(deal.drawn & no_fit, axis=0) << _ONE
    for shift in (1, 2, 4, 8, 16):
        by = np.uint32(shift)
        reached |= goes_on & reached << by
        goes_on &= goes_on << by
    return reached


def leads(deal: Deal, goals: Sequence[Words | None], first: int) -> Table:
    """The states from which a goal can be reached, goals included, for the layers from `first` on.

    `goals[n]`: for each set of layer `n` the numbers of draws that are a goal, whatever the waste; None for no goal.
    """
    table = [_NOTHING] * (PLACES + 1)
    words = np.zeros((ROWS, 1), np.uint32)
    won = goals[PLACES]
    if won is not None:
        words |= won
    table[PLACES] = words
    for layer in range(PLACES - 1, first - 1, -1):
        moved = words.ravel().take(deal.after(layer))
        words = deal.onto(_gather(deal.before(layer), moved, deal.sizes[layer]))
        here = goals[layer]
        if here is not None:
            words |= here
        _lead_by_drawing(deal, layer, words)
        table[layer] = words
    return table


def _lead_by_drawing(deal: Deal, layer: int, words: Words) -> None:
    """Add the states of a layer from which draws lead to a state in `words`."""
    good = np.bitwise_or.reduce(words & deal.drawn, axis=0)
    if not deal.variant.traditional_draw:
        for shift in (1, 2, 4, 8, 16):
            good |= good >> np.uint32(shift)
        words |= good >> _ONE
        return
    no_fit = deal.no_fit[layer]
    goes_on = np.bitwise_or.reduce(deal.drawn & no_fit, axis=0)
    for shift in (1, 2, 4, 8, 16):
        by = np.uint32(shift)
        good |= goes_on & good >> by
        goes_on &= goes_on >> by
    words |= no_fit & good >> _ONE


def _gather(places: Index, moved: Words, size: int) -> Words:
    """An array of shape (14, `size`) with each word of `moved` or-ed into its flat place."""
    words = np.zeros((ROWS, size), np.uint32)
    flat = words.ravel()
    flat[places] = moved
    # Where two steps share a place the last one has won: add the others, as often as one gets lost.
    lost = np.flatnonzero(moved & ~flat.take(places))
    while len(lost):
        flat[places[lost]] |= moved[lost]
        lost = lost[(moved[lost] & ~flat[places[lost]]) != 0]
    return words
