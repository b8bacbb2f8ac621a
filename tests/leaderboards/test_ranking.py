"""The order of every board (design 7): it equals a naive sort for any set of results."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.challenges import challenge_at
from games.models import Challenge, Game, GameKind
from leaderboards import periods, standings, sums, tallies
from leaderboards.boards import Board, By
from leaderboards.models import Change, Sum, Tally
from leaderboards.rows import Row, Standings
from leaderboards.selectors import counts, own_row, page_of
from leaderboards.standings import Everyone
from solitaire.accounts.models import User
from tests.games.people import account, result

pytestmark = pytest.mark.django_db

Result = dict[str, Any]
RELAXED = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])

wins = st.fixed_dictionaries(
    {
        "outcome": st.just("won"),
        "cards_left": st.just(0),
        "score": st.integers(755, 758),
        "elapsed_ms": st.sampled_from([1, 2, 3, 5_000, 70_000]),
        "moves": st.integers(40, 42),
        "undos": st.integers(0, 1),
    }
)
losses = st.fixed_dictionaries(
    {
        "outcome": st.sampled_from(["stuck", "resigned", "abandoned"]),
        "cards_left": st.sampled_from([1, 2, 27, 28]),
        "score": st.integers(495, 497),
        "elapsed_ms": st.integers(1, 3),
        "moves": st.integers(3, 5),
        "undos": st.integers(0, 1),
    }
)
views = st.tuples(st.sampled_from(["score", "fastest", "fewest"]), st.booleans())


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


def empty() -> None:
    Game.objects.all().delete()
    User.objects.all().delete()


def key(row: Result, by: By) -> tuple[Any, ...]:
    if by == "fastest":
        return row["elapsed_ms"], -row["score"], row["moves"]
    if by == "fewest":
        return row["moves"], row["elapsed_ms"], -row["score"]
    return row["outcome"] != "won", row["cards_left"], -row["score"], row["elapsed_ms"], row["moves"]


def has_row(row: Result, by: By, *, clean: bool) -> bool:
    counted = row["outcome"] == "won" or (by == "score" and row["cards_left"] != 28)
    return counted and not (clean and row["undos"])


def naive(rows: list[Result], by: By, *, clean: bool) -> dict[int, int]:
    """The rank of each row that has one, by sorting: ranks are shared, 1, 1, 3."""
    listed = {at: key(row, by) for at, row in enumerate(rows) if has_row(row, by, clean=clean)}
    keys = sorted(listed.values())
    return {at: keys.index(found) + 1 for at, found in listed.items()}


def check(rows: Standings, players: list[User], expected: dict[int, int]) -> None:
    """The ranks of a whole board, of pages of three in both directions, and of everybody's own row and neighbours."""
    whole = rows.first(100)
    assert {players.index(row.player): row.rank for row in whole} == expected
    assert [row.rank for row in whole] == sorted(expected.values())
    assert rows.total() == len(expected)
    forth: list[Row] = rows.first(3)
    while more := rows.after(forth[-1].place, 3) if forth else []:
        forth += more
    assert forth == whole
    back: list[Row] = whole[-1:]
    while more := rows.before(back[0].place, 3) if back else []:
        back = more + back
    assert back == whole
    for at, player in enumerate(players):
        own = rows.own(player)
        assert (own.rank if own else None) == expected.get(at)
        if own:
            middle = whole.index(own)
            assert rows.neighbours(own, each=2) == whole[max(0, middle - 2) : middle + 3]


@RELAXED
@given(st.lists(wins | losses, max_size=12), views, st.lists(st.integers(0, 11), max_size=3), st.booleans())
def test_the_board_of_a_day_equals_a_naive_sort(
    challenge: Challenge, rows: list[Result], view: tuple[By, bool], hidden: list[int], fold: bool
) -> None:
    empty()
    by, clean = view
    players = [account(f"p{at}") for at in range(len(rows))]
    games = [result(challenge, player, **row) for player, row in zip(players, rows, strict=True)]
    if fold:
        tallies.fold(challenge.pk)
    gone = {at for at in hidden if at < len(rows)}
    for at in gone:
        games[at].hidden = True
        games[at].save()
    visible = [row if at not in gone else row | {"outcome": "stuck", "cards_left": 28} for at, row in enumerate(rows)]
    expected = naive(visible, by, clean=clean)
    check(Everyone(challenge, by, clean=clean), players, expected)
    check(standings.Among(challenge, [player.pk for player in players], by, clean=clean), players, expected)
    assert tallies.differences(challenge.pk) == []


