"""Starting games and handing them over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.challenges import challenge_at
from games.engine.deal import parse_code
from games.models import Challenge, Game, GameKind, Move
from games.services import AlreadyPlayed, NotOpen, reveal, start_again, start_casual, start_ranked, take_over
from solitaire.accounts.models import User
from tests.games.people import account, result

pytestmark = pytest.mark.django_db


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


def guest() -> User:
    return account(f"guest-{User.objects.count()}", guest=True)


def test_a_ranked_game_is_made_once_and_resumed(challenge: Challenge) -> None:
    mira = account("mira")
    assert start_ranked(player=mira, challenge=challenge) == start_ranked(player=mira, challenge=challenge)
    assert mira.games.count() == 1


def test_a_second_ranked_game_of_a_day_is_refused_and_names_the_first(challenge: Challenge) -> None:
    mira = account("mira")
    first = result(challenge, mira)
    with pytest.raises(AlreadyPlayed) as refused:
        start_ranked(player=mira, challenge=challenge)
    assert refused.value.game == first


def test_the_database_itself_holds_only_one_ranked_game(challenge: Challenge) -> None:
    mira = account("mira")
    result(challenge, mira)
    with pytest.raises(IntegrityError), transaction.atomic():
        result(challenge, mira)


def test_a_day_that_has_ended_cannot_be_started(challenge: Challenge) -> None:
    challenge.date -= timedelta(days=1)
    challenge.save()
    with pytest.raises(NotOpen):
        start_ranked(player=account("mira"), challenge=challenge)


def test_the_clock_of_a_ranked_game_starts_once(challenge: Challenge) -> None:
    game = start_ranked(player=account("mira"), challenge=challenge)
    reveal(game)
    started = game.started_at
    assert started
    reveal(Game.objects.get(pk=game.pk))
    assert Game.objects.get(pk=game.pk).started_at == started


def test_a_casual_game_has_its_code_and_starts_with_its_first_action() -> None:
    game = start_casual(player=account("mira"), code=parse_code("py1-n-aaaaaas"))
    reveal(game)
    assert (game.code, game.rule, game.started_at) == ("PY1-N-AAAAAAS", "N", None)


def test_playing_again_deals_the_same_cards_unranked(challenge: Challenge) -> None:
    mira = account("mira")
    again = start_again(player=mira, game=result(challenge, mira))
    assert (again.deck, again.ranked, again.challenge) == (challenge.deck, False, challenge)


def test_a_guests_games_go_to_the_account_with_their_logs(challenge: Challenge) -> None:
    visitor, mira = guest(), account("mira")
    game = result(challenge, visitor)
    Move.objects.create(game=game, seq=1, action="d", command_id="a", ms=0)
    take_over(guest=visitor, account=mira)
    kept = mira.games.get()
    assert (kept.pk, kept.ranked, kept.log.count()) == (game.pk, True, 1)
    assert not User.objects.filter(pk=visitor.pk).exists()


@pytest.mark.parametrize("guest_first", [True, False])
def test_of_two_results_of_a_day_the_earlier_start_counts(challenge: Challenge, *, guest_first: bool) -> None:
    visitor, mira = guest(), account("mira")
    first, second = (visitor, mira) if guest_first else (mira, visitor)
    early, late = result(challenge, first), result(challenge, second)
    early.started_at, late.started_at = timezone.now() - timedelta(hours=2), timezone.now() - timedelta(hours=1)
    for game in (early, late):
        game.save()
    take_over(guest=visitor, account=mira)
    assert {game.pk: game.ranked for game in mira.games.all()} == {early.pk: True, late.pk: False}
