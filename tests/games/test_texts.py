"""Figures as words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.templatetags.drawings import avatar, figures, standing_deck
from games.templatetags.texts import ahead, clock, count, rank, remaining


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(None, ""), (0, "0:00"), (999, "0:00"), (161_000, "2:41"), (3_599_999, "59:59"), (3_723_000, "1:02:03")],
)
def test_a_clock_shows_minutes_and_from_an_hour_on_hours(ms: int | None, shown: str) -> None:
    assert clock(ms) == shown


def test_the_time_until_a_moment_counts_hours() -> None:
    now = timezone.now()
    assert remaining(now + timedelta(hours=26, seconds=59)) == "26:00:59"
    assert remaining(now - timedelta(seconds=5)) == "0:00:00"


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
        (102, "102nd"), (111, "111th"), (213, "213th"), (214, "214th"), (1003, "1,003rd"),
    ],
)  # fmt: skip
def test_a_rank_is_an_ordinal(number: int, shown: str) -> None:
    with override("en"):
        assert rank(number) == shown


@pytest.mark.parametrize(
    ("language", "shown"), [("en", "4,812"), ("id", "4.812"), ("fr", "4\u202f812"), ("ko", "4,812")]
)
def test_thousands_are_set_apart_as_the_language_does(language: str, shown: str) -> None:
    with override(language):
        assert count(4812).replace("\xa0", "\u202f") == shown


def test_the_share_behind_a_place_is_never_rounded_up() -> None:
    with override("en"):
        assert ahead(214, 4812) == "95.5"
        assert ahead(1, 1000) == "99.9"
        assert ahead(1000, 1000) == "0.0"


def test_a_share_of_a_few_rows_says_nothing() -> None:
    assert ahead(1, 9) == ""


def test_figures_are_read_as_one_number() -> None:
    drawn = figures("2:41")
    assert 'aria-label="2:41"' in drawn
    assert [digit for digit in "0123456789" if f"#g-{digit}" in drawn] == ["1", "2", "4"]


def test_an_avatar_belongs_to_its_name() -> None:
    assert avatar("mira") == avatar("mira")
    assert len({avatar(f"player{number}") for number in range(200)}) > 60


@pytest.mark.parametrize(("kind", "size"), [("tripeaks", "1000 388"), ("pyramid", "700 634")])
def test_a_standing_deck_is_all_28_cards_within_its_frame(kind: str, size: str) -> None:
    deck = standing_deck(kind)
    assert deck.count("<use") == 28
    assert f'viewBox="0 0 {size}"' in deck


@pytest.mark.parametrize(
    ("name", "hue", "outline", "side"), [("mira", "g", 4, ""), ("jun-ho", "a", 2, ""), ("k_lee", "d", 2, " turned")]
)
def test_a_name_has_the_ridge_that_the_browser_draws_for_it(name: str, hue: str, outline: int, side: str) -> None:
    drawn = avatar(name)
    assert f'class="ridge ridge-{hue}{side} ' in drawn
    assert f'href="#ridge-{outline}"' in drawn
