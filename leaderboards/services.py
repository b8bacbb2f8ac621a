"""What somebody who watches over the boards can change."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction

from games.broadcast import announce, board_topic
from games.models import Game
from solitaire.accounts.models import User


def set_hidden(*, games: Iterable[Game], hidden: bool, by: User) -> int:
    """Take results off the boards, or put them back, and say how many that changed. Ranks follow at once.

    Everything is logged as an admin's action, in the same transaction.
    """
    changed = []
    with transaction.atomic():
        for game in Game.objects.select_for_update(of=("self",)).filter(pk__in=[game.pk for game in games]):
            if game.hidden == hidden:
                continue
            game.hidden = hidden
            game.save(update_fields=["hidden"])
            changed.append(game)
        for game in changed:
            LogEntry.objects.log_actions(
                by.pk, [_as_result(game)], CHANGE, "Hidden from the boards." if hidden else "Shown on the boards again."
            )
    for challenge_id in {game.challenge_id for game in changed if game.challenge_id}:
        announce(board_topic(challenge_id), {"board": "changed"})
    return len(changed)


def _as_result(game: Game) -> Game:
    from leaderboards.models import Result

    return Result.objects.get(pk=game.pk)
