"""Hints are legal and know no more than the player."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.engine.action import Draw, print_action
from games.engine.deal import parse_code
from games.engine.hint import hint
from games.engine.position import Position, start
from games.engine.tripeaks import is_face_up
from games.engine.variant import TriPeaks
from tests.engine.strategies import lines


@given(lines())
def test_a_hint_is_a_legal_action_whenever_there_is_one(line: list[tuple[object, Position]]) -> None:
    for _, position in line:
        legal = position.legal()
        assert hint(position) in legal if legal else hint(position) is None


@given(lines(), st.randoms(use_true_random=False))
def test_a_hint_does_not_depend_on_hidden_cards(line: list[tuple[object, Position]], rng: object) -> None:
    """Shuffling the stock and the face-down cards among themselves changes no hint."""
    for _, position in line[-3:]:
        board, variant = position.board, position.variant
        places = [
            place
            for place in range(28)
            if isinstance(variant, TriPeaks) and board.left >> place & 1 and not is_face_up(variant, board.left, place)
        ]
        cards = [*board.stock, *(board.tableau[place] for place in places)]
        rng.shuffle(cards)  # type: ignore[attr-defined]
        tableau = list(board.tableau)
        for place in places:
            tableau[place] = cards.pop()
        other = replace(position, board=replace(board, tableau=tuple(tableau), stock=tuple(cards)))
        assert hint(other) == hint(position)


def test_a_hint_looks_for_the_longest_run() -> None:
    """On A♣ with 3♠ 5♠ K♣ 4♠ 2♦ A♠ K♦ open, a King leads on to A♠, 2♦, 3♠, 4♠, 5♠; 2♦ at once would leave out two."""
    code = parse_code("TP1-E-AAAAAAB")
    found = hint(start(code.variant, code.deck))
    assert found is not None
    assert print_action(found) in ("r20", "r24")


def test_a_hint_may_be_the_stock() -> None:
    code = parse_code("TP1-C-AAAAAAB")
    position = start(code.variant, code.deck)
    while not isinstance(action := hint(position), Draw):
        assert action is not None
        position = position.play(action)
    assert position.moves > 0
