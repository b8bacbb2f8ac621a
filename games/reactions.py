"""Signs that those who watch make, as one socket sends and hears them."""

from __future__ import annotations

from collections.abc import Callable

from games.broadcast import Message
from games.credits import Credits
from games.models import Game
from games.protocol import Frame, Reaction, Reactions, Sign

RATE, BURST = 0.5, 3.0
"""Signs a second that one socket may make, and at once."""
MOST_KEPT = 100
"""Signs that wait for the end of a ranked game."""


class Signs:
    """One socket's."""

    def __init__(self, frame: Callable[[Frame], None]) -> None:
        self._frame = frame
        self._credits = Credits(RATE, BURST)
        self._taken = False
        self._waits = False
        """Whether signs must wait: they could help the player of a game that counts."""
        self._kept: list[Sign] = []

    def at(self, game: Game, *, running: bool, own: bool) -> None:
        """The table is this one; `own`: the player's own socket."""
        self._taken = game.player.take_reactions
        self._waits = own and game.ranked and running
        if not self._waits:
            self.release()

    def may_make(self) -> bool:
        """Count one more; False when it is one too many, or the player wants none."""
        return self._taken and self._credits.spend()

    def hear(self, message: Message, friends: set[int]) -> None:
        """Show a sign, or keep it for the end."""
        if not self._taken:
            return
        if self._waits:
            if len(self._kept) < MOST_KEPT:
                self._kept.append(message["sign"])
            return
        by = message["by"]
        self._frame(Reaction(message["sign"], by[1] if by and by[0] in friends else ""))

    def release(self) -> None:
        """The game is over: show what was kept."""
        self._waits = False
        if self._kept:
            self._frame(Reactions(tuple(self._kept)))
            self._kept.clear()
