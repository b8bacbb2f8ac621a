"""Who is here, and who plays. Each change is told once, on a topic that the person's friends listen to.

Every process knows who has a socket in each of the others: it is told of each change, and of everybody when it meets
another process and once in a while, since the channel layer may lose a change. So a page finds its friends by a look at
a dict, coming and going costs one message to the friends who are here, and whoever was in a process that died is gone
with it. Nothing is stored.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable

from games.broadcast import Hub, Message

PEOPLE = "people"
"""The topic on which processes tell one another who is there."""
LEAVES_AFTER = 3.0
"""Seconds without a socket before somebody counts as gone: long enough to turn a page."""
PLAYS_EVERY = 60.0
"""Seconds after which it is said again that somebody plays."""


def friends_topic(user_id: int) -> str:
    """The topic that the friends of a person listen to."""
    return f"friends.{user_id}"


class Presence:
    """The people with a socket, in this process and in the others."""

    spectating = False

    def __init__(self, loop: asyncio.AbstractEventLoop, hub: Hub) -> None:
        self._loop = loop
        self._hub = hub
        self._sockets: Counter[int] = Counter()
        self._leaving: dict[int, asyncio.TimerHandle] = {}
        self._elsewhere: dict[str, set[int]] = {}
        """Who is in each of the other processes."""
        self._playing: dict[int, tuple[str, float]] = {}
        """The game last told of each player here, and when."""
        hub.listen(PEOPLE, self)

    def arrived(self, user_id: int) -> None:
        """A socket of somebody was opened."""
        self._sockets[user_id] += 1
        if timer := self._leaving.pop(user_id, None):
            timer.cancel()
        elif self._sockets[user_id] == 1:
            self._change(user_id, "on")

    def left(self, user_id: int) -> None:
        """A socket of somebody was closed."""
        self._sockets[user_id] -= 1
        if self._sockets[user_id] <= 0:
            del self._sockets[user_id]
            self._leaving[user_id] = self._loop.call_later(LEAVES_AFTER, self._gone, user_id)

    def _gone(self, user_id: int) -> None:
        self._leaving.pop(user_id, None)
        self._playing.pop(user_id, None)
        self._change(user_id, "off")

    def _change(self, user_id: int, what: str) -> None:
        self._hub.publish(PEOPLE, {"in": self._hub.process, what: user_id})
        if not self._is_elsewhere(user_id):
            self._hub.deliver(friends_topic(user_id), {what: user_id})

    def here(self, people: Iterable[int]) -> list[int]:
        """Those of these people who are here, in whatever process."""
        return [person for person in people if self._is_in_this(person) or self._is_elsewhere(person)]

    def _is_in_this(self, user_id: int) -> bool:
        return user_id in self._sockets or user_id in self._leaving

    def _is_elsewhere(self, user_id: int) -> bool:
        return any(user_id in people for people in self._elsewhere.values())

    # ---- other processes

    def call_the_roll(self) -> None:
        """Tell the other processes of everybody who is in this one."""
        self._hub.publish(PEOPLE, {"in": self._hub.process, "all": [*self._sockets, *self._leaving]})

    def lose(self, process: str) -> None:
        """Nobody is in a process that has gone."""
        self._turn(process, set(self._elsewhere.get(process, ())))
        self._elsewhere.pop(process, None)

    def hear(self, _topic: str, message: Message) -> None:
        """Learn who is in another process."""
        process = message["in"]
        if process == self._hub.process:
            return
        known = self._elsewhere.setdefault(process, set())
        if "all" in message:
            self._turn(process, known ^ set(message["all"]))
        elif "on" in message:
            self._turn(process, {message["on"]} - known)
        else:
            self._turn(process, {message["off"]} & known)

    def _turn(self, process: str, people: set[int]) -> None:
        """Those of these people who were in another process have left it, and the others have come there."""
        if people:
            known = self._elsewhere[process]
            known ^= people
            rest = [there for name, there in self._elsewhere.items() if name != process]
            for person in people:
                if not (self._is_in_this(person) or any(person in there for there in rest)):
                    self._hub.deliver(friends_topic(person), {"on" if person in known else "off": person})

    # ---- games

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
