"""Where the 28 tableau cards lie and which cover which (rules 1 and 2).

A place is the number of a card in reading order, row by row from the apex, from the left. A set of places is an
`int` whose bit `i` stands for place `i`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

PLACES = 28
ALL = (1 << PLACES) - 1


def places(bits: int) -> list[int]:
    """The places in a set, in reading order."""
    return [place for place in range(PLACES) if bits >> place & 1]


def bits(*members: int) -> int:
    """The set of the places given."""
    return sum(1 << member for member in members)


@dataclass(frozen=True)
class Layout:
    """The shape of a tableau."""

    rows: tuple[int, ...]
    """How many cards each row holds, from the top."""
    covers: tuple[tuple[int, ...], ...]
    """For each place the two places that lie on it, or none in the bottom row."""
    peaks: tuple[int, ...] = ()
    """For each peak the set of its cards, bottom row shared out as for the bonus (TriPeaks only)."""

    @cached_property
    def cover_bits(self) -> tuple[int, ...]:
        """`covers`, each as a set of places."""
        return tuple(bits(*cover) for cover in self.covers)

    def available(self, left: int) -> list[int]:
        """The places of `left` (a set) on which no remaining card lies."""
        return [place for place in places(left) if not left & self.cover_bits[place]]

    def row_of(self, place: int) -> tuple[int, int]:
        """Row and column of a place, both from 0."""
        for row, length in enumerate(self.rows):
            if place < length:
                return row, place
            place -= length
        raise IndexError(place)


def _tripeaks() -> Layout:
    apexes = [(3 + 2 * p, 4 + 2 * p) for p in range(3)]
    second = [(9 + k + k // 2, 10 + k + k // 2) for k in range(6)]
    third = [(18 + j, 19 + j) for j in range(9)]
    return Layout(
        rows=(3, 6, 9, 10),
        covers=(*apexes, *second, *third, *[()] * 10),
        peaks=(
            bits(0, 3, 4, 9, 10, 11, 18, 19, 20),
            bits(1, 5, 6, 12, 13, 14, 21, 22, 23),
            bits(2, 7, 8, 15, 16, 17, 24, 25, 26, 27),
        ),
    )


def _pyramid() -> Layout:
    covered = [(row, place) for row in range(6) for place in range(row * (row + 1) // 2, (row + 1) * (row + 2) // 2)]
    return Layout(
        rows=(1, 2, 3, 4, 5, 6, 7),
        covers=(*[(place + row + 1, place + row + 2) for row, place in covered], *[()] * 7),
    )


TRIPEAKS = _tripeaks()
PYRAMID = _pyramid()
