"""Players and spectators at many tables, and what they measured."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.action import print_action
from games.engine.deal import parse_code
from games.engine.position import start
from tests.bench.wire import Wire

CODE = "PY1-N-AAAAAAS"
OPEN_WITHIN = 400.0
"""Seconds in which everybody must have joined."""
ARRIVE_WITHIN = 10.0
"""Seconds after the last ack in which every event must have arrived."""


def script(length: int) -> list[str]:
    """Draws and recycles: legal moves of `CODE` without end."""
    code = parse_code(CODE)
    position = start(code.variant, code.deck)
    actions = []
    for _ in range(length):
        action = next(action for action in position.legal() if print_action(action) in ("d", "c"))
        actions.append(print_action(action))
        position = position.play(action)
    return actions


SCRIPT = script(20_000)


@dataclass(frozen=True)
class Place:
    """A table: who plays there, and the ports of the server processes, which the spectators are spread over."""

    game_id: str
    cookie: str
    port: int
    """The player's."""
    ports: tuple[int, ...]


@dataclass
class Measured:
    """One run. Times in milliseconds."""

    moves_per_s: float
    ack_p50: float
    ack_p99: float
    seen_p50: float
    seen_p99: float
    moves: int
    missing: int
    """Events that some spectator or player never got."""


class Player:
    """The player of a table, with the spectators' clocks."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.sent: list[float] = []
        self.acks: list[float] = []
        self.seen: list[float] = []
        self.heads: list[int] = []
        self.gaps = 0
        self.acked = 0
        self.closed_loop_until = 0.0
        self.wires: list[Wire] = []
        self.joined = 0

    async def open(self, spectators: int) -> None:
        """Join the table with everybody."""
        for number in range(spectators + 1):
            self.heads.append(0)
            wire = await Wire.open(
                self.place.port if number == 0 else self.place.ports[number % len(self.place.ports)],
                f"/ws/game/{self.place.game_id}/",
                cookie=self.place.cookie if number == 0 else "",
                heard=self._hear_player if number == 0 else self._listener(number),
            )
            self.wires.append(wire)
            wire.send(b'{"type":"hello"}')

    def act(self) -> None:
        """Send the next move."""
        seq = len(self.sent) + 1
        self.sent.append(time.perf_counter())
        self.wires[0].send(f'{{"type":"act","id":"b{seq}","seq":{seq},"action":"{SCRIPT[seq - 1]}"}}'.encode())

    def _hear_player(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"ack"'):
            now = time.perf_counter()
            seq = int(frame[frame.rindex(b":") + 1 : -1])
            self.acked += 1
            self.acks.append(now - self.sent[seq - 1])
            if now < self.closed_loop_until:
                self.act()
        elif frame.startswith(b'{"type":"event"'):
            self._event(0, frame)
        elif frame.startswith(b'{"type":"state"'):
            self.joined += 1
        elif not frame.startswith(b'{"type":"watching"'):
            raise AssertionError(frame)

    def _listener(self, number: int):  # type: ignore[no-untyped-def]
        def hear(frame: bytes) -> None:
            if frame.startswith(b'{"type":"event"'):
                self._event(number, frame)
            elif frame.startswith(b'{"type":"state"'):
                self.joined += 1
            elif not frame.startswith(b'{"type":"watching"'):
                raise AssertionError(frame)

        return hear

    def _event(self, number: int, frame: bytes) -> None:
        seq = int(frame[22 : frame.index(b",", 22)])
        self.gaps += seq != self.heads[number] + 1
        self.heads[number] = seq
        if number:
            self.seen.append(time.perf_counter() - self.sent[seq - 1])

    @property
    def missing(self) -> int:
        """Events not arrived yet."""
        return self.gaps + sum(self.acked - head for head in self.heads)


class Crowd:
    """Everybody at every table."""

    def __init__(self, places: Sequence[Place], spectators: int) -> None:
        self.players = [Player(place) for place in places]
        self.spectators = spectators

    async def open(self) -> None:
        """Join every table."""
        for at in range(0, len(self.players), 50):
            await asyncio.gather(*(player.open(self.spectators) for player in self.players[at : at + 50]))
        async with asyncio.timeout(OPEN_WITHIN):
            while any(player.joined <= self.spectators for player in self.players):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def warm_up(self) -> None:
        """One move at each table, which has the server read it and start its clock."""
        for player in self.players:
            player.act()
        async with asyncio.timeout(OPEN_WITHIN):
            while any(p.acked < 1 or p.missing for p in self.players):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        for player in self.players:
            player.acks.clear()
            player.seen.clear()

    def close(self) -> None:
        """Leave."""
        for player in self.players:
            for wire in player.wires:
                wire.close()

    async def closed_loop(self, seconds: float) -> Measured:
        """Every player moves as soon as the last move is acked."""
        began = time.perf_counter()
        for player in self.players:
            player.closed_loop_until = began + seconds
            player.act()
        await asyncio.sleep(seconds)
        return await self._measure(began)

    async def open_loop(self, rate: float, seconds: float) -> Measured:
        """Moves at fixed times, whatever comes back, evenly over the players."""
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            if (ahead := due - time.perf_counter()) > 0.001:
                await asyncio.sleep(ahead)
            elif number % 16 == 0:
                await asyncio.sleep(0)
            self.players[number % len(self.players)].act()
        return await self._measure(began)

    async def _measure(self, began: float) -> Measured:
        end = time.perf_counter()
        moves = sum(player.acked for player in self.players) - len(self.players)
        try:
            async with asyncio.timeout(ARRIVE_WITHIN):
                while any(p.acked < len(p.sent) or p.missing for p in self.players):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        except TimeoutError:
            pass
        acks = sorted(ack for player in self.players for ack in player.acks)
        seen = sorted(ack for player in self.players for ack in player.seen)
        unanswered = sum(len(player.sent) - player.acked for player in self.players)
        return Measured(
            moves_per_s=moves / (end - began),
            ack_p50=_at(acks, 0.5),
            ack_p99=_at(acks, 0.99),
            seen_p50=_at(seen, 0.5),
            seen_p99=_at(seen, 0.99),
            moves=moves,
            missing=unanswered + sum(player.missing for player in self.players),
        )


def _at(ordered: Sequence[float], part: float) -> float:
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
