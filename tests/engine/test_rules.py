"""The rules that the printed examples leave out, each on the shortest position that shows it."""

import pytest

from games.engine.action import Draw, End, Undo, parse_action
from games.engine.deal import parse_code
from games.engine.errors import Malformed, Refused
from games.engine.notation import parse_position
from games.engine.position import UNDO_LIMIT, Position, start
from games.engine.variant import TriPeaks

TRIPEAKS_GONE = "as as as / as as as as as as / as as as as as as as as as / "
PYRAMID_GONE = "as / as as / as as as / as as as as / as as as as as / as as as as as as / "


def tripeaks(bottom: str, waste: str, stock: str = "", rule: str = "E", counters: str = "500 0") -> Position:
    """Only a bottom row is left, ten places wide; lower case is gone."""
    return parse_position(f"TP1-{rule} | {TRIPEAKS_GONE} {bottom} | {waste} | {stock} | {counters}")


def pyramid(bottom: str, waste: str = "", stock: str = "", rule: str = "N", counters: str = "0 0") -> Position:
    """Only a bottom row is left, seven places wide; lower case is gone."""
    return parse_position(f"PY1-{rule} | {PYRAMID_GONE} {bottom} | {waste} | {stock} | {counters}")


def reason(position: Position, action: str) -> str:
    with pytest.raises(Refused) as refused:
        position.play(parse_action(action))
    return refused.value.reason


def after(position: Position, actions: str) -> Position:
    for action in actions.split():
        position = position.play(parse_action(action))
    return position


ROW_5_6 = "5C 6C as as as as as as as as"


def test_the_last_peak_card_wins_at_once_though_the_stock_is_not_empty() -> None:
    """Rules 1: “Won at once when all 28 peak cards are gone, stock or not.”"""
    won = after(tripeaks(ROW_5_6, "4S", "KH"), "r18 r19")
    assert won.outcome == "won"
    assert won.over
    assert reason(won, "u") == "game_over"


def test_stuck_is_an_empty_stock_and_nothing_that_fits() -> None:
    """Rules 1: “Stuck when the stock is empty and no available card fits the waste top; the player may then undo”."""
    stuck = after(tripeaks(ROW_5_6, "4S", "KH"), "d")
    assert stuck.outcome == "stuck"
    assert not stuck.over
    assert reason(stuck, "d") == "stock_empty"
    assert stuck.play(Undo()).outcome is None


def test_ending_a_stuck_game_leaves_it_stuck_and_a_running_one_resigned() -> None:
    """Rules 1: “A stuck game loses and gains nothing.”"""
    running = tripeaks(ROW_5_6, "4S", "KH")
    assert running.play(End()).outcome == "resigned"
    ended = after(running, "d x")
    assert (ended.outcome, ended.over, ended.board.score) == ("stuck", True, 499)
    assert reason(ended, "u") == "game_over"


def test_each_peak_pays_100_once_and_undo_takes_it_back() -> None:
    """Rules 1: “clears a whole peak: another +100”; rules 3: “the points of that action are taken back”."""
    position = tripeaks("3C as as 5C as as as as as as", "2S 4S", "KH")
    cleared = position.play(parse_action("r18"))
    assert cleared.board.score == 500 - 1 + 100
    assert cleared.play(Undo()).board.score == 500


def test_the_score_never_falls_below_zero() -> None:
    """Rules 1: “Starts at 500, never below 0.”"""
    assert tripeaks(ROW_5_6, "KS", "KH", counters="0 9").play(Draw()).board.score == 0


def test_undo_brings_back_at_most_the_last_100_actions() -> None:
    """Rules 3: “Undo takes back the last action, at most the last 100.”"""
    position = pyramid("2C 2D 2H 2S 3C 3D 3H", "5H 6H", "7S 8S")
    for _ in range(60):
        position = after(position, "d d c" if len(position.board.stock) == 2 else "d d d d c")
    undone = 0
    while position.past:
        position = position.play(Undo())
        undone += 1
    assert undone == UNDO_LIMIT
    assert reason(position, "u") == "nothing_to_undo"


def test_undo_is_no_move_and_the_counter_keeps_its_value() -> None:
    """Rules 3: “Undo is not itself a move, and the counter keeps its value.”"""
    position = after(tripeaks(ROW_5_6, "4S", "KH"), "r18 u r18")
    assert (position.moves, position.undos) == (2, 1)


