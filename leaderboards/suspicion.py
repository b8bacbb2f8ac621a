"""Results worth a look: inhuman pacing, and improbable luck with hidden cards. Nothing follows from it by itself."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from statistics import mean, median, pstdev

from games.engine.action import Action, Remove, Undo
from games.engine.cards import Card
from games.engine.position import Position, start
from games.engine.tripeaks import fits, is_face_up
from games.engine.variant import TriPeaks
from games.selectors import Table
from leaderboards.models import Doubt, Flag

FEWEST_ACTIONS = 20
"""In shorter games nothing can be told."""
FASTEST_MS = 250
"""A median pause below it is no hand's and no eye's."""
STEADIEST = 0.06
"""Pauses that differ less, as a share of their mean, are a clock's."""
IMPROBABLE = 1e-4
"""Luck that one fair game in so many has is worth a look."""
FEWEST_TURNED = 8


@dataclass(frozen=True, slots=True)
class Found:
    """A doubt with its reason in figures."""

    doubt: Doubt
    detail: str


def doubts(table: Table) -> list[Found]:
    """What is doubtful about a finished game, by its log alone."""
    found = [_pacing([ms for _, ms in table.log]), _luck(table)]
    return [one for one in found if one]


def _pacing(times: list[int]) -> Found | None:
    pauses = [later - sooner for sooner, later in pairwise(times)]
    if len(pauses) < FEWEST_ACTIONS:
        return None
    middle, spread = median(pauses), pstdev(pauses) / max(1.0, mean(pauses))
    if middle >= FASTEST_MS and spread >= STEADIEST:
        return None
    return Found(Doubt.PACING, f"median pause {middle:.0f} ms, spread {spread:.0%} of {len(pauses)} pauses")


def _luck(table: Table) -> Found | None:
    """How often a card that was turned up fits at once, against how often a hidden card would.

    In TriPeaks a removal turns up cards that nobody could know. For each, the share of the unseen cards that would fit
    is its chance; `at_least` says how probable so many successes are.
    """
    variant = table.game.variant
    if not isinstance(variant, TriPeaks) or variant.open_peaks or any(isinstance(one, Undo) for one, _ in table.log):
        return None
    chances, lucky = _turned(variant, start(variant, table.game.deck), [action for action, _ in table.log])
    if len(chances) < FEWEST_TURNED:
        return None
    probability = at_least(lucky, chances)
    if probability >= IMPROBABLE:
        return None
    return Found(
        Doubt.LUCK, f"{lucky} of {len(chances)} turned cards fitted, {sum(chances):.1f} expected, p = {probability:.1e}"
    )


def _turned(variant: TriPeaks, position: Position, actions: list[Action]) -> tuple[list[float], int]:
    chances: list[float] = []
    lucky = 0
    for action in actions:
        before = position
        position = position.play(action)
        if not isinstance(action, Remove):
            continue
        top = position.board.top
        turned = [
            place
            for place in range(28)
            if position.board.left >> place & 1
            and is_face_up(variant, position.board.left, place)
            and not is_face_up(variant, before.board.left, place)
        ]
        unseen = _unseen(variant, before)
        for place in turned:
            assert top is not None
            chances.append(sum(fits(variant, card, top) for card in unseen) / len(unseen))
            lucky += fits(variant, position.board.tableau[place], top)
    return chances, lucky


def _unseen(variant: TriPeaks, position: Position) -> list[Card]:
    board = position.board
    hidden = [
        board.tableau[place]
        for place in range(28)
        if board.left >> place & 1 and not is_face_up(variant, board.left, place)
    ]
    return [*hidden, *board.stock]


def at_least(number: int, chances: list[float]) -> float:
    """The probability of `number` successes or more among independent trials with these chances."""
    exactly = [1.0]
    for chance in chances:
        padded = [0.0, *exactly]
        exactly = [
            padded[at + 1] * (1 - chance) + padded[at] * chance if at + 1 < len(padded) else padded[at] * chance
            for at in range(len(exactly) + 1)
        ]
    return sum(exactly[number:])


def look_at(game_id: str) -> list[Flag]:
    """Look at a finished game, and keep what is found in place of what was kept."""
    table = Table.load(game_id)
    found = doubts(table) if table else []
    old = Flag.objects.filter(game=game_id).exclude(doubt__in=[one.doubt for one in found])
    if old.exists():
        old.delete()
    return [
        Flag.objects.update_or_create(game_id=game_id, doubt=one.doubt, defaults={"detail": one.detail})[0]
        for one in found
    ]
