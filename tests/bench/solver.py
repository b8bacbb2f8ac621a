"""Measures the solvers beside plain Python, in one run and one thread: medians over seeded deals.

    python -m tests.bench.solver [--deals 200] [--seed 1] [--par 20]

Nothing here judges the time, which says as much about what else the machine does; but both sides must agree.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from statistics import median
from typing import TypeVar

from games.engine.cards import Card
from games.engine.deal import shuffled, words
from games.engine.position import Position, start
from games.engine.variant import parse_rule
from games.solver import best_actions, is_winnable, solve
from games.solver.tripeaks import Outlook, Solver
from tests.bench import plain

T = TypeVar("T")


class Clock:
    """Times calls."""

    def __init__(self) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        """Milliseconds by name."""

    def __call__(self, name: str, call: Callable[..., T], *arguments: object, **options: object) -> T:
        """The result of a call."""
        begin = time.perf_counter()
        result = call(*arguments, **options)
        self.times[name].append((time.perf_counter() - begin) * 1000)
        return result

    def show(self, rule: str, name: str, wanted: str = "") -> None:
        """A row of the table, beside plain Python where that was called for the same."""
        ours, theirs = self.times[name], self.times.get(f"plain {name}", [])
        beside = f"{median(theirs):.3f}" if theirs else ""
        ratio = f"{median(theirs) / median(ours):.1f} x" if theirs else ""
        print(f"{rule:3} {name:35} {median(ours):9.3f} {max(ours):9.3f} {beside:>9} {ratio:>9}  {wanted}", flush=True)


def deals(rule: str, count: int, seed: int) -> list[Position]:
    """The first deals of a seed."""
    variant = parse_rule("pyramid" if rule.startswith("N") else "tripeaks", rule)
    return [start(variant, shuffled(variant, words(f"bench:{seed}:{number}"))) for number in range(count)]


def dealt(position: Position) -> tuple[Card, ...]:
    """The deck of a position just dealt."""
    return (*position.board.tableau, *position.board.waste, *position.board.stock)


def fewest_draws(position: Position) -> int | None:
    """Verdict and fewest draws of TriPeaks by the real solver."""
    return Solver(position).draws


def tripeaks(rule: str, count: int, seed: int) -> None:
    """Verdict and fewest draws, then a query with the tables ready at every position along a line."""
    clock = Clock()
    for root in deals(rule, count, seed):
        draws = clock("fewest draws", fewest_draws, root)
        assert draws == clock("plain fewest draws", plain.fewest_draws, dealt(root), wrap=rule == "E")
        outlook = clock("tables for a deal", Outlook, root)
        solution = clock("everything and a line", solve, root)
        clock("all best actions", best_actions, root)
        position = root
        for action in solution.line:
            assert clock("still winnable, tables ready", outlook.is_winnable, position) is solution.winnable
            position = position.play(action)
    clock.show(rule, "fewest draws", "at least 8 x, about 5 ms")
    clock.show(rule, "still winnable, tables ready", "under 0.05 ms")
    for name in ("tables for a deal", "everything and a line", "all best actions"):
        clock.show(rule, name)


def pyramid(rule: str, count: int, seed: int) -> None:
    """The verdict, and everything with a line."""
    clock = Clock()
    for position in deals(rule, count, seed):
        winnable = clock("verdict", is_winnable, position)
        if rule == "N":
            assert winnable is clock("plain verdict", plain.is_winnable, dealt(position))
        clock("everything and a line", solve, position)
    clock.show(rule, "verdict", "under 6 ms")
    clock.show(rule, "everything and a line")


def par(count: int, seed: int) -> None:
    """The fewest moves of the winnable ones among some deals."""
    clock = Clock()
    winnable = [position for position in deals("N", count, seed) if is_winnable(position)]
    exact = [clock("par", solve, position, par=True).fewest_moves_exact for position in winnable]
    if exact:
        clock.show("N", "par", f"{exact.count(True)} of {len(exact)} proven")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--par", type=int, default=20, metavar="DEALS", help="0 leaves the slow search for par out")
    options = parser.parse_args()
    print(f"{'milliseconds':39} {'median':>9} {'most':>9} {'plain':>9} {'ratio':>9}  wanted")
    for warm_up in ("E", "N"):
        is_winnable(deals(warm_up, 1, 0)[0])
    for rule in ("E", "C"):
        tripeaks(rule, options.deals, options.seed)
    for rule in ("N", "NK", "NS"):
        pyramid(rule, options.deals, options.seed)
    par(options.par, options.seed)
    # In kibibytes on Linux, in bytes on macOS.
    unit = 1024**2 if sys.platform == "darwin" else 1024
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    print(f"largest memory of this process: {memory:.0f} MB (under 150)")


if __name__ == "__main__":
    main()
