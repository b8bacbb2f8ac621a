"""The games that people play for everyone, as one process shows them: asked of the database once for all who look."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from django import db

from games.reader import Reader
from games.selectors import live_games

log = structlog.get_logger()

EVERY = 4.0
"""Seconds between questions, while somebody looks."""
MOST = 120
"""Games that are candidates for a place on a wall."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A running game that is open to everyone."""

    game_id: str
    player_id: int


class Busy:
    """Belongs to a process."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lookers: set[Callable[[], None]] = set()
        self._task: asyncio.Task[None] | None = None
        self.games: tuple[Candidate, ...] = ()
        """The latest first."""

    async def look(self, told: Callable[[], None]) -> None:
        """Call `told` whenever `games` has been asked for again, from now on; the first time it is known on return."""
        self._lookers.add(told)
        if self._task is None:
            await self._ask()
            if self._task is None:
                self._task = asyncio.create_task(self._keep())

    def leave(self, told: Callable[[], None]) -> None:
        """Undo `look`."""
        self._lookers.discard(told)
        if not self._lookers and self._task:
            self._task.cancel()
            self._task = None

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._ask()
            except db.Error as error:
                log.warning("busy_database_unavailable", error=type(error).__name__)
                continue
            for told in tuple(self._lookers):
                told()

    async def _ask(self) -> None:
        found = await self._reader.read(lambda: list(live_games(None).values_list("pk", "player_id")[:MOST]))
        self.games = tuple(Candidate(game_id, player_id) for game_id, player_id in found)
