"""Streaks: days in a row, with one day a month that may be missed. Everything is derived from games."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row. A free day keeps a streak and does not count."""

    current: int
    best: int
    free_left: bool
    """Whether the free day of this month is still there."""
    kept: frozenset[date]
    """The days that were missed and kept a streak."""


def streak(won: Collection[date], *, today: date) -> Streak:
    """The streaks of the days `won`, as it stands on `today`, which is not missed before it is over.

    In each month (UTC) one missed day keeps the streak it falls into. A streak that a missed day would follow to no
    further won day has used it all the same: whether the next day is won is not known on that day.
    """
    done = set(won)
    if not done:
        return Streak(0, 0, free_left=True, kept=frozenset())
    length = best = 0
    free: set[tuple[int, int]] = set()
    kept = set()
    day = min(done)
    while day <= today:
        month = (day.year, day.month)
        if day in done:
            length += 1
            best = max(best, length)
        elif day < today and length:
            if month in free:
                length = 0
            else:
                free.add(month)
                kept.add(day)
        day += DAY
    return Streak(length, best, free_left=(today.year, today.month) not in free, kept=frozenset(kept))


MEDALS = ((1, 0), (2, 10), (3, 20))
"""Of each medal, gold first: how many days of the month may be missed beyond the free one."""


def medal(won: Collection[date], days: Collection[date]) -> int | None:
    """The medal (1 gold, 2 silver, 3 bronze) for a month of `days`; None without one.

    Gold: every day but the free one. Silver: all but ten more. Bronze: all but twenty more.
    """
    missed = len(set(days) - set(won)) - 1
    if not set(won) & set(days):
        return None
    return next((place for place, may_miss in MEDALS if missed <= may_miss), None)
