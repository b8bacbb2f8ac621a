"""A long way to the server: a TCP proxy that holds every byte back, websockets included."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CHUNK = 65_536


@contextmanager
def slow_line(port: int, *, delay: float) -> Iterator[int]:
    """A port that leads to `port`, `delay` seconds away in each direction."""
    loop = asyncio.new_event_loop()

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The same delay for every chunk keeps them in their order.
        try:
            while data := await reader.read(CHUNK):
                loop.call_later(delay, writer.write, data)
        except ConnectionError:
            pass
        loop.call_later(delay, writer.close)

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pipe(reader, back), pipe(there, writer))

    server = loop.run_until_complete(asyncio.start_server(connect, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
