"""The table over its websocket: what each frame does, and what bad ones get."""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.challenges import challenge_at
from games.models import Game, GameKind, Move
from games.services import start_ranked
from solitaire.accounts.models import Friendship
from tests.games.socket import Browser, casual, person

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def log_of(game: Game) -> list[str]:
    return list(game.log.order_by("seq").values_list("action", flat=True))


async def test_hello_gets_a_snapshot_and_says_who_one_is() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, state = await Browser.join(game.pk, mira)
    assert state["type"] == "state"
    assert state["seq"] == 0
    assert state["you"] == {"role": "player", "ranked": False}
    assert state["view"]["waste"] == ["AC"]
    assert (state["ms"], state["running"]) == (0, False)
    await browser.leave()


async def test_an_action_is_acked_when_it_is_stored_and_told_to_everybody() -> None:
    mira, ondra = await person("mira"), await person("ondra")
    game = await casual(mira, watch="everyone")
    player, _ = await Browser.join(game.pk, mira)
    spectator, state = await Browser.join(game.pk, ondra)
    assert state["you"]["role"] == "spectator"
    ack = await player.act(1, "r20")
    assert ack["type"] == "ack"
    assert await log_of(game) == ["r20"]
    event = await spectator.next("event")
    assert (event["seq"], event["action"], event["score"], event["moves"]) == (1, "r20", 499, 1)
    for browser in (player, spectator):
        await browser.leave()


async def test_the_card_that_turns_up_and_the_card_drawn_come_with_the_event() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    for seq, action in enumerate(["r20", "r23"], start=1):
        await browser.act(seq, action)
    await browser.send({"type": "act", "id": "x", "seq": 3, "action": "r22"})
    while (event := await browser.next("event"))["seq"] < 3:
        pass
    assert event["turned"] == [{"place": 13, "card": "7S"}]
    await browser.send({"type": "act", "id": "y", "seq": 4, "action": "d"})
    drawn = await browser.next("event")
    assert len(drawn["drawn"]) == 2
    await browser.send({"type": "act", "id": "z", "seq": 5, "action": "u"})
    undone = await browser.next("event")
    assert undone["view"]["waste"][-1] == "2D"
    assert undone["view"]["moves"] == 4
    await browser.leave()


async def test_the_same_command_id_gets_the_same_answer_and_adds_nothing() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    first = await browser.act(1, "d", "once")
    await browser.act(2, "d", "then")
    assert await browser.act(1, "d", "once") == first
    assert await browser.act(3, "d", "once") == first
    assert await log_of(game) == ["d", "d"]
    await browser.leave()


async def test_a_refusal_names_its_rule_and_its_places_and_changes_nothing() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    refused = await browser.act(1, "r18", "no")
    assert refused == {"type": "refused", "id": "no", "reason": "not_adjacent", "cards": ["18"]}
    assert await log_of(game) == []
    await browser.leave()


async def test_two_tabs_play_one_game_in_one_order_and_the_slower_one_is_told_it_is_stale() -> None:
    mira = await person("mira")
    game = await casual(mira)
    one, _ = await Browser.join(game.pk, mira)
    other, _ = await Browser.join(game.pk, mira)
    await one.act(1, "r20")
    stale = await other.act(1, "d", "late")
    assert (stale["type"], stale["id"], stale["state"]["seq"]) == ("stale", "late", 1)
    assert stale["state"]["view"]["waste"] == ["AC", "KC"]
    assert (await other.act(2, "d"))["type"] == "ack"
    assert await log_of(game) == ["r20", "d"]
    for browser in (one, other):
        await browser.leave()


async def test_actions_sent_without_waiting_are_all_played_in_order() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    for seq in range(1, 11):
        await browser.send({"type": "act", "id": f"burst-{seq}", "seq": seq, "action": "d"})
    acks = [(await browser.next("ack"))["seq"] for _ in range(10)]
    assert acks == list(range(1, 11))
    await browser.leave()


