"""The end of a day: ranked games that still run when it is final are abandoned, as far as they have come (design 6)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q

from games.days import closes_at, last_final_day
from games.models import Ending, Game
from games.selectors import Table

SETTLE = timedelta(minutes=1)
"""How long after a day is final its last moves may still be on their way to the database."""
_AGAIN = 300
"""Seconds in which a process does not look for the same day again."""


def running_of_final_days(now: datetime) -> Q:
    """Ranked games without an outcome, of days that are final."""
    return Q(ranked=True, outcome=None, challenge__date__lte=last_final_day(now - SETTLE))


def close_final_days(now: datetime) -> int:
    """Abandon what still runs on days that are final, and say how many games that was. Once more changes nothing."""
    running = Game.objects.filter(running_of_final_days(now)).values_list("pk", flat=True)
    return sum(abandon(game_id, now) for game_id in list(running))


def close_when_due(now: datetime) -> None:
    """As `close_final_days`, from a page: a process looks once, and again some minutes later."""
    if cache.add(f"closed:{last_final_day(now - SETTLE)}", value=True, timeout=_AGAIN):
        close_final_days(now)


@transaction.atomic
def abandon(game_id: str, now: datetime) -> bool:
    """End a game of a final day. Its result is what its log says; False when it had ended already."""
    game = Game.objects.select_for_update(of=("self",)).filter(running_of_final_days(now), pk=game_id).first()
    table = Table.load(game.pk) if game else None
    if game is None or table is None or game.challenge is None:
        return False
    position = table.position
    game.outcome = Ending.ABANDONED
    game.finished_at = closes_at(game.challenge.date)
    game.score = position.board.score
    game.moves = position.moves
    game.undos = position.undos
    game.cards_left = position.board.cards_left
    game.elapsed_ms = table.ms
    game.save(update_fields=["outcome", "finished_at", "score", "moves", "undos", "cards_left", "elapsed_ms"])
    return True
