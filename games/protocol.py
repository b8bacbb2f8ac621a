"""Every frame of the table's websocket, one JSON object each, told apart by `type`.

The TypeScript types (`frontend/src/protocol.gen.ts`) and `docs/protocol.md` are generated from here by
``manage.py protocol``; the docstrings are the documentation that a stranger reads.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.engine.action import Action, Draw, Undo, print_action
from games.engine.errors import Malformed, Reason
from games.engine.position import Outcome, Position
from games.engine.view import FACE_DOWN, Progress, View, view

MAX_FRAME = 4096
"""Bytes a frame from a browser may have."""

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=36, pattern="^[A-Za-z0-9_-]+$")]
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=8)]


class Frame(
    msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True, forbid_unknown_fields=True
):
    """A JSON object whose `type` names it."""


class Hello(Frame, frozen=True):
    """Join the table, or come back to it. The first frame of a socket."""

    last_seq: Seq | None = None
    """The last sequence number you have; events after it follow. Without it, or with one too old, a `state` follows."""


class Act(Frame, frozen=True):
    """Do something. Answered by `ack`, `refused`, `stale` or `error`, in the order of the acts."""

    id: CommandId
    """Your own unique command id. The same id again gets the same `ack` and adds nothing."""
    seq: Seq
    """The number the action will have: one more than the last you know of, your own unanswered acts included."""
    action: ActionText
    """`r17` remove, `p17+21` `p17+w` `pv+w` pair, `k17` `kw` King, `d` draw, `c` recycle, `u` undo, `x` end."""


class Ping(Frame, frozen=True):
    """Ask for the head. Send one at least every 30 seconds to keep a quiet socket open."""


FromBrowser = Hello | Act | Ping


class You(msgspec.Struct, frozen=True):
    """Who you are at this table."""

    role: Literal["player", "spectator"]
    ranked: bool
    """Whether this is the one game that counts for its day."""


class Turned(msgspec.Struct, frozen=True):
    """A tableau card that has just turned face up."""

    place: int
    card: str


class State(Frame, frozen=True):
    """A whole snapshot: forget what you had. Also the answer when your `last_seq` cannot be resumed."""

    seq: int
    view: View
    ms: int
    """Milliseconds the game has run, at the moment of sending."""
    running: bool
    """Whether the clock runs on from `ms`."""
    you: You


class Event(Frame, frozen=True):
    """One action further. Apply it to the view you have: take away the cards it names, turn the cards in `turned`."""

    seq: int
    action: str
    score: int
    moves: int
    ms: int
    """Milliseconds since the start when the action was judged."""
    turned: tuple[Turned, ...] = ()
    drawn: str | None = None
    """The card a draw turned onto the waste."""
    outcome: Outcome | None = None
    over: bool = False
    view: View | None = None
    """After an undo, the view it restored: use it in place of yours."""

    @classmethod
    def between(cls, before: Position, action: Action, after: Position, *, seq: int, ms: int) -> Event:
        """What can be seen of the step from `before` to `after`."""
        old, new = view(before), view(after)
        seen = zip(range(len(new.tableau)), old.tableau, new.tableau, strict=True)
        undo = isinstance(action, Undo)
        return cls(
            seq=seq,
            action=print_action(action),
            score=new.score,
            moves=new.moves,
            ms=ms,
            turned=()
            if undo
            else tuple(Turned(at, card) for at, was, card in seen if was == FACE_DOWN and card not in (was, None)),
            drawn=new.waste[-1] if isinstance(action, Draw) else None,
            outcome=new.outcome,
            over=new.over,
            view=new if undo else None,
        )


class ProgressState(Frame, frozen=True, tag="progress"):
    """In place of `state` and `event`, for somebody who may not see the cards before finishing the same deal."""

    seq: int
    progress: Progress
    ms: int
    running: bool


class Ack(Frame, frozen=True):
    """Stored: the action will survive a crash."""

    id: str
    seq: int


class RefusedFrame(Frame, frozen=True, tag="refused"):
    """The rules forbid the action; nothing has changed."""

    id: str
    reason: Reason
    """The rule that refuses it, by its key."""
    cards: tuple[str, ...]
    """The places it is about: "17", "w" the waste, "s" the stock."""


class Stale(Frame, frozen=True):
    """The game has moved on, in another tab perhaps: your action was for a position that is gone, and is not stored."""

    id: str
    state: State


ErrorReason = Literal[
    "malformed",
    "too_large",
    "unknown_type",
    "hello_first",
    "not_yours",
    "not_allowed",
    "no_such_game",
    "too_fast",
    "unavailable",
]


class Error(Frame, frozen=True):
    """The frame cannot be used. After `no_such_game`, `not_allowed` and many faults the socket closes with 44xx."""

    reason: ErrorReason
    detail: str = ""
    id: str | None = None
    """The command it is about, where there is one."""


class Pong(Frame, frozen=True):
    """The head: if it is past what you have, say `hello` with your `last_seq`."""

    seq: int


class Watching(Frame, frozen=True):
    """How many people watch this table now."""

    count: int


FromServer = State | Event | ProgressState | Ack | RefusedFrame | Stale | Error | Pong | Watching

_decoder = msgspec.json.Decoder(FromBrowser)
encode = msgspec.json.Encoder().encode
"""A frame as JSON bytes."""


def decode(data: str | bytes) -> FromBrowser:
    """The frame a browser sent. Raises `Malformed` with the `ErrorReason` as its key."""
    if len(data.encode() if isinstance(data, str) else data) > MAX_FRAME:
        raise Malformed("too_large", f"a frame has at most {MAX_FRAME} bytes")
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        unknown = str(error).startswith("Invalid value") and "$.type" in str(error)
        raise Malformed("unknown_type" if unknown else "malformed", str(error)) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed("malformed", f"not JSON: {error}") from error
