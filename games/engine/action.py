"""What a player can do, and its one text form.

``r17`` remove card 17, ``p17+21`` pair two cards, ``p17+w`` pair with the waste top, ``pv+w`` pair the waste top with
the card under it, ``k17`` or ``kw`` a King alone, ``d`` draw, ``c`` recycle, ``u`` undo, ``h`` pause, ``g`` go on,
``x`` end the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from games.engine.errors import Malformed
from games.engine.layout import PLACES

Place = int | Literal["v", "w"]
"""A tableau place 0..27; ``w`` the waste top, ``v`` the card under it."""


@dataclass(frozen=True, slots=True)
class Remove:
    """TriPeaks: move an available card onto the waste."""

    place: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Pyramid: remove two cards that sum to 13. Tableau places come first and in order, the waste last."""

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class King:
    """Pyramid: remove a King alone."""

    place: Place


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn the stock's next card onto the waste."""


@dataclass(frozen=True, slots=True)
class Recycle:
    """Pyramid: turn the waste back into the stock, in the same order."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Hold the game: no card can be seen and nothing played until it goes on. No move, and nothing to take back."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """End a pause."""


@dataclass(frozen=True, slots=True)
class End:
    """Stop playing: accept being stuck, or give up."""


Action = Remove | Pair | King | Draw | Recycle | Undo | Pause | GoOn | End

_SIMPLE: dict[str, Action] = {"d": Draw(), "c": Recycle(), "u": Undo(), "h": Pause(), "g": GoOn(), "x": End()}
_LETTERS = {action: text for text, action in _SIMPLE.items()}
_TEXT = re.compile(r"r(?P<remove>\d{1,2})|k(?P<king>\d{1,2}|w)|p(?P<first>\d{1,2}|v)\+(?P<second>\d{1,2}|w)", re.ASCII)


def print_action(action: Action) -> str:
    """The text of an action."""
    match action:
        case Remove(place):
            return f"r{place}"
        case Pair(first, second):
            return f"p{first}+{second}"
        case King(at):
            return f"k{at}"
        case _:
            return _LETTERS[action]


def parse_action(text: str) -> Action:
    """Inverse of `print_action`. Raises `Malformed`."""
    if simple := _SIMPLE.get(text):
        return simple
    if match := _TEXT.fullmatch(text):
        remove, king, first, second = match.group("remove", "king", "first", "second")
        if remove:
            return Remove(_tableau(remove))
        if king:
            return King(_place(king))
        pair = Pair(_place(first), _place(second))
        if pair == Pair("v", "w") or _ordered(pair):
            return pair
    raise Malformed("action", f"“{text[:20]}” is not an action", text=text[:20])


def _ordered(pair: Pair) -> bool:
    return isinstance(pair.first, int) and (
        pair.second == "w" or (isinstance(pair.second, int) and pair.first < pair.second)
    )


def _place(text: str) -> Place:
    if text == "w":
        return "w"
    return "v" if text == "v" else _tableau(text)


def _tableau(text: str) -> int:
    place = int(text)
    if place >= PLACES or text != str(place):
        raise Malformed("place", f"there is no place {text}: the tableau has 0 to {PLACES - 1}", text=text)
    return place
