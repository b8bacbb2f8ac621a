"""Fan-out: one group member per topic and process, which hands each message to its own sockets.

A topic is a table (``table.<game id>``) or a person (``person.<user id>``). Sockets of this process are served at once; the
channel layer carries the message to the other processes and is only a hint: what it loses is found by the heartbeat of
`games.desk`, and nothing waits for it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol
from uuid import uuid4

import structlog
from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games import metrics

log = structlog.get_logger()

OUTBOX = 10_000
"""Messages that may wait for the channel layer; more are dropped, as the layer itself would."""
TOGETHER = 500
"""Messages of one topic that travel in one envelope at most."""
JOIN_WITHIN = 1.0
"""Seconds a socket waits for the layer to take a topic. Then it goes on without, and the heartbeat mends what it misses."""
TRY_AGAIN = 1.0
"""Seconds between attempts while the layer fails."""
SIGNED_OUT = 4401
"""Close code for the sockets of somebody who has signed out, changed the password or been shut out."""

Message = dict[str, Any]


class Listener(Protocol):
    """A socket's end of the fan-out."""

    @property
    def spectating(self) -> bool:
        """Whether somebody watches through it."""

    def hear(self, topic: str, message: Message) -> None:
        """Take a message. Must not block."""


def table_topic(game_id: str) -> str:
    """The topic of a table."""
    return f"table.{game_id}"


def person_topic(user_id: int) -> str:
    """The topic of a person, for what concerns all their sockets."""
    return f"person.{user_id}"


def announce(topic: str, message: Message) -> None:
    """Publish from outside the sockets, such as a view: every process's hub hands it on.

    Without the channel layer nothing is said, and nothing is raised: what the view has stored is stored.
    """
    envelope = {"type": "hub", "from": "", "topic": topic, "messages": [message]}
    try:
        async_to_sync(get_channel_layer().group_send)(topic, envelope)
    except Exception as error:  # noqa: BLE001 (each layer has errors of its own)
        metrics.layer_failures.inc()
        log.warning("announcement_lost", topic=topic.partition(".")[0], error=type(error).__name__)


def look_again(topic: str) -> None:
    """Have the sockets of a topic ask again what may be seen, as after a change of who may watch."""
    announce(topic, {"look": "again"})


def close_sockets(user_id: int) -> None:
    """Close every socket of a person: they signed out, changed the password, or were shut out."""
    announce(person_topic(user_id), {"close": SIGNED_OUT})


class Hub:
    """This process's sockets by topic. Lives on one event loop."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._joined: set[str] = set()
        """Topics that the layer has taken."""
        self._changed: asyncio.Queue[tuple[str, asyncio.Event]] = asyncio.Queue()
        self.process = uuid4().hex
        self._layer: BaseChannelLayer = get_channel_layer()
        self.shared = not isinstance(self._layer, InMemoryChannelLayer)
        """Whether other processes may play the same games."""
        self._channel = ""
        self._outbox: asyncio.Queue[tuple[str, Message]] = asyncio.Queue(OUTBOX)
        self._tasks: list[asyncio.Task[None]] = []
        self._failing = False
        self.on_remote: Callable[[str, str, Message], None] = lambda _process, _topic, _message: None
        """Called with what another process published: its id, topic and message, before the listeners hear it."""

    @property
    def works(self) -> bool:
        """Whether the channel layer took the last thing it was asked."""
        return not self._failing

    async def join(self, topic: str, listener: Listener) -> None:
        """Hand `listener` every message of `topic` published from now on."""
        self._begin()
        self._listeners[topic].add(listener)
        if topic not in self._joined:
            done = asyncio.Event()
            self._changed.put_nowait((topic, done))
            try:
                async with asyncio.timeout(JOIN_WITHIN):
                    await done.wait()
            except TimeoutError:
                log.warning("broadcast_join_late", topic=topic.partition(".")[0])

    def leave(self, topic: str, listener: Listener) -> None:
        """Undo `join`."""
        listeners = self._listeners.get(topic)
        if listeners is None:
            return
        listeners.discard(listener)
        if not listeners:
            del self._listeners[topic]
            self._changed.put_nowait((topic, asyncio.Event()))

    def listeners(self, topic: str) -> tuple[Listener, ...]:
        """Who listens to a topic in this process."""
        return tuple(self._listeners.get(topic, ()))

    def topics(self) -> tuple[str, ...]:
        """Every topic that somebody in this process listens to."""
        return tuple(self._listeners)

    def publish(self, topic: str, message: Message) -> None:
        """Give a message to everyone who listens to `topic`, in this process now and in the others soon."""
        self.deliver(topic, message)
        if not self.shared:
            return
        self._begin()
        try:
            self._outbox.put_nowait((topic, message))
        except asyncio.QueueFull:
            metrics.layer_failures.inc()

    def deliver(self, topic: str, message: Message) -> None:
        """Give a message to everyone who listens to `topic` in this process."""
        for listener in self.listeners(topic):
            listener.hear(topic, message)

    def close(self) -> None:
        """Stop: nothing is carried to other processes or from them any more."""
        for task in self._tasks:
            task.cancel()

    # ---- the layer

    def _begin(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(work) for work in (self._follow(), self._send())]

    async def _follow(self) -> None:
        """Keep the layer's groups as the topics are, and receive once it has given us a channel."""
        while True:
            topic, done = await self._changed.get()
            wanted = topic in self._listeners
            if wanted == (topic in self._joined):
                done.set()
                continue
            try:
                if not self._channel:
                    self._channel = await self._layer.new_channel()
                    self._tasks.append(asyncio.create_task(self._receive()))
                if wanted:
                    await self._layer.group_add(topic, self._channel)
                    self._joined.add(topic)
                else:
                    await self._layer.group_discard(topic, self._channel)
                    self._joined.discard(topic)
            except Exception as error:  # noqa: BLE001 (each layer has errors of its own)
                self._failed(error)
                self._changed.put_nowait((topic, done))
                await asyncio.sleep(TRY_AGAIN)
            else:
                done.set()

    async def _send(self) -> None:
        while True:
            waiting = [await self._outbox.get()]
            while len(waiting) < TOGETHER and not self._outbox.empty():
                waiting.append(self._outbox.get_nowait())
            by_topic: dict[str, list[Message]] = defaultdict(list)
            for topic, message in waiting:
                by_topic[topic].append(message)
            for topic, messages in by_topic.items():
                envelope = {"type": "hub", "from": self.process, "topic": topic, "messages": messages}
                try:
                    await self._layer.group_send(topic, envelope)
                except Exception as error:  # noqa: BLE001
                    self._failed(error)
                else:
                    self._failing = False

    async def _receive(self) -> None:
        while True:
            try:
                envelope = await self._layer.receive(self._channel)
            except Exception as error:  # noqa: BLE001
                self._failed(error)
                await asyncio.sleep(TRY_AGAIN)
                continue
            process, topic = envelope["from"], envelope["topic"]
            if process == self.process:
                continue
            for message in envelope["messages"]:
                self.on_remote(process, topic, message)
                self.deliver(topic, message)

    def _failed(self, error: Exception) -> None:
        metrics.layer_failures.inc()
        if not self._failing:
            log.warning("broadcast_layer_unavailable", error=type(error).__name__)
        self._failing = True
