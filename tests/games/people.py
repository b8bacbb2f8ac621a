"""People and their games for tests of what is stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Challenge, Game
from solitaire.accounts.models import User


def account(name: str, **fields: Any) -> User:
    """An account without a password."""
    return User.objects.create(username=name, **fields)


def result(challenge: Challenge, player: User, **fields: Any) -> Game:
    """A finished ranked game; a win of 100 seconds and 40 moves where `fields` do not say otherwise."""
    now = timezone.now()
    values = {
        "outcome": "won", "score": 760, "moves": 40, "undos": 0, "cards_left": 0, "elapsed_ms": 100_000,
        "started_at": now - timedelta(minutes=5), "finished_at": now, **fields,
    }  # fmt: skip
    return Game.objects.create(
        player=player, challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule,
        deck_text=challenge.deck_text, **values,
    )  # fmt: skip
