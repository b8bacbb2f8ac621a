"""What is kept for speed, and what somebody who watches over the boards has been shown. Ranks come from games alone."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Challenge, Game, GameKind


class Tally(models.Model):
    """How many rows of a day's board have a standing key in a bucket. See `leaderboards.tallies`."""

    challenge = models.ForeignKey(Challenge, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False)
    board = models.PositiveSmallIntegerField()
    level = models.PositiveSmallIntegerField()
    bucket = models.BigIntegerField()
    count = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["challenge", "board", "level", "bucket"], name="one_tally_a_bucket")
        ]

    def __str__(self) -> str:
        return f"{self.challenge_id}/{self.board}/{self.level}/{self.bucket}: {self.count}"


class Change(models.Model):
    """A row that came to a day's board or went from it and is not in the tallies yet. Written by a database trigger."""

    challenge = models.ForeignKey(Challenge, models.DO_NOTHING, related_name="+", db_constraint=False)
    sign = models.SmallIntegerField()
    """1 or -1."""
    unaided = models.BooleanField()
    """Whether it was played without undo."""
    by_score = models.BigIntegerField()
    by_time = models.BigIntegerField(null=True)
    by_moves = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.challenge_id}: {self.sign:+}"


class Sum(models.Model):
    """Somebody's results of a month, or of all time, added up. See `leaderboards.sums`."""

    pk = models.CompositePrimaryKey("kind", "month", "unaided", "player_id")
    kind = models.CharField(max_length=8, choices=GameKind)
    month = models.DateField()
    """Its first day; `sums.ALL_TIME` for all of them."""
    unaided = models.PositiveSmallIntegerField()
    """1 where only results without undo are in it. A number: SQLite looks for no index where it reads NOT."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.DO_NOTHING, related_name="+", db_constraint=False)
    score = models.BigIntegerField()
    elapsed_ms = models.BigIntegerField()
    moves = models.BigIntegerField()
    days = models.PositiveIntegerField()
    by_time = models.BigIntegerField(null=True)
    """The best key of a single result; so is the next."""
    by_moves = models.BigIntegerField(null=True)
    wins = models.PositiveIntegerField()
    """Days with a win."""

    class Meta:
        indexes = [
            models.Index("kind", "month", "unaided", F("score").desc(), "elapsed_ms", "moves", "player", name="sums"),
            *(
                models.Index(
                    "kind",
                    "month",
                    "unaided",
                    key,
                    "player",
                    condition=Q((f"{key}__isnull", False)),
                    name=f"sums_{key}",
                )
                for key in ("by_time", "by_moves")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}, {self.kind}, {self.month}: {self.score}"


class Doubt(models.TextChoices):
    """Why a result is worth a look."""

    PACING = "pacing", _("Inhuman pacing")
    LUCK = "luck", _("Improbable luck with hidden cards")


class Flag(models.Model):
    """A result that somebody should look at. It never acts by itself, and a command finds it again from the log."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="flags")
    doubt = models.CharField(max_length=8, choices=Doubt)
    detail = models.CharField(max_length=120)
    found_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint("game", "doubt", name="one_flag_a_doubt")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.get_doubt_display()}"


class Result(Game):
    """A ranked game as those see it who watch over the boards."""

    class Meta:
        proxy = True
        verbose_name = _("result")
        verbose_name_plural = _("results")
