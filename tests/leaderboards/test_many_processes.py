"""What is stored for the boards on PostgreSQL, when two processes change it at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg

from tests.services import clean_environment, manage, wait_until

PLAY = """
from games.models import Game
from leaderboards.models import Change
Game.objects.update(score=700)
Game.objects.filter(undos=0).update(hidden=True)
Game.objects.filter(moves__lt=30).delete()
print(Change.objects.count())
"""


TWO_DAYS = """
from datetime import date
from games.challenges import open_day
from games.models import Game
from solitaire.accounts.models import User

mira = User.objects.create(username="mira")
for day in (29, 30):
    challenge = open_day(date(2026, 11, day))[0]
    Game.objects.create(player=mira, challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule)
"""
WON = "UPDATE games_game SET outcome = 'won', score = 760, elapsed_ms = 1, moves = 40, undos = 0, cards_left = 0 "
WHICH = "WHERE challenge_id = (SELECT id FROM games_challenge WHERE kind = 'tripeaks' AND date = %s)"
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


async def at_once(env: dict[str, str], *command: str) -> list[str]:
    return list(await asyncio.gather(*(asyncio.to_thread(manage, env, *command) for _ in range(2))))


def test_two_processes_that_fold_at_once_count_every_change_once(
    service_directory: Callable[[str], Path], new_database: Callable[[], str]
) -> None:
    env = clean_environment({"VAR_DIR": str(service_directory("tallies")), "DATABASE_URL": new_database()})
    manage(env, "seed_day", "--results", "2000")
    changes = int(manage(env, "shell", "--verbosity", "0", stdin=PLAY).split()[-1])
    assert changes > 4000
    folded = [
        int(said.split(" games abandoned, ")[1].split()[0])
        for said in asyncio.run(at_once(env, "settle_days", "--flag-days", "-1"))
    ]
    assert sum(folded) == changes
    assert "are those of the games" in manage(env, "tallies")


def test_two_results_of_one_player_that_end_at_once_are_both_in_the_sums(
    service_directory: Callable[[str], Path], new_database: Callable[[], str]
) -> None:
    url = new_database()
    env = clean_environment({"VAR_DIR": str(service_directory("sums")), "DATABASE_URL": url})
    manage(env, "shell", "--verbosity", "0", stdin=TWO_DAYS)
    with ThreadPoolExecutor() as pool, psycopg.connect(url) as first, psycopg.connect(url) as second:
        first.execute(WON + WHICH, ["2026-11-29"])
        ends = pool.submit(second.execute, WON + WHICH, ["2026-11-30"])
        with psycopg.connect(url, autocommit=True) as look:
            wait_until(lambda: look.execute(WAITING).fetchone() == (1,), "the second does not wait for the first")
        first.commit()
        ends.result()
        second.commit()
        assert set(second.execute("SELECT score, days FROM leaderboards_sum").fetchall()) == {(1520, 2)}
    assert "are those of the games" in manage(env, "tallies")