def test_a_pair_counts_as_one_move_and_scores_its_pyramid_cards() -> None:
    """Rules 2: “pyramid pair 20, pair with the waste 10, pyramid King 10, waste King 0”; rules 3: “a pair is one”."""
    position = pyramid("6C 7D 9H KS 2C 2D 2H", "KH 4S")
    for action, score in (("p21+22", 20), ("p23+w", 30), ("k24", 40), ("kw", 40)):
        position = position.play(parse_action(action))
        assert position.board.score == score
    assert position.moves == 4


def test_a_card_never_goes_with_its_cover_or_from_under_it() -> None:
    """Rules 2: “Never two waste cards ..., never a card with its cover.”"""
    position = parse_position(
        f"PY1-N | {PYRAMID_GONE.replace('as / as as /', '6H / as 7H /', 1)} " + "as " * 7 + "| 6S 7S | | 0 0"
    )
    assert reason(position, "p0+2") == "own_cover"
    assert reason(position, "p0+w") == "blocked"
    assert reason(position, "pv+w") == "waste_pair"


def test_the_waste_goes_back_in_the_same_order() -> None:
    """Rules 2: “With the stock empty, tapping it recycles the waste: every card goes back in the same order”."""
    start_ = pyramid("2C 2D 2H 2S 3C 3D 3H", "5H", "6H 7S")
    assert reason(start_, "c") == "stock_not_empty"
    recycled = after(start_, "d d c")
    assert (recycled.board.stock, recycled.board.waste) == ((*start_.board.waste, *start_.board.stock), ())
    assert recycled.moves == 3


def test_pyramid_is_stuck_only_when_nothing_can_be_drawn_recycled_or_removed() -> None:
    """Rules 2: “While a card can be drawn or recycled, the game goes on, even when nothing can ever be removed.”"""
    assert pyramid("2C 2D 2H 2S 3C 3D 3H", "5H").outcome is None
    assert pyramid("2C 2D 2H 2S 3C 3D 3H").outcome == "stuck"
    assert pyramid("2C 2D 2H 2S 3C 3D KH").outcome is None


def test_nothing_can_be_taken_where_nothing_is() -> None:
    position = pyramid("6C 7D ac as as as as")
    assert reason(position, "p21+23") == "nothing_there"
    assert reason(position, "p21+w") == "waste_empty"
    assert reason(position, "kw") == "waste_empty"
    assert reason(position, "k21") == "not_king"
    assert reason(position, "r21") == "wrong_game"
    assert reason(tripeaks(ROW_5_6, "4S"), "p18+19") == "wrong_game"
    assert reason(tripeaks(ROW_5_6, "4S"), "r20") == "nothing_there"


