"""What holds in every game, played at random in every variant."""

import itertools

import pytest
from hypothesis import given

from games.engine.action import Draw, End, GoOn, Pause, Recycle, Undo, parse_action, print_action
from games.engine.cards import print_card
from games.engine.deal import Code, parse_code
from games.engine.errors import Refused
from games.engine.notation import parse_position, print_position
from games.engine.position import Position, replay
from games.engine.tripeaks import is_face_up
from games.engine.variant import TriPeaks, parse_rule
from games.engine.view import FACE_DOWN, view
from tests.engine.strategies import codes, lines

Line = list[tuple[object, Position]]

EVERY_ACTION = [
    parse_action(text)
    for text in [f"r{a}" for a in range(28)]
    + [f"k{a}" for a in range(28)]
    + [f"p{a}+{b}" for a in range(28) for b in range(a + 1, 28)]
    + [f"p{a}+w" for a in range(28)]
    + ["kw", "pv+w", "d", "c"]
]


@given(codes)
def test_a_code_reads_back_as_itself(code: Code) -> None:
    assert parse_code(str(code)) == code
    assert parse_rule(code.variant.game, code.variant.rule) == code.variant
    assert sorted(code.deck) == list(range(len(code.deck)))


@given(lines())
def test_cards_are_conserved(line: Line) -> None:
    """TriPeaks only moves cards; Pyramid removes whole Kings and pairs of 13."""
    deal = line[0][1]
    everything = sorted([*deal.board.tableau, *deal.board.waste, *deal.board.stock])
    for _, position in line:
        board = position.board
        left = [card for place, card in enumerate(board.tableau) if board.left >> place & 1]
        here = sorted([*left, *board.waste, *board.stock])
        assert len(set(here)) == len(here)
        gone = [card for card in everything if card not in here]
        if isinstance(position.variant, TriPeaks):
            assert not gone
        else:
            ranks = [card // 4 + 1 for card in gone]
            assert all(ranks.count(rank) == ranks.count(13 - rank) for rank in range(1, 13))


@given(lines())
def test_undo_restores_all_but_the_move_counter(line: Line) -> None:
    for (_, before), (action, after) in itertools.pairwise(line):
        if isinstance(action, Undo | Pause | GoOn) or after.over:
            continue
        undone = after.play(Undo())
        assert undone.board == before.board
        assert undone.past == before.past[-99:]
        assert (undone.moves, undone.undos) == (before.moves + 1, before.undos + 1)


@given(lines())
def test_legal_actions_are_exactly_those_that_are_not_refused(line: Line) -> None:
    position = line[-1][1]
    allowed = set()
    for action in EVERY_ACTION:
        try:
            position.play(action)
        except Refused:
            continue
        allowed.add(action)
    assert allowed == set(position.legal())


@given(lines())
def test_a_game_is_stuck_if_and_only_if_no_action_is_legal(line: Line) -> None:
    for _, position in line:
        if position.paused:
            assert not position.legal()
            continue
        assert (position.outcome == "stuck") == (not position.legal() and position.outcome != "won")


@given(lines())
def test_the_score_never_falls_below_zero_but_with_streak_scoring(line: Line) -> None:
    for _, position in line:
        if not (isinstance(position.variant, TriPeaks) and position.variant.streak_scoring):
            assert position.board.score >= 0


@given(lines())
def test_replaying_the_log_gives_the_same_position(line: Line) -> None:
    deal = line[0][1]
    deck = (*deal.board.tableau, *deal.board.waste, *deal.board.stock)
    log = [print_action(action) for action, _ in line if action]  # type: ignore[arg-type]
    assert replay(deal.variant, deck, map(parse_action, log)) == line[-1][1]


@given(lines())
def test_a_position_reads_back_as_itself(line: Line) -> None:
    for _, position in line:
        text = print_position(position)
        again = parse_position(text)
        assert print_position(again) == text
        assert (again.board, again.outcome, again.moves) == (position.board, position.outcome, position.moves)
        assert again.paused == position.paused


@given(lines())
def test_moves_count_everything_but_undo_and_never_go_down(line: Line) -> None:
    moves = 0
    for action, position in line[1:]:
        moves += not isinstance(action, Undo | Pause | GoOn)
        assert position.moves == moves


@given(lines())
def test_a_pause_changes_nothing_but_what_may_be_seen_and_done(line: Line) -> None:
    """Rules 3 count moves and undo; a pause (design 6) is neither."""
    for _, position in line:
        if position.over or position.paused:
            continue
        paused = position.play(Pause())
        assert paused.play(GoOn()) == position
        for action in [*position.legal(), Draw(), Undo(), Pause()]:
            with pytest.raises(Refused, match=r"^paused$"):
                paused.play(action)
        with pytest.raises(Refused, match=r"^not_paused$"):
            position.play(GoOn())
        assert paused.play(End()) == position.play(End())


@given(lines())
def test_a_paused_game_shows_no_card_and_how_many_there_are(line: Line) -> None:
    for _, position in line:
        if position.over:
            continue
        before, seen = view(position), view(position if position.paused else position.play(Pause()))
        assert set(seen.tableau) <= {FACE_DOWN, None}
        assert set(seen.waste) <= {FACE_DOWN}
        assert [card is None for card in seen.tableau] == [card is None for card in before.tableau]
        assert (len(seen.waste), seen.stock, seen.score) == (len(before.waste), before.stock, before.score)


@given(lines(pause=False))
def test_nothing_hidden_is_in_the_view(line: Line) -> None:
    """Hidden: the stock, and in TriPeaks what lies face down. In Pyramid a recycled card is hidden again."""
    for _, position in line:
        board, seen = position.board, view(position)
        hidden = {print_card(card) for card in board.stock}
        if isinstance(position.variant, TriPeaks):
            face_down = [
                place
                for place in range(28)
                if board.left >> place & 1 and not is_face_up(position.variant, board.left, place)
            ]
            hidden |= {print_card(board.tableau[place]) for place in face_down}
            assert [place for place, card in enumerate(seen.tableau) if card == FACE_DOWN] == face_down
        shown = {*seen.tableau, *seen.waste}
        assert not hidden & shown


@given(lines(undo=False))
def test_a_stock_is_drawn_through_once_in_tripeaks_and_recycled_in_pyramid(line: Line) -> None:
    actions = [action for action, _ in line]
    variant = line[0][1].variant
    if isinstance(variant, TriPeaks):
        assert sum(isinstance(action, Draw) for action in actions) <= 25
        assert not any(isinstance(action, Recycle) for action in actions)
    elif variant.recycles is not None:
        assert sum(isinstance(action, Recycle) for action in actions) <= variant.recycles
