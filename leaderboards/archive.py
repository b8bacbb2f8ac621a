"""What somebody has done with the days: the calendar, streaks and medals. Derived from games whenever it is asked."""

from __future__ import annotations

import calendar
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from games.models import Ending, Game, GameKind
from leaderboards.streaks import Streak, medal, streak
from solitaire.accounts.models import User


class Mark(Enum):
    """What came of one game of a day. The best of several counts."""

    CLEAN = "clean"
    """Won without undo."""
    WON = "won"
    TRIED = "tried"
    RUNNING = "running"
    MISSED = "missed"
    OPEN = "open"
    """Not played, and not missed before the day is over."""


@dataclass(frozen=True, slots=True)
class History:
    """Somebody's ranked games by game and day."""

    marks: dict[GameKind, dict[date, Mark]]

    def won(self, kind: GameKind | None = None) -> set[date]:
        """The days on which a game was won; any of them without `kind`."""
        kinds = GameKind if kind is None else (kind,)
        return {day for one in kinds for day, mark in self.marks[one].items() if mark in (Mark.WON, Mark.CLEAN)}

    def streak(self, kind: GameKind | None = None, *, today: date) -> Streak:
        """The streak of a game, or of any."""
        return streak(self.won(kind), today=today)

    def medal(self, kind: GameKind | None, *, first: date) -> int | None:
        """The medal for the month that begins with `first`."""
        return medal(self.won(kind), list(days_of_month(first)))


def history(player: User | None) -> History:
    """What somebody has done so far."""
    marks: dict[GameKind, dict[date, Mark]] = defaultdict(dict)
    if player:
        games = Game.objects.filter(player=player, ranked=True, started_at__isnull=False, hidden=False)
        rows = games.values_list("kind", "challenge__date", "outcome", "undos")
        for kind, day, outcome, undos in rows:
            if day is not None:
                marks[GameKind(kind)][day] = _mark(outcome, undos)
    return History(marks)


def _mark(outcome: str | None, undos: int | None) -> Mark:
    if outcome is None:
        return Mark.RUNNING
    if outcome != Ending.WON:
        return Mark.TRIED
    return Mark.WON if undos else Mark.CLEAN


@dataclass(frozen=True, slots=True)
class Day:
    """A field of the calendar."""

    date: date
    in_month: bool
    open: bool
    """Whether it has come, and not before the first day."""
    today: bool
    kept: bool
    """Whether it was missed and kept the streak."""
    marks: dict[str, Mark]
    """By game."""


def month(done: History, first: date, *, today: date, since: date, kept: Iterable[date]) -> list[list[Day]]:
    """The weeks of a month, Monday first, with what was done on each day."""
    kept = set(kept)
    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    return [[_day(done, day, first, today=today, since=since, kept=kept) for day in week] for week in weeks]


def _day(done: History, day: date, first: date, *, today: date, since: date, kept: set[date]) -> Day:
    return Day(
        day,
        in_month=(day.year, day.month) == (first.year, first.month),
        open=since <= day <= today,
        today=day == today,
        kept=day in kept,
        marks={kind.value: done.marks[kind].get(day, Mark.OPEN if day == today else Mark.MISSED) for kind in GameKind},
    )


def days_of_month(first: date) -> Iterable[date]:
    """The days of the month that begins with `first`."""
    day = first
    while day.month == first.month:
        yield day
        if day == date.max:
            return
        day += timedelta(days=1)


def month_before(first: date) -> date:
    """The first day of the month before."""
    return (first - timedelta(days=1)).replace(day=1)


def month_after(first: date) -> date:
    """The first day of the next month."""
    return (first + timedelta(days=31)).replace(day=1)


def last_days(done: History, number: int, *, today: date, kept: Iterable[date]) -> list[tuple[date, str]]:
    """The last days up to today, each with ``won``, ``kept`` (missed, but the streak goes on) or nothing."""
    won, free = done.won(), set(kept)
    days = [today - timedelta(days=back) for back in reversed(range(number))]
    return [(day, "won" if day in won else "kept" if day in free else "") for day in days]


def medals(done: History, *, today: date) -> list[tuple[date, int]]:
    """The medals of the months that are over, latest first: the first day of each month, and which."""
    won = done.won()
    found = []
    first = today.replace(day=1)
    while won and first > min(won):
        first = month_before(first)
        if place := done.medal(None, first=first):
            found.append((first, place))
    return found
