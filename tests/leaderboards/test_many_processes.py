"""The counts of the boards on PostgreSQL, with two processes that fold them at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.services import PostgresServer, clean_environment, manage

PLAY = """
from games.models import Game
from leaderboards.models import Change
Game.objects.update(score=700)
Game.objects.filter(undos=0).update(hidden=True)
Game.objects.filter(moves__lt=30).delete()
print(Change.objects.count())
"""


async def at_once(env: dict[str, str], *command: str) -> list[str]:
    return list(await asyncio.gather(*(asyncio.to_thread(manage, env, *command) for _ in range(2))))


def test_two_processes_that_fold_at_once_count_every_change_once(
    service_directory: Callable[[str], Path], postgres_server: PostgresServer
) -> None:
    directory = service_directory("tallies")
    url = postgres_server.create_database("tallies")
    env = clean_environment({"VAR_DIR": str(directory), "DATABASE_URL": url})
    manage(env, "migrate", "--noinput", "--verbosity", "0")
    manage(env, "seed_day", "--results", "2000")
    changes = int(manage(env, "shell", "--verbosity", "0", stdin=PLAY).split()[-1])
    assert changes > 4000
    folded = [
        int(said.split(" games abandoned, ")[1].split()[0])
        for said in asyncio.run(at_once(env, "settle_days", "--flag-days", "-1"))
    ]
    assert sum(folded) == changes
    assert "are those of the games" in manage(env, "tallies")
