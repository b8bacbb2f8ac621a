"""What the service must survive (design 9): processes die under load, and the log and the browsers are compared."""

from __future__ import annotations

import asyncio
import json

from tests.chaos.conftest import House
from tests.games.stranger import Stranger, say
from tests.services import PostgresServer, RedisServer, wait_until

ACKS = 150


async def test_kill_9_loses_no_acked_move_and_browsers_resume_by_themselves(house: House, rounds: int) -> None:
    house.open()
    (server,) = house.servers
    house.fill()
    for _ in range(rounds):
        await house.more_acks(ACKS)
        before = [seat.joins for seat in house.seats]
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await house.until(
            lambda before=before: all(seat.joins > joins for seat, joins in zip(house.seats, before, strict=True)),  # type: ignore[misc]
            "resumption",
        )
    await house.more_acks(ACKS)
    assert (await house.settle()).clean


async def test_redis_gone_and_back_moves_are_acked_and_spectators_elsewhere_catch_up(
    house: House, redis: RedisServer, rounds: int
) -> None:
    house.open(processes=2)
    one, other = house.servers
    players = [house.seat(player, one, plays=True) for player in house.players]
    spectators = [house.seat(player, other, plays=False, seed=n) for player in house.players for n in range(2)]
    for _ in range(rounds):
        await house.more_acks(ACKS)
        await asyncio.to_thread(redis.kill)
        await house.more_acks(ACKS)
        behind = {seat.told.game_id: seat.told.head for seat in players}
        await house.until(
            lambda behind=behind: all(seat.told.head >= behind[seat.told.game_id] for seat in spectators),  # type: ignore[misc]
            "catching up without Redis",
        )
        await asyncio.to_thread(redis.start)
        await house.more_acks(ACKS)
    assert (await house.settle()).clean


async def test_database_gone_and_back_nothing_is_acked_meanwhile_and_then_it_goes_on(
    house: House, postgres: PostgresServer, rounds: int
) -> None:
    house.open()
    (server,) = house.servers
    house.fill()
    for _ in range(rounds):
        await house.more_acks(ACKS)
        await asyncio.to_thread(postgres.kill)
        # What was committed before may still be on its way; once everybody has lost the line, nothing is.
        await house.until(lambda: all(not seat.joined.is_set() for seat in house.seats if seat.plays), "loss noticed")
        acked = house.acked
        events = sum(len(seat.told.events) for seat in house.seats)
        assert await asyncio.to_thread(server.status, "/readyz") == 503
        assert await asyncio.to_thread(server.status, "/healthz") == 200
        assert house.acked == acked
        assert sum(len(seat.told.events) for seat in house.seats) == events
        await asyncio.to_thread(postgres.start)
        await house.more_acks(ACKS)
        assert await asyncio.to_thread(server.status, "/readyz") == 200
    assert (await house.settle()).clean


async def test_a_process_is_ready_again_with_the_database_though_nobody_tries(
    house: House, postgres: PostgresServer
) -> None:
    house.open()
    (server,) = house.servers
    player = Stranger(server.base_url)
    game_id = player.new_game("PY1-N-AAAAAAS")
    async with player.table(game_id) as socket:
        await say(socket, type="hello")
        assert json.loads(await socket.recv())["type"] == "state"
        await asyncio.to_thread(postgres.kill)
        await say(socket, type="act", id="lost", seq=1, action="d")
        assert json.loads(await socket.recv())["reason"] == "unavailable"
    await asyncio.to_thread(postgres.start)
    assert await asyncio.to_thread(server.status, "/readyz") == 503
    await asyncio.to_thread(wait_until, lambda: server.status("/readyz") == 200, "readiness")


async def test_a_restart_for_a_deploy_drains_and_everybody_comes_back(house: House, rounds: int) -> None:
    house.open(processes=2)
    house.fill()
    for _ in range(rounds):
        for server in house.servers:
            await house.more_acks(ACKS)
            process = server.process
            await asyncio.to_thread(server.stop)
            assert process is not None
            assert process.returncode == 0
            await asyncio.to_thread(server.start)
    await house.more_acks(ACKS)
    closes = {code for seat in house.seats for code in seat.told.closes}
    assert closes == {1012}
    assert (await house.settle()).clean


async def test_two_tabs_on_two_processes_with_replayed_ids_make_one_order(house: House, rounds: int) -> None:
    house.open(processes=2)
    for player in house.players:
        for tab, server in enumerate(house.servers):
            house.seat(player, server, plays=True, window=3, seed=tab)
    await house.more_acks(rounds * 2 * ACKS)
    assert any(seat.told.answers["stale"] for seat in house.seats)
    assert (await house.settle()).clean
