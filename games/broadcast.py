"""Fan-out: one group member per topic and process, which hands each message to its own sockets.

A topic is a table (``table.<game id>``) or a person (``person.<user id>``). Sockets of this process are served at once; the
channel layer carries the message to the other processes and is only a hint: a socket that misses one sees the gap.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any, Protocol
from uuid import uuid4

import structlog
from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer

log = structlog.get_logger()

OUTBOX = 10_000
"""Messages that may wait for the channel layer; more are dropped, as the layer itself would."""


class Listener(Protocol):
    """A socket's end of the fan-out."""

    @property
    def spectating(self) -> bool:
        """Whether somebody watches through it."""

    def hear(self, topic: str, message: dict[str, Any]) -> None:
        """Take a message. Must not block."""


def table_topic(game_id: str) -> str:
    """The topic of a table."""
    return f"table.{game_id}"


def person_topic(user_id: int) -> str:
    """The topic of a person, for what concerns all their sockets."""
    return f"person.{user_id}"


def announce(topic: str, message: dict[str, Any]) -> None:
    """Publish from outside the sockets, such as a view: every process's hub hands it on."""
    envelope = {"type": "hub", "from": "", "topic": topic, "message": message}
    async_to_sync(get_channel_layer().group_send)(topic, envelope)


class Hub:
    """This process's sockets by topic. Lives on one event loop."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._process = uuid4().hex
        self._layer: BaseChannelLayer = get_channel_layer()
        self._channel = ""
        self._outbox: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue(OUTBOX)
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, topic: str, listener: Listener) -> None:
        """Hand `listener` every message of `topic` published from now on."""
        if not self._tasks:
            self._channel = await self._layer.new_channel()
            self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._send())]
        first = topic not in self._listeners
        self._listeners[topic].add(listener)
        if first:
            await self._member(self._layer.group_add, topic)

    async def leave(self, topic: str, listener: Listener) -> None:
        """Undo `join`."""
        listeners = self._listeners[topic]
        listeners.discard(listener)
        if not listeners:
            del self._listeners[topic]
            await self._member(self._layer.group_discard, topic)

    def listeners(self, topic: str) -> frozenset[Listener]:
        """Who listens to a topic in this process."""
        return frozenset(self._listeners.get(topic, ()))

    def publish(self, topic: str, message: dict[str, Any]) -> None:
        """Give a message to everyone who listens to `topic`, in this process now and in the others soon."""
        self._deliver(topic, message)
        try:
            self._outbox.put_nowait((topic, message))
        except asyncio.QueueFull:
            log.warning("broadcast_outbox_full", topic=topic)

    def _deliver(self, topic: str, message: dict[str, Any]) -> None:
        for listener in self.listeners(topic):
            listener.hear(topic, message)

    async def _member(self, change: Any, topic: str) -> None:
        try:
            await change(topic, self._channel)
        except Exception:  # noqa: BLE001 (the layer is a hint: without it, sockets catch up by their heartbeat)
            log.warning("broadcast_layer_unavailable", topic=topic)

    async def _send(self) -> None:
        while True:
            topic, message = await self._outbox.get()
            try:
                await self._layer.group_send(
                    topic, {"type": "hub", "from": self._process, "topic": topic, "message": message}
                )
            except Exception:  # noqa: BLE001
                log.warning("broadcast_layer_unavailable", topic=topic)

    async def _receive(self) -> None:
        while True:
            try:
                envelope = await self._layer.receive(self._channel)
            except Exception:  # noqa: BLE001
                log.warning("broadcast_layer_unavailable", topic="")
                await asyncio.sleep(1)
                continue
            if envelope["from"] != self._process:
                self._deliver(envelope["topic"], envelope["message"])