@RELAXED
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), wins | losses), max_size=12),
    views,
    st.booleans(),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=3),
)
def test_the_boards_of_a_month_and_of_all_time_equal_a_naive_sort(
    played: list[tuple[int, int, Result]], view: tuple[By, bool], whole: bool, hidden: set[tuple[int, int]]
) -> None:
    empty()
    by, clean = view
    days = [date(2026, 10, 31), date(2026, 11, 1), date(2026, 11, 30)]
    challenges = [
        Challenge.objects.get_or_create(
            date=day, kind="tripeaks", defaults={"rule": "E", "deck_text": "", "nonce": ""}
        )[0]
        for day in days
    ]
    players = [account(f"p{at}") for at in range(4)]
    chosen = {(player, day): row for player, day, row in played}
    for (player, day), row in chosen.items():
        game = result(challenges[day], players[player], **row)
        if (player, day) in hidden:
            Game.objects.filter(pk=game.pk).update(hidden=True)
    board = Board(GameKind.TRIPEAKS, days[2], days[2], "all" if whole else "month", "everyone", by, clean)
    mine = defaultdict(list)
    for (player, day), row in chosen.items():
        if (whole or day) and (player, day) not in hidden and has_row(row, by, clean=clean):
            mine[player].append(row)
    keys = {
        player: (-sum(r["score"] for r in found), sum(r["elapsed_ms"] for r in found), sum(r["moves"] for r in found))
        if by == "score"
        else min(key(row, by) for row in found)
        for player, found in mine.items()
    }
    order = sorted(keys.values())
    expected = {player: order.index(found) + 1 for player, found in keys.items()}
    check(periods.InPeriod(board), players, expected)
    check(periods.among(board, [player.pk for player in players]), players, expected)
    assert sums.differences() == []


def test_the_best_single_result_of_a_month_shows_its_own_figures(challenge: Challenge) -> None:
    mira = account("mira")
    result(challenge, mira, score=761, elapsed_ms=83_456, moves=37)
    day = challenge.date
    for by in ("fastest", "fewest"):
        row = periods.InPeriod(Board(GameKind.TRIPEAKS, day, day, "month", "everyone", by)).own(mira)
        assert row is not None
        assert (row.score, row.elapsed_ms, row.moves) == (761, 83_456, 37)


def test_a_running_game_and_one_given_up_at_once_have_no_row(challenge: Challenge) -> None:
    mira = account("mira")
    result(challenge, mira, outcome=None, finished_at=None, score=None, cards_left=None, elapsed_ms=None, moves=None)
    teo = account("teo")
    result(challenge, teo, outcome="resigned", cards_left=28)
    assert Everyone(challenge).first(10) == []
    assert own_row(challenge, teo) is None
    assert own_row(challenge, mira) is None


def test_practice_has_no_row(challenge: Challenge) -> None:
    practice = result(challenge, account("mira"))
    practice.ranked = False
    practice.save()
    assert Everyone(challenge).total() == 0


def test_played_counts_who_started_and_won_who_won(challenge: Challenge) -> None:
    result(challenge, account("mira"))
    result(challenge, account("teo"), outcome="stuck", cards_left=3)
    result(challenge, account("pim"), outcome=None, started_at=None)
    assert counts(challenge) == {"played": 2, "won": 1}


def test_scores_below_zero_and_games_of_a_whole_day_keep_their_order(challenge: Challenge) -> None:
    rows = [
        {"score": 3000, "elapsed_ms": 93_000_000, "moves": 500_000},
        {"score": 0, "elapsed_ms": 1},
        {"score": -900, "elapsed_ms": 1},
    ]
    players = [account(f"p{at}") for at in range(3)]
    for player, row in zip(players, rows, strict=True):
        result(challenge, player, **row)
    assert [row.player for row in Everyone(challenge).first(5)] == players


