"""A browser that never gives up: plays or watches, comes back after every break, and remembers what it was told."""

from __future__ import annotations

import asyncio
import json
import random
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from games.consumers import RESUME_LIMIT
from games.engine.action import parse_action, print_action
from games.engine.deal import parse_code
from games.engine.position import Position, start
from tests.chaos.people import Player

RETRY_FIRST, RETRY_MAX = 0.05, 1.0
SILENCE = 6.0
"""Seconds without a frame until the browser pings, and after that until the line counts as broken."""


@dataclass
class Told:
    """What the server told one browser about one game."""

    game_id: str
    acks: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Sequence numbers that were acked for each command id."""
    sent: dict[str, str] = field(default_factory=dict)
    """The action of each command that was sent, in the order of the first sending."""
    events: list[tuple[int, str]] = field(default_factory=list)
    """The events that went on from what was known before, each once."""
    snapshots: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """Sequence number and view of each snapshot that stood for events."""
    gaps: int = 0
    """Events that came too early, other than after a `stale`, whose state stands for what lies between."""
    head: int = 0
    closes: list[int] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=lambda: defaultdict(int))


class Seat:
    """One place at a table, for its player or a spectator. `bases` are the servers to try, in turn."""

    def __init__(self, player: Player, bases: list[str], *, plays: bool, window: int = 1, seed: int = 0) -> None:
        self.player = player
        self.told = Told(player.game_id)
        self.bases = bases
        self.plays = plays
        self.window = window
        self.moving = plays
        """Whether new commands are sent; what was sent before is repeated until it is answered."""
        self.joined = asyncio.Event()
        """Set while everything missed has come and acts are taken."""
        self.joins = 0
        self.moved = asyncio.Event()
        self._behind = False
        """Whether a `stale` has told of more than the events so far."""
        self._said = 0
        """The `last_seq` of the last hello."""
        self._position: Position = start(*_dealt(player.code))
        self._waiting: dict[str, tuple[int, str]] = {}
        self._random = random.Random(f"{player.game_id}{plays}{seed}")
        self._tag = f"{'p' if plays else 's'}{seed}"
        self._count = 0
        self._socket: ClientConnection | None = None
        self._task = asyncio.create_task(self._run())

    async def leave(self) -> None:
        """Go away."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    @property
    def acked(self) -> int:
        """How many commands were acked."""
        return len(self.told.acks)

    @property
    def answered(self) -> bool:
        """Whether nothing waits for an answer."""
        return not self._waiting

    async def ping(self) -> None:
        """Ask for the head, if there is a line; what is behind says hello again."""
        if self._socket is not None and self.joined.is_set():
            with suppress(WebSocketException):
                await self._socket.send('{"type":"ping"}')

    # ---- the line

    async def _run(self) -> None:
        attempt = 0
        while True:
            base = self.bases[(attempt + hash(self._tag)) % len(self.bases)]
            try:
                async with connect(
                    f"{base}/ws/game/{self.player.game_id}/",
                    origin=base.replace("ws", "http", 1),  # type: ignore[arg-type]
                    additional_headers={"Cookie": f"sessionid={self.player.session}"} if self.plays else {},
                    compression=None, open_timeout=5, close_timeout=1, ping_interval=None,
                ) as socket:  # fmt: skip
                    self._socket = socket
                    await self._talk(socket)
            except (OSError, InvalidHandshake, WebSocketException, TimeoutError):
                pass
            if self._socket is not None and self._socket.close_code is not None:
                self.told.closes.append(self._socket.close_code)
            if self.joined.is_set():
                attempt = 0
            self._socket = None
            self.joined.clear()
            attempt += 1
            backoff = min(RETRY_MAX, RETRY_FIRST * 2**attempt)
            await asyncio.sleep(backoff * (0.5 + self._random.random() / 2))  # jitter, as the browser's

    async def _talk(self, socket: ClientConnection) -> None:
        self._behind = False
        await self._hello(socket)
        asked = False
        while True:
            try:
                async with asyncio.timeout(SILENCE):  # not wait_for, which may swallow a cancellation
                    text = await socket.recv()
            except TimeoutError:
                if asked:
                    raise
                await socket.send('{"type":"ping"}')
                asked = True
                continue
            asked = False
            await self._hear(socket, json.loads(text))

    async def _hello(self, socket: ClientConnection) -> None:
        self._said = self.told.head
        await socket.send(json.dumps({"type": "hello", "last_seq": self._said}))
        await socket.send('{"type":"ping"}')

    async def _hear(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind == "event":
            self._event(frame["seq"], frame["action"])
        elif kind == "state":
            self._snapshot(frame["seq"], frame["view"])
        elif kind == "pong":
            if frame["seq"] > self.told.head:
                await self._hello(socket)
            elif not self.joined.is_set():
                self.joined.set()
                self.joins += 1
                await self._again(socket)
        elif kind in ("ack", "refused", "stale", "error"):
            await self._answered(socket, frame)
        self.moved.set()
        await self._move(socket)

    async def _answered(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        self.told.answers[kind] += 1
        if kind == "ack":
            self.told.acks[frame["id"]].add(frame["seq"])
        if kind != "error":
            self._waiting.pop(frame["id"], None)
        elif frame["reason"] == "too_fast":
            await asyncio.sleep(1)  # as the browser does
            await self._again(socket)
        if kind == "stale":
            self._behind = True
            await self._hello(socket)

    def _snapshot(self, seq: int, view: dict[str, Any]) -> None:
        """Only a spectator may fall so far behind, and only past the limit stands a snapshot for the events."""
        missed = seq - min(self._said, self.told.head)
        assert not self.plays, f"a snapshot for a player, who lacks {missed} events"
        assert missed > RESUME_LIMIT, f"a snapshot where {missed} events were enough"
        self._behind = False
        self.told.head = max(self.told.head, seq)
        self.told.snapshots.append((seq, view))

    def _event(self, seq: int, action: str) -> None:
        if seq == self.told.head + 1:
            self._behind = False
            self.told.head = seq
            self.told.events.append((seq, action))
            if self.plays:
                self._position = self._position.play(parse_action(action))
        elif seq > self.told.head and not self._behind:
            self.told.gaps += 1

    # ---- playing

    async def _again(self, socket: ClientConnection) -> None:
        for command, (seq, action) in list(self._waiting.items()):
            await self._send(socket, command, seq, action)

    async def _move(self, socket: ClientConnection) -> None:
        while self.moving and self.joined.is_set() and len(self._waiting) < self.window:
            if any(seq <= self.told.head for seq, _ in self._waiting.values()):
                return
            action = self._choose()
            if action is None:
                return
            self._count += 1
            command = f"{self._tag}-{self._count}"
            seq = self.told.head + len(self._waiting) + 1
            self._waiting[command] = (seq, action)
            self.told.sent[command] = action
            await self._send(socket, command, seq, action)

    async def _send(self, socket: ClientConnection, command: str, seq: int, action: str) -> None:
        await socket.send(json.dumps({"type": "act", "id": command, "seq": seq, "action": action}))

    def _choose(self) -> str | None:
        """A legal move after all that is on its way, rather a draw than a removal, so that the game goes on."""
        position = self._position
        for _, action in self._waiting.values():
            try:
                position = position.play(parse_action(action))
            except ValueError:
                return None
        if position.over:
            return None
        names = [print_action(action) for action in position.legal()]
        idle = [name for name in names if name in ("d", "c")]
        if position.past and (not idle or self._random.random() < 0.1):
            return "u"
        if names and self._random.random() < 0.02:
            return self._random.choice(names)
        return idle[0] if idle else None


def _dealt(code: str) -> tuple[Any, Any]:
    parsed = parse_code(code)
    return parsed.variant, parsed.deck
