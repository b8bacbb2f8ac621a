"""What pages ask about a day and its boards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.core.cache import cache

from games.models import Challenge, Ending
from games.selectors import Eyes, Sight
from leaderboards import periods, standings, tallies
from leaderboards.boards import Board
from leaderboards.cursors import parse_cursor, print_cursor
from leaderboards.rows import Row, Standings
from leaderboards.standings import Everyone
from solitaire.accounts.models import User
from solitaire.accounts.selectors import friend_ids

MANY = 10_000
"""From so many rows on, how many have started is counted now and then only."""
COUNTS_FOR = 20
"""Seconds for which such a count is used."""


def standings_of(board: Board, challenge: Challenge | None, viewer: User | None) -> Standings:
    """The rows of a board; `challenge` is that of its day."""
    circle = friend_ids(viewer) | {viewer.pk} if viewer else set()
    if board.period != "day":
        return periods.InPeriod(board) if board.who == "everyone" else periods.among(board, circle)
    assert challenge is not None
    if board.who == "friends":
        return standings.Among(challenge, circle, board.by, clean=board.clean)
    return Everyone(challenge, board.by, clean=board.clean)


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a board as a reader sees it."""

    rows: list[Row]
    own: Row | None
    around: list[Row]
    """The own row with its neighbours, where they are not among `rows`."""
    between: int
    """Rows between `rows` and `around`."""
    total: int
    following: str = ""
    """The cursor of the next page; empty on the last."""
    preceding: str = ""
    """The cursor of the page before; empty on the first."""

    @property
    def above(self) -> bool:
        """Whether the own row stands before the rows of this page."""
        return bool(self.own and self.rows and self.own.place < self.rows[0].place)


def page_of(
    rows: Standings, board: Board, viewer: User | None, *, size: int, each: int, after: str = "", before: str = ""
) -> Page:
    """A page of `size` rows from the top, or after or before a cursor. Raises `BadCursor`."""
    name = board.name
    if after:
        found = rows.after(parse_cursor(after, board=name, shape=rows.shape), size)
    elif before:
        found = rows.before(parse_cursor(before, board=name, shape=rows.shape), size)
        if len(found) < size:
            found = rows.first(size)
    else:
        found = rows.first(size)
    own = rows.own(viewer) if viewer else None
    shown = {row.place for row in found}
    around = rows.neighbours(own, each=each) if own and own.place not in shown else []
    around = [row for row in around if row.place not in shown]
    total = rows.total()
    last = found[-1].rank if found else 0
    beyond = bool(found) and bool(rows.after(found[-1].place, 1))
    return Page(
        found,
        own,
        around,
        between=max(0, around[0].rank - 1 - last) if around and found else 0,
        total=total,
        following=print_cursor(name, found[-1].place) if beyond else "",
        preceding=print_cursor(name, found[0].place) if found and found[0].rank > 1 and (after or before) else "",
    )


def with_replays(rows: list[Row], viewer: User | None) -> list[Row]:
    """The rows, each with whether `viewer` may see its game move by move."""
    eyes = Eyes(viewer)
    opens = (Sight.PLAY, Sight.CARDS)
    return [
        replace(row, replay=bool(row.game and eyes.sight(row.game, listed=True) in opens and _done(row, eyes)))
        for row in rows
    ]


def _done(row: Row, eyes: Eyes) -> bool:
    return row.game is not None and (row.player == eyes.viewer or eyes.may_see_cards(row.game.challenge))


def own_row(challenge: Challenge, viewer: User | None) -> Row | None:
    """The reader's row on the day's board."""
    return Everyone(challenge).own(viewer) if viewer else None


def counts(challenge: Challenge) -> dict[str, int]:
    """How many have started, and won, a challenge: ``{"played", "won"}``."""
    won = tallies.total(challenge.pk, tallies.BY_TIME)
    if tallies.total(challenge.pk, tallies.BY_SCORE) < MANY:
        return {"played": _started(challenge), "won": won}
    played: int = cache.get_or_set(f"started:{challenge.pk}", lambda: _started(challenge), COUNTS_FOR) or 0
    return {"played": max(played, won), "won": won}


def _started(challenge: Challenge) -> int:
    return challenge.games.filter(ranked=True, started_at__isnull=False).count()


def is_won(row: Row) -> bool:
    """Whether the game of a row was won."""
    return row.game is not None and row.game.outcome == Ending.WON
