"""A day with many results, on SQLite and on PostgreSQL: how long a board's answers take, and how that grows.

    BENCH_RESULTS=1000000 pytest -p no:playwright tests/bench/test_leaderboard.py

Writes `build/boards.json`; with the full million also `docs/leaderboards.svg`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench.plot import plot
from tests.services import ROOT, PostgresServer, clean_environment, manage

MOST = int(os.environ.get("BENCH_RESULTS", "1000000"))
SIZES = [size for size in (10_000, 100_000, 1_000_000) if size <= MOST]
LIMITS = {"own row and neighbours": 20.0, "first page": 10.0, "friends' board": 10.0, "storing a result": 5.0}
"""Milliseconds, medians, with a million results."""
Measured = list[dict[str, float]]


def measure(env: dict[str, str]) -> Measured:
    manage(env, "migrate", "--noinput", "--verbosity", "0")
    measured = []
    for size in SIZES:
        manage(env, "seed_day", "--results", str(size))
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.boards"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        measured.append(json.loads(done.stdout))
        print(measured[-1])
    return measured


def check(name: str, measured: Measured) -> None:
    (ROOT / "build").mkdir(exist_ok=True)
    file = ROOT / "build" / "boards.json"
    found = {**(json.loads(file.read_text()) if file.exists() else {}), name: measured}
    file.write_text(json.dumps(found, indent=1))
    if SIZES[-1] == 1_000_000:
        plot(found, list(LIMITS), ROOT / "docs" / "leaderboards.svg")
    slow = {what: measured[-1][what] for what, limit in LIMITS.items() if measured[-1][what] > limit}
    assert not slow


def test_sqlite(service_directory: Callable[[str], Path]) -> None:
    directory = service_directory("boards")
    env = clean_environment({"VAR_DIR": str(directory), "DATABASE_URL": f"sqlite:///{directory}/db.sqlite3"})
    check("SQLite", measure(env))


def test_postgresql(service_directory: Callable[[str], Path], postgres_server: PostgresServer) -> None:
    directory = service_directory("boards")
    url = postgres_server.create_database("boards")
    check("PostgreSQL", measure(clean_environment({"VAR_DIR": str(directory), "DATABASE_URL": url})))
