"""Measures the service beside the bare echo, in one run: a table for people, and the same in ``build/bench.json``.

python -m tests.bench.run [--short] [--idle-tables 5000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from statistics import median

import psycopg

from tests.bench.houses import House, Street
from tests.bench.load import Crowd, Measured
from tests.bench.quota import held

OUT = Path("build/bench.json")
TABLES, SPECTATORS = (1, 20, 100), (0, 5, 50)
ROUNDS = 3
"""How often each server has its turn in the main case."""
PART = 0.4
"""Of a core, for each server, where the database and the load must leave cores free."""
OPEN_RATE = 200.0
"""Moves a second of the open loop."""


@dataclass
class Row:
    """One line of the table."""

    server: str
    loop: str
    tables: int
    spectators: int
    measured: Measured
    cpu_us_per_move: float
    """Processor time of the server processes for each move, without that of the database; says more than moves/s on a
    machine that has something else to do."""
    kib_per_connection: float
    load: float
    """The machine's load average at the end: above its number of cores, something else ran too."""


async def measure(house: House, tables: int, spectators: int, *, rate: float | None, seconds: float) -> Row:
    """One run at fresh tables."""
    before = sum(server.memory for server in house.servers)
    crowd = Crowd(house.places(tables), spectators)
    await crowd.open()
    memory = sum(server.memory for server in house.servers) - before
    await crowd.warm_up()
    cpu = sum(server.cpu for server in house.servers)
    measured = await (crowd.open_loop(rate, seconds) if rate else crowd.closed_loop(seconds))
    cpu = sum(server.cpu for server in house.servers) - cpu
    crowd.close()
    row = Row(
        server=house.name,
        loop=f"open, {rate:.0f}/s" if rate else "closed",
        tables=tables,
        spectators=spectators,
        measured=measured,
        cpu_us_per_move=1e6 * cpu / max(1, measured.moves),
        kib_per_connection=memory / 1024 / (tables * (spectators + 1)),
        load=os.getloadavg()[0],
    )
    print(line(row), flush=True)
    return row


async def idle(house: House, tables: int, seconds: float) -> dict[str, float]:
    """What open tables cost at which nobody plays."""
    before = house.servers[0].memory
    crowd = Crowd(house.places(tables), 0)
    await crowd.open()
    memory = house.servers[0].memory - before
    await asyncio.sleep(5)  # what opening them has set off
    cpu, queries = house.servers[0].cpu, statements(house.database)
    await asyncio.sleep(seconds)
    cost = {
        "tables": tables,
        "kib_per_table": memory / 1024 / tables,
        "transactions_per_s": (statements(house.database) - queries - 1) / seconds,
        "cpu_percent": 100 * (house.servers[0].cpu - cpu) / seconds,
    }
    crowd.close()
    print("idle:", {name: round(value, 2) for name, value in cost.items()}, flush=True)
    return cost


