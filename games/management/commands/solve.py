"""The truth about a deal: can it be won, how well, and how."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.action import print_action
from games.engine.cards import parse_cards
from games.engine.deal import VERSIONS, parse_code
from games.engine.errors import Malformed
from games.engine.notation import parse_position
from games.engine.position import Position, start
from games.engine.variant import TITLES, Variant, parse_rule
from games.solver import Solution, solve


class Command(BaseCommand):
    """``manage.py solve CODE``, or ``--position TEXT``, or ``--game GAME --rule RULE --decks FILE``."""

    requires_system_checks = []
    help = "Say whether a deal can be won, its par, and one best line in the notation of actions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="?", help="a game code, such as TP1-E-AAAAAAB")
        parser.add_argument("--position", metavar="TEXT", help="a position in the notation of games.engine.notation")
        parser.add_argument(
            "--decks", metavar="FILE", help="a deck a line: tableau, waste, stock (- for standard input)"
        )
        parser.add_argument("--game", choices=list(TITLES), help="the game of the decks; a code must be of it too")
        parser.add_argument("--rule", help="the rule field for the decks, such as E, CT, N or NS2")
        parser.add_argument(
            "--par", action="store_true", help="look for the fewest moves of a Pyramid win: takes seconds"
        )
        parser.add_argument("--json", action="store_true", help="print a JSON object a line")

    def handle(self, *args: object, **options: Any) -> None:
        for where, position in self._positions(options):
            try:
                solution = solve(position, par=options["par"])
            except Malformed as error:
                raise CommandError(f"{where}{error}") from error
            self.stdout.write(json.dumps(as_json(solution)) if options["json"] else as_text(position, solution))
            self.stdout.flush()

    def _positions(self, options: dict[str, Any]) -> Iterator[tuple[str, Position]]:
        """Each position asked for, with what an error message names it by. Raises `CommandError`."""
        if sum(options[name] is not None for name in ("code", "position", "decks")) != 1:
            raise CommandError("Give a code, or --position TEXT, or --decks FILE with --game and --rule.")
        try:
            if options["decks"]:
                yield from self._dealt(options)
                return
            position = _of_code(options["code"]) if options["code"] else parse_position(options["position"])
        except Malformed as error:
            raise CommandError(str(error)) from error
        _check_variant(position.variant, options["game"], options["rule"])
        yield "", position

    def _dealt(self, options: dict[str, Any]) -> Iterator[tuple[str, Position]]:
        if not options["game"] or not options["rule"]:
            raise CommandError("Decks need --game and --rule.")
        variant = parse_rule(options["game"], options["rule"])
        for number, line in enumerate(_lines(options["decks"]), 1):
            if line.strip():
                try:
                    yield f"line {number}: ", start(variant, parse_cards(line))
                except Malformed as error:
                    raise CommandError(f"line {number}: {error}") from error


def _of_code(text: str) -> Position:
    code = parse_code(text)
    return start(code.variant, code.deck)


def _check_variant(variant: Variant, game: str | None, rule: str | None) -> None:
    """Raise `CommandError` when a code or position is of another game or rule than asked for."""
    if game and variant.game != game:
        prefix = next(version for version, name in VERSIONS.items() if name == game)
        raise CommandError(f"this is {TITLES[variant.game]}, not {game}: a code of {game} starts with {prefix}")
    if rule and parse_rule(variant.game, rule) != variant:
        raise CommandError(f"this is played by rule {variant.rule}, not {rule}")


def _lines(name: str) -> Iterator[str]:
    if name == "-":
        yield from sys.stdin
        return
    try:
        with Path(name).open(encoding="utf-8") as file:
            yield from file
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {name}: {error}") from error


def as_json(solution: Solution) -> dict[str, object]:
    """A solution as JSON values, actions in their notation."""
    return {**asdict(solution), "line": [print_action(action) for action in solution.line]}


def as_text(position: Position, solution: Solution) -> str:
    """A solution as lines for a reader."""
    verdict = {True: "can be won", False: "cannot be won", None: "not known whether it can be won"}[solution.winnable]
    lines = [f"{TITLES[position.variant.game]} {position.variant.rule}: {verdict}"]
    if solution.draws is not None:
        lines.append(f"fewest draws of a win: {solution.draws}")
    if solution.best_score is not None:
        lines.append(f"best score: {solution.best_score}")
    if solution.max_removable is not None:
        lines.append(f"cards that can go: {solution.max_removable} of {position.board.cards_left}")
    if solution.fewest_moves is not None:
        lines.append(f"par: {'' if solution.fewest_moves_exact else 'at most '}{solution.fewest_moves} moves")
    if solution.line:
        lines.append("line: " + " ".join(map(print_action, solution.line)))
    return "\n".join(lines)
