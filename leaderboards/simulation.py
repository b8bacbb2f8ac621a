"""Simulated players, for demonstrations: they see what a person sees, and err as their skill has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from games.engine.action import Action, Draw, End, Recycle
from games.engine.deal import Deck
from games.engine.hint import hint
from games.engine.position import Position, start
from games.engine.variant import Variant

PREFIX = "sim-"
"""Every simulated player's name begins with it."""
NAMES = (
    "sunniva", "tareq", "noor", "halvard", "junho", "maelle", "ondra", "wanwisa", "teo", "lachlan", "amara", "bruno",
    "chloe", "dimas", "elif", "farid", "gwen", "hana", "ines", "jaya", "kenji", "lior", "mira", "nia", "oskar", "pia",
    "quim", "ravi", "sora", "tuva", "uma", "vidar", "wren", "ximena", "yara", "zeno", "anouk", "bayu", "ciro", "dede",
)  # fmt: skip
PATIENCE = 2
"""Times a pyramid player turns the stock over without having taken a card before they give up."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody simulated."""

    name: str
    skill: float
    """How often the best visible action is found, 0 to 1."""
    pace: float
    """Seconds an action takes, in the middle."""


def players(number: int) -> list[Player]:
    """The first of them: the same at each call."""
    chance = Random("simulated players")
    return [
        Player(PREFIX + name, round(chance.uniform(0.4, 0.97), 2), round(chance.lognormvariate(0.45, 0.45), 2))
        for name in NAMES[:number]
    ]


def choose(position: Position, player: Player, chance: Random, *, idle: int = 0) -> Action:
    """What a player does next; `idle` is how often the stock was turned over since the last card was taken."""
    legal = position.legal()
    if not legal or idle > PATIENCE:
        return End()
    if chance.random() < player.skill:
        return hint(position) or End()
    return chance.choice(legal)


def think(player: Player, chance: Random) -> float:
    """Seconds until the next action."""
    return max(0.35, chance.lognormvariate(0, 0.5) * player.pace)


def play(variant: Variant, deck: Deck, player: Player, chance: Random) -> Iterator[tuple[Action, int, Position]]:
    """A whole game: each action with its milliseconds since the start, and the position after it."""
    position, ms, idle = start(variant, deck), 0, 0
    while not position.over:
        ms += round(1000 * think(player, chance))
        action = choose(position, player, chance, idle=idle)
        idle = idle + 1 if isinstance(action, Recycle) else idle if isinstance(action, Draw) else 0
        position = position.play(action)
        yield action, ms, position
