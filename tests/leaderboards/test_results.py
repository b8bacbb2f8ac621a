"""How a finished game stands: its rank, its par, and where it was lost; and who may know that, and when."""

from __future__ import annotations

import io
import re
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.challenges import challenge_at, day_without_par
from games.days import day_of
from games.engine.action import Action, print_action
from games.engine.cards import print_cards
from games.engine.deal import parse_code
from games.engine.position import start
from games.models import Challenge, Game, GameKind, Move
from games.services import reveal, start_casual, start_practice, start_ranked
from games.solver import solve
from solitaire.accounts.models import User
from tests.conftest import DaphneFactory
from tests.games.people import account, result
from tests.games.socket import Browser, person
from tests.services import wait_until

PAR = 987_654_321
"""A par that stands nowhere by chance."""

QUICK = parse_code("PY1-N-AAAAAAV")
"""A deal whose fewest moves, 55, are found in a second."""

database = pytest.mark.django_db


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


@pytest.fixture
def mira(client: Client) -> User:
    player = account("mira")
    client.force_login(player)
    return player


def played(challenge: Challenge, player: User, actions: list[Action], **fields: object) -> Game:
    """A finished game with a log."""
    game = result(challenge, player, **fields)
    Move.objects.bulk_create(
        Move(game=game, seq=seq, action=print_action(action), command_id=f"c{seq}", ms=seq)
        for seq, action in enumerate(actions, start=1)
    )
    return game


@database
class TestResult:
    def test_it_says_rank_percentile_and_par(self, client: Client, mira: User, challenge: Challenge) -> None:
        for score in (770, 765, 765, 700):
            result(challenge, account(f"p{User.objects.count()}"), score=score)
        game = result(challenge, mira, score=750)
        assert client.get(f"/game/{game.pk}/result").json() == {
            "rank": 4, "of": 5, "percentile": 20.0, "par": {"score": challenge.best_score},
        }  # fmt: skip

    def test_the_last_is_ahead_of_nobody(self, client: Client, mira: User, challenge: Challenge) -> None:
        game = result(challenge, mira, score=770)
        assert client.get(f"/game/{game.pk}/result").json()["percentile"] == 0
        result(challenge, account("teo"), score=769)
        assert client.get(f"/game/{game.pk}/result").json()["percentile"] == 50

    def test_a_running_game_has_none(self, client: Client, mira: User) -> None:
        game = start_casual(player=mira, code=parse_code("TP1-E-AAAAAAB"))
        for what in ("result", "analysis"):
            assert client.get(f"/game/{game.pk}/{what}").status_code == 409

    def test_what_has_no_row_has_no_rank(self, client: Client, mira: User, challenge: Challenge) -> None:
        game = result(challenge, mira, hidden=True)
        found = client.get(f"/game/{game.pk}/result").json()
        assert (found["rank"], found["of"], found["percentile"]) == (None, None, None)

    @pytest.mark.parametrize("what", ["result", "analysis"])
    def test_it_is_open_to_those_who_may_see_the_cards(self, client: Client, challenge: Challenge, what: str) -> None:
        game = result(challenge, account("mira"), watch="everyone")
        reader = account("teo")
        client.force_login(reader)
        assert client.get(f"/game/{game.pk}/{what}").status_code == 403
        result(challenge, reader)
        assert client.get(f"/game/{game.pk}/{what}").status_code == 200
        Game.objects.filter(pk=game.pk).update(watch="nobody")
        assert client.get(f"/game/{game.pk}/{what}").status_code == 403
        assert client.get(f"/game/none/{what}").status_code == 404


@database
class TestAnalysis:
    def test_it_names_the_action_that_lost_the_win(self, client: Client, mira: User, challenge: Challenge) -> None:
        first = start(challenge.variant, challenge.deck)
        line = list(solve(first).line)
        # All the stock is drawn away before the last few cards that need it.
        position, actions = first, list[Action]()
        while position.board.stock:
            actions.append(position.legal()[-1])
            position = position.play(actions[-1])
        game = played(challenge, mira, actions, outcome="resigned", cards_left=28)
        found = client.get(f"/game/{game.pk}/analysis").json()
        assert found["winnable"] is True
        lost_at = found["lost_at"]
        position = first
        for action in actions[: lost_at - 1]:
            position = position.play(action)
        assert solve(position).winnable
        assert not solve(position.play(actions[lost_at - 1])).winnable
        won = played(challenge_at(GameKind.TRIPEAKS, timezone.now()), account("teo"), line, watch="everyone")
        assert client.get(f"/game/{won.pk}/analysis").json() == {"winnable": True, "lost_at": None}


