"""The best score of TriPeaks with streak scoring, exactly.

A run of removals between two draws that starts with `k` cards gone and ends with `n` gone scores 1 + 2 + ... + (n - k),
and the peaks score by the final set alone. So from the last stock card to the first, for every removable set the best
that can still be made with that card just drawn; within a run the passes keep, for each set and waste rank, the best
end of the run by its size.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from games.engine.action import Action, Draw, Remove
from games.engine.layout import ALL, PLACES, TRIPEAKS
from games.engine.tripeaks import STREAK_DRAW, STREAK_PEAKS
from games.solver.lattice import lattice
from games.solver.tripeaks_words import ANY, ROWS, Deal, cleared_peaks

Points = NDArray[np.int16]

NEVER = -20_000
"""Points of what cannot be; sums with it stay far below any score."""

Spot = tuple[int, int, int, int]
"""Removed set, waste row, cards drawn, removals in a row."""


def run_points(length: int) -> int:
    """What the first `length` removals in a row score together."""
    return length * (length + 1) // 2


class Streaks:
    """The most points to be had from any state of a deal from layer `first` on, in about half a second."""

    def __init__(self, deal: Deal, first: int, *, to_win: bool = False) -> None:
        """`to_win`: of the plays that win only."""
        self._deal = deal
        self._at = lattice(TRIPEAKS).at
        self._first = first
        peaks = np.array([0, *np.cumsum(STREAK_PEAKS)], np.int16)
        self._stop: list[Points] = []
        """By layer, for each set: the points of its peaks, when play may end there."""
        for layer, sets in enumerate(lattice(TRIPEAKS).layers):
            stop = peaks[cleared_peaks(sets)]
            if to_win and layer < PLACES:
                stop[:] = NEVER
            self._stop.append(stop)
        self._drawn: list[list[Points]] = [[] for _ in range(len(deal.stock) + 1)]
        """By cards drawn and layer, for each set: the most points still to be made with the last of them on top."""
        for draws in range(len(deal.stock), 0, -1):
            self._drawn[draws] = self._after_draw(draws)

    def _ends(self, draws: int, layer: int) -> Points:
        """The most points from the end of a run on, an array (14, sets): stop there, or draw."""
        stop = self._stop[layer]
        ends = np.broadcast_to(stop, (ROWS, len(stop)))
        if draws == len(self._deal.stock) or layer == PLACES:
            return ends
        more = np.maximum(stop, self._drawn[draws + 1][layer] - STREAK_DRAW)
        if not self._deal.variant.traditional_draw:
            return np.broadcast_to(more, ends.shape)
        return np.where(self._deal.no_fit[layer], more, ends)

    def _after_draw(self, draws: int) -> list[Points]:
        """By layer, for each set: the most points with the `draws`-th card just drawn."""
        waste = self._deal.stock[draws - 1]
        best: list[Points] = [np.zeros(0, np.int16)] * (PLACES + 1)
        # By waste rank, set, and how many removals later the run ends: the most points from there on.
        runs: NDArray[np.int16] = self._ends(draws, PLACES).reshape(ROWS, -1, 1)
        for layer in range(PLACES, self._first - 1, -1):
            if layer < PLACES:
                onward = self._onward(layer, runs)
                runs = np.concatenate([self._ends(draws, layer).reshape(ROWS, -1, 1), onward], axis=2)
            lengths = np.array([run_points(length) for length in range(runs.shape[2])], np.int16)
            best[layer] = (runs[waste] + lengths).max(axis=1)
        return best

    def _onward(self, layer: int, runs: Points) -> Points:
        """`runs` of the next layer, seen from the sets and waste ranks one removal before."""
        deal = self._deal
        moved = runs.reshape(-1, runs.shape[2])[deal.after(layer)]
        flat = np.full((ROWS * deal.sizes[layer], runs.shape[2]), NEVER, np.int16)
        places = deal.before(layer)
        flat[places] = moved
        # Where two steps share a place the last one has won: take the larger, as often as one gets lost.
        lost = np.flatnonzero((moved > flat[places]).any(axis=1))
        while len(lost):
            flat[places[lost]] = np.maximum(flat[places[lost]], moved[lost])
            lost = lost[(moved[lost] > flat[places[lost]]).any(axis=1)]
        by_card = flat.reshape(ROWS, deal.sizes[layer], -1)
        onto = np.empty_like(by_card)
        np.maximum(by_card[:11], by_card[2:13], out=onto[1:12])
        if deal.variant.wrap:
            np.maximum(by_card[12], by_card[1], out=onto[0])
            np.maximum(by_card[11], by_card[0], out=onto[12])
        else:
            onto[0], onto[12] = by_card[1], by_card[11]
        by_card.max(axis=0, out=onto[ANY])
        return onto

    def best(self, spot: Spot) -> int:
        """The most points still to be made, peaks counted from the start of the deal."""
        return max(value for value, _ in self._runs(spot))

    def line(self, spot: Spot) -> list[Action]:
        """Actions that make the most points."""
        line: list[Action] = []
        while True:
            best, run = max(self._runs(spot), key=lambda found: found[0])
            end = self._end(spot, run)
            line += [Remove(place) for place in run]
            if best == run_points(end[3]) - run_points(spot[3]) + self._stop_points(end):
                return line
            line.append(Draw())
            spot = end[0], self._deal.stock[end[2]], end[2] + 1, 0

    def _stop_points(self, spot: Spot) -> int:
        return int(self._stop[spot[0].bit_count()][self._at[spot[0]]])

    def after(self, spot: Spot, action: Action) -> tuple[Spot, int]:
        """Where an action leads, and its points without those of a peak."""
        gone, _, draws, streak = spot
        if isinstance(action, Remove):
            return (gone | 1 << action.place, self._deal.rows[action.place], draws, streak + 1), streak + 1
        return (gone, self._deal.stock[draws], draws + 1, 0), -STREAK_DRAW

    def _end(self, spot: Spot, run: tuple[int, ...]) -> Spot:
        for place in run:
            spot, _ = self.after(spot, Remove(place))
        return spot

    def _runs(self, spot: Spot) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Every end that removals alone can reach, as (most points from `spot` by it, the places removed)."""
        seen = {spot[:2]}
        frontier: list[tuple[Spot, tuple[int, ...]]] = [(spot, ())]
        ends: dict[int, Points] = {}
        for here, run in frontier:
            gone, waste, draws, streak = here
            layer = gone.bit_count()
            if layer not in ends:
                ends[layer] = self._ends(draws, layer)
            yield run_points(streak) - run_points(spot[3]) + int(ends[layer][waste, self._at[gone]]), run
            for place in TRIPEAKS.available(ALL & ~gone):
                after, _ = self.after(here, Remove(place))
                if after[:2] not in seen and self._fits(waste, after[1]):
                    seen.add(after[:2])
                    frontier.append((after, (*run, place)))

    def _fits(self, waste: int, card: int) -> bool:
        return waste == ANY or abs(waste - card) in ((1, 12) if self._deal.variant.wrap else (1,))
