"""A browser's end of the table's websocket, in this process, against the real application and database."""

from __future__ import annotations

import json
from http.cookies import SimpleCookie
from itertools import count
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from games.engine.deal import parse_code
from games.models import Game
from games.services import start_casual
from solitaire.accounts.models import User
from solitaire.asgi import application

ids = count(1)
ORIGIN = b"http://localhost"


@sync_to_async
def person(name: str, **fields: Any) -> User:
    """An account, without a password."""
    return User.objects.create(username=name, **fields)


@sync_to_async
def casual(player: User, code: str = "TP1-E-AAAAAAB", **fields: Any) -> Game:
    """A casual game of a code."""
    game = start_casual(player=player, code=parse_code(code))
    Game.objects.filter(pk=game.pk).update(**fields)
    return game


@sync_to_async
def cookie_of(user: User | None) -> str:
    """The session cookie of somebody who signed in; none for nobody."""
    if user is None:
        return ""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    cookies = SimpleCookie({"sessionid": session.session_key or ""})
    return cookies.output(header="").strip()


class Browser:
    """One socket. Keeps what it heard."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.heard: list[str] = []

    @classmethod
    async def open(cls, game_id: str, user: User | None = None, *, origin: bytes = ORIGIN) -> Browser:
        """Connect; raises ConnectionError when the server does not take the socket."""
        return await cls.open_with(game_id, await cookie_of(user), origin=origin)

    @classmethod
    async def open_with(cls, game_id: str, cookie: str, *, origin: bytes = ORIGIN) -> Browser:
        """Connect as whoever has a session cookie."""
        headers = [(b"origin", origin), (b"cookie", cookie.encode())]
        browser = cls(WebsocketCommunicator(application, f"/ws/game/{game_id}/", headers))
        connected, _ = await browser.communicator.connect()
        if not connected:
            raise ConnectionError
        return browser

    @classmethod
    async def join(cls, game_id: str, user: User | None = None) -> tuple[Browser, dict[str, Any]]:
        """Connect and say hello; the first frame comes with it."""
        browser = await cls.open(game_id, user)
        return browser, await browser.ask({"type": "hello"})

    async def send(self, frame: dict[str, Any] | str) -> None:
        await self.communicator.send_to(text_data=frame if isinstance(frame, str) else json.dumps(frame))

    async def next(self, *types: str) -> dict[str, Any]:
        """The next frame of these types, or of any but `watching`."""
        while True:
            text = str(await self.communicator.receive_from(timeout=10))
            self.heard.append(text)
            frame: dict[str, Any] = json.loads(text)
            if frame["type"] in types or (not types and frame["type"] != "watching"):
                return frame

    async def ask(self, frame: dict[str, Any] | str, *types: str) -> dict[str, Any]:
        """Send a frame and give the next one (of `types`)."""
        await self.send(frame)
        return await self.next(*types)

    async def act(self, seq: int, action: str, id_: str = "") -> dict[str, Any]:
        """Act and give the answer, not the event."""
        frame = {"type": "act", "id": id_ or f"c{next(ids)}", "seq": seq, "action": action}
        return await self.ask(frame, "ack", "refused", "stale", "error")

    async def closed_with(self) -> int:
        """Read on until the server closes, and give the code."""
        while True:
            output = await self.communicator.receive_output(timeout=10)
            if output["type"] == "websocket.close":
                code: int = output["code"]
                return code

    async def leave(self) -> None:
        await self.communicator.disconnect()
