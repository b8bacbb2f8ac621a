"""The ceiling: an ASGI application that acks every frame and sends one of the same size to everybody at the table.

It judges nothing and stores nothing. Whatever the real service adds to this is its own cost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

Send = Callable[[dict[str, Any]], Awaitable[None]]

tables: defaultdict[str, set[Send]] = defaultdict(set)
heads: defaultdict[str, int] = defaultdict(int)


async def application(scope: dict[str, Any], receive: Callable[[], Awaitable[dict[str, Any]]], send: Send) -> None:
    """Websockets at ``/ws/game/<table>/``, and a page that says ok."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    if scope["type"] != "websocket":
        raise ValueError(scope["type"])
    table = scope["path"].split("/")[3]
    tables[table].add(send)
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.connect":
                await send({"type": "websocket.accept"})
            elif "act" in message["text"]:
                heads[table] += 1
                seq = heads[table]
                event = (
                    f'{{"type":"event","seq":{seq},"action":"d","score":499,"moves":{seq},"ms":123456,"drawn":"7C"}}'
                )
                for member in tuple(tables[table]):
                    await member({"type": "websocket.send", "text": event})
                await send({"type": "websocket.send", "text": f'{{"type":"ack","id":"b{seq}","seq":{seq}}}'})
            else:
                await send({"type": "websocket.send", "text": '{"type":"state","seq":0}'})
    finally:
        tables[table].discard(send)
