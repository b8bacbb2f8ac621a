"""The deals of the day (design 8)."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command

from games.challenges import challenge_at, draw, open_day, variant_of_day
from games.days import closes_at, day_of, ends_at
from games.engine.position import start
from games.models import Challenge, GameKind
from games.solver import is_winnable
from tests.games.people import account

MONDAY, SUNDAY = date(2026, 11, 30), date(2026, 12, 6)
pytestmark = pytest.mark.django_db


def test_tripeaks_is_easy_from_monday_to_saturday_and_classic_on_sunday() -> None:
    rules = [variant_of_day(GameKind.TRIPEAKS, MONDAY + timedelta(days=day)).rule for day in range(7)]
    assert rules == ["E"] * 6 + ["C"]
    assert variant_of_day(GameKind.PYRAMID, SUNDAY).rule == "N"


def test_a_day_has_one_challenge_for_each_game_however_often_it_is_opened() -> None:
    first, second = open_day(MONDAY), open_day(MONDAY)
    assert first == second
    assert Challenge.objects.count() == 2


@pytest.mark.parametrize("day", [MONDAY + timedelta(days=day) for day in range(10)])
def test_every_challenge_can_be_won(day: date) -> None:
    for challenge in open_day(day):
        assert is_winnable(start(challenge.variant, challenge.deck))


def test_the_deck_follows_from_the_secret_and_not_from_the_date(settings: pytest.FixtureRequest) -> None:
    deck, nonce = draw(GameKind.TRIPEAKS, MONDAY)
    assert draw(GameKind.TRIPEAKS, MONDAY) == (deck, nonce)
    settings.DAILY_SECRET = "another"  # type: ignore[attr-defined]
    assert draw(GameKind.TRIPEAKS, MONDAY) != (deck, nonce)


def test_the_commitment_is_the_hash_of_nonce_and_deck_as_text() -> None:
    challenge = open_day(MONDAY)[0]
    assert len(challenge.deck_text.split()) == 52
    told = f"{challenge.nonce}:{challenge.deck_text}"
    assert challenge.commitment == hashlib.sha256(told.encode()).hexdigest()


def test_a_challenge_has_no_code_while_its_day_is_open() -> None:
    """Design 8: “While the day is open it has no code and cannot be pasted.”"""
    from games.services import start_again, start_ranked

    challenge = challenge_at(GameKind.TRIPEAKS, datetime.now(UTC))
    player = account("mira")
    game = start_ranked(player=player, challenge=challenge)
    assert game.code == ""
    assert start_again(player=player, game=game).code == ""


def test_the_command_makes_a_day_ahead_and_says_its_fingerprints(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("open_day", "2027-01-01")
    printed = capsys.readouterr().out
    for challenge in Challenge.objects.filter(date=date(2027, 1, 1)):
        assert challenge.commitment in printed


def test_the_day_is_utc_and_final_two_hours_after_it_ends() -> None:
    late = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)
    assert day_of(late) == MONDAY
    assert day_of(late + timedelta(seconds=1)) == MONDAY + timedelta(days=1)
    assert ends_at(MONDAY) == datetime(2026, 12, 1, tzinfo=UTC)
    assert closes_at(MONDAY) == datetime(2026, 12, 1, 2, tzinfo=UTC)
