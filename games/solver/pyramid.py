"""Pyramid solved: exactly with unlimited recycles, by a capped search where the order of the stock matters."""

from __future__ import annotations

from functools import cached_property

from games.engine import pyramid
from games.engine.action import Action, Draw, King, Pair, Recycle
from games.engine.board import Board
from games.engine.cards import KING, rank
from games.engine.errors import Malformed
from games.engine.position import Position
from games.engine.pyramid import CARD_SCORE, TARGET
from games.engine.variant import Pyramid
from games.solver.pyramid_pairs import Pairs, count
from games.solver.pyramid_par import par
from games.solver.pyramid_search import most_removed, search
from games.solver.pyramid_state import Game
from games.solver.solution import Solution, check

SEARCH_CAP = 50_000
"""How many states a search visits before it says that it does not know: some seconds."""
PAR_CAP = 100_000
"""How many states the search for the fewest moves keeps before it says "at most": some seconds and 30 MB."""


class Solver:
    """All that can be known about one position. Raises `Malformed` for an impossible one."""

    def __init__(self, position: Position, *, cap: int = SEARCH_CAP, par_cap: int = PAR_CAP) -> None:
        check(position)
        if not isinstance(position.variant, Pyramid):
            raise Malformed("wrong_game", "this is no position of Pyramid")
        self._variant = position.variant
        self._board = position.board
        self._cap = cap
        self._par_cap = par_cap

    @property
    def is_counted(self) -> bool:
        """Whether counting pairs decides: recycles without limit, and no waste pair that a strict win could need."""
        return self._variant.recycles is None and not (self._variant.strict and self._variant.drawn_pair)

    def _pairs(self, *, exact: bool) -> Pairs:
        board = self._board
        counts = count((*board.waste, *board.stock))
        return Pairs(board.tableau, board.left, counts, covered=self._variant.covered_pair, exact=exact)

    @cached_property
    def _needed(self) -> Pairs:
        return self._pairs(exact=self._variant.strict)

    def _game(self, *, thrifty: bool) -> Game:
        return Game(self._variant, self._board, thrifty=thrifty)

    @cached_property
    def _found(self) -> tuple[bool | None, list[Action]]:
        """The verdict of the search, with a line to a win."""
        game = self._game(thrifty=False)
        result = search(game, self._cap)
        if result.win:
            return True, [*game.actions(result.win)]
        return False if result.complete else None, []

    @cached_property
    def winnable(self) -> bool | None:
        """Whether play can win; None where the search gave up."""
        if pyramid.is_won(self._variant, self._board):
            return True
        return self._keeps_win(self._board) if self.is_counted else self._found[0]

    def _keeps_win(self, board: Board) -> bool:
        return self._needed.may_win(board.left, count((*board.waste, *board.stock)))

    def solution(self, *, par: bool) -> Solution:
        """The verdict with a line: to a win, or to the most cards that can go. `par`: look for a shortest win too."""
        line, removable = self.line, self.max_removable
        score = None if removable is None else self._board.score + CARD_SCORE * removable
        fewest, exact = None, None
        if par and self.winnable:
            line, exact = self.shortest()
            fewest = len(line)
        return Solution(
            winnable=self.winnable,
            best_score=score,
            max_removable=removable,
            fewest_moves=fewest,
            fewest_moves_exact=exact,
            line=tuple(line),
            line_score=score,
        )

    @cached_property
    def _most(self) -> list[tuple[int, ...]]:
        """The steps to the most cards that recycles without limit let go."""
        return self._pairs(exact=False).most_removable()

    @cached_property
    def max_removable(self) -> int | None:
        """The most pyramid cards that can still go; None where it is not known."""
        if self.winnable:
            return self._board.cards_left
        if self._variant.recycles is None:
            return sum(map(len, self._most))
        return self._searched[1]

    @cached_property
    def line(self) -> list[Action]:
        """Actions to a win, or to the most cards that can go; empty where neither is known."""
        if self.winnable:
            return self._winning_line() if self.is_counted else self._found[1]
        return self._line_to(self._most) if self._variant.recycles is None else self._searched[0]

    @cached_property
    def _searched(self) -> tuple[list[Action], int | None]:
        """The play to the most cards that can go, and how many, where a search has proven that; else nothing."""
        if self.winnable is None:
            return [], None
        game = self._game(thrifty=False)
        most = most_removed(game, sum(map(len, self._most)), self._cap)
        if not most.complete or not most.win:
            return [], None
        return [*game.actions(most.win)], (game.root.left & ~most.win[-1].left).bit_count()

    def shortest(self) -> tuple[list[Action], bool]:
        """The shortest win that could be found of a winnable position, and whether none is shorter."""
        if pyramid.is_won(self._variant, self._board):
            return [], True
        game = self._game(thrifty=True)
        found = par(game, len(self.line), self._par_cap)
        return [*game.actions(found.win)] if found.win else self.line, found.exact

    def winning_removals(self) -> list[Action]:
        """Every removal after which the position can still be won; only where counting decides."""
        return [action for action in self._removals(self._board) if self._keeps_win(self._act(self._board, action))]

    def _removals(self, board: Board) -> list[Action]:
        return [action for action in pyramid.legal(self._variant, board) if not isinstance(action, Draw | Recycle)]

    def _act(self, board: Board, action: Action) -> Board:
        return pyramid.act(self._variant, board, action)

    def _winning_line(self) -> list[Action]:
        """Take whatever keeps the win, else turn the stock: each pass over it brings a removal that does."""
        board, line = self._board, list[Action]()
        while not pyramid.is_won(self._variant, board):
            removals = self._removals(board)
            kept = (
                action for action in removals if self._is_useful(action) and self._keeps_win(self._act(board, action))
            )
            action = next(kept, None) or self._turn(board)
            board = self._act(board, action)
            line.append(action)
        return line

    def _is_useful(self, action: Action) -> bool:
        """A King of the waste only has to go in a strict win, and two waste cards never have to."""
        return action not in {King("w"), Pair("v", "w")} or (self._variant.strict and action == King("w"))

    def _turn(self, board: Board) -> Action:
        return Draw() if board.stock else Recycle()

    def _line_to(self, steps: list[tuple[int, ...]]) -> list[Action]:
        """The actions that take away `steps`, each single card with the next waste card that fits it."""
        board, line = self._board, list[Action]()
        for step in steps:
            if len(step) == 2:
                action: Action = Pair(*step)
            elif rank(board.tableau[step[0]]) == KING:
                action = King(step[0])
            else:
                action = Pair(step[0], "w")
                while board.top is None or rank(board.top) + rank(board.tableau[step[0]]) != TARGET:
                    turn = self._turn(board)
                    board = self._act(board, turn)
                    line.append(turn)
            board = self._act(board, action)
            line.append(action)
        return line

    def best_actions(self) -> list[Action]:
        """Every removal that keeps the win, or the draw or recycle where there is none.

        Where only a search can tell, each action is judged by a search of its own and those that are proven to win are
        given. Empty when the position is won, lost, or not known to be winnable.
        """
        if not self.winnable or pyramid.is_won(self._variant, self._board):
            return []
        if self.is_counted:
            return self.winning_removals() or [self._turn(self._board)]
        known = self._found[1][0]
        legal = pyramid.legal(self._variant, self._board)
        return [action for action in legal if action == known or self._after(action).winnable]

    def _after(self, action: Action) -> Solver:
        return Solver(Position(self._variant, self._act(self._board, action)), cap=self._cap)
