"""Measure which share of the deals can be won."""

from __future__ import annotations

from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.deal import shuffled, words
from games.engine.errors import Malformed
from games.engine.position import start
from games.engine.variant import TITLES, Variant, parse_rule
from games.solver import is_winnable

BAR = 40
Z = 1.959964
"""The normal quantile of a two-sided 95% interval."""


class Command(BaseCommand):
    """``manage.py winnability --game GAME --rule RULE [RULE ...] --deals N --seed S``."""

    requires_system_checks = []
    help = "Solve N random deals and print the share that can be won, with its 95% interval, as a table."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=list(TITLES), required=True)
        parser.add_argument("--rule", nargs="+", required=True, help="rule fields, such as E, CT, N or NS2: a row each")
        parser.add_argument("--deals", type=int, default=1000, help="how many deals (default 1000)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default 1)")

    def handle(self, *args: object, **options: Any) -> None:
        deals, seed = options["deals"], options["seed"]
        if deals < 1:
            raise CommandError("--deals must be at least 1")
        try:
            variants = [parse_rule(options["game"], rule) for rule in options["rule"]]
        except Malformed as error:
            raise CommandError(str(error)) from error
        self.stdout.write("| game | rule | deals | seed | won | lost | unknown | winnable | 95% interval |")
        self.stdout.write("|---|---|---|---|---|---|---|---|---|")
        for variant in variants:
            won, lost = self._count(variant, deals, seed)
            unknown = deals - won - lost
            # What is not known may be either: the interval reaches from "all lost" to "all won".
            low, high = wilson(won, deals)[0], wilson(deals - lost, deals)[1]
            share = f"{won / deals:.2%}" + (f" to {(deals - lost) / deals:.2%}" if unknown else "")
            cells = [
                TITLES[variant.game],
                variant.rule,
                deals,
                seed,
                won,
                lost,
                unknown,
                share,
                f"{low:.2%} to {high:.2%}",
            ]
            self.stdout.write(f"| {' | '.join(map(str, cells))} |")
            self.stdout.flush()

    def _count(self, variant: Variant, deals: int, seed: int) -> tuple[int, int]:
        """How many of the deals can be won, and how many cannot, under a progress bar on standard error."""
        steps = 100 if self.stderr.isatty() else 4
        won = lost = 0
        for done in range(1, deals + 1):
            deck = shuffled(variant, words(f"winnability:{seed}:{done}"))
            verdict = is_winnable(start(variant, deck))
            won += verdict is True
            lost += verdict is False
            if done * steps // deals > (done - 1) * steps // deals:
                filled = done * BAR // deals
                bar = "#" * filled + "." * (BAR - filled)
                self.stderr.write(f"\r{variant.rule} [{bar}] {done}/{deals} ({won} won)", str, "")
        self.stderr.write("", str)
        return won, lost


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95% Wilson score interval of a share (Wilson 1927)."""
    share, square = successes / trials, Z * Z / trials
    middle = (share + square / 2) / (1 + square)
    half = Z / (1 + square) * sqrt(share * (1 - share) / trials + square / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)
