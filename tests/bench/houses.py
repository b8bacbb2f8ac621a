"""What is measured: the echo, and the service on each kind of database, with one process or two."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from tests.bench.load import CODE, Place
from tests.services import HOST, DaphneServer, PostgresServer, RedisServer, clean_environment, manage

_MAKE = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
from datetime import timedelta
from games.engine.deal import parse_code
from games.models import Game
from solitaire.accounts.models import User

code = parse_code({code!r})
users = User.objects.bulk_create([User(username=f"bench{{n}}", password="!") for n in range({count})])
games, sessions, store = [], [], SessionStore()
for n, user in enumerate(users):
    game = Game(player=user, watch="everyone", kind=code.variant.game, rule=code.variant.rule, code=str(code))
    game.deck = code.deck
    games.append(game)
    data = {{SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: "allauth.account.auth_backends.AuthenticationBackend",
             HASH_SESSION_KEY: user.get_session_auth_hash()}}
    sessions.append(Session(session_key=f"bench{{n:027}}", session_data=store.encode(data),
                            expire_date=timezone.now() + timedelta(days=1)))
Game.objects.bulk_create(games)
Session.objects.bulk_create(sessions)
print(json.dumps([[game.pk, session.session_key] for game, session in zip(games, sessions)]))
"""

VARIABLES = {"FRAMES_PER_SECOND": "1000000", "SOCKETS_PER_ADDRESS": "1000000", "LOG_LEVEL": "WARNING"}


class StockServer(DaphneServer):
    """The same under daphne as it comes, without our runner."""

    def command(self) -> list[str]:
        application = self.env.get("ASGI_APPLICATION", "solitaire.asgi:application")
        return [
            sys.executable, "-m", "daphne", "--verbosity", "0", "--bind", HOST, "--port", str(self.port), application,
        ]  # fmt: skip


def _name(what: str, *, stock: bool) -> str:
    return f"{what}, stock daphne" if stock else what


@dataclass
class House:
    """Servers, and the tables they have."""

    name: str
    servers: list[DaphneServer]
    database: str = ""
    tables: list[tuple[str, str]] | None = None

    def places(self, count: int) -> list[Place]:
        """The next `count` tables that nobody has been at."""
        if self.tables is None:  # the echo takes any
            tables = [(uuid4().hex, "") for _ in range(count)]
        else:
            tables, self.tables = self.tables[:count], self.tables[count:]
            assert len(tables) == count
        ports = [server.port for server in self.servers]
        return [
            Place(
                game_id,
                f"sessionid={session}",
                port=ports[number % len(ports)],
                ports=tuple(ports),
            )
            for number, (game_id, session) in enumerate(tables)
        ]


class Street:
    """Starts what is measured, on one PostgreSQL, and each on a Redis of its own.

    Processes that share one hear each other, whatever database they serve: one alone would no longer be alone.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._directory = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="solitaire-bench-")))
        self._directory.chmod(0o755)
        self._postgres: PostgresServer | None = None

    def __enter__(self) -> Street:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _new(self, name: str) -> Path:
        directory = self._directory / f"{name}{uuid4().hex[:8]}"
        directory.mkdir()
        return directory

    @property
    def postgres(self) -> PostgresServer:
        if self._postgres is None:
            self._postgres = PostgresServer(self._new("postgres"))
            self._postgres.start()
            self._stack.callback(self._postgres.stop)
        return self._postgres

    @contextmanager
    def echo(self, *, stock: bool = False) -> Iterator[House]:
        """The ceiling."""
        variables = {**VARIABLES, "ASGI_APPLICATION": "tests.bench.echo:application"}
        server = (StockServer if stock else DaphneServer)(self._new("echo"), self._new("static"), variables)
        server.start()
        try:
            yield House(_name("echo", stock=stock), [server])
        finally:
            server.stop()

    @contextmanager
    def service(self, *, postgres: bool, processes: int = 1, stock: bool = False, tables: int = 400) -> Iterator[House]:
        """The real thing."""
        variables = dict(VARIABLES)
        redis = RedisServer(self._new("redis"))
        if postgres:
            redis.start()
            variables["DATABASE_URL"] = self.postgres.create_database(f"bench{uuid4().hex}")
            variables["REDIS_URL"] = redis.url
        else:
            variables["DATABASE_URL"] = f"sqlite:///{self._new('sqlite')}/db.sqlite3"
        env = clean_environment({"VAR_DIR": str(self._new("var")), **variables})
        manage(env, "migrate", "--noinput", "--verbosity", "0")
        made = manage(env, "shell", "--verbosity", "0", stdin=_MAKE.format(code=CODE, count=tables))
        kind = StockServer if stock else DaphneServer
        servers = [kind(self._new("daphne"), self._new("static"), variables) for _ in range(processes)]
        try:
            for server in servers:
                server.start()
            name = f"{'PostgreSQL' if postgres else 'SQLite'}, {processes} process{'es' if processes > 1 else ''}"
            yield House(
                _name(name, stock=stock),
                servers,
                variables["DATABASE_URL"],
                [tuple(pair) for pair in json.loads(made.strip().splitlines()[-1])],
            )
        finally:
            for server in servers:
                server.stop()
            redis.stop()
