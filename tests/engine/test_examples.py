"""Each example printed on the rules pages."""

import pytest

from games.engine.action import Action, Draw, Remove, parse_action
from games.engine.cards import print_card, print_cards
from games.engine.deal import Code, parse_code
from games.engine.errors import Refused
from games.engine.position import Position, replay, start
from games.engine.variant import TriPeaks
from games.engine.view import view
from games.solver import solve


def deal(code: str) -> Position:
    parsed = parse_code(code)
    return start(parsed.variant, parsed.deck)


def play(code: str, actions: str) -> Position:
    parsed = parse_code(code)
    return replay(parsed.variant, parsed.deck, map(parse_action, actions.split()))


def removals(position: Position) -> list[str]:
    tableau = position.board.tableau
    return [print_card(tableau[action.place]) for action in position.legal() if isinstance(action, Remove)]


def refusal(position: Position, action: str) -> Refused:
    with pytest.raises(Refused) as refused:
        position.play(parse_action(action))
    return refused.value


@pytest.mark.parametrize("rule", ["E", "C"])
def test_tp1_aaaaaab_is_dealt_as_printed(rule: str) -> None:
    """Rules 4: “waste A♣; bottom row 3♠ 5♠ K♣ 4♠ 2♦ A♠ K♦ 8♥ 7♣ 9♠”; 23 cards in the stock, 18 face down."""
    seen = view(deal(f"TP1-{rule}-AAAAAAB"))
    assert seen.waste == ("AC",)
    assert seen.tableau[18:] == ("3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S")
    assert seen.tableau[:18] == ("??",) * 18
    assert seen.stock == 23


def test_easy_joins_king_and_ace_and_classic_does_not() -> None:
    """Rules 4: “Easy: plays K♣, 2♦, K♦. Classic: 2♦ only.”"""
    assert removals(deal("TP1-E-AAAAAAB")) == ["KC", "2D", "KD"]
    assert removals(deal("TP1-C-AAAAAAB")) == ["2D"]


def test_the_fifth_card_of_row_three_turns_up_when_both_its_covers_are_gone() -> None:
    """Rules 4: “After K♣, A♠, 2♦ (Easy) the fifth card of row 3 turns up, 7♠.”"""
    before, after = view(play("TP1-E-AAAAAAB", "r20 r23")), view(play("TP1-E-AAAAAAB", "r20 r23 r22"))
    assert before.tableau[9 + 4] == "??"
    assert after.tableau[9 + 4] == "7S"
    assert after.tableau[:18].count("??") == 17


def test_three_on_ace_is_refused_for_its_rank() -> None:
    """Rules 4: “3♠ on A♣ is refused for its rank.”"""
    assert refusal(deal("TP1-E-AAAAAAB"), "r18").reason == "not_adjacent"


def test_a_covered_card_is_refused_as_blocked() -> None:
    """Rules 3: “TriPeaks: covered or face down”."""
    assert refusal(deal("TP1-E-AAAAAAB"), "r13").reason == "blocked"


def test_tp1_aaaaaad_can_be_won_in_easy_and_not_in_classic() -> None:
    """Rules 4: “winnable in Easy, not in Classic”."""
    assert solve(deal("TP1-E-AAAAAAD")).winnable is True
    assert solve(deal("TP1-C-AAAAAAD")).winnable is False


def win_with_peaks_at(code: Code, moves: tuple[int, ...]) -> list[Action] | None:
    """A win of `code` without undo that clears its peaks at these moves, found by trying every line."""
    seen = set()

    def search(position: Position, line: list[Action]) -> list[Action] | None:
        board = position.board
        key = (board.left, board.top, len(board.stock), board.score)
        if key in seen:
            return None
        seen.add(key)
        if position.over:
            return line if position.moves == moves[-1] else None
        bonuses = (board.score - 500 + position.moves) // 100
        if bonuses != sum(position.moves >= move for move in moves):
            return None
        for action in position.legal():
            if found := search(position.play(action), [*line, action]):
                return found
        return None

    return search(start(code.variant, code.deck), [])


def test_tp1_aaaaaad_has_a_win_of_50_moves_that_scores_750() -> None:
    """Rules 4: “An Easy win of 50 moves exists that clears peaks at moves 37, 42 and 50; it scores 750.”"""
    code = parse_code("TP1-E-AAAAAAD")
    line = win_with_peaks_at(code, (37, 42, 50))
    assert line is not None
    position = replay(code.variant, code.deck, line)
    assert (position.outcome, position.moves, position.board.score) == ("won", 50, 750)


def test_py1_aaaaaas_has_the_printed_first_moves() -> None:
    """Rules 4: “K♦, 10♣, 3♠, 7♣ and 7♠ are available at the start; K♦ alone, then 10♣ + 3♠, are legal first moves”."""
    position = deal("PY1-N-AAAAAAS")
    layout, board = position.variant.layout, position.board
    available = print_cards(board.tableau[place] for place in layout.available(board.left)).split()
    assert {"KD", "TC", "3S", "7C", "7S"} <= set(available)
    after = play("PY1-N-AAAAAAS", "k27 p22+23")
    assert (after.board.score, after.moves) == (30, 2)


def test_queen_of_clubs_in_row_six_is_blocked() -> None:
    """Rules 4: “Q♣ in row 6 is blocked”."""
    position = deal("PY1-N-AAAAAAS")
    assert print_card(position.board.tableau[17]) == "QC"
    assert refusal(position, "p17+w").reason == "blocked"


def test_two_sevens_are_refused_for_their_sum() -> None:
    """Rules 4: “7♣ + 7♠ is refused for its sum”."""
    refused = refusal(deal("PY1-N-AAAAAAS"), "p21+25")
    assert (refused.reason, refused.places) == ("not_thirteen", ("21", "25"))


def test_at_most_14_cards_of_py1_aaaaaaj_can_go() -> None:
    """Rules 4: “at most 14 pyramid cards can ever be removed”."""
    solution = solve(deal("PY1-N-AAAAAAJ"))
    assert (solution.winnable, solution.max_removable) == (False, 14)


def test_the_best_and_worst_win_score_772_and_749() -> None:
    """Rules 1: “772 with no draw, 749 with all 23”, on decks arranged so that the reading order upwards always fits."""
    run = [rank * 4 + suit for suit in range(4) for rank in range(13)]
    tableau = list(reversed(run[1:29]))
    deck = (*tableau, run[0], *run[29:])
    up = [parse_action(f"r{place}") for place in reversed(range(28))]
    best = replay(TriPeaks(), deck, up)
    assert (best.outcome, best.board.score) == ("won", 772)
    # The same tableau, with the card that starts the run at the bottom of the stock.
    deck = (*tableau, run[-1], *run[29:-1], run[0])
    worst = replay(TriPeaks(), deck, [Draw()] * 23 + up)
    assert (worst.outcome, worst.board.score) == ("won", 749)


def test_a_pyramid_win_scores_280() -> None:
    """Rules 2: “A win is always 280”."""
    code = parse_code("PY1-N-AAAAAAA")
    solution = solve(start(code.variant, code.deck))
    assert solution.winnable
    assert solution.line is not None
    won = replay(code.variant, code.deck, solution.line)
    assert (won.outcome, won.board.score) == ("won", 280)
