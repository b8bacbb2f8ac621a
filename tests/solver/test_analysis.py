"""Where a game was lost, against trying everything from each of its positions."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.action import Action, Draw, End, GoOn, Pause, Undo
from games.engine.deal import parse_code
from games.engine.position import Position, start
from games.solver import Analysis, analyse
from tests.solver.brute import COUNTED_RULES, SEARCHED_RULES, TRIPEAKS_RULES, explore, positions

small = positions("tripeaks", TRIPEAKS_RULES, left=6, stock=5) | positions(
    "pyramid", COUNTED_RULES + SEARCHED_RULES, left=6, stock=5
)


def play(first: Position, random: Random) -> list[Action]:
    """A game at random, with actions taken back, pauses and sometimes an end."""
    position, actions = first, list[Action]()
    for _ in range(12):
        if position.over:
            break
        legal: list[Action] = [*position.legal()]
        if position.past and random.random() < 0.25:
            legal = [Undo()]
        if position.paused:
            legal = [GoOn()]
        elif random.random() < 0.1 or not legal:
            legal = [Pause(), End()]
        actions.append(random.choice(legal))
        position = position.play(actions[-1])
    return actions


@settings(max_examples=300, deadline=None)
@given(small, st.randoms(use_true_random=False))
def test_a_game_is_lost_after_the_last_position_from_which_it_could_be_won(first: Position, random: Random) -> None:
    actions = play(first, random)
    line = [first]
    for action in actions:
        line.append(line[-1].play(action))
    could = [explore(Position(position.variant, position.board)).winnable for position in line]
    last = max((at for at, winnable in enumerate(could) if winnable), default=None)
    lost_at = last + 1 if last is not None and last < len(actions) else None
    assert analyse(first, actions) == Analysis(could[0], lost_at)


def test_a_search_that_gives_up_says_nothing_about_the_game() -> None:
    code = parse_code("PY1-N1-AAAAAAE")
    assert analyse(start(code.variant, code.deck), [Draw()] * 23, cap=1) == Analysis(None, None)
