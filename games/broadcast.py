"""Fan-out: every message once to each process, which hands it to its own sockets.

A topic is a table (``table.<game id>``) or a person (``person.<user id>``). Sockets of this process are served at once.
To the other processes messages travel together, as many as wait, through one group of the channel layer for each
process that speaks, whose members are all the others: a process drops what concerns none of its sockets, which costs it
less than a group for each table would cost everybody. While no other process listens, nothing is sent. They find each
other through one group of them all, by signs of life that say whom each of them hears.

The layer is only a hint: what it loses is found by the heartbeat of `games.desk`, and nothing waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol
from uuid import uuid4

import structlog
from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games import metrics

log = structlog.get_logger()

GROUP = "processes"
"""The group of the channel layer that every process is a member of, for signs of life and announcements."""
OUTBOX = 10_000
"""Messages that may wait for the channel layer; more are dropped, as the layer itself would."""
TOGETHER = 500
"""Messages that travel in one envelope at most."""
READY_WITHIN = 1.0
"""Seconds the first socket waits for the layer, and the end of the process too. Then it goes on without: the heartbeat
mends what is missed."""
TRY_AGAIN = 1.0
"""Seconds between attempts while the layer fails."""
REST = 0.02
"""Seconds from one envelope to the next, in which messages gather, since an envelope costs both sides more than what is
in it. No eye sees the difference. The first one after a silence goes at once."""
BEAT = 2.0
"""Seconds between signs of life to the other processes."""
GONE_AFTER = 3 * BEAT
"""Seconds after which a process that says nothing counts as gone."""
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


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None
    return layer


def table_topic(game_id: str) -> str:
    """The topic of a table."""
    return f"table.{game_id}"


def person_topic(user_id: int) -> str:
    """The topic of a person, for what concerns all their sockets."""
    return f"person.{user_id}"


def board_topic(challenge_id: int) -> str:
    """The topic of a day's board, for whoever looks at its rows."""
    return f"board.{challenge_id}"


def announce(topic: str, message: Message) -> None:
    """Publish from outside the sockets, such as a view: every process's hub hands it on.

    Without the channel layer nothing is said, and nothing is raised: what the view has stored is stored.
    """
    try:
        async_to_sync(_layer().group_send)(GROUP, {"type": "hub", "from": "", "messages": [[topic, message]]})
    except Exception as error:  # noqa: BLE001 (each layer has errors of its own)
        metrics.layer_failures.inc()
        log.warning("announcement_lost", topic=topic.partition(".")[0], error=type(error).__name__)


def look_again(topic: str) -> None:
    """Have the sockets of a topic ask again what may be seen, as after a change of who may watch."""
    announce(topic, {"look": "again"})


def close_sockets(user_id: int) -> None:
    """Close every socket of a person: they signed out, changed the password, or were shut out."""
    announce(person_topic(user_id), {"close": SIGNED_OUT})


def _group_of(process: str) -> str:
    """The group of the channel layer of those who hear a process."""
    return f"{GROUP}.{process}"


