"""Serves the game with several processes behind nginx, on a PostgreSQL and a Redis of their own.

    python -m tools.cluster [--processes 2] [--port 0]

Everything listens on free ports of this machine, and what was played is gone at the end, when all of it
stops together: it is for trying and
measuring. The nginx configuration is the one in ``deploy/nginx``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import threading
import urllib.request
from contextlib import ExitStack
from pathlib import Path

from tests.services import HOST, ROOT, DaphneServer, PostgresServer, RedisServer, Service

NGINX = """
daemon off;
master_process on;
worker_processes 1;
{user}
pid {directory}/pid;
error_log {directory}/error.log warn;
events {{ worker_connections 16384; }}
http {{
    include {mime_types};
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    upstream solitaire {{
        least_conn;
        {servers}
        keepalive 32;
    }}
    server {{
        listen {host}:{port};
        set $solitaire_static {static};
        include {locations};
    }}
}}
"""


class Nginx(Service):
    """nginx with the locations of the public site."""

    name = "nginx"

    def __init__(self, directory: Path, static: Path, port: int = 0) -> None:
        super().__init__(directory)
        self.port = port or self.port
        self.static = static
        self.upstream: list[int] = []

    @property
    def base_url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def command(self) -> list[str]:
        binary = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if binary is None:
            raise RuntimeError("nginx is missing: `make system` installs it or says how")
        text = NGINX.format(
            directory=self.directory,
            user="user root;" if os.geteuid() == 0 else "",
            mime_types="/etc/nginx/mime.types",
            servers="\n        ".join(f"server {HOST}:{port} max_fails=1 fail_timeout=2s;" for port in self.upstream),
            host=HOST,
            port=self.port,
            static=self.static,
            locations=ROOT / "deploy/nginx/locations.conf",
        )
        config = self.directory / "nginx.conf"
        config.write_text(text)
        return [binary, "-c", str(config), "-p", str(self.directory), "-e", str(self.directory / "error.log")]

    def answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.base_url}/healthz", timeout=10).close()
        except OSError:
            return False
        return True


class ProxiedServer(DaphneServer):
    """A server process that believes its proxy."""

    options = ("--proxy-headers",)


class Cluster:
    """All of it, in one directory."""

    def __init__(self, directory: Path, static: Path, *, processes: int, port: int = 0) -> None:
        self._stack = ExitStack()
        self._directory = directory
        self.nginx = Nginx(self._new("nginx"), static, port)
        self._static = static
        self._processes = processes
        self.servers: list[ProxiedServer] = []

    def _new(self, name: str) -> Path:
        directory = self._directory / name
        directory.mkdir(mode=0o755)
        return directory

    def _start(self, service: Service) -> None:
        service.start()
        self._stack.callback(service.stop)

    def start(self) -> None:
        """Start everything, in order; what has started is stopped again if something does not."""
        with ExitStack() as on_failure:
            on_failure.callback(self.stop)
            postgres, redis = PostgresServer(self._new("postgres")), RedisServer(self._new("redis"))
            self._start(postgres)
            self._start(redis)
            variables = {
                "DATABASE_URL": postgres.create_database("solitaire"),
                "REDIS_URL": redis.url,
                "CSRF_TRUSTED_ORIGINS": f"{self.nginx.base_url},http://localhost:{self.nginx.port}",
            }
            for number in range(self._processes):
                self.servers.append(ProxiedServer(self._new(f"process{number + 1}"), self._static, variables))
            self.servers[0].manage("migrate", "--noinput", "--verbosity", "0")
            self.servers[0].manage("open_day")
            for server in self.servers:
                self._start(server)
            self.nginx.upstream = [server.port for server in self.servers]
            self._start(self.nginx)
            on_failure.pop_all()

    def stop(self) -> None:
        """Stop everything, in the opposite order."""
        self._stack.close()


def main() -> int:
    """Serve until told to end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--port", type=int, default=0, help="of nginx; 0 for a free one")
    parser.add_argument("--static", type=Path, default=ROOT / "var/static", help="collected")
    options = parser.parse_args()
    told_to_end = threading.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, lambda *_: told_to_end.set())
    with tempfile.TemporaryDirectory(prefix="solitaire-cluster-", ignore_cleanup_errors=True) as directory:
        Path(directory).chmod(0o755)
        cluster = Cluster(Path(directory), options.static, processes=options.processes, port=options.port)
        cluster.start()
        try:
            ports = ", ".join(str(server.port) for server in cluster.servers)
            print(f"Solitaire is ready on {cluster.nginx.base_url} (processes on ports {ports})", flush=True)
            told_to_end.wait()
        finally:
            cluster.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
