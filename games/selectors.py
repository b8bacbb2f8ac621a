"""Reading games: tables from their log, and who may see what."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from django.db.models import Max, QuerySet
from django.utils import timezone

from games.days import closes_at, day_of
from games.engine.action import Action, End, parse_action
from games.engine.position import Position, start
from games.models import Challenge, Game, GameKind, Move
from games.protocol import Event
from solitaire.accounts.models import Audience, User
from solitaire.accounts.selectors import are_friends

LIVE_FOR = timedelta(minutes=3)
"""How long after its last move a running game still counts as live."""


@dataclass(slots=True)
class Table:
    """A game as far as its log is known here."""

    game: Game
    position: Position
    seq: int = 0
    ms: int = 0
    """Of the last action on the cards."""
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
        return bool(self.game.started_at) and not self.game.outcome and not self.position.over

    def clock(self, now: float) -> int:
        """Milliseconds since the start at `now` (seconds since the epoch); the last action's when it is over."""
        if not self.running or self.game.started_at is None:
            return self.ms
        return max(self.ms, round((now - self.game.started_at.timestamp()) * 1000))


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


def sight(viewer: User | None, game: Game) -> Sight:
    """What `viewer` may see of `game`."""
    if viewer and viewer.pk == game.player_id:
        return Sight.PLAY
    if game.watch == Audience.NOBODY:
        return Sight.NOTHING
    if game.watch == Audience.FRIENDS and not (viewer and are_friends(viewer, game.player)):
        return Sight.NOTHING
    return Sight.CARDS if may_see_cards(viewer, game.challenge) else Sight.PROGRESS


def may_see_cards(viewer: User | None, challenge: Challenge | None) -> bool:
    """Whether the cards of a challenge are no secret to `viewer`: it is final, or they have finished it."""
    if challenge is None or timezone.now() >= closes_at(challenge.date):
        return True
    if viewer is None:
        return False
    return challenge.games.filter(player=viewer, ranked=True, outcome__isnull=False).exists()


def challenge_of(kind: GameKind, moment: datetime) -> Challenge | None:
    """The challenge of the day at `moment`, if it has been made."""
    return Challenge.objects.filter(kind=kind, date=day_of(moment)).first()


def ranked_game(player: User | None, challenge: Challenge) -> Game | None:
    """The player's one ranked game of a challenge, running or over."""
    return challenge.games.filter(player=player, ranked=True).first() if player else None


def live_games(viewer: User | None) -> QuerySet[Game]:
    """Running games that are open to everyone, latest first."""
    live = Game.objects.filter(outcome__isnull=True, watch=Audience.EVERYONE, active_at__gte=timezone.now() - LIVE_FOR)
    if viewer:
        live = live.exclude(player=viewer)
    return live.select_related("player", "challenge").order_by("-active_at")
