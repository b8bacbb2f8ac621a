"""A casual game can be paused, which hides the cards and stops the clock; a ranked one cannot (design 6)."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.challenges import challenge_at
from games.commands import Answer, Command, Rejected, Stored
from games.engine.action import parse_action
from games.engine.deal import parse_code
from games.journal import Journal, Waiting
from games.models import Challenge, Game, GameKind
from games.selectors import Table
from games.services import reveal, start_casual, start_ranked
from tests.games.people import account
from tests.games.socket import Browser, casual, person

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r'"(?:[A2-9TJQK][CDHS]|XX)"')


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


def earlier(game: Game, seconds: int) -> None:
    """Have a game begun so much earlier: as though this long went by just now."""
    game.refresh_from_db()
    assert game.started_at
    Game.objects.filter(pk=game.pk).update(started_at=game.started_at - timedelta(seconds=seconds))


def play(game: Game, *actions: str) -> list[Answer]:
    """The answers of a process that has just begun, and knows of the game what is stored."""
    answers: list[Answer] = []
    journal = Journal(lambda batch: answers.extend(answer for _, answer in batch))
    seq = table(game).seq
    for number, action in enumerate(actions, start=1):
        command = Command(game.pk, game.player_id, f"c{seq + number}", seq + number, parse_action(action))
        journal.submit([Waiting(command, lambda _answer: None, time.monotonic())])
    journal.close()
    return answers


def table(game: Game) -> Table:
    found = Table.load(game.pk)
    assert found
    return found


def seconds(ms: int) -> int:
    return round(ms / 1000)


async def test_a_paused_table_shows_no_card_to_anybody_until_it_goes_on() -> None:
    mira = await person("mira")
    game = await casual(mira, watch="everyone")
    player, before = await Browser.join(game.pk, mira)
    spectator, _ = await Browser.join(game.pk)
    assert (await player.act(1, "d"))["type"] == "ack"
    shown = (await spectator.next("event"))["drawn"]
    assert (await player.act(2, "h"))["type"] == "ack"
    for browser in (spectator, (await Browser.join(game.pk))[0], (await Browser.join(game.pk, mira))[0]):
        if browser is spectator:
            await browser.next("event")
        text = browser.heard[-1]
        assert '"paused":true' in text
        assert not CARD.search(text)
    for action in ("d", "u", "h"):
        assert (await player.act(3, action))["reason"] == "paused"
    assert (await player.act(3, "g"))["type"] == "ack"
    view = (await spectator.next("event"))["view"]
    assert view["waste"] == [*before["view"]["waste"], shown]
    assert (view["paused"], view["moves"], view["undoable"]) == (False, 1, 1)
    assert (await player.act(4, "g"))["reason"] == "not_paused"


async def test_the_browser_is_told_that_the_clock_stands() -> None:
    mira = await person("mira")
    game = await casual(mira)
    player, _ = await Browser.join(game.pk, mira)
    for seq, action in enumerate("dh", start=1):
        await player.act(seq, action)
    await sync_to_async(earlier)(game, 60)
    _, state = await Browser.join(game.pk, mira)
    assert (state["running"], seconds(state["ms"])) == (False, 0)


def test_the_clock_leaves_out_every_pause_whatever_process_the_game_goes_on_in() -> None:
    game = start_casual(player=account("mira"), code=parse_code("TP1-E-AAAAAAB"))
    play(game, "d")
    earlier(game, 10)
    play(game, "h")
    earlier(game, 100)
    assert seconds(table(game).clock(timezone.now().timestamp())) == 10
    play(game, "g")
    assert table(game).running
    earlier(game, 5)
    assert seconds(table(game).clock(timezone.now().timestamp())) == 15
    play(game, "d", "h")
    earlier(game, 1000)
    play(game, "g")
    earlier(game, 1)
    play(game, "d", "x")
    assert [seconds(ms) for _, ms in table(game).log] == [0, 10, 10, 15, 15, 15, 16, 16]
    game.refresh_from_db()
    assert seconds(game.elapsed_ms or 0) == 16
    assert seconds(game.paused_ms) == 1100


def test_a_game_given_up_during_a_pause_is_as_long_as_it_was_played_and_shows_its_cards() -> None:
    game = start_casual(player=account("mira"), code=parse_code("PY1-N-AAAAAAS"))
    play(game, "d")
    earlier(game, 10)
    play(game, "h")
    earlier(game, 100)
    stored = play(game, "x")[0]
    assert isinstance(stored, Stored)
    assert stored.event
    assert stored.event.view
    assert CARD.search(str(stored.event.view.tableau).replace("'", '"'))
    game.refresh_from_db()
    assert (game.outcome, seconds(game.elapsed_ms or 0)) == ("resigned", 10)


def test_a_ranked_game_is_not_paused(challenge: Challenge) -> None:
    game = start_ranked(player=account("mira"), challenge=challenge)
    reveal(game)
    answer = play(game, "h")[0]
    assert isinstance(answer, Rejected)
    assert answer.refusal.reason == "ranked"
    assert (table(game).seq, table(game).running) == (0, True)


def test_events_sent_again_are_those_that_were_sent() -> None:
    game = start_casual(player=account("mira"), code=parse_code("TP1-E-AAAAAAB"))
    sent = [answer.event for answer in play(game, "d", "h", "g", "u") if isinstance(answer, Stored)]
    assert table(game).events(after=0) == sent


def test_the_end_tells_the_time_of_the_last_action_on_the_cards_as_the_result_does() -> None:
    game = start_casual(player=account("mira"), code=parse_code("TP1-E-AAAAAAB"))
    play(game, "d")
    earlier(game, 40)
    (end,) = play(game, "x")
    game.refresh_from_db()
    assert isinstance(end, Stored)
    assert end.event
    assert end.event.ms == game.elapsed_ms
    assert seconds(end.event.ms) == 0
