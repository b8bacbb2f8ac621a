"""The day, in one place (design 6): it is UTC, and final two hours after it ends."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

GRACE = timedelta(hours=2)
"""How long a ranked game that began before midnight may still run."""


def day_of(moment: datetime) -> date:
    """The day that a moment (aware) belongs to."""
    return moment.astimezone(UTC).date()


def opens_at(day: date) -> datetime:
    """When the challenges of a day open."""
    return datetime.combine(day, time(), UTC)


def ends_at(day: date) -> datetime:
    """When no ranked game of the day can be started any more."""
    return opens_at(day + timedelta(days=1))


def closes_at(day: date) -> datetime:
    """When the day is final: no ranked game of it goes on."""
    return ends_at(day) + GRACE


def is_final(day: date, now: datetime) -> bool:
    """Whether nothing changes on the boards of a day any more, and its cards may be shown to everybody."""
    return now >= closes_at(day)


def last_final_day(now: datetime) -> date:
    """The latest day that is final."""
    return day_of(now - GRACE) - timedelta(days=1)
