"""Reading games: tables from their log, and who may see what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from functools import cached_property

from django.db.models import Max, QuerySet
from django.utils import timezone

from games.days import GRACE, closes_at, day_of
from games.engine.action import Action, End, parse_action
from games.engine.position import Position, start
from games.models import Challenge, Game, GameKind, Move
from games.protocol import Event
from solitaire.accounts.models import Audience, User
from solitaire.accounts.selectors import apart_from, friend_ids

OPEN_FOR = timedelta(days=7)
"""How long after its last move a game that was left is still offered to its player."""
LIVE_FOR = timedelta(minutes=3)
"""How long after its last move a running game still counts as live."""


@dataclass(slots=True)
class Table:
    """A game as far as its log is known here."""

    game: Game
    position: Position
    seq: int = 0
    ms: int = 0
    """What the clock said at the last action but the end: a game is not longer for being given up later."""
    stored: dict[str, int] = field(default_factory=dict)
    """Sequence number of each command id."""
    log: list[tuple[Action, int]] = field(default_factory=list)
    """Each action and its ms."""

    @classmethod
    def load(cls, game_id: str) -> Table | None:
        """The table as the database has it now, or None for no such game."""
        game = Game.objects.select_related("challenge", "player").filter(pk=game_id).first()
        if game is None:
            return None
        table = cls(game, start(game.variant, game.deck))
        for seq, action, command_id, ms in game.log.order_by("seq").values_list("seq", "action", "command_id", "ms"):
            table.push(parse_action(action), command_id=command_id, seq=seq, ms=ms)
        return table

    def push(self, action: Action, *, command_id: str, seq: int, ms: int) -> None:
        """Play an action of the log. Raises `Refused`, and then nothing has changed."""
        self.position = self.position.play(action)
        self.seq = seq
        self.stored[command_id] = seq
        self.log.append((action, ms))
        if not isinstance(action, End):
            self.ms = ms

    def events(self, *, after: int) -> list[Event]:
        """The events of the log after a sequence number, as they were sent."""
        events = []
        position = start(self.game.variant, self.game.deck)
        for seq, (action, ms) in enumerate(self.log, start=1):
            before, position = position, position.play(action)
            if seq > after:
                events.append(Event.between(before, action, position, seq=seq, ms=ms))
        return events

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        stands = self.position.over or self.position.paused
        return bool(self.game.started_at) and not self.game.outcome and not stands

    def clock(self, now: float) -> int:
        """Milliseconds since the start at `now` (seconds since the epoch), without pauses; the last action's when it
        is over or paused."""
        return max(self.ms, self._since_start(now) - self.game.paused_ms) if self.running else self.ms

    def paused(self, now: float) -> int:
        """What `Game.paused_ms` must be for the clock to go on at `now` from where the present pause has stopped it."""
        return self._since_start(now) - self.ms

    def _since_start(self, now: float) -> int:
        """Milliseconds on everybody's clock."""
        assert self.game.started_at is not None
        return round((now - self.game.started_at.timestamp()) * 1000)


def open_game(player: User | None) -> Game | None:
    """The casual game that a person moved in last and has not ended, if that is not long ago."""
    if player is None:
        return None
    begun = player.games.filter(ranked=False, outcome=None, active_at__gte=timezone.now() - OPEN_FOR)
    return begun.order_by("-active_at").first()


def head(game_id: str) -> int:
    """The sequence number of a game's last action, 0 before the first."""
    return Move.objects.filter(game=game_id).aggregate(head=Max("seq"))["head"] or 0


class Sight(Enum):
    """What somebody may see of a game."""

    PLAY = "play"
    """Their own: the cards, and they may act."""
    CARDS = "cards"
    PROGRESS = "progress"
    """How far it has come: the cards are those of a challenge that they have not finished."""
    NOTHING = "nothing"


