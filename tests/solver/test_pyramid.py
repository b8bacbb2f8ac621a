"""Pyramid on whole deals: the printed examples, lines that hold what they promise, and an honest "not known"."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine.action import Draw, Recycle
from games.engine.deal import Code, parse_code
from games.engine.errors import Malformed
from games.engine.position import Position, start
from games.engine.variant import parse_rule
from games.solver import best_actions, is_winnable, solve
from games.solver.pyramid import Solver
from tests.solver.brute import follow


def deal(code: str) -> Position:
    parsed = parse_code(code)
    return start(parsed.variant, parsed.deck)


def test_of_py1_aaaaaaj_at_most_14_cards_can_ever_be_removed() -> None:
    """Rules 4: “at most 14 pyramid cards can ever be removed”."""
    solution = solve(deal("PY1-N-AAAAAAJ"))
    assert (solution.winnable, solution.max_removable, solution.best_score) == (False, 14, 140)
    assert follow(deal("PY1-N-AAAAAAJ"), solution.line).board.cards_left == 14


@pytest.mark.parametrize("rule", ["N", "NS", "ND", "NK", "NSK", "NDK"])
def test_every_line_leads_to_the_promised_result(rule: str) -> None:
    variant = parse_rule("pyramid", rule)
    for number in range(12):
        position = start(variant, Code(variant, number).deck)
        solution = solve(position)
        end = follow(position, solution.line)
        assert (end.outcome == "won") is solution.winnable is is_winnable(position)
        assert end.board.score == solution.best_score
        assert position.board.cards_left - end.board.cards_left == solution.max_removable


@pytest.mark.parametrize("rule", ["N0", "N2", "NS1", "NSD", "ND1", "NK1"])
def test_every_line_of_a_search_leads_to_the_promised_result(rule: str) -> None:
    variant = parse_rule("pyramid", rule)
    for number in range(5):
        position = start(variant, Code(variant, number).deck)
        solution = Solver(position, cap=2_000).solution(par=False)
        end = follow(position, solution.line)
        assert (end.outcome == "won") is bool(solution.winnable)
        if solution.best_score is None:
            assert solution.winnable is not True
        else:
            assert end.board.score == solution.best_score


def test_fewer_recycles_never_help() -> None:
    for number in range(12):
        verdicts = []
        for rule in ("N0", "N1", "N2", "N"):
            variant = parse_rule("pyramid", rule)
            verdicts.append(Solver(start(variant, Code(variant, number).deck), cap=2_000).winnable)
        known = [verdict for verdict in verdicts if verdict is not None]
        assert known == sorted(known)


def test_a_win_stays_a_win_along_the_line_and_every_removal_of_it_is_a_best_action() -> None:
    position = deal("PY1-N-AAAAAAS")
    line = solve(position).line
    for action in line:
        if not isinstance(action, Draw | Recycle):
            assert action in best_actions(position)
        position = position.play(action)
        assert is_winnable(position)
    assert position.outcome == "won"
    assert best_actions(position) == []


def test_the_verdict_holds_for_every_position_of_random_games() -> None:
    """What is lost stays lost, and each winning removal leaves the position winnable."""
    random = Random(7)
    for number in range(6):
        variant = parse_rule("pyramid", random.choice(["N", "NK", "NS"]))
        position = start(variant, Code(variant, 900 + number).deck)
        for _ in range(60):
            winnable = is_winnable(position)
            for action in position.legal():
                after = position.play(action)
                assert winnable or not is_winnable(after)
                if action in best_actions(position):
                    assert is_winnable(after)
            if not position.legal():
                break
            position = position.play(random.choice(position.legal()))


def test_par_is_a_win_in_that_many_moves_and_says_whether_it_is_proven() -> None:
    """“Par” or “par at most x”."""
    position = deal("PY1-N-AAAAAAF")
    exact = solve(position, par=True)
    assert (exact.fewest_moves, exact.fewest_moves_exact) == (56, True)
    assert len(exact.line) == 56
    assert follow(position, exact.line).outcome == "won"
    assert follow(position, exact.line).moves == 56

    capped = Solver(position, par_cap=10).solution(par=True)
    assert capped.fewest_moves_exact is False
    assert capped.fewest_moves == len(capped.line) >= 56
    assert follow(position, capped.line).outcome == "won"


def test_no_par_is_looked_for_unless_asked_or_without_a_win() -> None:
    for solution in (solve(deal("PY1-N-AAAAAAF")), solve(deal("PY1-N-AAAAAAJ"), par=True)):
        assert solution.fewest_moves is None
        assert solution.fewest_moves_exact is None


def test_a_search_that_reaches_its_cap_says_that_it_does_not_know() -> None:
    position = deal("PY1-N1-AAAAAAE")
    solution = Solver(position, cap=50).solution(par=True)
    assert (solution.winnable, solution.max_removable, solution.best_score) == (None, None, None)
    assert (solution.line, solution.fewest_moves) == ((), None)
    assert Solver(position, cap=50).best_actions() == []


def test_impossible_positions_get_a_named_error() -> None:
    position = deal("PY1-N-AAAAAAB")
    board = position.board
    for wrong, message in (
        (replace(board, left=board.left & ~1), "card 0 is gone, but a card still lies on it"),
        (replace(board, waste=(*board.waste, board.tableau[3])), "a card is there twice"),
        (replace(board, stock=(*board.stock[1:], 52)), "a card is there that this game has not"),
        (
            replace(board, left=board.left ^ 1 << 27, stock=(*board.stock, board.tableau[27])),
            "there are 25 cards besides",
        ),
    ):
        for ask in (solve, is_winnable, best_actions):
            with pytest.raises(Malformed, match=message):
                ask(replace(position, board=wrong))
