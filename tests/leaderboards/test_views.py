"""Filters, cursors, the archive, profiles, sharing, export, and those who watch over the boards."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from random import Random

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from PIL import Image

from games.challenges import challenge_at, open_day
from games.days import day_of
from games.engine.action import print_action
from games.engine.deal import parse_code
from games.models import Challenge, Game, GameKind, Move
from games.selectors import Table
from games.services import start_casual
from leaderboards import simulation, suspicion
from leaderboards.models import Doubt, Flag, Tally
from leaderboards.share import share_text
from leaderboards.standings import Everyone
from leaderboards.statistics import statistics
from solitaire.accounts.models import Audience, Friendship, User
from tests.games.people import account, result

pytestmark = pytest.mark.django_db


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


@pytest.fixture
def mira(client: Client) -> User:
    player = account("mira")
    client.force_login(player)
    return player


class TestFilters:
    """Every board has an address, and an address that names none says so."""

    def test_friends_see_their_own_board(self, client: Client, mira: User, challenge: Challenge) -> None:
        pim, teo = account("pim"), account("teo")
        Friendship.objects.create(asker=pim, asked=mira, accepted_at=timezone.now())
        Friendship.objects.create(asker=mira, asked=teo)
        for player in (mira, pim, teo):
            result(challenge, player)
        page = client.get("/leaderboard/tripeaks/?who=friends").content.decode()
        assert 'href="/@pim"' in page
        assert 'href="/@teo"' not in page
        assert "2 players" not in page

    def test_a_friends_board_without_friends_says_so(self, client: Client, challenge: Challenge) -> None:
        result(challenge, account("pim"))
        assert "None of your friends" in client.get("/leaderboard/tripeaks/?who=friends").content.decode()

    @pytest.mark.parametrize("query", ["by=luck", "who=me", "period=week", "clean=2", "period=day%00"])
    def test_unknown_filters_are_named(self, client: Client, challenge: Challenge, query: str) -> None:
        answer = client.get(f"/leaderboard/tripeaks/?{query}")
        assert answer.status_code == 400
        assert 'data-error="unknown_filter"' in answer.content.decode()

    def test_a_cursor_of_another_board_is_named(self, client: Client, challenge: Challenge) -> None:
        for at in range(25):
            result(challenge, account(f"p{at}"), score=760 - at)
        page = client.get("/leaderboard/tripeaks/").content.decode()
        following = page.split('rel="next"', maxsplit=1)[0].rsplit('href="', 1)[1].split('"', maxsplit=1)[0]
        assert client.get(following).status_code == 200
        for address in (
            f"{following}&by=fastest",
            f"{following}x",
            "/leaderboard/tripeaks/?after=%E2%82%AC",
            "/leaderboard/tripeaks/?before=W10",
        ):
            answer = client.get(address)
            assert answer.status_code == 400
            assert 'data-error="bad_cursor"' in answer.content.decode()

    def test_a_board_of_a_month_sums_the_days(self, client: Client, mira: User) -> None:
        today = day_of(timezone.now())
        for back in range(2):
            for one in open_day(today.replace(day=1) + timedelta(days=back)):
                result(one, mira, score=500)
        page = client.get(f"/leaderboard/tripeaks/?period=month&date={today:%Y-%m}").content.decode()
        assert 'aria-label="1000"' in page

    def test_replays_open_with_the_readers_own_result(self, client: Client, mira: User, challenge: Challenge) -> None:
        other = result(challenge, account("pim"), watch=Audience.EVERYONE)
        assert f"/game/{other.pk}" not in client.get("/leaderboard/tripeaks/").content.decode()
        result(challenge, mira)
        assert f"/game/{other.pk}" in client.get("/leaderboard/tripeaks/").content.decode()


def test_the_calendar_has_a_mark_and_a_word_for_each_day(client: Client, mira: User, challenge: Challenge) -> None:
    result(challenge, mira, undos=1)
    page = client.get("/daily/").content.decode()
    assert 'class="mk won"' in page
    assert 'class="mk open"' in page, "today’s other deal can still be played"
    assert 'aria-current="date"' in page
    assert "The free day of this month is still yours." in page


class TestProfile:
    """Numbers from games alone, for whom their owner shows them."""

    def test_times_are_of_wins_alone_and_rates_stay_below_a_hundred(
        self, client: Client, mira: User, challenge: Challenge
    ) -> None:
        result(challenge, mira, elapsed_ms=90_000)
        casual = start_casual(player=mira, code=parse_code("TP1-E-AAAAAAB"))
        Game.objects.filter(pk=casual.pk).update(
            outcome="resigned", finished_at=timezone.now(), score=499, moves=1, undos=0, cards_left=28, elapsed_ms=900
        )
        page = client.get("/@mira").content.decode()
        assert "1:30" in page
        assert "50 %" in page
        assert "0:00" not in page.split("By game and rule")[1].split("</table>")[0]

    def test_scores_of_rules_that_score_differently_are_not_mixed(self, mira: User) -> None:
        for code, score in (("TP1-E-AAAAAAB", 760), ("TP1-ES-AAAAAAB", 90)):
            game = start_casual(player=mira, code=parse_code(code))
            Game.objects.filter(pk=game.pk).update(
                outcome="won", finished_at=timezone.now(), score=score, moves=40, undos=0, cards_left=0, elapsed_ms=9
            )
        found = {one.rule: one.scores for one in statistics(mira, today=day_of(timezone.now())).rules}
        assert {rule: bars and [bar.label for bar in bars.bars] for rule, bars in found.items()} == {
            "E": ["760"],
            "ES": ["90"],
        }

    def test_each_variant_has_a_rate_of_its_own(self, mira: User) -> None:
        for code, outcome in (("TP1-E-B", "won"), ("TP1-EJ-B", "won"), ("TP1-EJ-B", "stuck"), ("PY1-N0K-B", "stuck")):
            game = start_casual(player=mira, code=parse_code(code.replace("-B", "-AAAAAAB")))
            Game.objects.filter(pk=game.pk).update(
                outcome=outcome, finished_at=timezone.now(), score=1, moves=1, undos=0, elapsed_ms=1
            )
        found = statistics(mira, today=day_of(timezone.now())).rules
        assert [(one.kind, one.rule, one.played, one.rate) for one in found] == [
            ("tripeaks", "EJ", 2, 50), ("tripeaks", "E", 1, 100), ("pyramid", "N0K", 1, 0),
        ]  # fmt: skip

    def test_it_is_closed_to_whom_its_owner_does_not_show_it(self, client: Client) -> None:
        account("pim", profile=Audience.NOBODY)
        assert client.get("/@pim").status_code == 403
        assert client.get("/@nobody-here").status_code == 404

    def test_a_name_in_other_letters_leads_to_the_page(self, client: Client) -> None:
        account("Pim")
        assert client.get("/@pim").headers["Location"] == "/@Pim"

    def test_ones_own_games_can_be_taken_along(self, client: Client, mira: User, challenge: Challenge) -> None:
        game = result(challenge, mira)
        Move.objects.create(game=game, seq=1, action="d", command_id="c", ms=12)
        rows = list(csv.DictReader(io.StringIO(client.get("/games.csv").content.decode())))
        assert [(row["id"], row["score"], row["day"]) for row in rows] == [(game.pk, "760", str(challenge.date))]
        found = json.loads(client.get("/games.json").content)
        assert found[0]["log"] == [["d", 12]]
        assert challenge.deck_text not in client.get("/games.json").content.decode()
        assert client.get("/games.xml").status_code == 404


class TestShare:
    """Words first, no cards, at most three emoji."""

    def test_the_text_says_what_came_out(self, challenge: Challenge) -> None:
        game = result(challenge, account("mira"), elapsed_ms=161_000)
        text = share_text(game, place=2, total=40, streak=12)
        assert text.startswith("TriPeaks of")
        assert "760 points, 2:41, 40 moves. Rank: 2nd, ahead of 95.0 % of the day." in text
        assert sum(ord(letter) > 0x2190 and letter != "\ufe0f" for letter in text) == 3

    def test_a_loss_boasts_of_nothing(self, challenge: Challenge) -> None:
        game = result(challenge, account("mira"), outcome="stuck", cards_left=4, score=470)
        assert "4 cards left, 470 points" in share_text(game)

    def test_the_page_and_its_picture_show_no_card(self, client: Client, challenge: Challenge) -> None:
        game = result(challenge, account("mira"))
        page = client.get(f"/share/{game.pk}").content.decode()
        assert f'property="og:image" content="http://testserver/share/{game.pk}.png"' in page
        assert challenge.deck_text[:8] not in page
        picture = client.get(f"/share/{game.pk}.png")
        assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)
        assert client.get(f"/daily/{challenge.date}/tripeaks.png").headers["Content-Type"] == "image/png"

    def test_a_running_game_cannot_be_shared(self, client: Client) -> None:
        game = start_casual(player=account("mira"), code=parse_code("TP1-E-AAAAAAB"))
        assert client.get(f"/share/{game.pk}").status_code == 404


class TestWatchingOver:
    """Hiding moves ranks at once and is logged; flags only tell."""

    @pytest.fixture
    def admin(self, client: Client) -> User:
        user = User.objects.create_superuser("warden", password="x")
        client.force_login(user)
        return user

    def test_a_hidden_result_leaves_the_board_at_once_and_can_come_back(
        self, client: Client, admin: User, challenge: Challenge
    ) -> None:
        cheat, honest = account("cheat"), account("honest")
        game = result(challenge, cheat, score=772)
        result(challenge, honest, score=700)
        board = "/admin/leaderboards/result/"
        for action, rank in (("hide", 1), ("show", 2)):
            client.post(board, {"action": action, "_selected_action": [game.pk]})
            row = Everyone(challenge).own(honest)
            assert row is not None
            assert row.rank == rank
        messages = list(LogEntry.objects.order_by("pk").values_list("change_message", "user", "object_id"))
        assert messages == [
            ("Hidden from the boards.", admin.pk, game.pk),
            ("Shown on the boards again.", admin.pk, game.pk),
        ]

    def test_the_pages_open_and_show_no_deck(self, client: Client, admin: User, challenge: Challenge) -> None:
        game = result(challenge, account("mira"))
        Flag.objects.create(game=game, doubt=Doubt.LUCK, detail="p = 1e-9")
        for page in ("result/", f"result/{game.pk}/change/", "flag/", "result/?flags__isempty=0"):
            answer = client.get(f"/admin/leaderboards/{page}")
            assert answer.status_code == 200
            assert challenge.deck_text not in answer.content.decode()
        assert client.get("/admin/admin/logentry/").status_code == 200

    def played(self, challenge: Challenge, *, pause: int, spread: float) -> Table:
        player = simulation.Player("sim-x", 1.0, 1.0)
        game = result(challenge, account(f"x{pause}{spread}"))
        ms, chance = 0, Random(7)
        for seq, (action, _, _) in enumerate(simulation.play(challenge.variant, challenge.deck, player, chance), 1):
            ms += round(pause * (1 + chance.uniform(-spread, spread)))
            Move.objects.create(game=game, seq=seq, action=print_action(action), command_id=f"c{seq}", ms=ms)
        table = Table.load(game.pk)
        assert table is not None
        return table

    def test_inhuman_pacing_is_flagged_and_a_hand_is_not(self, challenge: Challenge) -> None:
        assert [one.doubt for one in suspicion.doubts(self.played(challenge, pause=90, spread=0.5))] == [Doubt.PACING]
        assert [one.doubt for one in suspicion.doubts(self.played(challenge, pause=900, spread=0.01))] == [Doubt.PACING]
        assert suspicion.doubts(self.played(challenge, pause=1500, spread=0.6)) == []

    def test_the_chance_of_so_much_luck_is_the_binomial_one(self) -> None:
        assert suspicion.at_least(0, [0.5] * 4) == pytest.approx(1)
        assert suspicion.at_least(4, [0.5] * 4) == pytest.approx(1 / 16)
        assert suspicion.at_least(2, [0.5, 0.25]) == pytest.approx(0.125)

    def test_a_flag_takes_nothing_off_the_board(self, challenge: Challenge) -> None:
        table = self.played(challenge, pause=90, spread=0.5)
        assert suspicion.look_at(table.game.pk)
        assert Flag.objects.count() == 1
        assert Everyone(challenge).total() == 1

    def test_the_counts_can_be_compared_and_made_again(self, challenge: Challenge) -> None:
        result(challenge, account("mira"))
        Tally.objects.create(challenge=challenge, board=0, level=0, bucket=1, count=5)
        with pytest.raises(CommandError):
            call_command("tallies", stdout=io.StringIO())
        call_command("tallies", rebuild=True, stdout=io.StringIO())
        call_command("tallies", stdout=io.StringIO())
