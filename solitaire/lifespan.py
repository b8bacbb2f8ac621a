"""The beginning and the end of a server process (ASGI lifespan; `solitaire.server` speaks it)."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings

from games.consumers import RESTARTING, Receive
from games.desk import desk_of
from games.outbox import Send
from games.par import keep_par
from games.solving import worker

CLOSE_WITHIN = 8.0
"""Seconds the browsers have, all together, to take the close frame."""


async def lifespan(_scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Open the desk; at the end say that we are going, store what waits, and close every socket."""
    await receive()
    desk = desk_of(asyncio.get_running_loop())
    desk.hub.begin()
    par = asyncio.create_task(keep_par(desk.reader))
    await send({"type": "lifespan.startup.complete"})
    await receive()
    desk.draining = True
    # A balancer that asks /readyz needs this long to send people elsewhere.
    await asyncio.sleep(settings.DRAIN_DELAY)
    par.cancel()
    worker.close()
    await desk.drain(RESTARTING)
    try:
        async with asyncio.timeout(CLOSE_WITHIN):
            while desk.sockets:  # noqa: ASYNC110 (once in the life of a process)
                await asyncio.sleep(0.02)
    except TimeoutError:
        pass
    await desk.close()
    await send({"type": "lifespan.shutdown.complete"})
