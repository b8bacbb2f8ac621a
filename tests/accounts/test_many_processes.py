"""People who are in the hands of different server processes, on PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from solitaire.limits import PER_PERSON
from tests.games.stranger import Stranger, say
from tests.services import DaphneServer, RedisServer

WITHIN = 1.0
"""Seconds in which a door has to close."""
PASSWORD = "mountain-evening-7"
PAIRS = ["come", "redis", "watch", "restart", "leave", "password", "sign-out", "ban", "session", "limit"]
"""Two friends for each test: mira-come and ondra-come, and so on."""
MAKE = f"""
from django.utils import timezone
from solitaire.accounts.models import Friendship, User
for pair in {PAIRS}:
    names = (f"mira-{{pair}}", f"ondra-{{pair}}")
    mira, ondra = [User.objects.create_user(name, password="{PASSWORD}", watch="everyone") for name in names]
    Friendship.objects.create(asker=mira, asked=ondra, accepted_at=timezone.now())
"""
Processes = list[DaphneServer]


@pytest.fixture(scope="module")
def processes(
    new_database: Callable[[], str],
    redis_server: RedisServer,
    service_directory: Callable[[str], Path],
    collected_static: Path,
) -> Iterator[Processes]:
    """Three processes, of which the last does not run yet, and the friends. A test that kills one starts it again."""
    variables = {"DATABASE_URL": new_database(), "REDIS_URL": redis_server.url}
    made = [DaphneServer(service_directory("daphne"), collected_static, variables) for _ in range(3)]
    made[0].manage("shell", "--verbosity", "0", stdin=MAKE)
    for server in made[:2]:
        server.start()
    yield made
    for server in made:
        server.stop()


def signed_in(server: DaphneServer, name: str) -> Stranger:
    """Somebody's browser at one of the processes."""
    browser = Stranger(server.base_url)
    browser.get("/accounts/login/")
    browser.post("/accounts/login/", login=name, password=PASSWORD)
    return browser


def lobby(browser: Stranger) -> connect:
    """The socket of a page."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies)
    return connect(
        browser.base_url.replace("http", "ws", 1) + "/ws/lobby/",
        origin=browser.base_url,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookies},
        compression=None,
    )


async def until(socket: ClientConnection, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next frame of which this holds."""
    async with asyncio.timeout(30):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if holds(frame):
                return frame


async def friend_is(socket: ClientConnection, *, on: bool) -> None:
    """Read on until the one friend is said to be here, or gone."""

    def said(frame: dict[str, Any]) -> bool:
        told = frame.get("friends") or [frame.get("friend")]
        return frame["type"] in ("friend", "friends") and told[0]["on"] is on

    await until(socket, said)


async def closed(socket: ClientConnection) -> int | None:
    """Read on until the server closes, and give the code."""
    try:
        while True:
            await socket.recv()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


async def test_a_friend_on_another_process_is_seen_to_come_go_and_die_with_it(processes: Processes) -> None:
    one, other, third = processes
    mira, ondra = signed_in(one, "mira-come"), signed_in(other, "ondra-come")
    async with lobby(mira) as page:
        await say(page, type="lobby")
        await friend_is(page, on=False)
        async with lobby(ondra) as theirs:
            await say(theirs, type="lobby")
            await friend_is(theirs, on=True)
            await friend_is(page, on=True)
        await friend_is(page, on=False)

        # Whoever comes later learns it too, on a process that has just begun as well.
        async with lobby(ondra) as theirs:
            await say(theirs, type="lobby")
            await friend_is(page, on=True)
            await asyncio.to_thread(third.start)
            mira.base_url = third.base_url
            async with lobby(mira) as late:
                await say(late, type="lobby")
                await friend_is(late, on=True)
                await asyncio.to_thread(other.kill)
                await friend_is(late, on=False)
                await friend_is(page, on=False)
    await asyncio.to_thread(other.start)


async def test_presence_is_true_again_after_redis_was_gone(processes: Processes, redis_server: RedisServer) -> None:
    one, other, _ = processes
    mira, ondra = signed_in(one, "mira-redis"), signed_in(other, "ondra-redis")
    async with lobby(mira) as page, lobby(ondra) as theirs:
        await say(page, type="lobby")
        await say(theirs, type="lobby")
        await friend_is(page, on=True)
        await asyncio.to_thread(redis_server.kill)
        await friend_is(page, on=False)
        await asyncio.to_thread(redis_server.start)
        await friend_is(page, on=True)


