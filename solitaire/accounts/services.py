"""Making guests; making, ending and refusing friendships."""

from __future__ import annotations

from secrets import token_hex, token_urlsafe

from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from solitaire.accounts.models import Block, Friendship, User
from solitaire.accounts.selectors import GUEST_KEY, current_player, friend_ids, friendship_between, has_blocked

MOST_WAITING = 50
"""Friendships that somebody may have asked for and not been answered."""
MOST_FRIENDS = 500


class NotPossible(Exception):
    """A friendship that cannot be: with oneself, with a guest, or one too many."""


class TooMany(NotPossible):
    """More friends, or more unanswered questions, than one person may have."""


def ensure_player(request: HttpRequest) -> User:
    """The person behind `request`; somebody new becomes a guest, remembered in the session."""
    if player := current_player(request):
        return player
    guest = User(username=f"guest-{token_hex(8)}", guest=True)
    guest.set_unusable_password()
    guest.save()
    request.session[GUEST_KEY] = guest.pk
    request.player = guest  # type: ignore[attr-defined]
    return guest


def ask(*, asker: User, asked: User) -> Friendship:
    """Ask for a friendship; where the other has asked already, this is the answer. Raises `NotPossible`.

    Whoever is blocked may ask like anybody else, and waits for ever.
    """
    if asker.pk == asked.pk or asker.guest or asked.guest:
        raise NotPossible
    pair = friendship_between(asker, asked)
    if pair is None:
        # To ask somebody is to be open to them again.
        Block.objects.filter(blocker=asker, blocked=asked).delete()
        if asker.asked.filter(accepted_at__isnull=True).count() >= MOST_WAITING:
            raise TooMany
        try:
            with transaction.atomic():
                return Friendship.objects.create(asker=asker, asked=asked)
        except IntegrityError:  # the other asked in the same moment
            pair = friendship_between(asker, asked)
            assert pair is not None
    if pair.accepted_at is None and pair.asker_id == asked.pk and not has_blocked(asked, asker):
        accept(by=asker, asker=asked)
        pair.refresh_from_db()
    return pair


def accept(*, by: User, asker: User) -> bool:
    """Say yes to somebody who asked; False when nobody did. Raises `TooMany`."""
    if _full(by) or _full(asker):
        raise TooMany
    waiting = Friendship.objects.filter(asker=asker, asked=by, accepted_at__isnull=True)
    return bool(waiting.update(accepted_at=timezone.now()))


def _full(user: User) -> bool:
    return len(friend_ids(user)) >= MOST_FRIENDS


def remove(*, by: User, other: User) -> bool:
    """Decline, take back or end what is between two people; whether there was anything."""
    pair = friendship_between(by, other)
    return pair is not None and bool(pair.delete()[0])


@transaction.atomic
def block(*, blocker: User, blocked: User) -> None:
    """End a friendship and show the other nothing any more. What the other asked stays, so that they see no answer.

    Raises `NotPossible` for oneself.
    """
    if blocker.pk == blocked.pk:
        raise NotPossible
    Block.objects.get_or_create(blocker=blocker, blocked=blocked)
    pair = friendship_between(blocker, blocked)
    if pair and not (pair.accepted_at is None and pair.asker_id == blocked.pk):
        pair.delete()


def unblock(*, blocker: User, blocked: User) -> None:
    """Undo `block`; the friendship does not come back."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


# ---- the invite link


def invite_of(user: User) -> str:
    """The secret of somebody's invite link, made when it is first asked for."""
    if not user.invite:
        renew_invite(user)
    assert user.invite
    return user.invite


def renew_invite(user: User) -> None:
    """Make a new invite link; the one before leads nowhere any more."""
    user.invite = token_urlsafe(12)
    user.save(update_fields=["invite"])


def befriend(*, inviter: User, guest: User) -> None:
    """Make two people friends at once: one invited by link, the other took it. Raises `NotPossible`."""
    if inviter.pk == guest.pk or inviter.guest or guest.guest or has_blocked(inviter, guest):
        raise NotPossible
    if _full(inviter) or _full(guest):
        raise TooMany
    unblock(blocker=guest, blocked=inviter)
    pair = friendship_between(inviter, guest)
    if pair is None:
        pair = Friendship(asker=inviter, asked=guest)
    if pair.accepted_at is None:
        pair.accepted_at = timezone.now()
        pair.save()
