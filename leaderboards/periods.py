"""The boards of a month and of all time: sums of the days' results, or the best single one (design 7)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db.models import Count, Min, Q, QuerySet, Sum

from games.models import BITS, HIGHEST_SCORE, Challenge, Game
from leaderboards.boards import Board, By
from leaderboards.cursors import Place
from leaderboards.rows import Listed, Row, Standings, ranked
from solitaire.accounts.models import User

Totals = dict[str, Any]
"""A player's row as the database gives it."""


def games_of(board: Board) -> QuerySet[Game]:
    """The games whose results count."""
    games = Game.objects.filter(kind=board.kind, by_score__isnull=False)
    if board.period == "month":
        days = (board.first_day, _last_day(board.day))
        challenges = Challenge.objects.filter(kind=board.kind, date__range=days)
        games = games.filter(challenge__in=list(challenges.values_list("pk", flat=True)))
    return games.filter(undos=0) if board.clean else games


def _last_day(day: date) -> date:
    following = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return date.fromordinal(following.toordinal() - 1)


def totals_of(board: Board) -> QuerySet[Any, Any]:
    """Each player's totals, in no order."""
    games = games_of(board).order_by().values("player")
    if board.by == "score":
        return games.annotate(points=Sum("score"), time=Sum("elapsed_ms"), count=Sum("moves"), days=Count("pk"))
    key = "by_time" if board.by == "fastest" else "by_moves"
    return games.filter(**{f"{key}__isnull": False}).annotate(best=Min(key), days=Count("pk"))


_FIELDS: dict[bool, tuple[tuple[str, int], ...]] = {
    True: (("points", -1), ("time", 1), ("count", 1), ("player", 1)),
    False: (("best", 1), ("player", 1)),
}
"""By sums or not: the columns of the order and their direction; the last is for ties."""


class InPeriod(Standings):
    """All rows of a month or of all time, summed by the database when asked."""

    def __init__(self, board: Board) -> None:
        self._by: By = board.by
        self._fields = _FIELDS[board.by == "score"]
        self._totals = totals_of(board)
        self.shape = (int,) * len(self._fields)

    def total(self) -> int:
        return self._totals.count()

    def rank(self, result: tuple[int, ...]) -> int:
        return self._totals.filter(self._compared(result, "lt")).count() + 1

    def first(self, size: int) -> list[Row]:
        return ranked(self._rows(self._ordered()[:size]), rank=1, position=1)

    def after(self, place: Place, size: int) -> list[Row]:
        return self._ranked(self._rows(self._ordered().filter(self._compared(place, "gt"))[:size]))

    def before(self, place: Place, size: int) -> list[Row]:
        found = self._ordered().filter(self._compared(place, "lt")).reverse()[:size]
        return self._ranked(self._rows(found)[::-1])

    def own(self, player: User) -> Row | None:
        rows = self._rows(self._totals.filter(player=player))
        return ranked(rows, rank=self.rank(rows[0].result), position=0)[0] if rows else None

    def _ordered(self) -> QuerySet[Any, Any]:
        return self._totals.order_by(*(f"{'-' if sign < 0 else ''}{name}" for name, sign in self._fields))

    def _compared(self, place: tuple[Any, ...], how: str) -> Q:
        """Whose first fields come before (`lt`) or after (`gt`) those of `place`."""
        found, equal = Q(), Q()
        for (name, sign), value in zip(self._fields, place, strict=False):
            direction = how if sign > 0 else {"lt": "gt", "gt": "lt"}[how]
            found |= equal & Q(**{f"{name}__{direction}": value * sign})
            equal &= Q(**{name: value * sign})
        return found

    def _rows(self, totals: QuerySet[Any, Any]) -> list[Row]:
        return rows_of(list(totals), self._by)

    def _ranked(self, rows: list[Row]) -> list[Row]:
        if not rows:
            return []
        rank = self.rank(rows[0].result)
        position = self._totals.filter(self._compared(rows[0].place, "lt")).count() + 1
        return ranked(rows, rank=rank, position=position)


def rows_of(totals: list[Totals], by: By) -> list[Row]:
    """Totals as rows, without ranks."""
    players = User.objects.in_bulk([one["player"] for one in totals])
    fields = _FIELDS[by == "score"]
    rows = []
    for one in totals:
        place = tuple(one[name] * sign for name, sign in fields)
        score, elapsed_ms, moves = _values(one, by)
        rows.append(Row(players[one["player"]], score, elapsed_ms, moves, place[:-1], place, days=one["days"]))
    return rows


def _values(one: Totals, by: By) -> tuple[int, int, int]:
    if by == "score":
        return one["points"], one["time"], one["count"]
    parts = ("elapsed_ms", "score", "moves") if by == "fastest" else ("moves", "elapsed_ms", "score")
    key, found = one["best"], {}
    for part in reversed(parts):
        key, found[part] = divmod(key, 1 << BITS[part])
    return HIGHEST_SCORE - found["score"], found["elapsed_ms"], found["moves"]


def among(board: Board, players: Collection[int]) -> Listed:
    """The board of a few players, such as somebody's friends."""
    totals = totals_of(board).filter(player__in=players)
    return Listed(rows_of(list(totals), board.by), (int,) * len(_FIELDS[board.by == "score"]))
