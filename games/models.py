"""Challenges, games and their moves. The log of moves is the truth; everything else about a running game is derived."""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.engine.cards import parse_cards, print_cards
from games.engine.deal import Deck
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


class Game(Dealt):
    """One person's game. Outcome and result are null until it is over."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="games")
    challenge = models.ForeignKey(Challenge, models.PROTECT, null=True, blank=True, related_name="games")
    ranked = models.BooleanField(default=False)
    """Whether it is the player's one game that counts for the challenge; else it is practice or casual."""
    code = models.CharField(max_length=24, blank=True)
    """Empty for the deck of a challenge, which has none while the day is open."""
    watch = models.CharField(max_length=8, choices=Audience, default=Audience.FRIENDS)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    """When the clock began: ranked, when the cards were first shown to the player; casual, at the first action."""
    active_at = models.DateTimeField(null=True, blank=True, db_index=True)
    """When somebody last moved, to the half minute."""
    finished_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Ending, null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    moves = models.PositiveIntegerField(null=True, blank=True)
    undos = models.PositiveIntegerField(null=True, blank=True)
    cards_left = models.PositiveSmallIntegerField(null=True, blank=True)
    elapsed_ms = models.PositiveIntegerField(null=True, blank=True)
    """From the start to the last action on the cards."""

    class Meta:
        constraints = [
            models.UniqueConstraint("challenge", "player", condition=Q(ranked=True), name="one_ranked_game_a_day"),
            models.CheckConstraint(condition=Q(ranked=False) | Q(challenge__isnull=False), name="ranked_has_challenge"),
        ]
        indexes = [
            # The order of the leaderboard (design 7): a won game is one with no card left.
            models.Index(
                "challenge",
                "cards_left",
                models.F("score").desc(),
                "elapsed_ms",
                "moves",
                condition=Q(ranked=True, outcome__isnull=False),
                name="standings",
            )
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
    """Milliseconds since the start of the game."""

    class Meta:
        constraints = [models.UniqueConstraint("game", "command_id", name="apply_a_command_once")]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seq} {self.action}"
