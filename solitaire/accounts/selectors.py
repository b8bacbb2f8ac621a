"""Who somebody is, and who is friends with whom."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from solitaire.accounts.models import Audience, Block, Friendship, User

GUEST_KEY = "guest"
"""Where the session of somebody who has not signed in keeps the id of their guest row."""


def player_of(*, user: User | AnonymousUser, session: Mapping[str, Any]) -> User | None:
    """The person behind a session: the account, else the guest of the session, else nobody yet."""
    if user.is_authenticated:
        return user
    guest_id = session.get(GUEST_KEY)
    return User.objects.filter(pk=guest_id, guest=True, is_active=True).first() if guest_id else None


def current_player(request: HttpRequest) -> User | None:
    """The person behind a request, read once."""
    if not hasattr(request, "player"):
        request.player = player_of(user=request.user, session=request.session)  # type: ignore[attr-defined]
    return request.player  # type: ignore[attr-defined, no-any-return]


def account_named(name: str) -> User | None:
    """The account that others know by a name, without regard to case and a leading @."""
    name = name.strip().removeprefix("@")
    return User.objects.filter(username__iexact=name, guest=False, is_active=True).first() if name else None


# ---- friends


def _of_pair(one: User, other: User) -> Q:
    return Q(asker=one, asked=other) | Q(asker=other, asked=one)


def friendship_between(one: User, other: User) -> Friendship | None:
    """What is between two people, asked or accepted."""
    return Friendship.objects.filter(_of_pair(one, other)).first()


def are_friends(one: User, other: User) -> bool:
    """Whether one of the two asked and the other accepted."""
    return Friendship.objects.filter(_of_pair(one, other), accepted_at__isnull=False).exists()


def friend_ids(user: User) -> set[int]:
    """The ids of somebody's friends."""
    pairs = Friendship.objects.filter(Q(asker=user) | Q(asked=user), accepted_at__isnull=False)
    return {asked if asker == user.pk else asker for asker, asked in pairs.values_list("asker", "asked")}


def friends(user: User) -> QuerySet[User]:
    """Somebody's friends, by name."""
    return User.objects.filter(pk__in=friend_ids(user)).order_by("username")


def asks_to(user: User) -> QuerySet[Friendship]:
    """Friendships that wait for somebody's answer, latest first; none from people they have blocked."""
    waiting = Friendship.objects.filter(asked=user, accepted_at__isnull=True, asker__is_active=True)
    return waiting.exclude(asker__in=blocked_ids(user)).select_related("asker").order_by("-asked_at")


def asks_by(user: User) -> QuerySet[Friendship]:
    """Friendships that somebody has asked for and that wait for an answer, latest first."""
    return user.asked.filter(accepted_at__isnull=True).select_related("asked").order_by("-asked_at")


# ---- blocks


def blocked_ids(user: User) -> set[int]:
    """The people that somebody has blocked."""
    return set(user.blocks.values_list("blocked", flat=True))


def apart_from(user: User) -> set[int]:
    """The people who show `user` nothing and are shown nothing: a block on either side."""
    pairs = Block.objects.filter(Q(blocker=user) | Q(blocked=user)).values_list("blocker", "blocked")
    return {blocked if blocker == user.pk else blocker for blocker, blocked in pairs}


def has_blocked(one: User, other: User) -> bool:
    """Whether `one` has blocked `other`."""
    return Block.objects.filter(blocker=one, blocked=other).exists()


# ---- what one may see of another


class Relation(Enum):
    """What `viewer` is to `owner`, as far as the viewer may know: a block against them looks like nothing at all."""

    SELF = "self"
    FRIEND = "friend"
    ASKED = "asked"
    """The viewer has asked and waits."""
    ASKS = "asks"
    """The viewer has been asked and may answer."""
    BLOCKED = "blocked"
    """The viewer has blocked the owner."""
    STRANGER = "stranger"


def relation(viewer: User, owner: User) -> Relation:
    """What there is between the two, for the buttons that change it."""
    if viewer.pk == owner.pk:
        return Relation.SELF
    if has_blocked(viewer, owner):
        return Relation.BLOCKED
    pair = friendship_between(viewer, owner)
    if pair is None:
        return Relation.STRANGER
    if pair.accepted_at:
        return Relation.FRIEND
    return Relation.ASKED if pair.asker_id == viewer.pk else Relation.ASKS


def may_see_profile(viewer: User | None, owner: User) -> bool:
    """Whether the page about `owner` is open to `viewer`. A guest has none."""
    if viewer and viewer.pk == owner.pk:
        return True
    if owner.guest or not owner.is_active or owner.profile == Audience.NOBODY:
        return False
    if viewer and has_blocked(owner, viewer):
        return False
    return owner.profile == Audience.EVERYONE or (viewer is not None and are_friends(viewer, owner))
