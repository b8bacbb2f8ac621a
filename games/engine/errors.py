"""What can be wrong with something a player sent, split by who is at fault.

ValueError
  Malformed   nobody could read it: a bad code, rule, action or deck
  Refused     it is readable, but the rules forbid it here and now
"""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "not_adjacent",
    "blocked",
    "not_thirteen",
    "not_king",
    "waste_pair",
    "own_cover",
    "nothing_there",
    "stock_empty",
    "stock_not_empty",
    "waste_empty",
    "no_recycles",
    "play_first",
    "nothing_to_undo",
    "game_over",
    "paused",
    "not_paused",
    "ranked",
    "wrong_game",
]
"""The rule that refuses an action, by its key."""


class Malformed(ValueError):
    """Text or data that names no code, rule, action, card or deck. `str()` says what is wrong, in English.

    `key` names the kind of fault and `params` what it is about, so that an interface can say it in its own language.
    """

    def __init__(self, key: str, message: str, **params: str) -> None:
        super().__init__(message)
        self.key = key
        self.params = params


class Refused(ValueError):
    """A readable action that the rules forbid in this position. Nothing has changed."""

    def __init__(self, reason: Reason, *places: str) -> None:
        super().__init__(reason)
        self.reason: Reason = reason
        self.places = places
        """The places the refusal is about, as in the notation of actions: "17", "w"."""