class TestTallies:
    """What is kept for speed follows whatever happens to the games, and can be made again."""

    def test_an_account_that_goes_takes_its_rows_along(self, challenge: Challenge) -> None:
        for name in ("mira", "teo"):
            result(challenge, account(name))
        tallies.fold(challenge.pk)
        User.objects.get(username="mira").delete()
        assert Everyone(challenge).total() == 1
        assert tallies.differences(challenge.pk) == []

    def test_a_result_that_becomes_practice_leaves_the_board(self, challenge: Challenge) -> None:
        game = result(challenge, account("mira"))
        tallies.fold(challenge.pk)
        Game.objects.filter(pk=game.pk).update(ranked=False)
        assert Everyone(challenge).total() == 0
        tallies.fold(challenge.pk)
        assert Everyone(challenge).total() == 0

    def test_many_changes_are_folded_and_ranks_stay(
        self, challenge: Challenge, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tallies, "FOLD_AT", 5)
        players = [account(f"p{at}") for at in range(12)]
        for at, player in enumerate(players):
            result(challenge, player, score=700 + at % 4, elapsed_ms=1000 * at)
        before = Everyone(challenge).first(20)
        tallies.fold_when_due(challenge.pk)
        assert not Change.objects.exists()
        assert Everyone(challenge).first(20) == before
        assert [Everyone(challenge).rank(row.result) for row in before] == [row.rank for row in before]

    def test_a_difference_is_found_and_mended(self, challenge: Challenge) -> None:
        mira = account("mira")
        result(challenge, mira)
        tallies.fold(challenge.pk)
        Tally.objects.update(count=3)
        assert tallies.differences(challenge.pk)
        tallies.rebuild(challenge.pk)
        assert tallies.differences(challenge.pk) == []
        assert Everyone(challenge).total() == 1


def test_pages_know_where_they_begin_and_end(challenge: Challenge) -> None:
    players = [account(f"p{at}") for at in range(7)]
    for at, player in enumerate(players):
        result(challenge, player, score=760 - at)
    day = challenge.date
    board = Board(GameKind.TRIPEAKS, day, day)
    rows = Everyone(challenge)
    first = page_of(rows, board, None, size=3, each=1)
    second = page_of(rows, board, None, size=3, each=1, after=first.following)
    third = page_of(rows, board, players[0], size=3, each=1, after=second.following)
    assert [row.rank for row in second.rows] == [4, 5, 6]
    assert (first.preceding, third.following) == ("", "")
    assert third.above
    assert [row.rank for row in third.around] == [1, 2]
    assert page_of(rows, board, None, size=3, each=1, before=third.preceding).rows == second.rows
    assert page_of(rows, board, None, size=3, each=1, before=second.preceding).rows == first.rows


def test_equal_results_are_listed_by_when_they_were_finished(challenge: Challenge) -> None:
    now = timezone.now()
    for at, name in enumerate(("late", "early")):
        result(challenge, account(name), finished_at=now - timedelta(minutes=at))
    assert [row.player.username for row in Everyone(challenge).first(5)] == ["early", "late"]


def test_a_games_sums_follow_it_to_another_player_and_go_with_it(challenge: Challenge) -> None:
    guest, mira = account("guest"), account("mira")
    game = result(challenge, guest)
    Game.objects.update(player=mira)
    assert set(Sum.objects.values_list("player", "days")) == {(mira.pk, 1)}
    game.delete()
    assert not Sum.objects.exists()


def test_sums_that_are_wrong_are_named_and_made_again(challenge: Challenge) -> None:
    mira = account("mira")
    result(challenge, mira, score=700)
    Sum.objects.filter(month=sums.ALL_TIME).update(score=771)
    assert {line.split(":")[0] for line in sums.differences()} == {"only kept", "only counted"}
    sums.rebuild()
    assert sums.differences() == []
    assert set(Sum.objects.values_list("score", flat=True)) == {700}
