"""What a browser asks of the journal, and every answer it can get."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.action import Action
from games.engine.errors import Refused
from games.engine.position import Position
from games.protocol import Event


@dataclass(frozen=True, slots=True)
class Command:
    """An action on its way into the log."""

    game_id: str
    player_id: int
    id: str
    seq: int
    """The sequence number the browser expects it to have."""
    action: Action


@dataclass(frozen=True, slots=True)
class Stored:
    """Committed. `event` is None when the same command had been stored before."""

    seq: int
    event: Event | None = None
    position: Position | None = None
    secret: bool = False
    """Whether somebody may be kept from seeing the cards: they are those of a challenge."""
    board: int | None = None
    """The challenge whose board may have a new row by this: its ranked game is over."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The rules forbid it."""

    refusal: Refused


@dataclass(frozen=True, slots=True)
class Outdated:
    """It was meant for another position than the game is in."""


@dataclass(frozen=True, slots=True)
class NotYours:
    """Somebody else's game, or none."""


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Not known to be stored: the database cannot be reached, or too much waits. The same command may be sent again."""


Answer = Stored | Rejected | Outdated | NotYours | Unavailable