class Hub:
    """This process's sockets by topic. Lives on one event loop."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self.process = uuid4().hex
        self._layer = _layer()
        self._channel = ""
        """Where the layer puts what this process is to hear."""
        self.shared = not isinstance(self._layer, InMemoryChannelLayer)
        """Whether other processes may play the same games."""
        self._hears: dict[str, float] = {}
        """When each other process was last heard."""
        self._heard_by: set[str] = set()
        """Those of them that have said that they hear this one."""
        self._outbox: asyncio.Queue[tuple[str, Message]] = asyncio.Queue(OUTBOX)
        self._tasks: list[asyncio.Task[None]] = []
        self._ready = asyncio.Event()
        self._failing = False
        self.on_remote: Callable[[str, str, Message], None] = lambda _process, _topic, _message: None
        """Called with what another process published: its id, topic and message, before the listeners hear it."""
        self.on_gone: Callable[[str], None] = lambda _process: None
        """Called when another process is heard no more."""
        self.on_met: Callable[[], None] = lambda: None
        """Called when others may not know what this process has told: one hears it now, or the layer works again."""
        self.on_beat: Callable[[], None] = lambda: None
        """Called with every sign of life."""

    @property
    def works(self) -> bool:
        """Whether the channel layer took the last thing it was asked."""
        return not self._failing

    def begin(self) -> None:
        """Join the other processes."""
        if not self._tasks:
            work = (self._receive(), self._send(), self._beat()) if self.shared else (self._receive(),)
            self._tasks = [asyncio.create_task(one) for one in work]

    def listen(self, topic: str, listener: Listener) -> None:
        """As `join`, without waiting for the layer: what other processes publish may come later."""
        self._listeners[topic].add(listener)

    async def join(self, topic: str, listener: Listener) -> None:
        """Hand `listener` every message of `topic` published from now on, in whatever process."""
        self.listen(topic, listener)
        if not self._ready.is_set():
            self.begin()
            try:
                async with asyncio.timeout(READY_WITHIN):
                    await self._ready.wait()
            except TimeoutError:
                log.warning("broadcast_not_ready")

    def leave(self, topic: str, listener: Listener) -> None:
        """Undo `join`."""
        listeners = self._listeners.get(topic)
        if listeners is not None:
            listeners.discard(listener)
            if not listeners:
                del self._listeners[topic]

    def listeners(self, topic: str) -> tuple[Listener, ...]:
        """Who listens to a topic in this process."""
        return tuple(self._listeners.get(topic, ()))

    def publish(self, topic: str, message: Message) -> None:
        """Give a message to everyone who listens to `topic`, in this process now and in the others soon."""
        self.deliver(topic, message)
        if self._heard_by:
            try:
                self._outbox.put_nowait((topic, message))
            except asyncio.QueueFull:
                metrics.layer_failures.inc()

    def deliver(self, topic: str, message: Message) -> None:
        """Give a message to everyone who listens to `topic` in this process."""
        for listener in self.listeners(topic):
            listener.hear(topic, message)

    async def close(self) -> None:
        """Stop, once the other processes have what waits for them, if that is soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(READY_WITHIN):
                await self._outbox.join()
        for task in self._tasks:
            task.cancel()

    # ---- the layer

    async def _beat(self) -> None:
        await self._ready.wait()
        while True:
            await self._give_sign()
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            for process in [process for process, at in self._hears.items() if now - at > GONE_AFTER]:
                await self._lose(process)
            self.on_beat()

    async def _give_sign(self) -> None:
        await self._carry(GROUP, {"hears": [*self._hears]})

    async def _send(self) -> None:
        while True:
            messages = [await self._outbox.get()]
            while len(messages) < TOGETHER and not self._outbox.empty():
                messages.append(self._outbox.get_nowait())
            await self._carry(_group_of(self.process), {"messages": messages})
            for _ in messages:
                self._outbox.task_done()
            await asyncio.sleep(REST)

    async def _carry(self, group: str, content: Message) -> None:
        try:
            await self._layer.group_send(group, {"type": "hub", "from": self.process, **content})
        except Exception as error:  # noqa: BLE001 (each layer has errors of its own)
            self._failed(error)
        else:
            was_failing, self._failing = self._failing, False
            if was_failing:
                self.on_met()

    async def _receive(self) -> None:
        while True:
            try:
                if not self._ready.is_set():
                    self._channel = self._channel or await self._layer.new_channel()
                    await self._layer.group_add(GROUP, self._channel)
                    self._ready.set()
                envelope = await self._layer.receive(self._channel)
                process = envelope["from"]
                if "hears" in envelope and process != self.process:
                    await self._meet(process, envelope["hears"])
            except Exception as error:  # noqa: BLE001
                self._failed(error)
                await asyncio.sleep(TRY_AGAIN)
                continue
            if process in self._hears:
                self._hears[process] = time.monotonic()
            for topic, message in envelope.get("messages", ()):
                if topic in self._listeners:
                    self.on_remote(process, topic, message)
                    self.deliver(topic, message)

    async def _meet(self, process: str, hears: list[str]) -> None:
        """Another process gives a sign of life: listen to it, and know whether it listens to this one."""
        if process not in self._hears:
            await self._layer.group_add(_group_of(process), self._channel)
            self._hears[process] = time.monotonic()
            await self._give_sign()
        if self.process not in hears:
            self._heard_by.discard(process)
        elif process not in self._heard_by:
            self._heard_by.add(process)
            self.on_met()

    async def _lose(self, process: str) -> None:
        self._heard_by.discard(process)
        del self._hears[process]
        self.on_gone(process)
        try:
            await self._layer.group_discard(_group_of(process), self._channel)
        except Exception as error:  # noqa: BLE001
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        metrics.layer_failures.inc()
        if not self._failing:
            log.warning("broadcast_layer_unavailable", error=type(error).__name__)
        self._failing = True
