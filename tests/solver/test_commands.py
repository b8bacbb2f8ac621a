"""``manage.py solve`` and ``manage.py winnability``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.action import parse_action
from games.engine.cards import parse_cards, print_cards
from games.engine.deal import parse_code
from games.engine.notation import print_position
from games.engine.position import replay, start
from games.engine.variant import Pyramid, TriPeaks
from games.management.commands.winnability import wilson


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def decks(path: Path, *codes: str) -> str:
    file = path / "decks.txt"
    file.write_text("".join(print_cards(parse_code(code).deck) + "\n" for code in codes))
    return str(file)


def test_a_code_gets_a_verdict_par_and_a_line() -> None:
    text = run("solve", "TP1-E-AAAAAAD")
    assert "TriPeaks E: can be won" in text
    assert "fewest draws of a win: 13" in text
    line = text.partition("line: ")[2].split()
    code = parse_code("TP1-E-AAAAAAD")
    end = replay(code.variant, code.deck, map(parse_action, line))
    assert (end.outcome, end.board.score) == ("won", 759)

    assert "Pyramid N: cannot be won\nbest score: 140\ncards that can go: 14 of 28" in run("solve", "py1-n-aaaaaaj")
    assert "par: 56 moves" in run("solve", "PY1-N-AAAAAAF", "--par")


def test_decks_get_a_json_line_each(tmp_path: Path) -> None:
    file = decks(tmp_path, "TP1-C-AAAAAAD", "TP1-C-AAAAABA")
    lines = [
        json.loads(line)
        for line in run("solve", "--game", "tripeaks", "--rule", "C", "--decks", file, "--json").split("\n")[:-1]
    ]
    assert [line["winnable"] for line in lines] == [False, True]
    assert lines[0] == {
        "winnable": False,
        "draws": None,
        "best_score": 664,
        "max_removable": 27,
        "fewest_moves": None,
        "fewest_moves_exact": None,
        "line": lines[0]["line"],
        "line_score": 664,
    }
    for line, code in zip(lines, ("TP1-C-AAAAAAD", "TP1-C-AAAAABA"), strict=True):
        end = replay(TriPeaks(wrap=False), parse_code(code).deck, map(parse_action, line["line"]))
        assert end.board.score == line["best_score"]


def test_decks_of_pyramid_with_par(tmp_path: Path) -> None:
    file = decks(tmp_path, "PY1-N-AAAAAAF", "PY1-N-AAAAAAJ")
    out = run("solve", "--game", "pyramid", "--rule", "N", "--decks", file, "--json", "--par")
    won, lost = map(json.loads, out.splitlines())
    assert (won["winnable"], won["fewest_moves"], won["fewest_moves_exact"], won["draws"]) == (True, 56, True, None)
    end = replay(Pyramid(), parse_code("PY1-N-AAAAAAF").deck, map(parse_action, won["line"]))
    assert (end.outcome, end.moves) == ("won", 56)
    assert (lost["winnable"], lost["max_removable"], lost["fewest_moves"]) == (False, 14, None)


def test_a_position_can_be_solved_in_its_notation() -> None:
    code = parse_code("TP1-E-AAAAAAD")
    position = start(code.variant, code.deck).play(parse_action("d"))
    assert "fewest draws of a win: 12" in run("solve", "--position", print_position(position))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["PY1-N-AAAAAAS", "--game", "tripeaks"], "this is Pyramid, not tripeaks: a code of tripeaks starts with TP1"),
        (["TP1-E-AAAAAAS", "--rule", "C"], "this is played by rule E, not C"),
        (["TP1-Q-AAAAAAS"], "the rule letter Q does not exist for TriPeaks"),
        (["XX1-E-AAAAAAS"], "no game is called “XX1”"),
        (["TP1-E-AAAS"], "“AAAS” is no deal"),
        (["--position", "TP1-E | AS | | | 0 0"], "a tableau has 28 cards, not 1"),
        ([], "Give a code, or --position TEXT, or --decks FILE"),
        (["--decks", "nowhere.txt"], "Decks need --game and --rule"),
        (["--decks", "nowhere.txt", "--game", "tripeaks", "--rule", "E"], "cannot read nowhere.txt"),
        (
            ["--decks", "nowhere.txt", "--game", "tripeaks", "--rule", "N0"],
            "the rule letter 0 does not exist for TriPeaks",
        ),
    ],
)
def test_bad_input_gets_a_named_error(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run("solve", *arguments)


def test_an_impossible_position_gets_a_named_error() -> None:
    code = parse_code("TP1-E-AAAAAAD")
    cards = print_cards(code.deck[:28]).split()
    text = f"TP1-E | {cards[0].lower()} {' '.join(cards[1:])} | {print_cards(code.deck[28:29])} | | 500 0"
    with pytest.raises(CommandError, match="card 0 is gone, but a card still lies on it"):
        run("solve", "--position", text)


def test_an_impossible_deck_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "decks.txt"
    deck = print_cards(parse_code("TP1-E-AAAAAAD").deck)
    for wrong, message in (
        ("7C " * 52, "line 2: a deck holds each of the 52 cards once"),
        ("7C TD", "line 2: a deck holds each of the 52 cards once"),
        (deck.replace("7C", "7X"), "line 2: “7X” is not a card"),
    ):
        file.write_text(f"{deck}\n{wrong}\n")
        with pytest.raises(CommandError, match=message):
            run("solve", "--game", "tripeaks", "--rule", "E", "--decks", str(file), "--json")


def test_winnability_counts_the_same_deals_for_the_same_seed() -> None:
    once = run("winnability", "--game", "pyramid", "--rule", "N", "NK", "--deals", "60", "--seed", "4")
    assert once == run("winnability", "--game", "pyramid", "--rule", "N", "NK", "--deals", "60", "--seed", "4")
    assert once != run("winnability", "--game", "pyramid", "--rule", "N", "NK", "--deals", "60", "--seed", "5")
    head, _, n, nk = once.splitlines()
    assert head == "| game | rule | deals | seed | won | lost | unknown | winnable | 95% interval |"
    won, lost = (int(cell) for cell in n.split("|")[5:7])
    assert won + lost == 60
    assert int(nk.split("|")[5]) >= won


def test_winnability_shows_its_progress_on_standard_error() -> None:
    progress = io.StringIO()
    call_command(
        "winnability", "--game", "tripeaks", "--rule", "E", "--deals", "4", stdout=io.StringIO(), stderr=progress
    )
    assert "E [##########..............................] 1/4" in progress.getvalue()
    assert "[########################################] 4/4" in progress.getvalue()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "pyramid", "--rule", "E"], "the rule letter E does not exist for Pyramid"),
        (["--game", "tripeaks", "--rule", "E", "--deals", "0"], "--deals must be at least 1"),
    ],
)
def test_winnability_names_what_is_wrong(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run("winnability", *arguments)


def test_the_interval_is_wilsons() -> None:
    """Wilson 1927, as in Brown, Cai and DasGupta 2001: 1 of 10 is 0.0179 to 0.4042."""
    assert wilson(1, 10) == pytest.approx((0.0179, 0.4042), abs=5e-5)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)


def test_an_easy_deck_with_a_joker_has_53_cards(tmp_path: Path) -> None:
    code = parse_code("TP1-EJ-AAAAAAD")
    file = tmp_path / "decks.txt"
    file.write_text(print_cards(code.deck))
    solved = json.loads(run("solve", "--game", "tripeaks", "--rule", "EJ", "--decks", str(file), "--json"))
    assert solved == json.loads(run("solve", "TP1-EJ-AAAAAAD", "--json"))
    assert parse_cards(file.read_text()) == code.deck