async def test_watchers_on_another_process_are_counted_and_named_until_it_dies(processes: Processes) -> None:
    one, other, _ = processes
    mira, ondra = signed_in(one, "mira-watch"), signed_in(other, "ondra-watch")
    game = mira.new_game("TP1-E-AAAAAAB")
    async with mira.table(game) as player:
        await say(player, type="hello")
        async with ondra.table(game) as fan, Stranger(one.base_url).table(game) as stranger:
            for socket in (fan, stranger):
                await say(socket, type="hello")
            both = {"type": "watching", "count": 2, "friends": ["ondra-watch"]}
            await until(player, lambda frame: frame == both)
            await until(fan, lambda frame: frame.get("count") == 2)
            await asyncio.to_thread(other.kill)
            await until(player, lambda frame: frame == {"type": "watching", "count": 1})
    await asyncio.to_thread(other.start)


async def test_a_watcher_whom_a_restart_sends_to_another_process_is_never_counted_twice(processes: Processes) -> None:
    one, other, _ = processes
    mira, ondra = signed_in(one, "mira-restart"), signed_in(other, "ondra-restart")
    game = mira.new_game("TP1-E-AAAAAAB")
    counts = []

    async def count_is(socket: ClientConnection, count: int) -> None:
        def said(frame: dict[str, Any]) -> bool:
            counts.extend([frame["count"]] if frame["type"] == "watching" else [])
            return frame.get("count") == count

        await until(socket, said)

    async with mira.table(game) as player, ondra.table(game) as fan:
        await say(player, type="hello")
        await say(fan, type="hello")
        await count_is(player, 1)
        ending = asyncio.create_task(asyncio.to_thread(other.stop))
        assert await closed(fan) == 1012
        ondra.base_url = one.base_url
        async with ondra.table(game) as again, Stranger(one.base_url).table(game) as stranger:
            await say(again, type="hello")
            await say(stranger, type="hello")
            await count_is(player, 2)
    await ending
    assert max(counts) == 2
    await asyncio.to_thread(other.start)


async def test_a_watcher_who_left_while_redis_was_gone_is_counted_no_more(
    processes: Processes, redis_server: RedisServer
) -> None:
    one, other, _ = processes
    mira, ondra = signed_in(one, "mira-leave"), signed_in(other, "ondra-leave")
    game = mira.new_game("TP1-E-AAAAAAB")
    async with mira.table(game) as player:
        await say(player, type="hello")
        async with ondra.table(game) as fan:
            await say(fan, type="hello")
            await until(player, lambda frame: frame.get("count") == 1)
            await asyncio.to_thread(redis_server.kill)
        # Gone before the processes give each other up, and back before they do.
        await asyncio.sleep(1)
        await asyncio.to_thread(redis_server.start)
        await until(player, lambda frame: frame.get("count") == 0)


@pytest.mark.parametrize("how", ["password", "sign-out", "ban", "session"])
async def test_a_door_closes_on_another_process_as_well(how: str, processes: Processes) -> None:
    one, other, _ = processes
    here, there = signed_in(one, f"mira-{how}"), signed_in(other, f"mira-{how}")
    game = there.new_game("TP1-E-AAAAAAB")
    async with there.table(game) as table, lobby(there) as page:
        await say(table, type="hello")
        await until(table, lambda frame: frame["type"] == "state")
        await say(page, type="lobby")
        await friend_is(page, on=False)

        def act() -> None:
            if how == "ban":
                one.manage("ban", "mira-ban")
            elif how == "sign-out":
                here.post("/accounts/logout/")
            elif how == "session":
                here.post("/accounts/sessions/")
            else:
                new = "other-mountain-8"
                here.post("/accounts/password/change/", oldpassword=PASSWORD, password1=new, password2=new)

        await asyncio.to_thread(act)
        async with asyncio.timeout(WITHIN):
            assert [await closed(table), await closed(page)] == [4401, 4401]


def test_new_games_are_counted_over_all_processes(processes: Processes) -> None:
    one, other, _ = processes
    mira = signed_in(one, "mira-limit")
    with pytest.raises(HTTPError) as refused:  # noqa: PT012 (which of them is one too many is for the limit to say)
        for made in range(PER_PERSON + 2):
            mira.base_url = (one, other)[made % 2].base_url
            mira.new_game("TP1-E-AAAAAAB")
    refused.value.close()
    assert (refused.value.code, made >= PER_PERSON) == (429, True)
