"""Replays of finished games, and games of one's own that go on from the middle of them."""

from __future__ import annotations

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from games.challenges import challenge_at, challenge_on, open_day
from games.days import day_of, last_final_day
from games.engine.action import parse_action
from games.engine.deal import parse_code
from games.engine.position import replay
from games.models import Game, GameKind, Move
from games.selectors import Table
from games.services import start_casual, start_from
from leaderboards.statistics import statistics
from solitaire.accounts.models import Audience, User
from tests.games.people import account, result
from tests.games.socket import Browser, cookie_of, person

pytestmark = pytest.mark.django_db

CODE = "TP1-E-AAAAAAB"


@pytest.fixture
def mira(client: Client) -> User:
    player = account("mira")
    client.force_login(player)
    return player


def played(player: User, actions: str, *, code: str = CODE, **fields: object) -> Game:
    """A casual game with a log, a second for each action; over, where `fields` say so."""
    game = start_casual(player=player, code=parse_code(code))
    Move.objects.bulk_create(
        Move(game=game, seq=seq, action=action, command_id=f"c{seq}", ms=1000 * seq)
        for seq, action in enumerate(actions.split(), start=1)
    )
    Game.objects.filter(pk=game.pk).update(**fields)
    game.refresh_from_db()
    return game


def over(player: User, actions: str, *, code: str = CODE, **fields: object) -> Game:
    """Such a game, given up."""
    result = {"score": 496, "moves": 4, "undos": 0, "cards_left": 25, "elapsed_ms": 4000, "finished_at": timezone.now()}
    return played(player, f"{actions} x", code=code, outcome="resigned", **{**result, **fields})


def log_of(page: str) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(
        re.findall(r'id="replay"[^>]*>(.*?)</script>', page, flags=re.DOTALL)[0]
    )["log"]
    return found


def test_a_replay_brings_the_log_and_the_moves_in_writing(client: Client, mira: User) -> None:
    game = over(mira, "r20 h g r23 d u r22")
    page = client.get(f"/game/{game.pk}").content.decode()
    assert [event["action"] for event in log_of(page)["events"]] == ["r20", "h", "g", "r23", "d", "u", "r22", "x"]
    lines = re.findall(r"<li><i>(.*?)</i><span>(.*?)</span>", page)
    assert lines == [
        ("1", "K♣"), ("", "pause"), ("", "go on"), ("2", "A♠"),
        ("3", "draw 10♦"), ("", "undo"), ("4", "2♦"), ("", "end"),
    ]  # fmt: skip


def test_the_pairs_of_a_pyramid_are_written_as_pairs(client: Client, mira: User) -> None:
    game = over(mira, "k27 p22+23 d", code="PY1-N-AAAAAAS")
    page = client.get(f"/game/{game.pk}").content.decode()
    assert re.findall(r"<li><i>\d*</i><span>(.*?)</span>", page)[:2] == ["K♦", "10♣ + 3♠"]


def test_a_running_game_is_watched_or_played_and_a_finished_one_replayed(client: Client, mira: User) -> None:
    own, other = played(mira, "r20"), played(account("pim"), "r20", watch=Audience.EVERYONE)
    assert client.get(f"/game/{own.pk}", follow=True).redirect_chain[-1][0] == f"/play/{own.pk}"
    assert client.get(f"/game/{other.pk}").headers["Location"] == f"/watch/{other.pk}"
    Game.objects.filter(pk=other.pk).update(outcome="resigned", score=499, moves=1, undos=0, elapsed_ms=1000)
    assert client.get(f"/watch/{other.pk}").headers["Location"] == f"/game/{other.pk}"
    assert client.get("/game/nothing").status_code == 404


