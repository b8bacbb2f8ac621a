"""A page's end of its one socket, in this process, against the real application."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from channels.testing import WebsocketCommunicator

from solitaire.asgi import application
from tests.games.socket import ORIGIN, cookie_of


class Page:
    """An open page."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.heard: list[str] = []

    @classmethod
    async def open(cls, who: Any, *, wall: bool = False, boards: Sequence[str] = ()) -> Page:
        """The page of a person, or of whoever has a cookie."""
        cookie = who if isinstance(who, str) else await cookie_of(who)
        headers = [(b"origin", ORIGIN), (b"cookie", cookie.encode())]
        page = cls(WebsocketCommunicator(application, "/ws/lobby/", headers))
        connected, _ = await page.communicator.connect()
        assert connected
        await page.communicator.send_to(text_data=json.dumps({"type": "lobby", "wall": wall, "boards": boards}))
        return page

    async def next(self, *types: str) -> dict[str, Any]:
        """The next frame of these types."""
        while True:
            text = str(await self.communicator.receive_from(timeout=10))
            self.heard.append(text)
            frame: dict[str, Any] = json.loads(text)
            if frame["type"] in types:
                return frame

    async def friend(self, name: str, **fields: Any) -> dict[str, Any]:
        """Read on until a friend is said to be so."""
        while True:
            frame = await self.next("friend", "friends")
            for friend in frame.get("friends", [frame.get("friend")]):
                if friend["name"] == name and all(friend.get(key) == value for key, value in fields.items()):
                    found: dict[str, Any] = friend
                    return found

    async def on_board(self, game_id: str, kind: str) -> dict[str, Any]:
        """The next frame of a kind about one of the boards."""
        while True:
            for one in (await self.next("boards"))["on"]:
                if one["id"] == game_id and one["frame"]["type"] == kind:
                    frame: dict[str, Any] = one["frame"]
                    return frame

    async def closed_with(self) -> int:
        """Read on until the server closes, and give the code."""
        while True:
            output = await self.communicator.receive_output(timeout=10)
            if output["type"] == "websocket.close":
                code: int = output["code"]
                return code

    async def leave(self) -> None:
        await self.communicator.disconnect()
