"""What every leaderboard is: rows in an order, with shared ranks, pages and neighbours."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.models import Game
from leaderboards.cursors import Place
from solitaire.accounts.models import User


@dataclass(frozen=True, slots=True)
class Row:
    """A row. Rows equal in everything that decides share a rank (1, 1, 3)."""

    player: User
    score: int
    elapsed_ms: int
    moves: int
    result: tuple[int, ...]
    """What decides, low first."""
    place: Place
    """`result` and what orders equal rows."""
    rank: int = 0
    game: Game | None = None
    """None where a row is the sum of several games."""
    days: int = 1
    """How many days it sums."""
    replay: bool = False
    """Whether the reader may look at the game move by move."""


class Standings(ABC):
    """The rows of one board for one reader."""

    shape: tuple[type, ...]
    """The types of a place's fields."""

    @abstractmethod
    def total(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def first(self, size: int) -> list[Row]:
        """The best rows, ranked."""

    @abstractmethod
    def after(self, place: Place, size: int) -> list[Row]:
        """The rows that follow a place, which need not be a row's any more."""

    @abstractmethod
    def before(self, place: Place, size: int) -> list[Row]:
        """The last rows before a place, best first."""

    @abstractmethod
    def own(self, player: User) -> Row | None:
        """Somebody's row."""

    @abstractmethod
    def rank(self, result: tuple[int, ...]) -> int:
        """The rank that a result has or would have."""

    def neighbours(self, row: Row, *, each: int) -> list[Row]:
        """The rows around a row: up to `each` before it, itself, and up to `each` after it."""
        return [*self.before(row.place, each), row, *self.after(row.place, each)]


def ranked(rows: Sequence[Row], *, rank: int, position: int) -> list[Row]:
    """Consecutive rows with their ranks; the first has this rank and, equal ones counted one by one, this position."""
    done: list[Row] = []
    for at, row in enumerate(rows, start=position):
        if done:
            rank = done[-1].rank if done[-1].result == row.result else at
        done.append(replace(row, rank=rank))
    return done


class Listed(Standings):
    """A board whose rows are all at hand: friends."""

    def __init__(self, rows: Sequence[Row], shape: tuple[type, ...]) -> None:
        self._rows = ranked(sorted(rows, key=lambda row: row.place), rank=1, position=1)
        self.shape = shape

    def total(self) -> int:
        return len(self._rows)

    def first(self, size: int) -> list[Row]:
        return self._rows[:size]

    def after(self, place: Place, size: int) -> list[Row]:
        return [row for row in self._rows if row.place > place][:size]

    def before(self, place: Place, size: int) -> list[Row]:
        return [row for row in self._rows if row.place < place][-size:] if size else []

    def own(self, player: User) -> Row | None:
        return next((row for row in self._rows if row.player.pk == player.pk), None)

    def rank(self, result: tuple[int, ...]) -> int:
        return 1 + sum(row.result < result for row in self._rows)
