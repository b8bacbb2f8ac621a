"""A client written from docs/protocol.md alone: it makes games over HTTP and plays them over a real websocket."""

from __future__ import annotations

import http.cookiejar
import json
import urllib.parse
import urllib.request
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Stranger:
    """Somebody with a cookie jar."""

    def __init__(self, base_url: str, *, session: str = "") -> None:
        self.base_url = base_url
        self.session = session
        """The session that sockets belong to, where it was not begun by a page."""
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> str:
        """A page's text."""
        with self._opener.open(self.base_url + path) as response:
            text: str = response.read().decode()
            return text

    def post(self, path: str, **fields: str) -> str:
        """Send a form and give the address it led to."""
        if not self._cookie("csrftoken"):
            self.get("/")
        form = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self._cookie("csrftoken")})
        request = urllib.request.Request(self.base_url + path, form.encode(), {"Referer": self.base_url})
        with self._opener.open(request) as response:
            address: str = response.geturl()
            return address.removeprefix(self.base_url)

    def new_game(self, code: str) -> str:
        """The id of a new casual game."""
        return self.post("/play/new", code=code).removeprefix("/play/")

    def _cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.cookies if cookie.name == name), "")

    @asynccontextmanager
    async def table(self, game_id: str) -> AsyncIterator[ClientConnection]:
        """A socket at a table."""
        address = self.base_url.replace("http", "ws", 1) + f"/ws/game/{game_id}/"
        cookies = [f"{cookie.name}={cookie.value}" for cookie in self.cookies]
        if self.session:
            cookies.append(f"sessionid={self.session}")
        async with connect(
            address,
            origin=Origin(self.base_url),
            additional_headers={"Cookie": "; ".join(cookies)},
            compression=None,
        ) as socket:
            yield socket


async def say(socket: ClientConnection, **frame: Any) -> None:
    """Send a frame."""
    await socket.send(json.dumps(frame))