async def test_an_action_out_of_order_is_stale() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    assert (await browser.act(5, "d"))["type"] == "stale"
    await browser.leave()


async def test_coming_back_with_a_sequence_number_gets_just_the_events_missed() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    for seq in range(1, 5):
        await browser.act(seq, "d")
    await browser.leave()
    again = await Browser.open(game.pk, mira)
    await again.send({"type": "hello", "last_seq": 2})
    assert [(await again.next())["seq"] for _ in range(2)] == [3, 4]
    assert await again.ask({"type": "ping"}) == {"type": "pong", "seq": 4}
    assert (await again.ask({"type": "hello", "last_seq": 9}))["type"] == "state"
    await again.leave()


class TestWhoMaySeeWhat:
    async def test_a_game_for_friends_is_open_to_friends_only(self) -> None:
        mira, pim, teo = await person("mira"), await person("pim"), await person("teo")
        await sync_to_async(Friendship.objects.create)(asker=pim, asked=mira, accepted_at=timezone.now())
        game = await casual(mira)
        friend, state = await Browser.join(game.pk, pim)
        assert state["type"] == "state"
        for stranger in (teo, None):
            browser, error = await Browser.join(game.pk, stranger)
            assert (error["type"], error["reason"]) == ("error", "not_allowed")
            assert await browser.closed_with() == 4403
        await friend.leave()

    async def test_asking_to_be_friends_opens_nothing(self) -> None:
        mira, pim = await person("mira"), await person("pim")
        await sync_to_async(Friendship.objects.create)(asker=pim, asked=mira)
        _, error = await Browser.join((await casual(mira)).pk, pim)
        assert error["reason"] == "not_allowed"

    async def test_guests_watch_a_game_that_is_open_to_everyone_and_cannot_act_in_it(self) -> None:
        game = await casual(await person("mira"), watch="everyone")
        browser, state = await Browser.join(game.pk)
        assert state["you"]["role"] == "spectator"
        assert (await browser.act(1, "d"))["reason"] == "not_yours"
        assert await log_of(game) == []
        await browser.leave()

    async def test_somebody_who_has_not_finished_todays_deal_sees_progress_and_then_the_cards(self) -> None:
        mira, teo = await person("mira", watch="everyone"), await person("teo")
        challenge = await sync_to_async(challenge_at)(GameKind.TRIPEAKS, timezone.now())
        game = await sync_to_async(start_ranked)(player=mira, challenge=challenge)
        own = await sync_to_async(start_ranked)(player=teo, challenge=challenge)
        player, _ = await Browser.join(game.pk, mira)
        spectator, progress = await Browser.join(game.pk, teo)
        assert progress["type"] == "progress"
        assert progress["progress"]["peaks"] == [9, 9, 10]
        await player.act(1, "d")
        locked = await spectator.next("progress", "event", "state")
        assert (locked["type"], locked["progress"]["moves"]) == ("progress", 1)
        seen = "".join(spectator.heard)
        assert "waste" not in seen
        assert "drawn" not in seen
        mine, _ = await Browser.join(own.pk, teo)
        await mine.act(1, "d")
        await mine.act(2, "x")
        unlocked = await spectator.next("state")
        assert len(unlocked["view"]["waste"]) == 2
        for browser in (player, spectator, mine):
            await browser.leave()


