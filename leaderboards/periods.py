"""The boards of a month and of all time: sums of the days' results, or the best single one (design 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q, QuerySet

from games.models import BITS, HIGHEST_SCORE
from leaderboards.boards import Board, By
from leaderboards.cursors import Place
from leaderboards.models import Sum
from leaderboards.rows import Listed, Row, Standings, ranked
from leaderboards.sums import ALL_TIME
from solitaire.accounts.models import User

_ORDERS: dict[By, tuple[tuple[str, int], ...]] = {
    "score": (("score", -1), ("elapsed_ms", 1), ("moves", 1), ("player_id", 1)),
    "fastest": (("by_time", 1), ("player_id", 1)),
    "fewest": (("by_moves", 1), ("player_id", 1)),
}
"""The columns of each order and their direction; the last is for ties."""


def sums_of(board: Board) -> QuerySet[Sum]:
    """The sums that have a row, in no order."""
    month = board.first_day if board.period == "month" else ALL_TIME
    found = Sum.objects.filter(kind=board.kind, month=month, unaided=int(board.clean))
    return found.filter(**{f"{_ORDERS[board.by][0][0]}__isnull": False})


class InPeriod(Standings):
    """All rows of a month or of all time: ranges of an index over the sums."""

    def __init__(self, board: Board) -> None:
        self._by: By = board.by
        self._order = _ORDERS[board.by]
        self._sums = sums_of(board)
        self.shape = (int,) * len(self._order)

    def total(self) -> int:
        return self._sums.count()

    def rank(self, result: tuple[int, ...]) -> int:
        return self._sums.filter(self._compared(result, "lt")).count() + 1

    def first(self, size: int) -> list[Row]:
        return ranked(self._rows(self._ordered()[:size]), rank=1, position=1)

    def after(self, place: Place, size: int) -> list[Row]:
        return self._ranked(self._after(place, size))

    def before(self, place: Place, size: int) -> list[Row]:
        return self._ranked(self._before(place, size))

    def neighbours(self, row: Row, *, each: int) -> list[Row]:
        # Ranked together: a rank is counted, and costs more than the rows.
        return self._ranked([*self._before(row.place, each), row, *self._after(row.place, each)])

    def own(self, player: User) -> Row | None:
        rows = self._rows(self._sums.filter(player=player))
        return ranked(rows, rank=self.rank(rows[0].result), position=0)[0] if rows else None

    def _after(self, place: Place, size: int) -> list[Row]:
        return self._rows(self._ordered().filter(self._compared(place, "gt"))[:size])

    def _before(self, place: Place, size: int) -> list[Row]:
        return self._rows(self._ordered().filter(self._compared(place, "lt")).reverse()[:size])[::-1]

    def _ordered(self) -> QuerySet[Sum]:
        return self._sums.order_by(*(f"{'-' if sign < 0 else ''}{name}" for name, sign in self._order))

    def _compared(self, place: tuple[Any, ...], how: str) -> Q:
        """Whose first fields come before (`lt`) or after (`gt`) those of `place`."""
        other = {"lt": "gt", "gt": "lt"}[how]
        columns = [
            (name, how if sign > 0 else other, value * sign)
            for (name, sign), value in zip(self._order, place, strict=False)
        ]
        name, direction, value = columns[0]
        # It says no more than the rest, but it is what an index understands.
        bound = Q(**{f"{name}__{direction}e": value})
        found, equal = Q(), Q()
        for name, direction, value in columns:
            found |= equal & Q(**{f"{name}__{direction}": value})
            equal &= Q(**{name: value})
        return bound & found

    def _rows(self, sums: Iterable[Sum]) -> list[Row]:
        return rows_of(sums, self._by)

    def _ranked(self, rows: list[Row]) -> list[Row]:
        if not rows:
            return []
        rank = self.rank(rows[0].result)
        equal = {name: value * sign for (name, sign), value in zip(self._order, rows[0].result, strict=False)}
        before = self._sums.filter(**equal, player__lt=rows[0].player).count()
        return ranked(rows, rank=rank, position=rank + before)


def rows_of(sums: Iterable[Sum], by: By) -> list[Row]:
    """Sums as rows, without ranks."""
    sums = list(sums)
    players = User.objects.only("username", "guest").in_bulk({one.player_id for one in sums})
    rows = []
    for one in sums:
        place = tuple(getattr(one, name) * sign for name, sign in _ORDERS[by])
        score, elapsed_ms, moves = _figures(one, by)
        days = one.days if by == "score" else one.wins
        rows.append(Row(players[one.player_id], score, elapsed_ms, moves, place[:-1], place, days=days))
    return rows


def _figures(one: Sum, by: By) -> tuple[int, int, int]:
    """Score, milliseconds and moves: added up, or those of the best single result, read from its key."""
    if by == "score":
        return one.score, one.elapsed_ms, one.moves
    parts = ("elapsed_ms", "score", "moves") if by == "fastest" else ("moves", "elapsed_ms", "score")
    key, found = getattr(one, _ORDERS[by][0][0]), {}
    for part in reversed(parts):
        key, found[part] = divmod(key, 1 << BITS[part])
    return HIGHEST_SCORE - found["score"], found["elapsed_ms"], found["moves"]


def among(board: Board, players: Collection[int]) -> Listed:
    """The board of a few players, such as somebody's friends."""
    return Listed(rows_of(sums_of(board).filter(player__in=players), board.by), (int,) * len(_ORDERS[board.by]))
