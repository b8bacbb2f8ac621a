"""Every frame of the table's websocket, one JSON object each, told apart by `type`.

The TypeScript types (`frontend/src/protocol.gen.ts`) and `docs/protocol.md` are generated from here by
``manage.py protocol``; the docstrings are the documentation that a stranger reads.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec

from games.engine.action import Action, Draw, GoOn, Pause, Undo, print_action
from games.engine.errors import Malformed, Reason
from games.engine.position import Outcome, Position
from games.engine.view import Progress, View, drawn, turned, view

MAX_FRAME = 4096
"""Bytes a frame from a browser may have."""

T = TypeVar("T")

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=36, pattern="^[A-Za-z0-9_-]+$")]
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
GameId = Annotated[str, msgspec.Meta(min_length=1, max_length=36, pattern="^[A-Za-z0-9_-]+$")]

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
    """`r17` remove, `p17+21` `p17+w` `pv+w` pair, `k17` `kw` King, `d` draw, `c` recycle, `u` undo, `h` pause,
    `g` go on, `x` end. A ranked game cannot be paused."""


class Ask(Frame, frozen=True):
    """A question of the player about their own game. Answered by `hint` or `verdict`; by `refused` while the game
    counts for its day, is paused, or is over; or by `error`, such as `too_fast` before the last answer."""

    id: CommandId
    what: Literal["hint", "verdict"]
    """`hint`: something that can be done now, by the cards that can be seen. `verdict`: can the game still be won?"""


class Ping(Frame, frozen=True):
    """Ask for the head. Send one at least every 30 seconds to keep a quiet socket open."""


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
    """Whether the clock runs on from `ms`: not before the start, during a pause, or after the end."""
    you: You


class Event(Frame, frozen=True):
    """One action further. Apply it to the view you have: take away the cards it names, turn the cards in `turned`."""

    seq: int
    action: str
    score: int
    moves: int
    ms: int
    """Milliseconds since the start when the action was judged, without the pauses."""
    turned: tuple[Turned, ...] = ()
    drawn: str | None = None
    """The card a draw turned onto the waste."""
    outcome: Outcome | None = None
    over: bool = False
    view: View | None = None
    """After an undo or a pause the view it restored, and at a pause the one without cards: use it in place of yours."""

    @classmethod
    def between(cls, before: Position, action: Action, after: Position, *, seq: int, ms: int) -> Event:
        """What can be seen of the step from `before` to `after`."""
        whole = isinstance(action, Undo | Pause | GoOn) or before.paused
        return cls(
            seq=seq,
            action=print_action(action),
            score=after.board.score,
            moves=after.moves,
            ms=ms,
            turned=() if whole else tuple(Turned(*card) for card in turned(before, after)),
            drawn=drawn(after) if isinstance(action, Draw) else None,
            outcome=after.outcome,
            over=after.over,
            view=view(after) if whole else None,
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


class Hint(Frame, frozen=True):
    """The answer to `ask`."""

    id: str
    seq: int
    """The last action of the position it is about."""
    action: str | None
    """A legal action; null when there is none."""


class Verdict(Frame, frozen=True):
    """The answer to `ask`."""

    id: str
    seq: int
    """The last action of the position it is about."""
    winnable: bool | None
    """Whether it can still be won, by the cards that lie face down too; null when that took too long to find out."""


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
    """How many people watch this table now. Spectators are not told where the player hides it."""

    count: int
    friends: tuple[str, ...] = ()
    """The names of your own friends among them."""


Sign = Literal["clap", "wow", "heart", "laugh", "think", "luck"]


class React(Frame, frozen=True):
    """A spectator's sign. At most one in two seconds, three at once; further ones are dropped."""

    sign: Sign


class Reaction(Frame, frozen=True):
    """Somebody who watches has made a sign. Of a ranked game its player hears `reactions` when it is over instead."""

    sign: Sign
    by: str = ""
    """Who, if they are your friend."""


class Reactions(Frame, frozen=True):
    """To the player of a ranked game that has ended: the signs made while it ran."""

    signs: tuple[Sign, ...]


FromBrowser = Hello | Act | Ask | Ping | React
FromServer = (
    State
    | Event
    | ProgressState
    | Ack
    | RefusedFrame
    | Hint
    | Verdict
    | Stale
    | Error
    | Pong
    | Watching
    | Reaction
    | Reactions
)


class Lobby(Frame, frozen=True):
    """The first frame of a page's one socket, ``/ws/lobby/``: say what concerns the page from now on."""

    wall: bool = False
    """Whether the page shows the wall of live boards."""
    boards: Annotated[tuple[GameId, ...], msgspec.Meta(max_length=12)] = ()
    """Otherwise the games whose live boards it shows."""
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"
    """Of the titles that come."""


FromPage = Lobby | Ping


class Friend(msgspec.Struct, frozen=True):
    """A friend, as they are now."""

    name: str
    on: bool
    """Whether they are here."""
    game: str | None = None
    """The game they play, if you may watch it."""
    title: str = ""
    """Of that game."""


class Friends(Frame, frozen=True):
    """Your friends, all of them: the answer to `lobby`, and again whenever who they are has changed."""

    friends: tuple[Friend, ...]


class FriendNow(Frame, frozen=True, tag="friend"):
    """One of them has come, gone, or begun or ended a game."""

    friend: Friend


class News(Frame, frozen=True):
    """There may be something new to tell: ask ``/notices/``."""


class Tile(Frame, frozen=True):
    """A board on the wall, whole: one that is new, or that has to be drawn again."""

    id: str
    player: str
    avatar: str
    """What the drawing beside the name is made from."""
    kind: Literal["tripeaks", "pyramid"]
    title: str
    rule: str
    watching: int
    table: State | ProgressState


class Wall(Frame, frozen=True):
    """Which boards there are, in their order. One that is not named is gone."""

    friends: tuple[str, ...]
    everyone: tuple[str, ...]
    more: int
    """Further games that are played for everyone."""


class On(msgspec.Struct, frozen=True):
    """What has happened on one of the boards."""

    id: str
    frame: Event | ProgressState | Watching


class Boards(Frame, frozen=True):
    """What has happened on the wall in the last tenth of a second, in order."""

    on: tuple[On, ...]


ToPage = Friends | FriendNow | News | Wall | Tile | Boards | Error | Pong

_decoder = msgspec.json.Decoder(FromBrowser)
_page_decoder = msgspec.json.Decoder(FromPage)
encode = msgspec.json.Encoder().encode
"""A frame as JSON bytes."""


def decode(data: str | bytes) -> FromBrowser:
    """The frame a browser sent to a table. Raises `Malformed` with the `ErrorReason` as its key."""
    return _decode(_decoder, data)


def decode_page(data: str | bytes) -> FromPage:
    """The frame a page sent. Raises `Malformed` with the `ErrorReason` as its key."""
    return _decode(_page_decoder, data)


def _decode(decoder: msgspec.json.Decoder[T], data: str | bytes) -> T:
    if len(data.encode() if isinstance(data, str) else data) > MAX_FRAME:
        raise Malformed("too_large", f"a frame has at most {MAX_FRAME} bytes")
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        unknown = str(error).startswith("Invalid value") and "$.type" in str(error)
        raise Malformed("unknown_type" if unknown else "malformed", str(error)) from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed("malformed", f"not JSON: {error}") from error