class TestRankedGames:
    async def test_the_clock_starts_when_the_cards_are_shown(self) -> None:
        mira = await person("mira")
        challenge = await sync_to_async(challenge_at)(GameKind.PYRAMID, timezone.now())
        game = await sync_to_async(start_ranked)(player=mira, challenge=challenge)
        browser, state = await Browser.join(game.pk, mira)
        assert (game.started_at, state["running"]) == (None, True)
        await game.arefresh_from_db()
        began = game.started_at
        assert began is not None
        again, _ = await Browser.join(game.pk, mira)
        await game.arefresh_from_db()
        assert game.started_at == began
        for browser_ in (browser, again):
            await browser_.leave()

    async def test_the_result_is_written_with_the_last_move(self) -> None:
        mira = await person("mira")
        challenge = await sync_to_async(challenge_at)(GameKind.TRIPEAKS, timezone.now())
        game = await sync_to_async(start_ranked)(player=mira, challenge=challenge)
        browser, _ = await Browser.join(game.pk, mira)
        for seq, action in enumerate(["d", "u", "d", "x"], start=1):
            await browser.act(seq, action)
        await game.arefresh_from_db()
        assert (game.outcome, game.moves, game.undos, game.cards_left) == ("resigned", 2, 1, 28)
        assert game.score == 499
        assert (await browser.act(5, "d"))["reason"] == "game_over"
        await browser.leave()

    async def test_a_day_that_is_final_takes_no_more_moves(self) -> None:
        mira = await person("mira")
        challenge = await sync_to_async(challenge_at)(GameKind.TRIPEAKS, timezone.now())
        game = await sync_to_async(start_ranked)(player=mira, challenge=challenge)
        challenge.date -= timedelta(days=2)
        await challenge.asave()
        browser, _ = await Browser.join(game.pk, mira)
        assert (await browser.act(1, "d"))["reason"] == "game_over"
        assert not await Move.objects.filter(game=game).aexists()
        await browser.leave()


class TestBadInput:
    @pytest.mark.parametrize(
        ("frame", "reason"),
        [
            (" ", "malformed"),
            ("{", "malformed"),
            ("[]", "malformed"),
            ("null", "malformed"),
            ('{"type":"steal"}', "unknown_type"),
            ('{"type":"act"}', "malformed"),
            ('{"type":"act","id":"a","seq":1,"action":"r99"}', "malformed"),
            ('{"type":"act","id":"a","seq":1,"action":"please"}', "malformed"),
            ('{"type":"act","id":"a b","seq":1,"action":"d"}', "malformed"),
            ('{"type":"act","id":"a","seq":-1,"action":"d"}', "malformed"),
            ('{"type":"act","id":"a","seq":1,"action":"d","cheat":true}', "malformed"),
            ('{"type":"hello","last_seq":"one"}', "malformed"),
            ('{"type":"ping","pad":"' + "x" * 5000 + '"}', "too_large"),
        ],
    )
    async def test_a_frame_that_cannot_be_used_gets_a_named_error_and_loses_nothing(
        self, frame: str, reason: str
    ) -> None:
        mira = await person("mira")
        game = await casual(mira)
        browser, _ = await Browser.join(game.pk, mira)
        error = await browser.ask(frame)
        assert (error["type"], error["reason"]) == ("error", reason)
        assert (await browser.act(1, "d"))["type"] == "ack"
        await browser.leave()

    async def test_acting_before_hello_is_an_error(self) -> None:
        mira = await person("mira")
        browser = await Browser.open((await casual(mira)).pk, mira)
        assert (await browser.act(1, "d"))["reason"] == "hello_first"
        assert (await browser.ask({"type": "ping"}))["reason"] == "hello_first"
        await browser.leave()

    async def test_no_such_game_says_so_and_closes(self) -> None:
        browser, error = await Browser.join("nowhere")
        assert error["reason"] == "no_such_game"
        assert await browser.closed_with() == 4404

    async def test_a_foreign_origin_gets_no_socket(self) -> None:
        game = await casual(await person("mira"))
        with pytest.raises(ConnectionError):
            await Browser.open(game.pk, origin=b"https://elsewhere.example")

    async def test_twenty_unusable_frames_close_the_socket(self) -> None:
        mira = await person("mira")
        browser, _ = await Browser.join((await casual(mira)).pk, mira)
        for _ in range(20):
            await browser.send("?")
        assert await browser.closed_with() == 4400

    async def test_a_flood_is_answered_too_fast_and_closed(self) -> None:
        mira = await person("mira")
        browser, _ = await Browser.join((await casual(mira)).pk, mira)
        for _ in range(100):
            await browser.send({"type": "ping"})
        assert (await browser.next("error"))["reason"] == "too_fast"
        assert await browser.closed_with() == 4429
