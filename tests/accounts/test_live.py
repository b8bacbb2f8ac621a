"""What reaches an open page at once: friends who come and play, boards that appear and unlock, doors that close."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from games.challenges import challenge_at
from games.engine.deal import parse_code
from games.models import Challenge, Game, GameKind
from games.selectors import Eyes
from games.services import set_audience, start_ranked
from solitaire.accounts.models import Audience, Friendship, User
from solitaire.accounts.selectors import GUEST_KEY
from solitaire.people import services
from tests.accounts.lobby import Page
from tests.games.people import result
from tests.games.socket import Browser, casual, cookie_of, person

pytestmark = pytest.mark.django_db(transaction=True)

WITHIN = 1.0
"""Seconds in which a door has to close."""
Open = Callable[..., Awaitable[Any]]


@pytest.fixture
async def page_of() -> AsyncIterator[Open]:
    """Opens pages, and puts them away at the end."""
    pages: list[Page] = []

    async def open_page(who: Any, **wants: Any) -> Page:
        pages.append(await Page.open(who, **wants))
        return pages[-1]

    yield open_page
    for page in pages:
        await page.leave()


@pytest.fixture
async def table_of() -> AsyncIterator[Open]:
    """Joins tables, and leaves them at the end."""
    browsers: list[Browser] = []

    async def join(game: Game, who: User | None) -> Browser:
        browser, _ = await Browser.join(game.pk, who)
        browsers.append(browser)
        return browser

    yield join
    for browser in browsers:
        await browser.leave()


async def friends(one: User, other: User) -> None:
    await Friendship.objects.acreate(asker=one, asked=other, accepted_at=timezone.now())


@sync_to_async
def today() -> Challenge:
    challenge = challenge_at(GameKind.TRIPEAKS, timezone.now())
    challenge.rule, challenge.deck = "E", parse_code("TP1-E-AAAAAAB").deck
    challenge.save()
    return challenge


# ---- friends


async def test_a_friend_who_comes_and_goes_is_seen_at_once(page_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    await friends(mira, ondra)
    page = await page_of(mira)
    await page.friend("ondra", on=False)
    other = await Page.open(ondra)
    await page.friend("ondra", on=True)
    await other.friend("mira", on=True)
    await other.leave()
    await page.friend("ondra", on=False)


async def test_a_friend_at_a_table_is_here_and_plays(page_of: Open, table_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra", watch="friends")
    await friends(mira, ondra)
    page = await page_of(mira)
    game = await casual(ondra)
    table = await table_of(game, ondra)
    await page.friend("ondra", on=True, game=None)
    await table.act(1, "r20")
    assert (await page.friend("ondra", game=game.pk))["title"] == "TriPeaks"
    await table.act(2, "x")
    await page.friend("ondra", game=None)


async def test_a_game_that_friends_may_not_watch_is_no_news(page_of: Open, table_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    await friends(mira, ondra)
    page = await page_of(mira, wall=True)
    private, open_ = await casual(ondra, watch="nobody"), await casual(ondra)
    for game in (private, open_):
        await (await table_of(game, ondra)).act(1, "r20")
    assert (await page.next("tile"))["id"] == open_.pk
    assert private.pk not in "".join(page.heard)


async def test_whoever_hides_is_not_here_for_anybody(page_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra", show_presence=False)
    await friends(mira, ondra)
    await page_of(ondra)
    page = await page_of(mira)
    await page.friend("ondra", on=False)
    await sync_to_async(services.set_privacy)(ondra, show_presence=True)
    await page.friend("ondra", on=True)


async def test_whoever_hides_at_a_table_is_named_there_no_more(table_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    await friends(mira, ondra)
    game = await casual(ondra)
    table = await table_of(game, ondra)
    await table_of(game, mira)
    while (said := await table.next("watching")) != {"type": "watching", "count": 1, "friends": ["mira"]}:
        assert said["count"] <= 1
    await sync_to_async(services.set_privacy)(mira, show_presence=False)
    assert await table.next("watching") == {"type": "watching", "count": 1}


async def test_a_player_who_comes_back_is_told_who_watches_and_who_was_shut_out(table_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    await friends(mira, ondra)
    game = await casual(ondra)
    await table_of(game, mira)
    table = await table_of(game, ondra)
    assert await table.next("watching") == {"type": "watching", "count": 1, "friends": ["mira"]}
    await sync_to_async(services.block)(blocker=ondra, blocked=mira)
    while (await table.next("watching"))["count"]:
        pass


async def test_a_blocked_friend_sees_presence_no_more(page_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    await friends(mira, ondra)
    await page_of(mira)
    page = await page_of(ondra)
    await page.friend("mira", on=True)
    await sync_to_async(services.block)(blocker=mira, blocked=ondra)
    while (await page.next("friends"))["friends"]:
        pass


async def test_a_question_is_news_on_every_open_page(page_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    page = await page_of(ondra)
    await page.next("friends")
    await sync_to_async(services.ask)(asker=mira, asked=ondra)
    await page.next("news")


# ---- the wall


async def test_a_friend_who_starts_appears_and_moves_without_a_reload(page_of: Open, table_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    await friends(mira, ondra)
    page = await page_of(mira, wall=True)
    await page.next("wall")
    game = await casual(ondra)
    table = await table_of(game, ondra)
    await table.act(1, "r20")
    tile = await page.next("tile")
    assert (tile["id"], tile["player"], tile["table"]["seq"]) == (game.pk, "ondra", 1)
    await table.act(2, "r23")
    event = await page.on_board(game.pk, "event")
    assert (event["seq"], event["action"]) == (2, "r23")


async def test_boards_for_everyone_come_busiest_first(page_of: Open, table_of: Open) -> None:
    quiet, busy = [
        await casual(await person(name), watch="everyone", active_at=timezone.now()) for name in ("quiet", "busy")
    ]
    await table_of(busy, await person("fan"))
    await Game.objects.filter(pk=quiet.pk).aupdate(active_at=timezone.now())
    page = await page_of(None, wall=True)
    assert (await page.next("wall"))["everyone"] == [busy.pk, quiet.pk]
    tiles = {tile["id"]: tile for tile in [await page.next("tile"), await page.next("tile")]}
    assert [tiles[game.pk].get("watching", 0) for game in (busy, quiet)] == [1, 0]


async def test_a_board_of_today_unlocks_the_moment_its_reader_has_finished(page_of: Open, table_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra", watch="everyone")
    challenge = await today()
    game = await sync_to_async(start_ranked)(player=ondra, challenge=challenge)
    player = await table_of(game, ondra)
    await player.act(1, "r20")
    page = await page_of(mira, wall=True)
    assert (await page.next("tile"))["table"]["type"] == "progress"
    await player.act(2, "r23")
    assert (await page.on_board(game.pk, "progress"))["seq"] == 2
    own = await table_of(await sync_to_async(start_ranked)(player=mira, challenge=challenge), mira)
    await own.act(1, "r20")
    await own.act(2, "x")
    while (tile := await page.next("tile"))["id"] != game.pk or tile["table"]["type"] != "state":
        pass
    assert tile["table"]["seq"] == 2


async def test_a_board_that_its_player_closes_goes(page_of: Open, table_of: Open) -> None:
    ondra = await person("ondra")
    game = await casual(ondra, watch="everyone", active_at=timezone.now())
    page = await page_of(None, wall=True)
    await page.next("tile")
    await sync_to_async(set_audience)(game=game, audience=Audience.LINK)
    while (await page.next("wall"))["everyone"]:
        pass


async def test_many_boards_use_one_socket_and_one_frame_for_what_happens_together(
    page_of: Open, table_of: Open
) -> None:
    games = [await casual(await person(f"p{n}"), watch="everyone", active_at=timezone.now()) for n in range(5)]
    page = await page_of(None, wall=True)
    for _ in games:
        await page.next("tile")
    tables = [await table_of(game, await User.objects.aget(pk=game.player_id)) for game in games]
    await asyncio.gather(*(table.act(1, "r20") for table in tables))
    seen: list[int] = []
    while sum(seen) < len(games):
        frame = await page.next("boards")
        seen.append(sum(one["frame"]["type"] == "event" for one in frame["on"]))
    assert max(seen) > 1


async def test_a_page_is_told_of_the_boards_it_names_and_may_see_and_of_no_other(page_of: Open, table_of: Open) -> None:
    named, private, other = [
        await casual(await person(name), watch=watch, active_at=timezone.now())
        for name, watch in (("named", "everyone"), ("private", "friends"), ("other", "everyone"))
    ]
    page = await page_of(None, boards=[named.pk, private.pk, "none"])
    assert (await page.next("tile"))["id"] == named.pk
    for game in (private, other, named):
        await (await table_of(game, await User.objects.aget(pk=game.player_id))).act(1, "r20")
    assert (await page.on_board(named.pk, "event"))["seq"] == 1
    assert not [text for text in page.heard if private.pk in text or other.pk in text or '"wall"' in text]


# ---- doors that close


@pytest.mark.parametrize("door", ["/accounts/logout/", "/admin/logout/"])
async def test_signing_out_closes_all_of_a_persons_sockets(door: str, page_of: Open, table_of: Open) -> None:
    mira = await person("mira", is_staff=True)
    table, page = await table_of(await casual(mira), mira), await page_of(mira)
    await page.next("friends")
    client = Client()
    await sync_to_async(client.force_login)(mira)
    await sync_to_async(client.post)(door)
    async with asyncio.timeout(WITHIN):
        assert [await table.closed_with(), await page.closed_with()] == [4401, 4401]


async def test_a_new_password_closes_them(table_of: Open) -> None:
    mira = await sync_to_async(User.objects.create_user)("mira", password="mountain-evening-7")
    table = await table_of(await casual(mira), mira)
    client = Client()
    await sync_to_async(client.force_login)(mira)
    words = {"oldpassword": "mountain-evening-7", "password1": "other-mountain-8", "password2": "other-mountain-8"}
    await sync_to_async(client.post)("/accounts/password/change/", words)
    async with asyncio.timeout(WITHIN):
        assert await table.closed_with() == 4401


@pytest.mark.parametrize("act", [services.ban, services.forget])
async def test_a_ban_and_the_end_of_the_account_close_them(
    act: Callable[[User], None], page_of: Open, table_of: Open
) -> None:
    mira = await person("mira")
    table, page = await table_of(await casual(mira), mira), await page_of(mira)
    await page.next("friends")
    await sync_to_async(act)(mira)
    async with asyncio.timeout(WITHIN):
        assert [await table.closed_with(), await page.closed_with()] == [4401, 4401]


async def test_an_admin_shuts_out_account_and_guest_and_lets_them_in_again(table_of: Open) -> None:
    warden = await person("warden", is_staff=True, is_superuser=True)
    mira, guest = await person("mira"), await person("guest-1", guest=True)
    table = await table_of(await casual(mira), mira)
    client, visitor = Client(), Client()
    await sync_to_async(client.force_login)(warden)
    session = await sync_to_async(lambda: visitor.session)()
    session[GUEST_KEY] = guest.pk
    await session.asave()
    own = f"/play/{(await casual(guest)).pk}"
    assert (await sync_to_async(visitor.get)(own)).status_code == 200
    chosen = [warden.pk, mira.pk, guest.pk]
    for action, active in (("shut_out", False), ("let_in", True)):
        await sync_to_async(client.post)("/admin/accounts/user/", {"action": action, "_selected_action": chosen})
        states = User.objects.filter(pk__in=[mira.pk, guest.pk]).values_list("is_active", flat=True)
        assert {state async for state in states} == {active}
        assert (await sync_to_async(visitor.get)(own)).status_code == (200 if active else 302)
        assert (await User.objects.aget(pk=warden.pk)).is_active
    async with asyncio.timeout(WITHIN):
        assert await table.closed_with() == 4401


async def test_a_session_ended_elsewhere_closes_what_it_had_open(table_of: Open) -> None:
    mira = await sync_to_async(User.objects.create_user)("mira", password="mountain-evening-7")
    here, there = Client(), Client()
    for client in (here, there):
        await sync_to_async(client.post)("/accounts/login/", {"login": "mira", "password": "mountain-evening-7"})
    game = await casual(mira)
    old = await Browser.open_with(game.pk, f"sessionid={there.cookies['sessionid'].value}")
    await old.ask({"type": "hello"})
    await sync_to_async(here.post)("/accounts/sessions/")
    async with asyncio.timeout(WITHIN):
        assert await old.closed_with() == 4401
    again = await Browser.open_with(game.pk, f"sessionid={there.cookies['sessionid'].value}")
    assert (await again.ask({"type": "hello"}))["reason"] == "not_allowed"
    await again.leave()


async def test_a_block_closes_the_table_to_the_blocked_as_a_private_game_would(table_of: Open) -> None:
    mira, ondra = await person("mira", watch="everyone"), await person("ondra")
    game = await casual(mira)
    table, stranger = await table_of(game, ondra), await table_of(game, await person("teo"))
    await sync_to_async(services.block)(blocker=mira, blocked=ondra)
    async with asyncio.timeout(WITHIN):
        assert (await table.next("error"))["reason"] == "not_allowed"
        assert await table.closed_with() == 4403
    assert (await stranger.ask({"type": "ping"}, "pong"))["type"] == "pong"


async def test_the_end_of_a_friendship_closes_what_was_open_to_friends(table_of: Open) -> None:
    mira, ondra = await person("mira"), await person("ondra")
    await friends(mira, ondra)
    table = await table_of(await casual(mira), ondra)
    await sync_to_async(services.remove)(by=mira, other=ondra)
    async with asyncio.timeout(WITHIN):
        assert await table.closed_with() == 4403


# ---- those who watch


async def test_a_table_says_how_many_watch_and_names_the_readers_own_friends(table_of: Open) -> None:
    mira = await person("mira", watch="everyone")
    ondra, teo = await person("ondra"), await person("teo")
    await friends(mira, ondra)
    game = await casual(mira)
    player = await table_of(game, mira)
    await table_of(game, ondra)
    stranger = await table_of(game, teo)
    while (frame := await player.next("watching")) != {"type": "watching", "count": 2, "friends": ["ondra"]}:
        assert frame["count"] < 3
    while (frame := await stranger.next("watching"))["count"] < 2:
        pass
    assert frame == {"type": "watching", "count": 2}


async def test_a_player_may_hide_who_watches(table_of: Open) -> None:
    mira = await person("mira", watch="everyone", show_watchers=False)
    game = await casual(mira)
    player, fan = await table_of(game, mira), await table_of(game, await person("teo"))
    while (await player.next("watching"))["count"] < 1:
        pass
    await player.act(1, "r20")
    await fan.next("event")
    assert not [text for text in fan.heard if '"watching"' in text]


async def test_a_sign_reaches_everybody_at_a_casual_table_and_has_a_limit(table_of: Open) -> None:
    mira = await person("mira", watch="everyone")
    game = await casual(mira)
    player, fan = await table_of(game, mira), await table_of(game, await person("teo"))
    for _ in range(8):
        await fan.send({"type": "react", "sign": "clap"})
    assert (await player.next("reaction")) == {"type": "reaction", "sign": "clap"}
    await player.act(1, "r20")
    await fan.next("event")
    assert len([text for text in fan.heard if '"reaction"' in text]) == 3
    assert (await fan.ask({"type": "react", "sign": "boo"}, "error"))["reason"] == "malformed"


async def test_a_player_may_want_no_signs(table_of: Open) -> None:
    mira = await person("mira", watch="everyone", take_reactions=False)
    game = await casual(mira)
    player, fan = await table_of(game, mira), await table_of(game, await person("teo"))
    await fan.send({"type": "react", "sign": "clap"})
    await player.act(1, "r20")
    await fan.next("event")
    assert not [text for text in [*fan.heard, *player.heard] if '"reaction"' in text]


async def test_signs_of_a_ranked_game_reach_its_player_when_it_is_over(table_of: Open) -> None:
    mira, teo = await person("mira", watch="everyone"), await person("teo")
    challenge = await today()
    await sync_to_async(result)(challenge, teo)
    game = await sync_to_async(start_ranked)(player=mira, challenge=challenge)
    player, fan = await table_of(game, mira), await table_of(game, teo)
    await fan.send({"type": "react", "sign": "wow"})
    await fan.next("reaction")
    await player.act(1, "r20")
    assert not [text for text in player.heard if '"reaction' in text]
    await player.send({"type": "act", "id": "end", "seq": 2, "action": "x"})
    assert await player.next("reactions") == {"type": "reactions", "signs": ["wow"]}


async def test_what_a_wall_shows_is_what_one_sight_allows(page_of: Open) -> None:
    mira = await person("mira")
    games = [
        await casual(await person(level), watch=level, active_at=timezone.now())
        for level in ("everyone", "friends", "link", "nobody")
    ]
    page = await page_of(await cookie_of(mira), wall=True)
    wall = await page.next("wall")
    shown = await sync_to_async(
        lambda: [
            game.pk
            for game in Game.objects.select_related("player", "challenge").filter(pk__in=[game.pk for game in games])
            if Eyes(mira).sight(game, listed=True).value != "nothing"
        ]
    )()
    assert [*wall["friends"], *wall["everyone"]] == shown
