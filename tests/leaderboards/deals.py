"""Moves for tests of what comes of a game."""

from __future__ import annotations

from games.engine.action import Draw, Remove, print_action
from games.engine.position import start
from games.models import Challenge


def until_a_removal(challenge: Challenge) -> list[str]:
    """Draws until a card fits, and its removal."""
    position, actions = start(challenge.variant, challenge.deck), []
    while not any(isinstance(action, Remove) for action in position.legal()):
        position = position.play(Draw())
        actions.append(print_action(Draw()))
    removal = next(action for action in position.legal() if isinstance(action, Remove))
    return [*actions, print_action(removal)]
