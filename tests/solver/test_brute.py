"""The solvers agree with trying everything, on small positions of every variant."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings

from games.engine.action import Draw, Recycle
from games.engine.notation import parse_position
from games.engine.position import Position
from games.engine.variant import Pyramid, TriPeaks
from games.solver import best_actions, is_winnable, solve
from games.solver.pyramid import Solver
from tests.solver.brute import (
    COUNTED_RULES,
    SEARCHED_RULES,
    STREAK_RULES,
    TRIPEAKS_RULES,
    explore,
    follow,
    play,
    positions,
)

# The waste top has just been drawn: the pair must come before the Kings of the pyramid.
KINGS_WAIT = (
    "PY1-NSDK | KD / 9d KC / 6h qh qd / 8d 5h 6c ad / 7d ac ah 5c 4h / 5d 9c 7s 9h 4s 6d / 4c qs 7h 4d 8c as 8s "
    "| 3C TH 3D TD |  | 0 0 drawn"
)
# Once 9H has gone, 9C has not just been drawn: it must come up again.
NOT_FRESH_ANY_MORE = (
    "PY1-NS2D | 4C / ks 2c / js kd 2s / 7h 5h 8c td / 6c th 3s 6h 8s / 7d 7c 5s 7s jd 3d / 5d 3c 8d jc 2d jh kc "
    "| 4S 9C 9H |  | 0 0 recycles=1 drawn"
)
# The King lies between the card just drawn and its partner.
KING_BETWEEN = (
    "PY1-NS0D | 6S / 5s 3D / js 5d 6H / 9c 4c jc 8h / qh jh 9d 5c 2s / 9h qd jd 5h 2c 8d / 2h 8c 4s 4d 4h as ad "
    "| KS 7S 6C 7D 3C KD KH TC |  | 0 0 drawn"
)

many = settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
some = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
few = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(positions("tripeaks", TRIPEAKS_RULES, left=7, stock=7))
def test_tripeaks_is_solved_exactly(position: Position) -> None:
    truth, solution = explore(position), solve(position)
    assert is_winnable(position) is solution.winnable is truth.winnable
    assert solution.draws == truth.draws
    assert solution.best_score == solution.line_score == truth.best_score
    assert solution.max_removable == truth.max_removable
    end = follow(position, solution.line)
    assert end.board.score == truth.best_score
    assert (end.outcome == "won") is truth.winnable


@some
@given(positions("tripeaks", TRIPEAKS_RULES, left=6, stock=6))
def test_the_best_actions_of_tripeaks_are_all_that_keep_the_best_score(position: Position) -> None:
    best = explore(position).best_score
    keeping = [action for action in position.legal() if explore(position.play(action)).best_score == best]
    assert best_actions(position) == (keeping if best > position.board.score else [])


@few
@given(positions("tripeaks", STREAK_RULES, left=6, stock=5))
def test_streak_scoring_is_solved_exactly(position: Position) -> None:
    truth, solution = explore(position), solve(position)
    assert (solution.winnable, solution.draws) == (truth.winnable, truth.draws)
    assert solution.best_score == truth.best_score
    assert solution.line_score == (truth.best_win if truth.winnable else truth.best_score)
    end = follow(position, solution.line)
    assert end.board.score == solution.line_score
    assert (end.outcome == "won") is truth.winnable
    if truth.winnable and position.board.left:
        after = {action: explore(position.play(action)).best_win for action in position.legal()}
        assert best_actions(position) == [action for action, win in after.items() if win == truth.best_win]


@many
@given(positions("pyramid", COUNTED_RULES, left=8, stock=6))
def test_pyramid_is_solved_exactly_by_counting(position: Position) -> None:
    assert Solver(position).is_counted
    agrees_with_brute_force(position)


@many
@given(positions("pyramid", SEARCHED_RULES, left=8, stock=6))
@example(parse_position(KINGS_WAIT))
@example(parse_position(NOT_FRESH_ANY_MORE))
@example(parse_position(KING_BETWEEN))
def test_pyramid_is_solved_exactly_by_search_where_positions_are_small(position: Position) -> None:
    assert not Solver(position).is_counted
    agrees_with_brute_force(position)


def agrees_with_brute_force(position: Position) -> None:
    truth, solution = explore(position), solve(position, par=True)
    assert is_winnable(position) is solution.winnable is truth.winnable
    assert solution.max_removable == truth.max_removable
    assert solution.best_score == solution.line_score == truth.best_score
    assert solution.fewest_moves == truth.fewest_moves
    assert solution.fewest_moves_exact is (True if truth.winnable else None)
    end = follow(position, solution.line)
    assert end.board.score == truth.best_score
    assert (end.outcome == "won") is truth.winnable
    if truth.winnable:
        assert len(solution.line) == truth.fewest_moves
        assert follow(position, solve(position).line).outcome == "won"


@some
@given(positions("pyramid", COUNTED_RULES + SEARCHED_RULES, left=6, stock=5))
def test_the_best_actions_of_pyramid_are_all_that_keep_the_win(position: Position) -> None:
    keeping = []
    if explore(position).winnable and position.legal():
        after = {action: play(position.variant, position.board, action) for action in position.legal()}
        keeping = [action for action in after if explore(Position(position.variant, after[action])).winnable]
        if Solver(position).is_counted:
            keeping = [action for action in keeping if not isinstance(action, Draw | Recycle)] or keeping
    assert best_actions(position) == keeping


def test_the_variants_tried_cover_every_letter() -> None:
    rules = "".join([*TRIPEAKS_RULES, *STREAK_RULES])
    assert set(TriPeaks(True, True, True, True, True, True).rule) <= set(rules)
    assert set(Pyramid(True, None, True, True).rule) <= set("".join(COUNTED_RULES + SEARCHED_RULES))