class TestVariants:
    """Rules 5."""

    def test_a_joker_fits_on_any_card_and_any_card_on_it(self) -> None:
        position = tripeaks(ROW_5_6, "KS", "XX", rule="EJ")
        assert reason(position, "r19") == "not_adjacent"
        assert after(position, "d r19").board.cards_left == 1

    def test_a_joker_makes_24_cards_of_stock_and_leaves_the_other_cards_as_they_are(self) -> None:
        plain, joker = parse_code("TP1-E-QWERTYU"), parse_code("TP1-EJ-QWERTYU")
        deck = list(joker.deck)
        assert len(start(joker.variant, joker.deck).board.stock) == 24
        assert deck.index(52) >= 29
        deck.remove(52)
        assert tuple(deck) == plain.deck

    def test_open_peaks_show_all_28_cards(self) -> None:
        code = parse_code("TP1-EO-AAAAAAB")
        assert isinstance(code.variant, TriPeaks)
        assert code.variant.open_peaks

    def test_an_empty_waste_takes_any_available_card(self) -> None:
        code = parse_code("TP1-CW-AAAAAAB")
        position = start(code.variant, code.deck)
        assert (position.board.waste, len(position.board.stock)) == ((), 24)
        assert len(position.legal()) == 10 + 1

    def test_the_traditional_stock_opens_only_when_no_card_fits(self) -> None:
        assert reason(tripeaks(ROW_5_6, "4S", "KH", rule="ET"), "d") == "play_first"
        assert tripeaks(ROW_5_6, "KS", "KH", rule="ET").play(Draw()).moves == 1

    def test_a_streak_pays_more_with_each_removal_and_a_draw_ends_it(self) -> None:
        """“the n-th removal in a row +n, a draw -5 and ends the streak, peaks +15, +15, +30; ... may go below” 0."""
        position = tripeaks("3C 4C 6C 5C 6D as as 8C as as", "2S", "KH KD 7H", rule="ES", counters="0 0")
        scores = []
        for action in ["r18", "r19", "r21", "r20", "d", "d", "d", "r22"]:
            position = position.play(parse_action(action))
            scores.append(position.board.score)
        assert scores == [1, 3, 6, 10 + 15, 20, 15, 10, 11 + 15]
        assert tripeaks(ROW_5_6, "KS", "KH", rule="ES", counters="0 0").play(Draw()).board.score == -5

    def test_a_strict_win_needs_stock_and_waste_empty_too(self) -> None:
        assert after(pyramid("6C 7D as as as as as", "KS"), "p21+22").outcome == "won"
        strict = after(pyramid("6C 7D as as as as as", "KS", rule="NS"), "p21+22")
        assert strict.outcome is None
        assert after(strict, "kw").outcome == "won"

    def test_recycles_run_out(self) -> None:
        """Rules 5: “"stuck" means that no removal, draw or recycle is left.”"""
        position = after(pyramid("2C 2D 2H 2S 3C 3D 3H", "5H", rule="N1"), "c d")
        assert position.outcome == "stuck"
        assert reason(position, "c") == "no_recycles"

    def test_a_drawn_card_pairs_with_the_waste_card_it_covered(self) -> None:
        position = pyramid("2C 2D 2H 2S 3C 3D 3H", "5H", "8H", rule="ND")
        drawn = position.play(Draw())
        assert after(drawn, "pv+w").board.waste == ()
        assert reason(pyramid("2C 2D 2H 2S 3C 3D 3H", "5H 8H", rule="ND"), "pv+w") == "waste_pair"

    def test_a_card_pairs_with_its_only_cover(self) -> None:
        tableau = f"{PYRAMID_GONE.replace('as / as as /', '6H / as 7H /', 1)} " + "as " * 7
        assert parse_position(f"PY1-NK | {tableau} | | | 0 0").play(parse_action("p0+2")).outcome == "won"
        both = tableau.replace("6H / as 7H", "6H / 7S 7H")
        assert reason(parse_position(f"PY1-NK | {both} | | | 0 0"), "p0+2") == "blocked"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("TP1-X-AAAAAAB", "the rule letter X does not exist for TriPeaks"),
        ("TP1-EK-AAAAAAB", "the rule letter K does not exist for TriPeaks"),
        ("PY1-E-AAAAAAB", "the rule letter E does not exist for Pyramid"),
        ("TP1-EJJ-AAAAAAB", "the rule letter J stands twice"),
        ("PY1-N12-AAAAAAB", "only one number of recycles can be given"),
        ("TP1--AAAAAAB", "the rule is missing: TriPeaks has E, C, N"),
        ("TP2-E-AAAAAAB", "no game is called “TP2”: a code starts with TP1 or PY1"),
        ("TP1-E-AAAAAA", "“AAAAAA” is no deal: a deal is seven letters from A to Z"),
        ("TP1-E-AAAAAA1", "“AAAAAA1” is no deal: a deal is seven letters from A to Z"),
        ("hello", "a code has three parts, such as TP1-E-AAAAAAB"),
    ],
)
def test_a_wrong_code_says_which_part_is_wrong(code: str, message: str) -> None:
    with pytest.raises(Malformed) as fault:
        parse_code(code)
    assert str(fault.value) == message


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" tp1-n-aaaaaab ", "TP1-E-AAAAAAB"),
        ("TP1-CST-ZZZZZZZ", "TP1-CTS-ZZZZZZZ"),
        ("py1-nk2s-AAAAAAA", "PY1-NS2K-AAAAAAA"),
    ],
)
def test_reading_a_code_is_lenient_and_writing_canonical(text: str, canonical: str) -> None:
    """Rules 4: “Reading a code ignores case and surrounding space and turns N into E for TriPeaks”."""
    assert str(parse_code(text)) == canonical


@pytest.mark.parametrize("text", ["", "r28", "r01", "p5+4", "pw+5", "pv+5", "r", "k28", "R1", "r1 ", "p1+1", "r١"])
def test_text_that_is_no_action_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse_action(text)
