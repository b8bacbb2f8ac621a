import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import hypothesis
import pytest

from tests.services import DaphneServer, PostgresServer, RedisServer, clean_environment, manage

# The time of one example says more about what else the machine does than about the code.
hypothesis.settings.register_profile("solitaire", deadline=None, print_blob=True)
hypothesis.settings.load_profile("solitaire")


@pytest.fixture(scope="session")
def service_directory() -> Iterator[Callable[[str], Path]]:
    """Makes directories for services, under a path that PostgreSQL's user can reach too, as pytest's own is not."""
    with ExitStack() as at_the_end:

        def make(name: str) -> Path:
            directory = tempfile.mkdtemp(prefix=f"solitaire-{name}-")
            at_the_end.callback(shutil.rmtree, directory, ignore_errors=True)
            return Path(directory)

        yield make


@pytest.fixture(scope="session")
def redis_server(service_directory: Callable[[str], Path]) -> Iterator[RedisServer]:
    server = RedisServer(service_directory("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres_server(service_directory: Callable[[str], Path]) -> Iterator[PostgresServer]:
    server = PostgresServer(service_directory("postgres"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def new_database(postgres_server: PostgresServer) -> Callable[[], str]:
    """Makes PostgreSQL databases with all tables and gives their URLs: migrated once and copied."""
    url = postgres_server.create_database("migrated")
    manage(clean_environment({"DATABASE_URL": url}), "migrate", "--noinput", "--verbosity", "0")
    return lambda: postgres_server.create_database(f"test{uuid4().hex}", template="migrated")


@pytest.fixture(scope="session")
def migrated_sqlite(service_directory: Callable[[str], Path]) -> Path:
    """An SQLite database with all tables, to be copied."""
    file = service_directory("migrated") / "db.sqlite3"
    manage(clean_environment({"DATABASE_URL": f"sqlite:///{file}"}), "migrate", "--noinput", "--verbosity", "0")
    return file


@pytest.fixture(scope="session")
def collected_static(service_directory: Callable[[str], Path]) -> Path:
    """The static files as a server serves them, collected once for all servers of a run."""
    directory = service_directory("static")
    manage(clean_environment({"VAR_DIR": str(directory)}), "collectstatic", "--noinput", "--verbosity", "0")
    return directory / "static"


DaphneFactory = Callable[..., DaphneServer]
"""`(**variables)`: a running server with these environment variables, on a new SQLite database if they name none."""


@pytest.fixture
def start_daphne(
    service_directory: Callable[[str], Path], collected_static: Path, migrated_sqlite: Path
) -> Iterator[DaphneFactory]:
    """For tests that need a server for themselves, or several on one database: each call starts one."""
    with ExitStack() as at_the_end:

        def start(**variables: str) -> DaphneServer:
            server = DaphneServer(service_directory("daphne"), collected_static, variables)
            if "DATABASE_URL" not in variables:
                shutil.copy(migrated_sqlite, server.directory)
            server.start()
            at_the_end.callback(server.stop)
            return server

        yield start


@pytest.fixture(scope="session")
def daphne_server(
    service_directory: Callable[[str], Path], collected_static: Path, migrated_sqlite: Path
) -> Iterator[DaphneServer]:
    """The server that the tests of a run share, with today's challenges open."""
    server = DaphneServer(service_directory("daphne"), collected_static)
    shutil.copy(migrated_sqlite, server.directory)
    server.manage("open_day")
    server.start()
    yield server
    server.stop()
