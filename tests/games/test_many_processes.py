"""One game in the hands of two server processes, on PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.conftest import DaphneFactory
from tests.games.stranger import Stranger, say
from tests.services import DaphneServer, RedisServer, wait_until

ROUNDS = 20


@pytest.fixture
def two_processes(
    start_daphne: DaphneFactory, new_database: Callable[[], str], redis_server: RedisServer
) -> tuple[DaphneServer, DaphneServer]:
    database = new_database()
    first = start_daphne(DATABASE_URL=database, REDIS_URL=redis_server.url)
    return first, start_daphne(DATABASE_URL=database, REDIS_URL=redis_server.url)


async def test_two_tabs_on_two_processes_play_in_one_order_and_both_see_it(
    two_processes: tuple[DaphneServer, DaphneServer],
) -> None:
    one, other = two_processes
    player = Stranger(one.base_url)
    game_id = player.new_game("PY1-N-AAAAAAS")
    twin = Stranger(other.base_url)
    for cookie in player.cookies:
        twin.cookies.set_cookie(cookie)
    answers: Counter[str] = Counter()
    logs: list[list[tuple[int, str]]] = [[], []]

    async with player.table(game_id) as left, twin.table(game_id) as right:
        for socket in (left, right):
            await say(socket, type="hello")
            assert json.loads(await socket.recv())["type"] == "state"
        for turn in range(1, ROUNDS + 1):
            # Both want to be move number `turn`, at the same time.
            for tab, socket in enumerate((left, right)):
                await say(socket, type="act", id=f"{tab}-{turn}", seq=turn, action="d")
            for tab, socket in enumerate((left, right)):
                answered = heard = False
                while not (answered and heard):
                    frame = json.loads(await asyncio.wait_for(socket.recv(), 20))
                    if frame["type"] in ("ack", "stale"):
                        answers[frame["type"]] += 1
                        answered = True
                        heard = heard or (frame["type"] == "stale" and frame["state"]["seq"] >= turn)
                    elif frame["type"] == "event":
                        logs[tab].append((frame["seq"], frame["drawn"]))
                        heard = heard or frame["seq"] == turn
    assert answers == {"ack": ROUNDS, "stale": ROUNDS}
    assert logs[0]
    assert logs[1]
    both = {*logs[0], *logs[1]}
    assert len({seq for seq, _ in both}) == len(both)


async def test_a_spectator_on_another_process_sees_every_move(
    two_processes: tuple[DaphneServer, DaphneServer],
) -> None:
    one, other = two_processes
    player = Stranger(one.base_url)
    game_id = player.new_game("TP1-E-AAAAAAB")
    player.post(f"/play/{game_id}/watchers", watch="everyone")
    async with player.table(game_id) as socket, Stranger(other.base_url).table(game_id) as spectator:
        for end in (socket, spectator):
            await say(end, type="hello")
            assert json.loads(await end.recv())["type"] == "state"
        for seq in range(1, 11):
            await say(socket, type="act", id=f"a{seq}", seq=seq, action="d")
        seen: list[int] = []
        while len(seen) < 10:
            frame = json.loads(await asyncio.wait_for(spectator.recv(), 20))
            if frame["type"] == "event":
                seen.append(frame["seq"])
        assert seen == list(range(1, 11))


WAITING = "SELECT count(*) FROM pg_locks WHERE relation = 'games_challenge'::regclass AND NOT granted"
MADE = "SELECT count(*) FROM games_challenge WHERE date = '2026-12-24' GROUP BY kind"


def test_two_processes_race_to_open_a_day_and_make_one_challenge_of_each_game(
    two_processes: tuple[DaphneServer, DaphneServer],
) -> None:
    """Both have looked and found none, and stand before the insert, when the gate opens."""
    url = two_processes[0].env["DATABASE_URL"]
    with ThreadPoolExecutor() as pool, psycopg.connect(url) as gate, psycopg.connect(url, autocommit=True) as look:
        gate.execute("LOCK TABLE games_challenge IN SHARE MODE")
        said = [pool.submit(server.manage, "open_day", "2026-12-24") for server in two_processes]
        wait_until(lambda: look.execute(WAITING).fetchone() == (2,), "two processes do not stand before the insert", 90)
        gate.commit()
        assert said[0].result() == said[1].result()
        assert look.execute(MADE).fetchall() == [(1,), (1,)]