def test_going_on_from_the_middle_stands_where_the_other_game_stood(client: Client, mira: User) -> None:
    game = over(account("pim"), "r20 r23 d u r22", watch=Audience.EVERYONE)
    answer = client.post(f"/game/{game.pk}/from/3")
    own = Table.load(answer.headers["Location"].removeprefix("/play/"))
    assert own is not None
    deal = parse_code(CODE)
    assert own.position == replay(deal.variant, deal.deck, map(parse_action, ["r20", "r23", "d"]))
    assert (own.game.player, own.game.ranked, own.game.given, own.game.code, own.seq) == (mira, False, 3, CODE, 3)
    undone = own.position.play(parse_action("u")).play(parse_action("u")).play(parse_action("u"))
    assert undone.board == replay(deal.variant, deal.deck, []).board


def test_pauses_and_the_end_are_not_taken_over(mira: User) -> None:
    game = played(mira, "r20 h g r23 x", outcome="resigned")
    own = start_from(player=mira, game=game, seq=99)
    assert list(own.log.order_by("seq").values_list("seq", "action", "ms")) == [(1, "r20", 1000), (2, "r23", 4000)]


@pytest.mark.parametrize("seq", ["0", "1" + "0" * 30])
def test_any_number_of_actions_can_be_asked_for(client: Client, mira: User, seq: str) -> None:
    game = over(mira, "r20 r23")
    answer = client.post(f"/game/{game.pk}/from/{seq}")
    own = Game.objects.get(pk=answer.headers["Location"].removeprefix("/play/"))
    assert own.given == (0 if seq == "0" else 2)


def test_todays_deal_goes_on_only_for_those_who_have_finished_it(client: Client, mira: User) -> None:
    challenge = challenge_at(GameKind.TRIPEAKS, timezone.now())
    game = result(challenge, account("pim"), watch=Audience.EVERYONE)
    Move.objects.create(game=game, seq=1, action="d", command_id="a", ms=1)
    assert client.post(f"/game/{game.pk}/from/1").status_code == 403
    result(challenge, mira)
    own = Game.objects.get(pk=client.post(f"/game/{game.pk}/from/1").headers["Location"].removeprefix("/play/"))
    assert (own.ranked, own.challenge, own.given) == (False, challenge, 1)


def test_a_game_begun_in_the_middle_does_not_count_in_the_statistics(mira: User) -> None:
    over(mira, "r20 r23", given=1)
    assert statistics(mira, today=day_of(timezone.now())).rules == []
    over(mira, "r20 r23")
    assert [one.played for one in statistics(mira, today=day_of(timezone.now())).rules] == [1]


@pytest.mark.django_db(transaction=True)
async def test_the_clock_goes_on_from_where_it_stood() -> None:
    player = await person("mira")
    own = await sync_to_async(lambda: start_from(player=player, game=over(player, "r20 r23"), seq=2))()
    browser = await Browser.open_with(own.pk, await cookie_of(player))
    state = await browser.ask({"type": "hello"})
    assert (state["seq"], state["ms"], state.get("running", False)) == (2, 2000, False)
    event = await browser.ask({"type": "act", "id": "a", "seq": 3, "action": "r22"}, "event")
    assert 2000 <= event["ms"] < 60_000
    again = await browser.ask({"type": "act", "id": "b", "seq": 4, "action": "u"}, "event")
    assert again["ms"] >= event["ms"]
    await browser.leave()


def test_the_home_page_shows_the_best_run_of_a_final_day_that_its_player_shows(client: Client) -> None:
    now = timezone.now()
    day = last_final_day(now)
    open_day(day)
    challenge = challenge_on(GameKind.TRIPEAKS, day, now=now)
    hidden = result(challenge, account("pim"), score=770, watch=Audience.NOBODY)
    shown = result(challenge, account("teo"), score=765, watch=Audience.EVERYONE)
    open_today = result(challenge_at(GameKind.TRIPEAKS, now), account("ondra"), score=772, watch=Audience.EVERYONE)
    page = client.get("/").content.decode()
    assert f'data-reel="/game/{shown.pk}/log"' in page
    assert hidden.pk not in page
    assert open_today.pk not in page
