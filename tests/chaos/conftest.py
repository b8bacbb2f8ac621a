"""Services for the chaos tests, and their last line."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.chaos.checker import Verdict, check
from tests.chaos.people import Player, make_players
from tests.chaos.seat import Seat
from tests.services import DaphneServer, PostgresServer, RedisServer

SHORT = os.environ.get("SHORT", "1") == "1"
ROUNDS = 1 if SHORT else 10
"""How often each failure is repeated under load."""
TABLES = 6 if SHORT else 30
SETTLE = 30.0
"""Seconds after which a browser that has not caught up counts as lost."""

total = Verdict()


@pytest.fixture(scope="session")
def rounds() -> int:
    return ROUNDS


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> PostgresServer:
    """A cluster that the test may kill."""
    if postgres_server.process is None:  # a test before has failed halfway
        postgres_server.start()
    return postgres_server


@pytest.fixture
def redis(redis_server: RedisServer) -> RedisServer:
    """A Redis that the test may kill."""
    if redis_server.process is None:
        redis_server.start()
    return redis_server


class House:
    """Servers on one database, and the browsers at their tables."""

    def __init__(self, database: str, start: Callable[..., DaphneServer]) -> None:
        self.database = database
        self.start = start
        self.servers: list[DaphneServer] = []
        self.seats: list[Seat] = []
        self.players: list[Player] = []

    def open(self, *, processes: int = 1, tables: int = TABLES, **variables: str) -> None:
        """Start the servers and make the players."""
        for _ in range(processes):
            self.servers.append(self.start(**variables))
        self.players = make_players(self.servers[0], tables)

    def seat(self, player: Player, *servers: DaphneServer, plays: bool, window: int = 1, seed: int = 0) -> Seat:
        """A browser at a table, by way of some of the servers (else of all)."""
        bases = [server.websocket_url for server in servers or self.servers]
        seat = Seat(player, bases, plays=plays, window=window, seed=seed)
        self.seats.append(seat)
        return seat

    def fill(self, *, spectators: int = 2, window: int = 2) -> None:
        """At every table its player and some spectators."""
        for player in self.players:
            self.seat(player, plays=True, window=window)
            for number in range(spectators):
                self.seat(player, plays=False, seed=number)

    @property
    def acked(self) -> int:
        return sum(seat.acked for seat in self.seats)

    async def more_acks(self, count: int) -> None:
        """Until this many more commands are acked than now."""
        goal = self.acked + count
        await self.until(lambda: self.acked >= goal, f"{count} more acks")

    async def until(self, holds: Callable[[], bool], what: str, seconds: float = 60.0) -> None:
        """Look again after every frame that anybody gets."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    for seat in self.seats:
                        seat.moved.clear()
                    waits = [asyncio.create_task(seat.moved.wait()) for seat in self.seats]
                    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED, timeout=0.2)
                    for wait in waits:
                        wait.cancel()
        except TimeoutError:
            heads = [(seat.told.head, seat.joined.is_set(), len(seat.told.closes)) for seat in self.seats]
            raise TimeoutError(f"no {what} within {seconds} s: {heads}") from None

    async def settle(self) -> Verdict:
        """Let everything on its way arrive, as it does by itself, and compare with the database."""
        for seat in self.seats:
            seat.moving = False
        await self.until(lambda: all(seat.answered for seat in self.seats), "answer to everything", SETTLE)
        heads: dict[str, int] = {}
        for seat in self.seats:
            heads[seat.told.game_id] = max(heads.get(seat.told.game_id, 0), seat.told.head)

        def arrived() -> bool:
            return all(seat.joined.is_set() and seat.told.head >= heads[seat.told.game_id] for seat in self.seats)

        # Whoever has not arrived by then is counted by the checker.
        try:
            await self.until(arrived, "arrival", SETTLE)
        except TimeoutError as late:
            print(late)
        for seat in self.seats:
            await seat.leave()
        verdict = check(self.seats, self.database)
        total.add(verdict)
        return verdict


@pytest.fixture
async def house(
    postgres: PostgresServer,
    redis: RedisServer,
    new_database: Callable[[], str],
    service_directory: Callable[[str], Path],
    collected_static: Path,
) -> AsyncIterator[House]:
    """Servers on PostgreSQL and Redis, each started by the test."""
    database = new_database()
    variables = {"DATABASE_URL": database, "REDIS_URL": redis.url, "FRAMES_PER_SECOND": "100000"}

    def start(**more: str) -> DaphneServer:
        server = DaphneServer(service_directory("daphne"), collected_static, {**variables, **more})
        server.start()
        return server

    made = House(database, start)
    yield made
    for seat in made.seats:
        await seat.leave()
    for server in made.servers:
        server.stop()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if total.acked and not total.clean and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure() -> None:
    print(total)
