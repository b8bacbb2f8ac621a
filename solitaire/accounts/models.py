"""People: accounts and guests alike, and who is friends with whom."""

from __future__ import annotations

import re

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class Audience(models.TextChoices):
    """Who may watch a game."""

    EVERYONE = "everyone", _("Everyone")
    FRIENDS = "friends", _("Friends")
    NOBODY = "nobody", _("Nobody")


username_validators = [
    RegexValidator(
        r"^[a-zA-Z0-9](?:[a-zA-Z0-9]|[._-](?=[a-zA-Z0-9]))*$",
        _("A name has letters from A to Z, digits, and single dots, hyphens or underscores between them."),
    ),
    RegexValidator(r"^guest\b", _("Names that start with “guest” are taken."), inverse_match=True, flags=re.IGNORECASE),
]


class User(AbstractUser):
    """A person. A guest is a row without a password, made with the first game; on sign-up it becomes the account."""

    username = models.CharField(_("name"), max_length=24, unique=True)
    guest = models.BooleanField(default=False)
    watch = models.CharField(max_length=8, choices=Audience, default=Audience.FRIENDS)
    """Who may watch this person's games, unless a game says otherwise."""

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
            models.UniqueConstraint("asker", "asked", name="ask_once"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="not_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.asker} → {self.asked}"
