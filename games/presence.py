"""Who is here, and who plays. Each change is told once, on a topic that the person's friends listen to.

Coming and going costs one message to the friends who are here; finding out who is here costs a look at a dict and one
question to the other processes. Nothing is stored and nothing is asked again and again.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable

from games.broadcast import Hub, Message

QUESTIONS = "presence"
"""The topic on which processes ask one another who is there."""
LEAVES_AFTER = 3.0
"""Seconds without a socket before somebody counts as gone: long enough to turn a page."""
PLAYS_EVERY = 60.0
"""Seconds after which it is said again that somebody plays."""


def friends_topic(user_id: int) -> str:
    """The topic that the friends of a person listen to."""
    return f"friends.{user_id}"


class Presence:
    """The people with a socket in this process."""

    spectating = False

    def __init__(self, loop: asyncio.AbstractEventLoop, hub: Hub) -> None:
        self._loop = loop
        self._hub = hub
        self._sockets: Counter[int] = Counter()
        self._leaving: dict[int, asyncio.TimerHandle] = {}
        self._playing: dict[int, tuple[str, float]] = {}
        """The game last told of each player here, and when."""
        self._listening: asyncio.Task[None] | None = None

    def arrived(self, user_id: int) -> None:
        """A socket of somebody was opened."""
        if self._listening is None:
            self._listening = self._loop.create_task(self._hub.join(QUESTIONS, self))
        self._sockets[user_id] += 1
        if timer := self._leaving.pop(user_id, None):
            timer.cancel()
        elif self._sockets[user_id] == 1:
            self._hub.publish(friends_topic(user_id), {"on": user_id})

    def left(self, user_id: int) -> None:
        """A socket of somebody was closed."""
        self._sockets[user_id] -= 1
        if self._sockets[user_id] <= 0:
            del self._sockets[user_id]
            self._leaving[user_id] = self._loop.call_later(LEAVES_AFTER, self._gone, user_id)

    def _gone(self, user_id: int) -> None:
        self._leaving.pop(user_id, None)
        self._playing.pop(user_id, None)
        self._hub.publish(friends_topic(user_id), {"off": user_id})
        self._hub.publish(QUESTIONS, {"left": user_id})

    def here(self, people: Iterable[int]) -> list[int]:
        """Those of these people who are in this process."""
        return [person for person in people if person in self._sockets or person in self._leaving]

    def ask(self, people: list[int], answer_to: str) -> None:
        """Have the other processes publish ``{"here": [ids]}`` on the topic `answer_to`."""
        self._hub.publish(QUESTIONS, {"who": people, "for": answer_to})

    def moved(self, user_id: int, game_id: str, *, over: bool) -> None:
        """Somebody played an action; friends hear of the game once in a while, and of its end."""
        known, at = self._playing.get(user_id, ("", 0.0))
        now = time.monotonic()
        if over:
            self._playing.pop(user_id, None)
            self._hub.publish(friends_topic(user_id), {"ended": game_id, "by": user_id})
        elif known != game_id or now - at > PLAYS_EVERY:
            self._playing[user_id] = game_id, now
            self._hub.publish(friends_topic(user_id), {"plays": game_id, "by": user_id})

    def hear(self, _topic: str, message: Message) -> None:
        """Answer a question of another process."""
        if "who" in message:
            here = self.here(message["who"])
            if here:
                self._hub.publish(message["for"], {"here": here})
        elif message.get("left") in self._sockets:
            # Gone from another process, but not from this one.
            self._hub.publish(friends_topic(message["left"]), {"on": message["left"]})