@database
class TestPar:
    def test_tripeaks_has_its_par_when_the_day_is_made(self, challenge: Challenge) -> None:
        assert challenge.best_score == solve(start(challenge.variant, challenge.deck)).best_score

    def test_a_command_finds_what_is_missing_and_once_more_changes_nothing(self, challenge: Challenge) -> None:
        today = day_of(timezone.now())
        pyramid = challenge_at(GameKind.PYRAMID, timezone.now())
        Challenge.objects.filter(pk=pyramid.pk).update(deck_text=print_cards(QUICK.deck))
        Challenge.objects.update(best_score=None)
        assert day_without_par() == today
        found = []
        for _ in range(2):
            call_command("open_day", str(today), par=True, stdout=io.StringIO())
            found.append(list(Challenge.objects.order_by("kind").values_list("best_score", "fewest_moves")))
            assert day_without_par() is None
        assert found[0] == found[1]
        score = solve(start(challenge.variant, challenge.deck)).best_score
        assert found[0] == [(None, 55), (score, None)]

    def test_it_is_shown_once_the_reader_has_finished_the_day(
        self, client: Client, mira: User, challenge: Challenge
    ) -> None:
        pyramid = challenge_at(GameKind.PYRAMID, timezone.now())
        for one, fields in ((challenge, {"best_score": 4321}), (pyramid, {"fewest_moves": 4322})):
            Challenge.objects.filter(pk=one.pk).update(**fields)
            result(one, mira)
        shown = {"tripeaks": "Best possible score: <b>4,321</b>", "pyramid": "Fewest moves: at most <b>4,322</b>"}
        for kind, words in shown.items():
            assert words in client.get("/").content.decode()
            assert words in client.get(f"/leaderboard/{kind}/").content.decode()
            assert words in client.get(f"/daily/{challenge.date}").content.decode()
            assert words in client.post(f"/play/today/{kind}").content.decode()
        Challenge.objects.update(fewest_moves_exact=True)
        assert "Fewest moves: <b>4,322</b>" in client.get("/").content.decode()

    def test_everybody_sees_that_of_a_final_day(self, client: Client, challenge: Challenge) -> None:
        day = challenge.date - timedelta(days=3)
        Challenge.objects.filter(pk=challenge.pk).update(date=day, best_score=4321)
        assert "Best possible score: <b>4,321</b>" in client.get(f"/daily/{day}").content.decode()


@pytest.mark.django_db(transaction=True)
async def test_nothing_gives_the_par_away_before_the_reader_has_finished_the_day() -> None:
    """Neither before the game nor while it runs; and a friend's finished game does not tell it either."""
    challenge = await sync_to_async(challenge_at)(GameKind.TRIPEAKS, timezone.now())
    await sync_to_async(challenge_at)(GameKind.PYRAMID, timezone.now())
    await Challenge.objects.aupdate(best_score=PAR, fewest_moves=PAR + 1)
    mira, teo = await person("mira"), await person("teo", watch="everyone")
    theirs = await sync_to_async(result)(challenge, teo, watch="everyone")
    client = Client()
    await sync_to_async(client.force_login)(mira)
    addresses = [
        "/", "/leaderboard/tripeaks/", "/leaderboard/pyramid/", "/daily/", f"/daily/{challenge.date}", "/watch/",
        f"/watch/{theirs.pk}", f"/share/{theirs.pk}", f"/game/{theirs.pk}/result", f"/game/{theirs.pk}/analysis",
        f"/game/{theirs.pk}/log", "/@teo", "/games.json",
    ]  # fmt: skip

    async def nothing_is_told(*more: str) -> None:
        for address in [*addresses, *more]:
            text = (await sync_to_async(client.get)(address)).content.decode()
            assert not re.search(r"9.?8.?7.?6.?5.?4.?3.?2", text), address

    await nothing_is_told()
    game = await sync_to_async(start_ranked)(player=mira, challenge=challenge)
    await sync_to_async(reveal)(game)
    browser, _ = await Browser.join(game.pk, mira)
    await browser.act(1, "d")
    await nothing_is_told(f"/play/{game.pk}", f"/game/{game.pk}/result", f"/game/{game.pk}/log")
    await browser.act(2, "x")
    assert str(PAR) not in "".join(browser.heard)
    found = await sync_to_async(client.get)(f"/game/{game.pk}/result")
    assert found.json()["par"] == {"score": PAR}


@database
def test_practice_of_a_past_day_shows_its_par(client: Client, mira: User, challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(date=challenge.date - timedelta(days=3))
    challenge.refresh_from_db()
    game = start_practice(player=mira, challenge=challenge)
    Game.objects.filter(pk=game.pk).update(outcome="resigned", cards_left=28)
    found = client.get(f"/game/{game.pk}/result").json()
    assert found == {"rank": None, "of": None, "percentile": None, "par": {"score": challenge.best_score}}


def test_a_server_finds_the_par_of_a_fresh_day_by_itself(start_daphne: DaphneFactory) -> None:
    server = start_daphne(FIND_PAR="True")
    quick = f"Challenge.objects.filter(kind='pyramid').update(deck_text='{print_cards(QUICK.deck)}')"
    models = "from games.models import Challenge"
    server.stop()
    server.manage("open_day")
    server.manage("shell", "--verbosity", "0", "--command", f"{models}; {quick}")
    server.start()
    look = "SELECT fewest_moves FROM games_challenge WHERE kind = 'pyramid'"
    with closing(sqlite3.connect(server.directory / "db.sqlite3")) as database:
        wait_until(lambda: database.execute(look).fetchone() == (55,), "its par is not known", seconds=120)
