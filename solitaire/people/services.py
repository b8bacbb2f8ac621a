"""Changing what is between people, and telling their browsers."""

from __future__ import annotations

from secrets import token_hex

from django.db import transaction

from games.broadcast import announce, close_sockets, look_again, person_topic, table_topic
from games.presence import friends_topic
from solitaire.accounts import services
from solitaire.accounts.models import Block, Friendship, Preferences, User

MOST_PREFERENCES = 48


def _tell(*people: User) -> None:
    """Have the open pages of these people look at their friends, their notices and what they may watch again."""
    for person in people:
        announce(person_topic(person.pk), {"people": "changed"})
        look_again(person_topic(person.pk))


def ask(*, asker: User, asked: User) -> Friendship:
    """`accounts.services.ask`, told to both."""
    friendship = services.ask(asker=asker, asked=asked)
    _tell(asker, asked)
    return friendship


def accept(*, by: User, asker: User) -> bool:
    """`accounts.services.accept`, told to both."""
    done = services.accept(by=by, asker=asker)
    _tell(by, asker)
    return done


def remove(*, by: User, other: User) -> bool:
    """`accounts.services.remove`, told to both: what was open to friends closes."""
    done = services.remove(by=by, other=other)
    _tell(by, other)
    return done


def block(*, blocker: User, blocked: User) -> None:
    """`accounts.services.block`. The tables of each close to the other at once."""
    services.block(blocker=blocker, blocked=blocked)
    _tell(blocker, blocked)


def unblock(*, blocker: User, blocked: User) -> None:
    """`accounts.services.unblock`."""
    services.unblock(blocker=blocker, blocked=blocked)
    _tell(blocker, blocked)


def befriend(*, inviter: User, guest: User) -> None:
    """`accounts.services.befriend`, told to both."""
    services.befriend(inviter=inviter, guest=guest)
    _tell(inviter, guest)


def set_privacy(user: User, **settings: object) -> None:
    """Change what others see of somebody: fields of `User`. Running games follow the level for watching."""
    before = user.watch
    for name, value in settings.items():
        setattr(user, name, value)
    user.save(update_fields=list(settings))
    announce(friends_topic(user.pk), {"people": "changed"})
    if user.watch != before:
        running = user.games.filter(outcome__isnull=True, watch=before)
        games = list(running.values_list("pk", flat=True))
        running.update(watch=user.watch)
        for game in games:
            look_again(table_topic(game))
    _tell(user)


@transaction.atomic
def change_preferences(user: User, changed: Preferences) -> Preferences:
    """Change some settings of the table and give all of them: two browsers may change different ones at once.

    Raises `ValueError` when there would be more than anybody can need.
    """
    stored: Preferences = User.objects.select_for_update().get(pk=user.pk).preferences
    preferences = {**stored, **changed}
    if len(preferences) > MOST_PREFERENCES:
        raise ValueError("too many settings")
    user.preferences = preferences
    user.save(update_fields=["preferences"])
    return preferences


def ban(user: User) -> None:
    """Shut somebody out: no sign-in, no open page."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    close_sockets(user.pk)


def readmit(user: User) -> None:
    """Undo `ban`."""
    user.is_active = True
    user.save(update_fields=["is_active"])


@transaction.atomic
def forget(user: User) -> None:
    """Delete an account. What it played stays, as a guest's whom nobody can be: ranks stay true."""
    from allauth.account.models import EmailAddress
    from allauth.mfa.models import Authenticator
    from allauth.usersessions.models import UserSession

    pk = user.pk
    for session in UserSession.objects.filter(user=user):
        session.end()
    for model in (EmailAddress, Authenticator):
        model.objects.filter(user=user).delete()
    Friendship.objects.filter(asker=user).delete()
    Friendship.objects.filter(asked=user).delete()
    Block.objects.filter(blocker=user).delete()
    Block.objects.filter(blocked=user).delete()
    if user.games.exists():
        nobody = User(pk=pk, username=f"guest-{token_hex(8)}", guest=True, is_active=False)
        nobody.set_unusable_password()
        nobody.save(force_update=True)
    else:
        user.delete()
    transaction.on_commit(lambda: close_sockets(pk))
