"""What is told to a person, and everything that is kept about one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Q
from django.utils import timezone

from games.days import day_of
from games.models import Game
from games.selectors import live_games_of
from solitaire.accounts.models import Friendship, User
from solitaire.accounts.selectors import asks_to, friend_ids, friends

SETTINGS = (
    "watch", "profile", "show_presence", "show_watchers", "take_reactions", "notify_friends", "notify_results",
    "preferences",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell, of one or several people: `kind` says what they did."""

    kind: Literal["asked", "accepted", "beaten"]
    people: tuple[User, ...]
    """Latest first."""
    at: datetime
    game: str = ""
    """Of a result that was beaten: "tripeaks" or "pyramid"."""


def notices_for(user: User) -> list[Notice]:
    """What `user` has not been told yet, latest first, those of a kind in one. Derived each time, stored nowhere.

    Who asked is told until it is answered; the rest until the notices have been looked at.
    """
    found: list[Notice] = []
    since = user.noticed_at or user.date_joined
    if user.notify_friends:
        asks = list(asks_to(user)[:20])
        if asks:
            found.append(Notice("asked", tuple(ask.asker for ask in asks), asks[0].asked_at))
        answers = user.asked.filter(accepted_at__gt=since).select_related("asked").order_by("-accepted_at")
        accepted = [(pair.asked, pair.accepted_at) for pair in answers[:20] if pair.accepted_at]
        if accepted:
            found.append(Notice("accepted", tuple(friend for friend, _ in accepted), accepted[0][1]))
    if user.notify_results:
        found += _beaten(user, since)
    return sorted(found, key=lambda notice: notice.at, reverse=True)


def _beaten(user: User, since: datetime) -> list[Notice]:
    """Friends who ended today's game after `user` did, and better."""
    own = Game.objects.filter(player=user, ranked=True, outcome__isnull=False, challenge__date=day_of(timezone.now()))
    notices = []
    for game in own.exclude(by_score=None):
        ended_later = Q(finished_at__gt=max(since, game.finished_at or since))
        by_friends = Game.objects.filter(challenge=game.challenge_id, player__in=friend_ids(user))
        better = by_friends.filter(ended_later, by_score__lt=game.by_score)
        games = list(better.select_related("player").order_by("-finished_at")[:20])
        if games:
            last = games[0].finished_at
            assert last is not None
            notices.append(Notice("beaten", tuple(each.player for each in games), last, game.kind))
    return notices


def friends_with_games(user: User) -> list[tuple[User, Game | None]]:
    """Somebody's friends by name, each with the game they play where others may know of it."""
    playing: dict[int, Game] = {}
    people = list(friends(user))
    for game in live_games_of([friend.pk for friend in people if friend.show_presence]):
        playing.setdefault(game.player_id, game)
    return [(friend, playing.get(friend.pk)) for friend in people]


def everything_about(user: User) -> dict[str, object]:
    """All that is kept about a person, in plain values: profile, settings, people, sessions, games with their moves."""
    from allauth.account.models import EmailAddress
    from allauth.mfa.models import Authenticator
    from allauth.usersessions.models import UserSession

    pairs = Friendship.objects.filter(Q(asker=user) | Q(asked=user)).select_related("asker", "asked")
    return {
        "name": user.username,
        "guest": user.guest,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "email": user.email,
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "notices_seen": user.noticed_at,
        "invite": user.invite,
        "settings": {name: getattr(user, name) for name in SETTINGS},
        "friendships": [
            {
                "with": (pair.asked if pair.asker_id == user.pk else pair.asker).username,
                "asked_by": pair.asker.username,
                "asked_at": pair.asked_at,
                "accepted_at": pair.accepted_at,
            }
            for pair in pairs
        ],
        "blocked": [block.blocked.username for block in user.blocks.select_related("blocked")],
        "sessions": list(UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "games": [_game(game) for game in user.games.select_related("challenge").order_by("created_at")],
    }


def _game(game: Game) -> dict[str, object]:
    """One game. The cards of a deal still open are not its player's to have before the end of the day."""
    return {
        "id": game.pk,
        "game": game.kind,
        "rule": game.rule,
        "code": game.code or None,
        "day": game.challenge.date if game.challenge else None,
        "ranked": game.ranked,
        "watch": game.watch,
        "started": game.started_at,
        "finished": game.finished_at,
        "outcome": game.outcome,
        "score": game.score,
        "moves": game.moves,
        "undos": game.undos,
        "cards_left": game.cards_left,
        "elapsed_ms": game.elapsed_ms,
        "log": [list(move) for move in game.log.order_by("seq").values_list("seq", "action", "ms")],
    }
