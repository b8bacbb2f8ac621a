"""The boards of a day. A row is a finished ranked game; nothing is copied (design 7)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime

from django.db.models import Q, QuerySet

from games.models import Challenge, Game
from leaderboards import tallies
from leaderboards.boards import By
from leaderboards.cursors import BadCursor, Place
from leaderboards.rows import Row, Standings, ranked
from leaderboards.tallies import BY_MOVES, BY_SCORE, BY_TIME, Order
from solitaire.accounts.models import User

ORDERS: dict[By, Order] = {"score": BY_SCORE, "fastest": BY_TIME, "fewest": BY_MOVES}
UNSEEN = ("deck_text", "code", "created_at", "active_at")
"""Columns that no row shows."""
SHAPE = (int, str, str)
"""The place of a row: standing key, when it was finished, id of the game."""


def games_on(challenge: Challenge, order: Order, *, clean: bool) -> QuerySet[Game]:
    """The games that have a row, best first; of equal ones the one that was finished first.

    Nothing is joined: SQLite would begin with the other table, and sort all rows for want of the index.
    """
    games = Game.objects.filter(challenge=challenge, **{f"{order.key}__isnull": False}).defer(*UNSEEN)
    if clean:
        games = games.filter(undos=0)
    return games.order_by(order.key, "finished_at", "pk")


def rows_of(games: Iterable[Game], challenge: Challenge, order: Order) -> list[Row]:
    """Games of a challenge as rows, without ranks; their players are read together."""
    games = list(games)
    players = User.objects.only("username", "guest").in_bulk({game.player_id for game in games})
    rows = []
    for game in games:
        game.player, game.challenge = players[game.player_id], challenge
        assert game.score is not None
        assert game.elapsed_ms is not None
        assert game.moves is not None
        assert game.finished_at is not None
        key = getattr(game, order.key)
        place = _place(key, game.finished_at, game.pk)
        rows.append(Row(game.player, game.score, game.elapsed_ms, game.moves, (key,), place, game=game))
    return rows


def _place(key: int, finished_at: datetime, game_id: str) -> Place:
    return key, finished_at.astimezone(UTC).isoformat(timespec="microseconds"), game_id


class Everyone(Standings):
    """All rows of a day. Ranks come from the tallies, pages from an index in the order of the board."""

    shape = SHAPE

    def __init__(self, challenge: Challenge, by: By = "score", *, clean: bool = False) -> None:
        self._challenge = challenge
        self._order = ORDERS[by]
        self._clean = clean
        self._games = games_on(challenge, self._order, clean=clean)

    def total(self) -> int:
        return tallies.total(self._challenge.pk, self._order, clean=self._clean)

    def rank(self, result: tuple[int, ...]) -> int:
        return tallies.before(self._challenge.pk, self._order, result[0], clean=self._clean) + 1

    def first(self, size: int) -> list[Row]:
        return ranked(self._rows(self._games[:size]), rank=1, position=1)

    def after(self, place: Place, size: int) -> list[Row]:
        key, finished_at, game_id = self._parse(place)
        # The first condition says no more than the second, but it is the one that an index understands.
        later = Q(finished_at__gt=finished_at) | Q(finished_at=finished_at, pk__gt=game_id)
        follows = Q(**{f"{self._order.key}__gt": key}) | (Q(**{self._order.key: key}) & later)
        return self._ranked(self._rows(self._games.filter(**{f"{self._order.key}__gte": key}).filter(follows)[:size]))

    def before(self, place: Place, size: int) -> list[Row]:
        key, finished_at, game_id = self._parse(place)
        earlier = Q(finished_at__lt=finished_at) | Q(finished_at=finished_at, pk__lt=game_id)
        precedes = Q(**{f"{self._order.key}__lt": key}) | (Q(**{self._order.key: key}) & earlier)
        games = self._games.filter(**{f"{self._order.key}__lte": key}).filter(precedes).reverse()[:size]
        return self._ranked(self._rows(games)[::-1])

    def own(self, player: User) -> Row | None:
        # Nobody has a row without a ranked game: said so that the database goes by the index of challenge and player.
        rows = self._rows(self._games.order_by().filter(player=player, ranked=True)[:1])
        return ranked(rows, rank=self.rank(rows[0].result), position=0)[0] if rows else None

    def _rows(self, games: QuerySet[Game]) -> list[Row]:
        return rows_of(games, self._challenge, self._order)

    def _ranked(self, rows: list[Row]) -> list[Row]:
        if not rows:
            return []
        rank = self.rank(rows[0].result)
        key, finished_at, game_id = self._parse(rows[0].place)
        earlier = Q(finished_at__lt=finished_at) | Q(finished_at=finished_at, pk__lt=game_id)
        equal = self._games.order_by().filter(earlier, **{self._order.key: key}).count()
        return ranked(rows, rank=rank, position=rank + equal)

    @staticmethod
    def _parse(place: Place) -> tuple[int, datetime, str]:
        key, finished_at, game_id = place
        try:
            moment = datetime.fromisoformat(str(finished_at))
        except ValueError as error:
            raise BadCursor("no time") from error
        if moment.tzinfo is None:
            raise BadCursor("no time zone")
        return int(key), moment, str(game_id)


class Among(Standings):
    """The board of a few players, such as somebody's friends. All places are read at once, games as they are shown."""

    shape = SHAPE

    def __init__(
        self, challenge: Challenge, players: Collection[int], by: By = "score", *, clean: bool = False
    ) -> None:
        self._challenge = challenge
        self._order = ORDERS[by]
        self._games = games_on(challenge, self._order, clean=clean)
        found = self._games.filter(player__in=players, ranked=True)
        # When each was finished orders equal ones, and is read for those alone that are shown.
        self._listed = list(found.values_list(self._order.key, "pk", "player"))
        self._keys = [key for key, _, _ in self._listed]

    def total(self) -> int:
        return len(self._listed)

    def rank(self, result: tuple[int, ...]) -> int:
        return bisect_left(self._keys, result[0]) + 1

    def first(self, size: int) -> list[Row]:
        return self._rows(0, size)

    def after(self, place: Place, size: int) -> list[Row]:
        start = self._position(place, bisect_right)
        return self._rows(start, start + size)

    def before(self, place: Place, size: int) -> list[Row]:
        end = self._position(place, bisect_left)
        return self._rows(max(0, end - size), end)

    def own(self, player: User) -> Row | None:
        at = next((at for at, (_, _, found) in enumerate(self._listed) if found == player.pk), None)
        return None if at is None else self._rows(at, at + 1)[0]

    def _position(self, place: Place, bisect: Callable[[list[Place], Place], int]) -> int:
        """Where a place stands in the list, or would."""
        start, end = bisect_left(self._keys, place[0]), bisect_right(self._keys, place[0])
        equal = self._games.filter(pk__in=[game_id for _, game_id, _ in self._listed[start:end]])
        places = [_place(key, at, pk) for key, at, pk in equal.values_list(self._order.key, "finished_at", "pk") if at]
        return start + bisect(places, place)

    def _rows(self, start: int, end: int) -> list[Row]:
        some = [game_id for _, game_id, _ in self._listed[start:end]]
        games = self._games.in_bulk(some)
        rows = rows_of([games[game_id] for game_id in some], self._challenge, self._order)
        return ranked(rows, rank=self.rank(rows[0].result), position=start + 1) if rows else []
