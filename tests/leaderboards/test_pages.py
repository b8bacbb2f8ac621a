"""What the home page and the leaderboard say."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.challenges import challenge_at
from games.days import closes_at, day_of, ends_at
from games.engine.deal import parse_code
from games.models import Challenge, Game, GameKind
from games.services import reveal, start_casual, start_ranked
from solitaire.accounts.models import Audience, User
from tests.games.people import account, result

pytestmark = pytest.mark.django_db

FIRST_PAGE = 20


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


@pytest.fixture
def mira(client: Client) -> User:
    player = account("mira")
    client.force_login(player)
    return player


def text(client: Client, address: str) -> str:
    """The words of a page in the order they stand in."""
    page = client.get(address).content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    words = re.sub(r"<script.*?</script>|<[^>]+>", " ", main, flags=re.DOTALL)
    return re.sub(r"\s+", " ", words)


def live(player: User, code: str = "TP1-E-AAAAAAB") -> Game:
    game = start_casual(player=player, code=parse_code(code))
    game.active_at = timezone.now()
    game.save()
    return game


def test_after_a_ranked_game_the_other_of_today_is_offered_until_it_is_played(
    client: Client, challenge: Challenge, mira: User
) -> None:
    address = f"/play/{start_ranked(player=mira, challenge=challenge).pk}"
    assert "/play/today/pyramid" in client.get(address).content.decode()
    result(challenge_at(GameKind.PYRAMID, timezone.now()), mira)
    assert "/play/today/pyramid" not in client.get(address).content.decode()


def test_a_stranger_sees_both_deals_how_many_play_them_and_one_gold_button(
    client: Client, challenge: Challenge
) -> None:
    result(challenge, account("ondra"))
    result(challenge, account("pim"), outcome="stuck", cards_left=4, score=470)
    words = text(client, "/")
    assert "No account needed." in words
    assert "2 played 1 won" in words
    assert "0 played 0 won" in words
    page = client.get("/").content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    assert main.count(" primary") == 1
    assert 'action="/play/today/tripeaks"' in main


def test_the_home_page_counts_down_to_the_next_day_and_shows_the_seals(client: Client, challenge: Challenge) -> None:
    page = client.get("/").content.decode()
    assert f'data-until="{ends_at(day_of(timezone.now())).isoformat()}"' in page
    assert challenge.commitment in page


def test_looking_at_the_home_page_makes_nobody_a_guest(client: Client) -> None:
    client.get("/")
    assert not User.objects.exists()


def test_no_card_of_todays_deal_stands_on_the_page_before_it_is_started(
    client: Client, mira: User, challenge: Challenge
) -> None:
    start_ranked(player=mira, challenge=challenge)
    page = client.get("/").content.decode()
    assert "tableau" not in page
    assert "Continue" not in page


def test_a_running_game_can_be_continued_and_says_how_many_cards_are_left(
    client: Client, mira: User, challenge: Challenge
) -> None:
    game = start_ranked(player=mira, challenge=challenge)
    reveal(game)
    words = text(client, "/")
    assert "28 cards left, the clock runs Continue" in words
    assert f'href="/play/{game.pk}"' in client.get("/").content.decode()


def test_the_browser_keeps_no_home_page_that_back_could_bring_up_again(client: Client) -> None:
    assert "no-store" in client.get("/").headers["Cache-Control"]


def test_a_casual_game_that_was_left_can_be_found_again_until_it_ends(client: Client, mira: User) -> None:
    game, others = live(mira), live(account("teo"))
    page = client.get("/").content.decode()
    assert "Left unfinished:" in page
    assert f'href="/play/{game.pk}"' in page
    assert f'href="/play/{others.pk}"' not in page
    Game.objects.filter(pk=game.pk).update(outcome="resigned")
    assert "Left unfinished:" not in client.get("/").content.decode()


def test_a_finished_game_shows_its_rank_and_how_many_are_behind(
    client: Client, mira: User, challenge: Challenge
) -> None:
    for number in range(11):
        result(challenge, account(f"player{number}"), score=700 + 10 * number)
    result(challenge, mira, score=795, elapsed_ms=161_000)
    words = text(client, "/")
    assert "2:41" in words
    assert "Won. 2nd of 12, ahead of 83.3 %" in words
    assert client.get("/").content.decode().count(" primary") == 1 + 1, "Pyramid, and the dialog"


def test_a_game_that_was_not_won_shows_the_cards_that_were_left(
    client: Client, mira: User, challenge: Challenge
) -> None:
    result(challenge, mira, outcome="stuck", cards_left=7, score=470)
    assert "7 cards left. 1st of 1" in text(client, "/")


def test_live_tables_are_those_that_everyone_may_see(client: Client, challenge: Challenge) -> None:
    live(account("lena", watch=Audience.EVERYONE))
    live(account("hugo"))
    words = text(client, "/")
    assert "lena" in words
    assert "hugo" not in words


def test_a_live_game_of_today_shows_no_card_to_who_has_not_finished_it(client: Client, challenge: Challenge) -> None:
    game = start_ranked(player=account("hugo", watch=Audience.EVERYONE), challenge=challenge)
    reveal(game)
    Game.objects.filter(pk=game.pk).update(active_at=timezone.now())
    for address in ("/", "/watch/"):
        page = client.get(address).content.decode()
        assert '"progress"' in page
        assert "tableau" not in page


def test_the_wall_says_so_when_nobody_plays_for_everyone(client: Client) -> None:
    assert "It is quiet here" in text(client, "/watch/")


def test_an_empty_leaderboard_offers_the_first_place(client: Client) -> None:
    words = text(client, "/leaderboard/")
    assert "Nobody has finished yet" in words
    assert "Play today’s TriPeaks" in words


def test_the_leaderboard_ranks_wins_before_the_rest_and_says_what_is_left(client: Client, challenge: Challenge) -> None:
    result(challenge, account("pim"), outcome="stuck", cards_left=4, score=470, undos=2)
    result(challenge, account("ondra"), score=760, moves=40)
    words = text(client, "/leaderboard/")
    assert words.index("ondra") < words.index("pim 4 cards left")
    assert "clean" in words
    assert "2 undos" in words
    assert f'data-until="{closes_at(challenge.date).isoformat()}"' in client.get("/leaderboard/").content.decode()


def test_equal_results_share_a_rank(client: Client, challenge: Challenge) -> None:
    for name in ("jun-ho", "maelle"):
        result(challenge, account(name))
    result(challenge, account("teo"), score=700)
    rows = re.findall(r'class="rank-c">(\d+)', client.get("/leaderboard/").content.decode())
    assert rows == ["1", "1", "3"]


def test_the_own_row_is_shown_with_its_neighbours_and_how_many_stand_between(
    client: Client, mira: User, challenge: Challenge
) -> None:
    for number in range(40):
        result(challenge, account(f"player{number}"), score=770 - number)
    result(challenge, mira, score=735)
    page = client.get("/leaderboard/").content.decode()
    words = text(client, "/leaderboard/")
    assert re.findall(r'<tr [^>]*class="me">\s*<td class="rank-c">(\d+)', page) == ["36"]
    assert "14 players between" in words
    assert "41 players After" in words
    assert "36th of 41" in words


def test_no_row_stands_twice_when_the_neighbours_reach_into_the_first_page(
    client: Client, mira: User, challenge: Challenge
) -> None:
    for number in range(FIRST_PAGE):
        result(challenge, account(f"player{number}"), score=770 - number)
    result(challenge, mira, score=700)
    rows = re.findall(r'class="rank-c">(\d+)', client.get("/leaderboard/").content.decode())
    assert rows == [str(rank) for rank in range(1, FIRST_PAGE + 2)]
    assert "between" not in text(client, "/leaderboard/")


def test_the_own_row_is_shown_when_a_tie_pushes_it_off_the_first_page(
    client: Client, mira: User, challenge: Challenge
) -> None:
    for number in range(FIRST_PAGE + 4):
        result(challenge, account(f"player{number}"))
    result(challenge, mira, finished_at=timezone.now() + timedelta(minutes=1))
    assert client.get("/leaderboard/").content.decode().count(' class="me">') == 1


def test_a_guest_is_told_how_to_keep_the_place(client: Client, challenge: Challenge) -> None:
    client.post("/play/today/tripeaks")
    game = Game.objects.get()
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(
        started_at=now, finished_at=now, outcome="won", score=760, moves=40, undos=0, cards_left=0, elapsed_ms=90_000
    )
    page = client.get("/leaderboard/").content.decode()
    assert 'href="/accounts/signup/?next=/leaderboard/"' in page


def test_a_game_that_does_not_exist_has_no_leaderboard(client: Client) -> None:
    answer = client.get("/leaderboard/chess/")
    assert answer.status_code == 404
    assert "This card is not in the deck" in answer.content.decode()


def test_a_second_press_after_the_game_is_over_shows_the_result_and_where_to_go(
    client: Client, mira: User, challenge: Challenge
) -> None:
    result(challenge, mira, score=743)
    answer = client.post("/play/today/tripeaks")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "You have played today’s TriPeaks" in page
    assert 'aria-label="743"' in page
    assert 'href="/leaderboard/tripeaks/"' in page
    assert "/again" in page
