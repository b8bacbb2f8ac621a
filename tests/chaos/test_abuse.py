"""Browsers that misbehave, and people who lose their right to be there (design 9)."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.chaos.conftest import House
from tests.chaos.people import Player
from tests.services import HOST, DaphneServer

MEBIBYTE = 1 << 20


def line(server: DaphneServer, player: Player, *, own: bool = True, **options: Any) -> connect:
    """A raw line to a player's table, as that player or as nobody."""
    return connect(
        f"{server.websocket_url}/ws/game/{player.game_id}/",
        origin=server.base_url,  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sessionid={player.session}"} if own else {},
        compression=None,
        ping_interval=None,
        **options,
    )


async def close_code(at: ClientConnection) -> int:
    """Read on until the server closes."""
    try:
        async with asyncio.timeout(30):
            while True:
                await at.recv()
    except ConnectionClosed as closed:
        if closed.rcvd is None:
            raise
        return closed.rcvd.code


async def reply(at: ClientConnection, *types: str) -> dict[str, Any]:
    """The next frame of these types."""
    async with asyncio.timeout(30):
        while True:
            frame: dict[str, Any] = json.loads(await at.recv())
            if frame["type"] in types:
                return frame


async def test_a_spectator_that_never_reads_is_closed_with_4408_and_costs_nobody_else_anything(house: House) -> None:
    house.open(tables=1)
    (server,), (player,) = house.servers, house.players
    house.seat(player, plays=True, window=16)
    reader = house.seat(player, plays=False)
    await house.more_acks(50)
    before = server.memory

    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect((HOST, server.port))
    async with line(server, player, own=False, sock=small, max_queue=1, close_timeout=1) as stuck:
        await stuck.send('{"type":"hello"}')
        closed = 'solitaire_closes_total{code="4408"}'
        while not await asyncio.to_thread(server.metric, closed):
            await house.more_acks(100)
        assert await close_code(stuck) == 4408
    assert server.memory - before < 32 * MEBIBYTE
    assert await asyncio.to_thread(server.metric, 'solitaire_resyncs_total{why="overflow"}') == 2
    # The one that reads was never set back: no line lost, every event once.
    assert reader.joins == 1
    assert (await house.settle()).clean


async def test_replayed_and_shuffled_command_ids_get_the_same_answers_and_add_nothing(house: House) -> None:
    house.open(processes=2, tables=1)
    (player,) = house.players
    seat = house.seat(player, house.servers[0], plays=True)
    await house.more_acks(40)
    seat.moving = False
    await house.until(lambda: seat.answered, "answers")
    replays = [(command, next(iter(seqs))) for command, seqs in seat.told.acks.items()] * 3
    random.Random(9).shuffle(replays)
    for server in house.servers:
        async with line(server, player) as at:
            await at.send('{"type":"hello"}')
            await reply(at, "state")
            for command, seq in replays:
                await at.send(json.dumps({"type": "act", "id": command, "seq": seq, "action": "d"}))
            answers = [await reply(at, "ack", "stale", "refused", "error") for _ in replays]
        assert [(answer["id"], answer["seq"]) for answer in answers] == replays
    assert (await house.settle()).clean


async def test_floods_giants_and_nonsense_are_named_and_closed_and_leave_no_trace(house: House) -> None:
    house.open(tables=2, FRAMES_PER_SECOND="20")
    (server,), (bad, good) = house.servers, house.players
    house.seat(good, plays=True)
    await house.more_acks(5)
    before = server.memory

    async def shut(*frames: str | bytes, repeat: int = 1) -> tuple[set[str], int]:
        """Send, and give the errors that were named and the close code."""
        named = set()
        async with line(server, bad, max_size=None) as at:
            await at.send('{"type":"hello"}')
            try:
                for _ in range(repeat):
                    for frame in frames:
                        await at.send(frame)
                async with asyncio.timeout(30):
                    while True:
                        heard = json.loads(await at.recv())
                        named.add(heard.get("reason", ""))
            except ConnectionClosed as closed:
                return named - {""}, closed.rcvd.code if closed.rcvd else 1006

    assert await shut('{"type":"ping"}', repeat=200) == ({"too_fast"}, 4429)
    assert await shut("{", b"\xff\xfe", '{"type":"steal"}', repeat=10) == ({"malformed", "unknown_type"}, 4400)
    assert await shut("x" * 5000, repeat=20) == ({"too_large"}, 4400)
    for _ in range(3):
        _, code = await shut("x" * (1 << 20))
        assert code == 1009
    # As much as the line takes, unread and unanswered.
    async with line(server, bad) as at:
        with suppress(ConnectionClosed):
            for _ in range(5_000):
                await at.send('{"type":"ping"}' + " " * 1000)
    await house.more_acks(20)
    assert server.memory - before < 32 * MEBIBYTE
    assert "Traceback" not in server.log.read_text()
    assert (await house.settle()).clean


async def test_every_socket_of_somebody_who_is_shut_out_closes_on_every_process(house: House) -> None:
    house.open(processes=2, tables=2)
    out, stays = house.players
    staying = [house.seat(stays, server, plays=True, seed=n) for n, server in enumerate(house.servers)]
    await house.more_acks(10)
    async with line(house.servers[0], out) as one, line(house.servers[1], out) as other:
        for at in (one, other):
            await at.send('{"type":"hello"}')
            await reply(at, "state")
        script = f"from games.broadcast import close_sockets; close_sockets({out.user_id})"
        await asyncio.to_thread(house.servers[0].manage, "shell", "--verbosity", "0", stdin=script)
        assert [await close_code(at) for at in (one, other)] == [4401, 4401]
    assert all(seat.joins == 1 for seat in staying)
    assert (await house.settle()).clean
