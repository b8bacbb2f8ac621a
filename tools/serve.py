"""Serves the game with one daphne process and says so once it answers."""

import argparse
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request


def is_taken(host: str, port: int) -> bool:
    """Whether somebody listens there already: their answer would pass for ours."""
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()

    reached_at = "127.0.0.1" if options.host in {"", "0.0.0.0"} else options.host
    shown = "localhost" if reached_at == "127.0.0.1" else reached_at
    if is_taken(reached_at, options.port):
        print(f"Port {options.port} is taken: try `make play PORT={options.port + 1}`.", file=sys.stderr)
        return 1

    server = subprocess.Popen(
        [sys.executable, "-m", "solitaire.server", "--bind", options.host, "--port", str(options.port)]
    )

    stopped = False

    def stop(signum: int, frame: object) -> None:
        nonlocal stopped
        stopped = True
        server.terminate()

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)

    while server.poll() is None and not stopped:
        if answers(f"http://{reached_at}:{options.port}/healthz"):
            print(f"Solitaire is ready on http://{shown}:{options.port}", flush=True)
            break
        time.sleep(0.1)

    code = server.wait()
    return 0 if stopped else code


if __name__ == "__main__":
    sys.exit(main())