def statements(database: str) -> int:
    """Transactions that PostgreSQL has carried out in a database, our question among them."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SELECT pg_stat_clear_snapshot()")
        row = connection.execute(
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    return int(row[0])


HEAD = (
    "| server | loop | tables | spectators each | moves/s | ack p50 | ack p99 | seen p50 | seen p99 | CPU a move "
    "| KiB a connection | missing |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def line(row: Row) -> str:
    """A row of the table, times in ms."""
    m = row.measured
    return (
        f"| {row.server} | {row.loop} | {row.tables} | {row.spectators} | {m.moves_per_s:.0f} | {m.ack_p50:.1f} "
        f"| {m.ack_p99:.1f} | {m.seen_p50:.1f} | {m.seen_p99:.1f} | {row.cpu_us_per_move:.0f} µs "
        f"| {row.kib_per_connection:.0f} | {m.missing} |"
    )


def compare(street: Street, seconds: float) -> list[Row]:
    """The main case, everything in turn and several times, so that whatever else the machine does meets all alike."""
    rows: list[Row] = []
    with ExitStack() as stack:
        needed = 20 * ROUNDS + 140
        houses = [
            stack.enter_context(street.echo(stock=True)),
            stack.enter_context(street.echo()),
            stack.enter_context(street.service(postgres=False, tables=needed)),
            stack.enter_context(street.service(postgres=True, stock=True, tables=needed)),
            stack.enter_context(street.service(postgres=True, tables=needed)),
            stack.enter_context(street.service(postgres=True, processes=2, tables=needed)),
        ]
        for _ in range(ROUNDS):
            rows += [asyncio.run(measure(house, 20, 5, rate=None, seconds=seconds)) for house in houses]
        ceilings = {house.name: _median(rows, house) for house in houses[:2]}
        for house in houses[2:]:
            for k in (20, 100):
                rows.append(asyncio.run(measure(house, k, 5, rate=OPEN_RATE, seconds=seconds)))
            for name, ceiling in ceilings.items():
                print(f"ratio: {house.name} / {name} = {_median(rows, house) / ceiling:.2f}", flush=True)
    return rows


def _median(rows: Sequence[Row], house: House) -> float:
    return median(row.measured.moves_per_s for row in rows if row.server == house.name and row.loop == "closed")


def free_cores(street: Street, seconds: float) -> list[Row]:
    """One process and two, in turn, each held to a part of a core, so that the second one has somewhere to run."""
    rows: list[Row] = []
    needed = 20 * ROUNDS
    with ExitStack() as stack:
        one = stack.enter_context(street.service(postgres=True, tables=needed))
        two = stack.enter_context(street.service(postgres=True, processes=2, tables=needed))
        try:
            stack.enter_context(held([*one.servers, *two.servers], PART))
        except OSError as error:
            print(f"Nothing about free cores, since control groups cannot be made here: {error}", flush=True)
            return rows
        for house in (one, two):
            house.name += f", {PART:.0%} of a core each"
        for _ in range(ROUNDS):
            rows += [asyncio.run(measure(house, 20, 5, rate=None, seconds=seconds)) for house in (one, two)]
        print(f"ratio: {two.name} / {one.name} = {_median(rows, two) / _median(rows, one):.2f}", flush=True)
    return rows


def matrix(street: Street, seconds: float) -> list[Row]:
    """Every number of tables and spectators, one server after the other."""
    rows: list[Row] = []
    needed = 2 * sum(TABLES) * len(SPECTATORS)
    houses: list[AbstractContextManager[House]] = [
        street.echo(),
        street.service(postgres=False, tables=needed),
        street.service(postgres=True, tables=needed),
        street.service(postgres=True, processes=2, tables=needed),
    ]
    for entering in houses:
        with entering as house:
            for k, s in product(TABLES, SPECTATORS):
                rows.append(asyncio.run(measure(house, k, s, rate=None, seconds=seconds)))
                if house.tables is not None:
                    rows.append(asyncio.run(measure(house, k, s, rate=OPEN_RATE, seconds=seconds)))
    return rows


def main() -> int:
    """Run it all; 1 if an event was missing anywhere."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="the main case only")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each run")
    parser.add_argument("--idle-tables", type=int, default=5000)
    options = parser.parse_args()
    print(HEAD, flush=True)
    with Street() as street:
        rows = compare(street, options.seconds)
        rows += free_cores(street, options.seconds)
        if not options.short:
            rows += matrix(street, options.seconds)
        with street.service(postgres=True, tables=options.idle_tables) as house:
            quiet = asyncio.run(idle(house, options.idle_tables, 10.0))
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(
        json.dumps(
            {
                "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                "machine": {
                    "cores": os.cpu_count(),
                    "system": platform.platform(),
                    "python": platform.python_version(),
                },
                "rows": [asdict(row) for row in rows],
                "idle": quiet,
            },
            indent=1,
        )
        + "\n"
    )
    missing = sum(row.measured.missing for row in rows)
    print(f"bench: rows={len(rows)} missing={missing}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
