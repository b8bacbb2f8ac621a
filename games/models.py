"""Challenges, games and their moves. The log of moves is the truth; everything else about a running game is derived."""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.db.models import BigIntegerField, Case, F, Q, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Least
from django.utils.translation import gettext_lazy as _

from games.engine.cards import parse_cards, print_cards
from games.engine.deal import Deck
from games.engine.layout import PLACES
from games.engine.variant import TITLES, GameName, Variant, parse_rule
from solitaire.accounts.models import Audience

ID_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
ID_LENGTH = 10


def new_id() -> str:
    """A public id that nobody can guess: about 58 bits."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


class GameKind(models.TextChoices):
    """The two games, by the engine's names."""

    TRIPEAKS = "tripeaks", TITLES["tripeaks"]
    PYRAMID = "pyramid", TITLES["pyramid"]


class Ending(models.TextChoices):
    """Why a game ended: the engine's `Outcome`."""

    WON = "won", _("Won")
    STUCK = "stuck", _("No more moves")
    RESIGNED = "resigned", _("Ended")
    ABANDONED = "abandoned", _("Not finished in time")


class Dealt(models.Model):
    """What a challenge and a game have in common: a variant and a deck."""

    kind = models.CharField(max_length=8, choices=GameKind)
    rule = models.CharField(max_length=8)
    """The canonical rule field of the code."""
    deck_text = models.CharField(max_length=160)

    class Meta:
        abstract = True

    @property
    def variant(self) -> Variant:
        game: GameName = "tripeaks" if self.kind == GameKind.TRIPEAKS else "pyramid"
        return parse_rule(game, self.rule)

    @property
    def deck(self) -> Deck:
        return parse_cards(self.deck_text)

    @deck.setter
    def deck(self, deck: Deck) -> None:
        self.deck_text = print_cards(deck)


class Challenge(Dealt):
    """The deal of a day (UTC) for one of the games, the same for everyone."""

    date = models.DateField()
    nonce = models.CharField(max_length=64)
    """Hides the deck behind the commitment until the day is final."""
    best_score = models.IntegerField(null=True, blank=True)
    """The best score that the deal allows (TriPeaks)."""
    fewest_moves = models.IntegerField(null=True, blank=True)
    """The fewest moves that win (Pyramid)."""
    fewest_moves_exact = models.BooleanField(default=False)
    """False while `fewest_moves` is an upper bound."""

    class Meta:
        constraints = [models.UniqueConstraint("date", "kind", name="one_challenge_a_day")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.date}"

    @property
    def commitment(self) -> str:
        """SHA-256 of ``nonce:deck``, 64 hex digits, shown from the start of the day."""
        return hashlib.sha256(f"{self.nonce}:{self.deck_text}".encode()).hexdigest()


HAS_ROW = Q(ranked=True, hidden=False, outcome__isnull=False, cards_left__isnull=False) & (
    Q(outcome=Ending.WON) | Q(cards_left__lt=PLACES)
)
"""A row on a leaderboard is a finished ranked game, unless it was given up without one removal (design 7)."""
BITS = {"cards_left": 5, "score": 12, "elapsed_ms": 27, "moves": 19}
"""How many bits of a standing key each part of a result takes: 63 together."""
HIGHEST_SCORE = 3071


def _key(condition: Q, *parts: str) -> models.GeneratedField:
    """Orders results by `parts` as one number, the best first: a comparison, an index and a range instead of four.

    The database computes it from the result itself, so the two never disagree; null where the result has no row.
    """
    key: Combinable = Cast(_part(parts[0]), BigIntegerField())
    for part in parts[1:]:
        key = key * (1 << BITS[part]) + Cast(_part(part), BigIntegerField())
    return models.GeneratedField(
        expression=Case(When(condition, then=key), default=None),
        output_field=BigIntegerField(null=True),
        db_persist=True,
    )


def _part(name: str) -> Combinable:
    if name == "score":
        return HIGHEST_SCORE - F("score")
    return F(name) if name == "cards_left" else Least(F(name), (1 << BITS[name]) - 1)


class Game(Dealt):
    """One person's game. Outcome and result are null until it is over."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="games")
    challenge = models.ForeignKey(Challenge, models.PROTECT, null=True, blank=True, related_name="games")
    ranked = models.BooleanField(default=False)
    """Whether it is the player's one game that counts for the challenge; else it is practice or casual."""
    code = models.CharField(max_length=24, blank=True)
    """Empty for the deck of a challenge, which has none while the day is open."""
    given = models.PositiveIntegerField(default=0)
    """How many actions at the start of its log were taken over from another game; only what follows is the player's."""
    watch = models.CharField(max_length=8, choices=Audience, default=Audience.FRIENDS)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    """When the clock began: ranked, when the cards were first shown to the player; casual, at the first action."""
    paused_ms = models.PositiveBigIntegerField(default=0, db_default=0)
    """How long it has been paused, without a pause that still lasts. A ranked game has no pauses."""
    active_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When somebody last moved, to the half minute."""
    finished_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Ending, null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    moves = models.PositiveIntegerField(null=True, blank=True)
    undos = models.PositiveIntegerField(null=True, blank=True)
    cards_left = models.PositiveSmallIntegerField(null=True, blank=True)
    elapsed_ms = models.PositiveIntegerField(null=True, blank=True)
    """From the start to the last action on the cards, without the pauses."""
    hidden = models.BooleanField(default=False)
    """Whether somebody who watches over the boards has taken the result off them."""
    by_score = _key(HAS_ROW, "cards_left", "score", "elapsed_ms", "moves")
    """Standing keys, low first: won before not won, that is, by cards left; then score, time and moves."""
    by_time = _key(HAS_ROW & Q(outcome=Ending.WON), "elapsed_ms", "score", "moves")
    """Wins only; so is the next."""
    by_moves = _key(HAS_ROW & Q(outcome=Ending.WON), "moves", "elapsed_ms", "score")

    class Meta:
        constraints = [
            models.UniqueConstraint("challenge", "player", condition=Q(ranked=True), name="one_ranked_game_a_day"),
            models.CheckConstraint(condition=Q(ranked=False) | Q(challenge__isnull=False), name="ranked_has_challenge"),
        ]
        indexes = [
            *(
                models.Index(
                    "challenge",
                    key,
                    "finished_at",
                    "id",
                    condition=Q((f"{key}__isnull", False)),
                    name=f"standings_{key}",
                )
                for key in ("by_score", "by_time", "by_moves")
            ),
            models.Index("challenge", condition=Q(ranked=True, outcome=None), name="running_ranked"),
            models.Index("player", F("finished_at").desc(), name="games_of_player"),
        ]

    def __str__(self) -> str:
        return self.id


class Move(models.Model):
    """One action of a game. Append-only: undo is a move too."""

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    """1 for the first action."""
    action = models.CharField(max_length=8)
    """The engine's text form."""
    command_id = models.CharField(max_length=36)
    """The browser's own id of the command."""
    ms = models.PositiveIntegerField()
    """Milliseconds since the start of the game, without its pauses: where the clock stood."""

    class Meta:
        constraints = [models.UniqueConstraint("game", "command_id", name="apply_a_command_once")]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seq} {self.action}"
