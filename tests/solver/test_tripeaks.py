"""TriPeaks on whole deals: the printed examples, lines that hold what they promise, and tables for a whole game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine.cards import parse_card as card
from games.engine.deal import Code, parse_code
from games.engine.errors import Malformed
from games.engine.layout import PYRAMID, TRIPEAKS
from games.engine.position import Position, start
from games.engine.variant import parse_rule
from games.solver import best_actions, is_winnable, solve
from games.solver.lattice import lattice
from games.solver.tripeaks import Outlook
from tests.solver.brute import follow


def deal(code: str) -> Position:
    parsed = parse_code(code)
    return start(parsed.variant, parsed.deck)


def test_there_are_as_many_removable_sets_as_known() -> None:
    """“22,932 removable sets”, “1,430 removable sets”."""
    assert sum(map(len, lattice(TRIPEAKS).layers)) == 22_932
    assert sum(map(len, lattice(PYRAMID).layers)) == 1_430


def test_tp1_aaaaaad_is_winnable_in_easy_not_in_classic() -> None:
    """Rules 4: “winnable in Easy, not in Classic. An Easy win of 50 moves exists [...]; it scores 750”: 759 is best."""
    easy, classic = solve(deal("TP1-E-AAAAAAD")), solve(deal("TP1-C-AAAAAAD"))
    assert (easy.winnable, easy.draws, easy.best_score, easy.max_removable) == (True, 13, 759, 28)
    assert (classic.winnable, classic.draws, classic.best_score, classic.max_removable) == (False, None, 664, 27)


@pytest.mark.parametrize("rule", ["E", "C", "ET", "CT", "EJ", "CJ", "EO", "EW", "CW", "CJWT", "EJOWT"])
def test_every_line_leads_to_the_promised_result(rule: str) -> None:
    variant = parse_rule("tripeaks", rule)
    for number in range(8):
        position = start(variant, Code(variant, number).deck)
        solution = solve(position)
        end = follow(position, solution.line)
        assert (end.outcome == "won") is solution.winnable is is_winnable(position)
        assert end.board.score == solution.best_score
        if solution.draws is not None:
            assert len(solution.line) == 28 + solution.draws


@pytest.mark.parametrize("rule", ["ES", "CTS", "EJWS"])
def test_every_line_with_streak_scoring_leads_to_the_promised_result(rule: str) -> None:
    variant = parse_rule("tripeaks", rule)
    position = start(variant, Code(variant, 11).deck)
    solution = solve(position)
    end = follow(position, solution.line)
    assert (end.outcome == "won") is solution.winnable
    assert end.board.score == solution.line_score
    assert solution.best_score is not None
    assert solution.best_score >= end.board.score


@pytest.mark.parametrize("code", ["TP1-E-AAAAAAD", "TP1-C-AAAAAAD", "TP1-CT-AAAABZC", "TP1-EJW-AAAABZD"])
def test_the_best_result_stays_the_same_along_the_line_and_every_step_of_it_is_a_best_action(code: str) -> None:
    position = deal(code)
    promised = solve(position)
    for action in promised.line:
        assert action in best_actions(position)
        position = position.play(action)
        assert solve(position).best_score == promised.best_score


@pytest.mark.parametrize("rule", ["E", "C", "CT", "EJ", "CW"])
def test_the_outlook_of_a_deal_agrees_with_the_solver_all_along_random_games(rule: str) -> None:
    variant, random = parse_rule("tripeaks", rule), Random(5)
    for number in range(4):
        position = start(variant, Code(variant, 700 + number).deck)
        outlook = Outlook(position)
        while legal := position.legal():
            assert outlook.is_winnable(position) is is_winnable(position)
            position = position.play(random.choice(legal))
        assert outlook.is_winnable(position) is is_winnable(position)


def test_the_outlook_of_a_deal_refuses_positions_of_another() -> None:
    outlook = Outlook(deal("TP1-E-AAAAAAB"))
    for other in ("TP1-E-AAAAAAC", "TP1-C-AAAAAAB"):
        with pytest.raises(Malformed, match="not one of this deal"):
            outlook.is_winnable(deal(other))


def test_a_lost_peak_bonus_is_not_promised() -> None:
    """The last card of a deal without a stock: it goes on a neighbour, for 1 point less and 100 more."""
    position = deal("TP1-E-AAAAAAB")
    board = replace(position.board, tableau=(card("7C"), *position.board.tableau[1:]), left=1, stock=())
    fits = replace(position, board=replace(board, waste=(card("8C"),)))
    stuck = replace(position, board=replace(board, waste=(card("9C"),)))
    assert solve(fits).best_score == 500 - 1 + 100
    assert solve(stuck).best_score == 500
    assert solve(stuck).line == ()


def test_impossible_positions_get_a_named_error() -> None:
    position = deal("TP1-E-AAAAAAB")
    board = position.board
    for wrong, message in (
        (replace(board, left=board.left & ~1), "card 0 is gone, but a card still lies on it"),
        (replace(board, stock=(*board.stock[1:], board.waste[0])), "a card is there twice"),
        (replace(board, stock=(*board.stock[1:], 52)), "a card is there that this game has not"),
        (replace(board, tableau=board.tableau[:27]), "a tableau has 28 cards, not 27"),
    ):
        for ask in (solve, is_winnable, best_actions, Outlook):
            with pytest.raises(Malformed, match=message):
                ask(replace(position, board=wrong))
