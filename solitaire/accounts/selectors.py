"""Who somebody is, and who is friends with whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import HttpRequest

from solitaire.accounts.models import Friendship, User

GUEST_KEY = "guest"
"""Where the session of somebody who has not signed in keeps the id of their guest row."""


def player_of(*, user: User | AnonymousUser, session: Mapping[str, Any]) -> User | None:
    """The person behind a session: the account, else the guest of the session, else nobody yet."""
    if user.is_authenticated:
        return user
    guest_id = session.get(GUEST_KEY)
    return User.objects.filter(pk=guest_id, guest=True).first() if guest_id else None


def current_player(request: HttpRequest) -> User | None:
    """The person behind a request, read once."""
    if not hasattr(request, "player"):
        request.player = player_of(user=request.user, session=request.session)  # type: ignore[attr-defined]
    return request.player  # type: ignore[attr-defined, no-any-return]


def are_friends(one: User, other: User) -> bool:
    """Whether one of the two asked and the other accepted."""
    pair = Q(asker=one, asked=other) | Q(asker=other, asked=one)
    return Friendship.objects.filter(pair, accepted_at__isnull=False).exists()