class Eyes:
    """What one person may see, for any number of games. Each thing about them is asked of the database once."""

    def __init__(self, viewer: User | None) -> None:
        self.viewer = viewer

    def open(self) -> Eyes:
        """Ask everything now, so that whoever holds it later asks nothing."""
        _ = self.friends, self.apart, self.finished
        return self

    @cached_property
    def friends(self) -> set[int]:
        """The ids of the viewer's friends."""
        return friend_ids(self.viewer) if self.viewer and not self.viewer.guest else set()

    @cached_property
    def apart(self) -> set[int]:
        """People whom a block keeps apart from the viewer."""
        return apart_from(self.viewer) if self.viewer and not self.viewer.guest else set()

    @cached_property
    def finished(self) -> set[int]:
        """The ids of the challenges still open that the viewer has finished."""
        if self.viewer is None:
            return set()
        done = self.viewer.games.filter(ranked=True, outcome__isnull=False)
        return set(done.filter(challenge__date__gte=day_of(timezone.now() - GRACE)).values_list("challenge", flat=True))

    def may_see_cards(self, challenge: Challenge | None) -> bool:
        """Whether the cards of a challenge are no secret: it is final, or the viewer has finished it."""
        return challenge is None or timezone.now() >= closes_at(challenge.date) or challenge.pk in self.finished

    def sight(self, game: Game, *, listed: bool = False) -> Sight:
        """What may be seen of `game`.

        `listed`: whether it may be shown in a list. A game shared by its link is open to whoever has the link, and in
        no list.
        """
        if self.viewer and self.viewer.pk == game.player_id:
            return Sight.PLAY
        if not self._is_open(game, listed=listed) or game.player_id in self.apart:
            return Sight.NOTHING
        return Sight.CARDS if self.may_see_cards(game.challenge) else Sight.PROGRESS

    def _is_open(self, game: Game, *, listed: bool) -> bool:
        if game.watch == Audience.FRIENDS:
            return game.player_id in self.friends
        return game.watch == Audience.EVERYONE or (game.watch == Audience.LINK and not listed)


def sight(viewer: User | None, game: Game, *, listed: bool = False) -> Sight:
    """What `viewer` may see of `game`: `Eyes.sight` for one game."""
    return Eyes(viewer).sight(game, listed=listed)


def may_see_cards(viewer: User | None, challenge: Challenge | None) -> bool:
    """Whether the cards of a challenge are no secret to `viewer`: it is final, or they have finished it."""
    return Eyes(viewer).may_see_cards(challenge)


Par = dict[str, int | bool]
"""``{"score"}``, or ``{"moves", "exact"}``: without `exact` it can be won in that many, and perhaps in fewer."""


def par(viewer: User | None, challenge: Challenge) -> Par | None:
    """The best that a deal allows, for whoever may see its cards; None for others, and while it is not known."""
    if not may_see_cards(viewer, challenge):
        return None
    if challenge.best_score is not None:
        return {"score": challenge.best_score}
    if challenge.fewest_moves is not None:
        return {"moves": challenge.fewest_moves, "exact": challenge.fewest_moves_exact}
    return None


def challenge_of(kind: GameKind, moment: datetime) -> Challenge | None:
    """The challenge of the day at `moment`, if it has been made."""
    return Challenge.objects.filter(kind=kind, date=day_of(moment)).first()


def ranked_game(player: User | None, challenge: Challenge) -> Game | None:
    """The player's one ranked game of a challenge, running or over."""
    return challenge.games.filter(player=player, ranked=True).first() if player else None


def live_games(viewer: User | None) -> QuerySet[Game]:
    """Running games that are open to everyone, latest first."""
    live = _live().filter(watch=Audience.EVERYONE)
    if viewer:
        live = live.exclude(player=viewer).exclude(player__in=apart_from(viewer))
    return live


def live_games_of(players: Iterable[int]) -> QuerySet[Game]:
    """Running games of these people that are open to friends, latest first."""
    return _live().filter(player__in=players, watch__in=[Audience.EVERYONE, Audience.FRIENDS])


def _live() -> QuerySet[Game]:
    live = Game.objects.filter(outcome__isnull=True, active_at__gte=timezone.now() - LIVE_FOR, player__is_active=True)
    return live.select_related("player", "challenge").order_by("-active_at")
