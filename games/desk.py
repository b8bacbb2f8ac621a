"""What one server process shares among its sockets: the journal that stores moves and the hub that tells everyone."""

from __future__ import annotations

import asyncio
from functools import cache

from games.broadcast import Hub, person_topic, table_topic
from games.journal import Command, Journal, Stored
from games.protocol import ProgressState, Watching, encode
from games.engine.view import progress

COUNT_DELAY = 0.5
"""Seconds in which comings and goings at a table are told together."""


class Desk:
    """Belongs to one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.hub = Hub()
        self.journal = Journal(on_stored=self._stored)
        self._counting: set[str] = set()

    def _stored(self, command: Command, stored: Stored) -> None:
        """Runs on the writer thread: each frame is made once, for everybody."""
        event, position = stored.event, stored.position
        assert event is not None
        assert position is not None
        locked = ProgressState(event.seq, progress(position), event.ms, running=not position.over)
        message = {"seq": event.seq, "event": encode(event).decode(), "progress": encode(locked).decode()}
        self._loop.call_soon_threadsafe(self.hub.publish, table_topic(command.game_id), message)
        if position.over:
            self._loop.call_soon_threadsafe(self.hub.publish, person_topic(command.player_id), {"look": "again"})

    def count_watchers(self, game_id: str) -> None:
        """Tell a table soon how many watch it."""
        if game_id not in self._counting:
            self._counting.add(game_id)
            self._loop.call_later(COUNT_DELAY, self._count, game_id)

    def _count(self, game_id: str) -> None:
        self._counting.discard(game_id)
        topic = table_topic(game_id)
        spectators = sum(listener.spectating for listener in self.hub.listeners(topic))
        frame = encode(Watching(spectators)).decode()
        self.hub.publish(topic, {"frame": frame})


@cache
def desk_of(loop: asyncio.AbstractEventLoop) -> Desk:
    """The desk of a process's event loop, made when its first socket says hello."""
    return Desk(loop)
