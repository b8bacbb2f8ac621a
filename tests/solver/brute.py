"""The truth about small positions by trying everything through the engine, and a strategy for such positions."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from games.engine.action import Action, Draw
from games.engine.board import Board
from games.engine.cards import JOKER, Card, rank
from games.engine.layout import ALL
from games.engine.position import Position, is_won, start_score
from games.engine.variant import GameName, TriPeaks, Variant, parse_rule

TRIPEAKS_RULES = ["E", "C", "ET", "CT", "EJ", "CW", "EJW", "CJT", "EWT", "EO"]
STREAK_RULES = ["ES", "CS", "CTS", "EJS", "EWS", "CJWTS"]
COUNTED_RULES = ["N", "NS", "NK", "ND", "NSK", "NDK"]
SEARCHED_RULES = ["N0", "N1", "N2", "NS0", "NS1", "NSD", "ND0", "ND1", "NK0", "NK1", "NS1DK", "NSDK", "NS2D"]


@dataclass(frozen=True)
class Truth:
    """What trying everything finds out about a position."""

    winnable: bool
    draws: int | None
    best_score: int
    best_win: int | None
    max_removable: int
    fewest_moves: int | None


def explore(position: Position) -> Truth:
    """Visit every board that play can reach."""
    variant, root = position.variant, position.board
    moves = {root: 0}
    draws = {root: 0}
    queue = deque([root])
    while queue:
        board = queue.popleft()
        for action in Position(variant, board).legal():
            after = play(variant, board, action)
            if after not in moves:
                moves[after] = moves[board] + 1
                draws[after] = draws[board] + isinstance(action, Draw)
                queue.append(after)
    won = [board for board in moves if is_won(variant, board)]
    return Truth(
        winnable=bool(won),
        draws=min((draws[board] for board in won), default=None),
        best_score=max(board.score for board in moves),
        best_win=max((board.score for board in won), default=None),
        max_removable=max(root.cards_left - board.cards_left for board in moves),
        fewest_moves=min((moves[board] for board in won), default=None),
    )


def play(variant: Variant, board: Board, action: Action) -> Board:
    """The board after an action, without the count of recycles where it does not matter."""
    after = Position(variant, board).play(action).board
    endless = isinstance(variant, TriPeaks) or variant.recycles is None
    return replace(after, recycles=0) if endless else after


def deal(game: GameName, rule: str, random: Random, most_left: int, most_stock: int) -> Position:
    """A position near its end: some tableau cards, a short stock, and few ranks, so that wins are not rare."""
    variant = parse_rule(game, rule)
    left = ALL
    for _ in range(28 - random.randint(1, most_left)):
        left &= ~(1 << random.choice(variant.layout.available(left)))
    if isinstance(variant, TriPeaks):
        first = random.randint(1, 10)
        ranks = [first, first + 1, first + 2, first + 3] if random.random() < 0.7 else [12, 13, 1, 2]
    else:
        low = random.sample(range(1, 7), 2)
        ranks = [*low, *(13 - value for value in low), *[13] * (random.random() < 0.5)]
    wanted = [card for card in range(52) if rank(card) in ranks]
    others = [card for card in range(52) if rank(card) not in ranks]
    random.shuffle(wanted)
    random.shuffle(others)
    tableau: list[Card] = []
    for place in range(28):
        pool = wanted if left >> place & 1 and wanted else others
        tableau.append(pool.pop())
    stock = (wanted + others)[: random.randint(0, most_stock)]
    if isinstance(variant, TriPeaks) and variant.joker and stock and random.random() < 0.7:
        stock[random.randrange(len(stock))] = JOKER
    turned = random.choice([0, len(stock), random.randint(0, len(stock))])
    if isinstance(variant, TriPeaks):
        turned = min(1, len(stock))
    if isinstance(variant, TriPeaks) and variant.empty_waste and random.random() < 0.5:
        turned = 0
    limit = None if isinstance(variant, TriPeaks) else variant.recycles
    score = start_score(variant)
    if isinstance(variant, TriPeaks):
        return Position(
            variant,
            Board(
                tuple(tableau),
                tuple(stock[turned:]),
                tuple(stock[:turned]),
                score,
                left,
                streak=random.randint(0, 5) if variant.streak_scoring else 0,
            ),
        )
    return Position(
        variant,
        Board(
            tuple(tableau),
            tuple(stock[turned:]),
            tuple(stock[:turned]),
            score,
            left,
            recycles=random.randint(0, limit) if limit else 0,
            just_drawn=turned > 0 and random.random() < 0.5,
        ),
    )


def positions(game: GameName, rules: list[str], *, left: int, stock: int) -> st.SearchStrategy[Position]:
    """Small positions of a game under any of some rules."""

    def build(rule: str, random: Random) -> Position:
        return deal(game, rule, random, left, stock)

    return st.builds(build, st.sampled_from(rules), st.randoms(use_true_random=False))


def follow(position: Position, line: tuple[Action, ...]) -> Position:
    """The position after a line, played through the engine. Raises `Refused` for an illegal one."""
    for action in line:
        position = position.play(action)
    return position
