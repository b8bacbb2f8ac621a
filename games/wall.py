"""The live boards of one page, all on its one socket: the wall, or a few that the page has named.

A board is drawn whole once and then told what happens at its table, as somebody who watches there would be. What
happens within a tenth of a second travels in one frame, however many boards there are.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.utils import translation

from games.broadcast import Hub, Message, table_topic
from games.desk import Desk
from games.protocol import Frame, Wall, Watching, encode
from games.selectors import LIVE_FOR, Eyes, Sight, Table, live_games_of
from games.tiles import tile_of

TOGETHER = 0.1
"""Seconds of events in one frame."""
MOST_BOARDS = 50
MOST_FRIENDS = 30
"""Boards of friends among them."""
STAYS = 12.0
"""Seconds that a finished game stays to be seen."""
MAX_MISSED = 64


@dataclass(slots=True)
class Board:
    """A board on the wall."""

    player_id: int | None
    """Where it matters for the order."""
    sight: Sight = Sight.NOTHING
    head: int | None = None
    """The last sequence number told; None while the table is read."""
    missed: deque[Message] = field(default_factory=lambda: deque(maxlen=MAX_MISSED))
    moved_at: float = field(default_factory=time.monotonic)
    over_at: float | None = None
    shows_watchers: bool = True


class Boards:
    """The boards of `games` on one socket, which is the listener that the hub knows."""

    def __init__(
        self,
        desk: Desk,
        *,
        language: str,
        eyes: Callable[[], Eyes],
        put: Callable[[str], None],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        listener: Any,
        games: Iterable[str] = (),
    ) -> None:
        self._desk = desk
        self._hub: Hub = desk.hub
        self._language = language
        self._eyes = eyes
        self._put = put
        self._spawn = spawn
        self._listener = listener
        self._boards: dict[str, Board] = {}
        self._games = games
        self._waiting: list[str] = []
        self._reading = asyncio.Lock()
        self._closed = False

    async def begin(self) -> None:
        """Show what there is now, and go on."""
        for game_id in self._games:
            self._show(game_id)

    def end(self) -> None:
        """Leave every table."""
        self._closed = True
        for game_id in list(self._boards):
            self._drop(game_id)

    def show_friend(self, game_id: str, player_id: int) -> None:
        """A friend plays: no matter, where the boards are named."""

    def _show(self, game_id: str, player_id: int | None = None) -> None:
        if game_id not in self._boards:
            self._boards[game_id] = Board(player_id)
            self._spawn(self._join(game_id))

    async def _join(self, game_id: str) -> None:
        await self._hub.join(table_topic(game_id), self._listener)
        await self._look(game_id)

    def _drop(self, game_id: str) -> None:
        if self._boards.pop(game_id, None):
            self._hub.leave(table_topic(game_id), self._listener)
            self._desk.forget(game_id)

    # ---- what is to be seen of a board

    def look_again(self) -> None:
        """What the reader may see has changed."""
        for game_id in list(self._boards):
            self._spawn(self._look(game_id))

    async def _look(self, game_id: str) -> None:
        """Read a table and draw its board whole. What is heard meanwhile follows."""
        async with self._reading:
            board = self._boards.get(game_id)
            if board is None or self._closed:
                self._hub.leave(table_topic(game_id), self._listener)
                return
            board.head = None
            found, seen = await self._desk.reader.read(partial(self._read, game_id))
            if found is None or seen in (Sight.NOTHING, Sight.PLAY):
                self._shut(game_id)
                return
            board.sight = seen
            board.shows_watchers = found.game.player.show_watchers
            board.over_at = (board.over_at or time.monotonic()) if found.position.over else None
            self._flush()
            with translation.override(self._language):
                self._frame(tile_of(found, seen, watching=self._desk.watchers(game_id)))
            board.head = found.seq
            self._desk.note_head(game_id, found.seq)
            while board.missed and board.head is not None:
                self._hear_event(game_id, board, board.missed.popleft())

    def _shut(self, game_id: str) -> None:
        """A table is not open to the reader, or not any more."""
        self._drop(game_id)

    def _read(self, game_id: str) -> tuple[Table | None, Sight]:
        found = Table.load(game_id)
        return found, self._eyes().sight(found.game, listed=True) if found else Sight.NOTHING

    # ---- what happens at the tables

    def hear(self, topic: str, message: Message) -> None:
        """Take what the hub hands on about a table."""
        game_id = topic.removeprefix("table.")
        board = self._boards.get(game_id)
        if board is None:
            return
        if "event" in message:
            board.moved_at = time.monotonic()
            if board.head is None:
                board.missed.append(message)
            else:
                self._hear_event(game_id, board, message)
        elif "watching" in message:
            if board.shows_watchers and board.head is not None:
                self._tell(game_id, encode(Watching(message["watching"])).decode())
        elif "head" in message:
            if board.head is not None and message["head"] > board.head:
                self._spawn(self._look(game_id))
        elif "look" in message:
            self._spawn(self._look(game_id))

    def _hear_event(self, game_id: str, board: Board, message: Message) -> None:
        assert board.head is not None
        if message["seq"] == board.head + 1:
            board.head += 1
            self._tell(game_id, message["progress" if board.sight is Sight.PROGRESS else "event"])
            if message.get("over") or '"over":true' in message["event"]:
                board.over_at = time.monotonic()
        elif message["seq"] > board.head:
            self._spawn(self._look(game_id))

    def _tell(self, game_id: str, frame: str) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_later(TOGETHER, self._flush)
        self._waiting.append(f'{{"id":"{game_id}","frame":{frame}}}')

    def _flush(self) -> None:
        if self._waiting and not self._closed:
            self._put(f'{{"type":"boards","on":[{",".join(self._waiting)}]}}')
        self._waiting.clear()

    def _frame(self, frame: Frame) -> None:
        self._put(encode(frame).decode())


class WallBoards(Boards):
    """The wall: friends' boards, then those that are played for everyone, as they come and go."""

    _told: Wall | None = None

    async def begin(self) -> None:
        """Show what there is now, and go on."""
        eyes = self._eyes()
        friends = await self._desk.reader.read(
            lambda: list(live_games_of(eyes.friends).values_list("pk", "player_id")[:MOST_FRIENDS])
        )
        await self._desk.busy.look(self.arrange)
        for game_id, player_id in friends:
            self._show(game_id, player_id)
        self.arrange()

    def end(self) -> None:
        """Leave every table."""
        self._desk.busy.leave(self.arrange)
        super().end()

    def look_again(self) -> None:
        """What the reader may see has changed."""
        super().look_again()
        self.arrange()

    def arrange(self) -> None:
        """Drop what is over or still, add what is played for everyone, and say the order."""
        now = time.monotonic()
        for game_id, board in list(self._boards.items()):
            seen = board.over_at is not None and now - board.over_at > STAYS
            if seen or now - board.moved_at > LIVE_FOR.total_seconds():
                self._drop(game_id)
        eyes = self._eyes()
        me = eyes.viewer.pk if eyes.viewer else None
        friends = [game_id for game_id, board in self._boards.items() if board.player_id in eyes.friends]
        others = [
            candidate
            for candidate in self._desk.busy.games
            if candidate.player_id not in eyes.friends
            and candidate.player_id not in eyes.apart
            and candidate.player_id != me
        ]
        others.sort(key=lambda candidate: -self._desk.watchers(candidate.game_id))
        shown = others[: MOST_BOARDS - len(friends)]
        wanted = {*friends, *(candidate.game_id for candidate in shown)}
        over = {game_id: board for game_id, board in self._boards.items() if board.over_at is not None}
        for game_id in [game_id for game_id in self._boards if game_id not in wanted and game_id not in over]:
            self._drop(game_id)
        for candidate in shown:
            self._show(candidate.game_id, candidate.player_id)
        ended = [game_id for game_id in over if game_id not in wanted]
        everyone = [candidate.game_id for candidate in shown]
        self._say(Wall(tuple(friends), tuple(everyone + ended), len(others) - len(shown)))

    def _say(self, wall: Wall) -> None:
        if wall != self._told:
            self._told = wall
            self._frame(wall)

    def show_friend(self, game_id: str, player_id: int) -> None:
        """A friend plays."""
        if game_id not in self._boards and len(self._boards) < MOST_BOARDS + MOST_FRIENDS:
            self._show(game_id, player_id)
            self.arrange()
        elif game_id in self._boards:
            self._boards[game_id].moved_at = time.monotonic()

    def _shut(self, game_id: str) -> None:
        super()._shut(game_id)
        if self._told:
            friends, everyone = (
                [one for one in ids if one != game_id] for ids in (self._told.friends, self._told.everyone)
            )
            self._say(Wall(tuple(friends), tuple(everyone), self._told.more))
