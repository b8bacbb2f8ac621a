"""Streaks and medals: days are dates, so neither clock changes nor time zones can break one."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from leaderboards.streaks import medal, streak

TODAY = date(2026, 11, 30)


def days(*numbers: int, month: int = 11) -> frozenset[date]:
    return frozenset(date(2026, month, number) for number in numbers)


def naive(won: set[date], today: date) -> tuple[int, int]:
    """Read day by day from the front, with a purse of one free day for each month."""
    runs, length, used = [0], 0, set()
    day = min(won, default=today)
    while day <= today:
        if day in won:
            length += 1
        elif day != today and length and (day.year, day.month) not in used:
            used.add((day.year, day.month))
        elif day != today:
            length = 0
        runs.append(length)
        day += timedelta(days=1)
    return runs[-1], max(runs)


@given(st.sets(st.dates(date(2026, 8, 20), TODAY), max_size=60))
def test_a_streak_is_what_reading_day_by_day_gives(won: set[date]) -> None:
    found = streak(won, today=TODAY)
    assert (found.current, found.best) == naive(won, TODAY)
    assert not found.kept & won
    assert len({(day.year, day.month) for day in found.kept}) == len(found.kept)


def test_nothing_won_is_no_streak() -> None:
    assert streak([], today=TODAY).current == 0


def test_today_is_not_missed_before_it_is_over() -> None:
    assert streak(days(28, 29), today=TODAY).current == 2


def test_one_missed_day_of_a_month_keeps_a_streak_and_does_not_count() -> None:
    found = streak(days(26, 27, 29, 30), today=TODAY)
    assert (found.current, found.kept) == (4, days(28))
    assert not found.free_left


def test_a_second_missed_day_of_the_month_breaks_it() -> None:
    found = streak(days(25, 27, 29, 30), today=TODAY)
    assert (found.current, found.best) == (2, 2)


def test_the_last_day_of_a_month_and_the_first_of_the_next_are_two_months_free_days() -> None:
    won = days(29, 30, month=10) | days(2, 3)
    found = streak(won, today=date(2026, 11, 3))
    assert (found.current, found.kept) == (4, frozenset({date(2026, 10, 31), date(2026, 11, 1)}))


def test_the_best_streak_outlives_a_break() -> None:
    assert streak(days(1, 2, 3, 4, 5, 10), today=TODAY).best == 5


def test_a_leap_day_is_a_day_as_any_other() -> None:
    won = {date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)}
    assert streak(won, today=date(2028, 3, 1)).current == 3


def test_medals_go_by_how_many_days_of_the_month_were_missed() -> None:
    month = [date(2026, 11, 1) + timedelta(days=at) for at in range(30)]
    assert [medal(set(month[:won]), month) for won in (30, 29, 28, 19, 18, 9, 8, 0)] == [1, 1, 2, 2, 3, 3, None, None]
