"""The order of the leaderboard (design 7): it equals a naive sort for any set of results."""

from __future__ import annotations

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.challenges import challenge_at
from games.models import Challenge, Game, GameKind
from leaderboards.selectors import counts, first_page, neighbours, own_standing, standings
from solitaire.accounts.models import User
from tests.games.people import account, result

pytestmark = pytest.mark.django_db

wins = st.fixed_dictionaries(
    {
        "outcome": st.just("won"),
        "cards_left": st.just(0),
        "score": st.integers(755, 758),
        "elapsed_ms": st.integers(1, 3),
        "moves": st.integers(40, 42),
    }
)
losses = st.fixed_dictionaries(
    {
        "outcome": st.sampled_from(["stuck", "resigned", "abandoned"]),
        "cards_left": st.sampled_from([1, 2, 27, 28]),
        "score": st.integers(495, 497),
        "elapsed_ms": st.integers(1, 3),
        "moves": st.integers(3, 5),
    }
)


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


def naive(rows: list[dict[str, object]]) -> list[tuple[int, int]]:
    """(rank, number of the row) by sorting: ranks are shared, 1, 1, 3."""
    listed = [(at, row) for at, row in enumerate(rows) if row["outcome"] == "won" or row["cards_left"] != 28]

    def key(row: dict[str, object]) -> tuple[object, ...]:
        return row["outcome"] != "won", row["cards_left"], -int(str(row["score"])), row["elapsed_ms"], row["moves"]

    keys = sorted(key(row) for _, row in listed)
    return [(keys.index(key(row)) + 1, at) for at, row in listed]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(wins | losses, min_size=1, max_size=14))
def test_ranking_equals_a_naive_sort(challenge: Challenge, rows: list[dict[str, object]]) -> None:
    Game.objects.all().delete()
    User.objects.all().delete()
    games = [result(challenge, account(f"p{at}"), **row) for at, row in enumerate(rows)]
    expected = naive(rows)
    page = first_page(challenge, size=100)
    assert sorted((row.rank, games.index(row.game)) for row in page) == sorted(expected)
    assert [row.rank for row in page] == sorted(rank for rank, _ in expected)
    for rank, at in expected:
        own = own_standing(challenge, games[at].player)
        assert own is not None
        assert own.rank == rank
        around = neighbours(own, each=2)
        assert own in around
        ranks = {row.game.pk: row.rank for row in page}
        assert [row.rank for row in around] == [ranks[row.game.pk] for row in around]
        assert [row.rank for row in around] == sorted(row.rank for row in around)


def test_a_running_game_and_one_given_up_at_once_have_no_row(challenge: Challenge) -> None:
    result(challenge, account("mira"), outcome=None, finished_at=None, score=None, cards_left=None)
    teo = account("teo")
    result(challenge, teo, outcome="resigned", cards_left=28)
    assert not standings(challenge).exists()
    assert own_standing(challenge, teo) is None


def test_practice_has_no_row(challenge: Challenge) -> None:
    mira = account("mira")
    practice = result(challenge, mira)
    practice.ranked = False
    practice.save()
    assert not standings(challenge).exists()


def test_played_counts_who_started_and_won_who_won(challenge: Challenge) -> None:
    result(challenge, account("mira"))
    result(challenge, account("teo"), outcome="stuck", cards_left=3)
    result(challenge, account("pim"), outcome=None, started_at=None)
    assert counts(challenge) == {"played": 2, "won": 1}
