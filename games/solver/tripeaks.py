"""TriPeaks solved exactly: every state of a deal, by `tripeaks_words`.

A win costs a removal for each card left and its draws, so the best score of a winnable position is that of the fewest
draws: a win always earns more than anything short of it, since the last peak alone brings 100 points and no game has
more than 53 moves. Streak scoring (variant S) is different, and has its own passes: `tripeaks_streak`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from games.engine.action import Action, Draw, Remove
from games.engine.errors import Malformed
from games.engine.layout import ALL, PLACES, TRIPEAKS
from games.engine.position import Position
from games.engine.tripeaks import PEAK_BONUS, STREAK_PEAKS, legal
from games.engine.variant import TriPeaks
from games.solver.lattice import lattice, tops
from games.solver.solution import Solution, check
from games.solver.tripeaks_streak import Spot, Streaks
from games.solver.tripeaks_words import ANY, ROWS, Deal, Table, Words, cleared_peaks, leads, reach, row

_ALL_DRAWS = ~np.uint32(0)


class Outlook:
    """Whether positions of one deal can still be won, with the tables ready: some 5 ms to make, microseconds to ask.

    Takes the root position and every position that play can lead to from it, and holds 1.3 MB. Raises `Malformed` for
    an impossible position.
    """

    def __init__(self, root: Position) -> None:
        check(root)
        variant = _tripeaks(root)
        self._root = root
        self._stock = root.board.stock
        self._first = PLACES - root.board.cards_left
        deal = Deal(variant, root.board.tableau, self._stock)
        goals: list[Words | None] = [None] * PLACES
        self._table = leads(deal, [*goals, np.full(1, _ALL_DRAWS)], self._first)
        self._at = lattice(TRIPEAKS).at

    def is_winnable(self, position: Position) -> bool:
        """Whether play from `position` can win. Raises `Malformed` when it cannot have come from the root."""
        board, root = position.board, self._root
        drawn = len(self._stock) - len(board.stock)
        same_deal = board.tableau == root.board.tableau and position.variant == root.variant
        at = self._at.get(ALL & ~board.left)
        if not same_deal or at is None or board.left & ~root.board.left or self._stock[drawn:] != board.stock:
            raise Malformed("position", "the position is not one of this deal")
        word = self._table[PLACES - board.left.bit_count()][row(board.top), at]
        return bool(int(word) >> drawn & 1)


class Solver:
    """All that can be known about one position. Raises `Malformed` for an impossible one."""

    def __init__(self, position: Position) -> None:
        check(position)
        self._variant = _tripeaks(position)
        self._board = position.board
        self._gone = ALL & ~position.board.left
        self._waste = row(position.board.top)
        self._deal = Deal(self._variant, position.board.tableau, position.board.stock)

    @cached_property
    def _reached(self) -> Table:
        return reach(self._deal, self._gone, self._waste)

    @cached_property
    def draws(self) -> int | None:
        """The fewest draws of a win, or None when there is none."""
        won = int(np.bitwise_or.reduce(self._reached[PLACES][:, 0]))
        return (won & -won).bit_length() - 1 if won else None

    @property
    def winnable(self) -> bool:
        """Whether play can win."""
        return self.draws is not None

    @cached_property
    def _best(self) -> tuple[int, list[tuple[int, int]]]:
        """The most points to gain, and all (removed set, draws) that gain them."""
        gain, ends = -1, list[tuple[int, int]]()
        cleared_now = cleared_peaks(np.array([self._gone], np.uint32))[0]
        first = self._gone.bit_count()
        for layer in range(first, PLACES + 1):
            words = np.bitwise_or.reduce(self._reached[layer], axis=0)
            sets = np.flatnonzero(words)
            if not len(sets):
                break
            lowest = words[sets] & (~words[sets] + np.uint32(1))
            draws = np.bitwise_count(lowest - np.uint32(1)).astype(np.int64)
            members = lattice(TRIPEAKS).layers[layer][sets]
            gains = PEAK_BONUS * (cleared_peaks(members) - cleared_now) - (layer - first) - draws
            best = int(gains.max())
            if best > gain:
                gain, ends = best, []
            if best == gain:
                ends += [(int(members[i]), int(draws[i])) for i in np.flatnonzero(gains == best)]
        return gain, ends

    @cached_property
    def best_score(self) -> int | None:
        """The highest score reachable; None for a score that no deal leads to, so low that the floor of 0 matters."""
        board = self._board
        if self._variant.streak_scoring:
            points = self._streaks(to_win=False).best(self._spot)
            return board.score + points - self._peak_points
        if board.score < board.cards_left + len(board.stock):
            return None
        return board.score + self._best[0]

    @property
    def _spot(self) -> Spot:
        return self._gone, self._waste, 0, self._board.streak

    @property
    def _peak_points(self) -> int:
        cleared = sum(not self._board.left & peak for peak in TRIPEAKS.peaks)
        return sum(STREAK_PEAKS[:cleared])

    def _streaks(self, *, to_win: bool) -> Streaks:
        return Streaks(self._deal, self._gone.bit_count(), to_win=to_win)

    @cached_property
    def _ranked(self) -> Streaks:
        """Streak scoring as the leaderboard sees it: a win before all else."""
        return self._streaks(to_win=self.winnable)

    @cached_property
    def max_removable(self) -> int:
        """The most cards that can still go."""
        layers = [layer for layer, words in enumerate(self._reached) if words.any()]
        return layers[-1] - self._gone.bit_count()

    def solution(self) -> Solution:
        """The verdict with one best line."""
        line_score = self.best_score
        if self._variant.streak_scoring:
            line_score = self._board.score + self._ranked.best(self._spot) - self._peak_points
        return Solution(
            winnable=self.winnable,
            draws=self.draws,
            best_score=self.best_score,
            max_removable=self.max_removable,
            line=tuple(self.line()),
            line_score=line_score,
        )

    def line(self) -> list[Action]:
        """One way to the best result: to a win with the most points, else to the best score reachable."""
        if self._variant.streak_scoring:
            return self._ranked.line(self._spot)
        gone, draws = self._best[1][0]
        waste = next(r for r in range(ROWS) if self._is_reached(gone, r, draws))
        actions: list[Action] = []
        while (gone, waste, draws) != (self._gone, self._waste, 0):
            action, gone, waste, draws = next(self._befores(gone, waste, draws))
            actions.append(action)
        return actions[::-1]

    def _is_reached(self, gone: int, waste: int, draws: int) -> bool:
        words = self._reached[gone.bit_count()]
        return bool(words.size and int(words[waste, lattice(TRIPEAKS).at[gone]]) >> draws & 1)

    def _befores(self, gone: int, waste: int, draws: int) -> Iterator[tuple[Action, int, int, int]]:
        """The reached states one action before a reached state, with that action."""
        deal = self._deal
        for place in tops(TRIPEAKS, gone):
            if deal.rows[place] == waste and not self._gone >> place & 1:
                before = gone & ~(1 << place)
                for under in self._fitting(waste):
                    if self._is_reached(before, under, draws):
                        yield Remove(place), before, under, draws
        if draws and deal.stock[draws - 1] == waste and gone != ALL:
            for under in range(ROWS):
                if self._is_reached(gone, under, draws - 1) and self._may_draw(gone, under):
                    yield Draw(), gone, under, draws - 1

    def _fitting(self, rank: int) -> list[int]:
        beside = [(rank - 1) % ANY, (rank + 1) % ANY] if self._variant.wrap else [rank - 1, rank + 1]
        return [other for other in beside if 0 <= other < ANY] + [ANY]

    def _may_draw(self, gone: int, waste: int) -> bool:
        if not self._variant.traditional_draw:
            return True
        return bool(self._deal.no_fit[gone.bit_count()][waste, lattice(TRIPEAKS).at[gone]])

    def best_actions(self) -> list[Action]:
        """Every next action that keeps the best result: a win with the most points, else the best score reachable.

        Empty when the position is won, or lost with its best score already on the table.
        """
        if not self._board.left:
            return []
        keeps = self._keeps_points if self._variant.streak_scoring else self._keeps_gain
        return [action for action in legal(self._variant, self._board) if keeps(action)]

    def _keeps_points(self, action: Action) -> bool:
        after, points = self._ranked.after(self._spot, action)
        return points + self._ranked.best(after) == self._ranked.best(self._spot)

    def _keeps_gain(self, action: Action) -> bool:
        if isinstance(action, Remove):
            gone, waste, draws = self._gone | 1 << action.place, self._deal.rows[action.place], 0
        else:
            gone, waste, draws = self._gone, self._deal.stock[0], 1
        words = self._to_best[gone.bit_count()]
        return bool(int(words[waste, lattice(TRIPEAKS).at[gone]]) >> draws & 1)

    @cached_property
    def _to_best(self) -> Table:
        """The states from which the most points can still be gained."""
        _, ends = self._best
        board = lattice(TRIPEAKS)
        goals: list[Words | None] = [None] * (PLACES + 1)
        for gone, draws in ends:
            words = goals[gone.bit_count()]
            if words is None:
                words = goals[gone.bit_count()] = np.zeros(self._deal.sizes[gone.bit_count()], np.uint32)
            words[board.at[gone]] |= np.uint32(1 << draws)
        return leads(self._deal, goals, self._gone.bit_count())


def _tripeaks(position: Position) -> TriPeaks:
    if not isinstance(position.variant, TriPeaks):
        raise Malformed("wrong_game", "this is no position of TriPeaks")
    return position.variant
