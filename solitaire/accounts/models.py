"""People: accounts and guests alike, who is friends with whom, and who wants nothing to do with whom."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Greatest, Least, Lower
from django.utils.translation import gettext_lazy as _


class Audience(models.TextChoices):
    """Who may see something of a person."""

    EVERYONE = "everyone", _("Everyone")
    FRIENDS = "friends", _("Friends")
    LINK = "link", _("Whoever has the link")
    NOBODY = "nobody", _("Nobody")


LEVELS = [level for level in Audience.choices if level[0] != Audience.LINK]
"""What a person may choose for all games and for the profile. The link belongs to one game."""


Preferences = dict[str, bool | int | str]
"""Settings of the table, by name."""


class User(AbstractUser):
    """A person. A guest is a row without a password, made with the first game; on sign-up it becomes the account."""

    username = models.CharField(_("name"), max_length=24, unique=True)
    guest = models.BooleanField(default=False)
    watch = models.CharField(max_length=8, choices=LEVELS, default=Audience.FRIENDS)
    """Who may watch this person's games, unless a game says otherwise."""
    profile = models.CharField(max_length=8, choices=LEVELS, default=Audience.EVERYONE)
    """Who may see the page about this person."""
    show_presence = models.BooleanField(default=True)
    """Whether friends see that this person is here, and what they play or watch."""
    show_watchers = models.BooleanField(default=True)
    """Whether this person's tables say how many watch, and which friends."""
    take_reactions = models.BooleanField(default=True)
    """Whether those who watch may react."""
    notify_friends = models.BooleanField(default=True)
    """Whether to tell of friendships asked and accepted."""
    notify_results = models.BooleanField(default=True)
    """Whether to tell of friends who beat today's result."""
    noticed_at = models.DateTimeField(null=True, blank=True)
    """When this person last looked at the notices."""
    invite = models.CharField(max_length=32, unique=True, null=True, blank=True)
    """The secret of the link that makes whoever opens it a friend."""
    preferences = models.JSONField(default=dict, blank=True)
    """Settings of the table: small, and the browser's own business."""

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("username"), name="username_without_case")]

    @property
    def display_name(self) -> str:
        """The name that others see."""
        return str(_("Guest")) if self.guest else self.username


class Friendship(models.Model):
    """One person asked another; they are friends once `accepted_at` is set. One row for a pair, whoever asked."""

    asker = models.ForeignKey(User, models.CASCADE, related_name="asked")
    asked = models.ForeignKey(User, models.CASCADE, related_name="asked_by")
    asked_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="not_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.asker} → {self.asked}"


class Block(models.Model):
    """One person sees and hears no more of another, and shows them nothing. The other is not told."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    blocked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("blocker", "blocked", name="block_once"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="not_block_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker} × {self.blocked}"
