"""A long way to the server: a TCP proxy, in a process of its own, that holds every byte back, websockets included."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"
CHUNK = 65_536


@contextmanager
def slow_line(port: int, *, delay: float) -> Iterator[int]:
    """A port that leads to `port`, `delay` seconds away in each direction."""
    command = [sys.executable, "-m", "tests.browser.slow_line", str(port), str(delay)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


async def serve(port: int, delay: float) -> None:
    loop = asyncio.get_running_loop()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The same delay for every chunk keeps them in their order.
        while data := await reader.read(CHUNK):
            loop.call_later(delay, writer.write, data)
        loop.call_later(delay, writer.close)

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(HOST, port)
        await asyncio.gather(pipe(reader, back), pipe(there, writer), return_exceptions=True)

    server = await asyncio.start_server(connect, HOST, 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2])))
