"""Rows of a day's board that move while somebody looks, at most once a second."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from games.challenges import challenge_at
from games.models import Challenge, GameKind
from games.services import start_ranked
from leaderboards.consumers import EVERY, NO_SUCH_BOARD
from leaderboards.services import set_hidden
from solitaire.accounts.models import Friendship, User
from solitaire.asgi import application
from tests.games.people import account, result
from tests.games.socket import ORIGIN, Browser, cookie_of
from tests.leaderboards.deals import until_a_removal

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def make(*names: str) -> tuple[Challenge, list[User]]:
    challenge = challenge_at(GameKind.TRIPEAKS, timezone.now())
    return challenge, [account(name) for name in names]


async def look(challenge_id: int, query: str = "", user: User | None = None) -> WebsocketCommunicator:
    headers = [(b"origin", ORIGIN), (b"cookie", (await cookie_of(user)).encode())]
    page = WebsocketCommunicator(application, f"/ws/board/{challenge_id}/{query}", headers)
    connected, _ = await page.connect()
    assert connected
    return page


async def rows(page: WebsocketCommunicator) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(await page.receive_from(timeout=10))
    assert frame["type"] == "rows"
    return frame


async def play(challenge: Challenge, player: User) -> None:
    """A whole ranked game: to its first removal, and then given up."""
    game = await sync_to_async(start_ranked)(player=player, challenge=challenge)
    browser, _ = await Browser.join(game.pk, player)
    for seq, action in enumerate([*until_a_removal(challenge), "x"], start=1):
        assert (await browser.act(seq, action))["type"] == "ack"
    await browser.communicator.disconnect()


async def test_a_game_that_ends_moves_the_rows_of_whoever_looks() -> None:
    challenge, (mira, pim) = await make("mira", "pim")
    stranger, own = await look(challenge.pk), await look(challenge.pk, user=mira)
    await sync_to_async(result)(challenge, mira, outcome="stuck", cards_left=27, score=1)
    await play(challenge, pim)
    seen, mine = await rows(stranger), await rows(own)
    assert seen["html"].index("pim") < seen["html"].index("mira")
    assert seen["html"] == mine["html"]
    assert (seen["total"], seen["counts"]) == (2, "2 played, 0 won.")
    assert (seen.get("rank"), mine["rank"]) == (None, 2)
    for page in (stranger, own):
        await page.disconnect()


async def test_many_results_in_a_second_are_told_together() -> None:
    challenge, players = await make(*(f"p{at}" for at in range(6)))
    page = await look(challenge.pk)
    began = time.monotonic()
    for player in players:
        await play(challenge, player)
    told: list[dict[str, Any]] = []
    while not told or told[-1]["total"] < len(players):
        told.append(await rows(page))
    assert len(told) <= 2 + (time.monotonic() - began) / EVERY
    await page.disconnect()


async def test_a_friends_board_hears_of_friends_alone_and_asks_for_its_own_rows() -> None:
    challenge, (mira, pim, teo) = await make("mira", "pim", "teo")
    await sync_to_async(Friendship.objects.create)(asker=mira, asked=pim, accepted_at=timezone.now())
    page = await look(challenge.pk, "?who=friends", mira)
    await play(challenge, teo)
    assert await page.receive_nothing(EVERY + 0.3)
    await play(challenge, pim)
    assert "html" not in await rows(page)
    await page.disconnect()


async def test_a_hidden_result_leaves_the_page_of_whoever_looks() -> None:
    challenge, (mira, pim) = await make("mira", "pim")
    game = await sync_to_async(result)(challenge, mira)
    await sync_to_async(result)(challenge, pim)
    page = await look(challenge.pk)
    await sync_to_async(set_hidden)(games=[game], hidden=True, by=pim)
    seen = await rows(page)
    assert "mira" not in seen["html"]
    assert seen["total"] == 1
    await page.disconnect()


@pytest.mark.parametrize("back", [None, 3])
async def test_a_board_that_is_none_or_final_is_closed(back: int | None) -> None:
    challenge, _ = await make()
    if back:
        challenge.date -= timedelta(days=back)
        await sync_to_async(challenge.save)()
    page = await look(challenge.pk if back else challenge.pk + 99)
    assert await page.receive_output(timeout=10) == {"type": "websocket.close", "code": NO_SUCH_BOARD}


async def test_a_page_that_talks_is_closed() -> None:
    challenge, _ = await make()
    page = await look(challenge.pk)
    for _ in range(30):
        await page.send_to(text_data="{}")
    output = await asyncio.wait_for(page.receive_output(timeout=10), 10)
    assert (output["type"], output["code"]) == ("websocket.close", 4400)
