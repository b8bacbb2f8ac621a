"""What helps at the table: hints, redo, a pause, dead ends, starting again; and what the sheet tells at the end."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from games.engine.action import Action, Draw, parse_action
from games.engine.deal import parse_code
from games.engine.position import replay, start
from games.models import GameKind
from games.solver import solve
from tests.browser.accessible import expect_accessible
from tests.browser.slow_line import slow_line
from tests.browser.table import expect_position, open_new_game, shown, somebody, tap, tap_place
from tests.browser.test_whole_game import end_game, share_with_everyone, start_today
from tests.conftest import DaphneFactory

CODE = parse_code("TP1-E-AAAAAAB")


SOLVED = 60_000
"""Milliseconds that the solver may take on a busy machine."""


def actions(text: str) -> list[Action]:
    return [parse_action(action) for action in text.split()]


def sit_down(browser: Browser, base_url: str, code: str = "TP1-E-AAAAAAB") -> Page:
    table = somebody(browser, base_url, width=360, height=640).new_page()
    open_new_game(table, code)
    return table


def press(page: Page, key: str) -> None:
    """A key of the board, with the focus on it."""
    page.locator(".board__in [tabindex='0']").focus()
    page.keyboard.press(key)


def choose(page: Page, row: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=row).click()


def test_a_hint_marks_cards_that_can_be_played_and_says_so(browser: Browser, base_url: str) -> None:
    table = sit_down(browser, base_url)
    table.get_by_role("button", name="Hint").click()
    marked = table.locator(".card.hinted")
    expect(marked).to_have_count(1)
    expect(table.locator(".msg")).to_have_text(re.compile("^Hint: "))
    expect(table.get_by_role("status").filter(has_text="Hint: ")).to_have_count(1)
    expect_accessible(table)
    marked.click(position={"x": 8, "y": 8}, force=True)
    expect(table.locator(".info .stat", has_text="Moves").locator("dd")).to_have_text("1")
    expect(marked).to_have_count(0)


def test_the_game_of_the_day_has_no_hint_and_no_pause_and_says_why(browser: Browser, base_url: str) -> None:
    table = somebody(browser, base_url).new_page()
    start_today(table, GameKind.TRIPEAKS)
    expect(table.get_by_role("button", name="Hint")).to_have_count(0)
    press(table, "h")
    expect(table.locator(".msg")).to_have_text("No hints in the game of the day")
    press(table, "p")
    expect(table.locator(".msg")).to_have_text("The game of the day cannot be paused")
    table.get_by_role("button", name="Menu").click()
    expect(table.get_by_role("button", name="Pause")).to_have_count(0)


def test_what_was_taken_back_is_played_again_even_after_a_reload(browser: Browser, base_url: str) -> None:
    table = sit_down(browser, base_url)
    line = actions("r20 r23 d u u")
    for action in line:
        tap(table, action)
    expect_position(table, replay(CODE.variant, CODE.deck, line))
    table.reload()
    expect_position(table, replay(CODE.variant, CODE.deck, line))
    table.get_by_role("button", name="Redo").click()
    expect_position(table, replay(CODE.variant, CODE.deck, [*line, *actions("r23")]))
    press(table, "y")
    expect_position(table, replay(CODE.variant, CODE.deck, [*line, *actions("r23 d")]))
    expect(table.get_by_role("button", name="Redo")).to_have_count(0)


def test_a_pause_covers_the_cards_for_everybody_until_it_is_over(browser: Browser, base_url: str) -> None:
    table = sit_down(browser, base_url)
    screen = somebody(browser, base_url).new_page()
    screen.goto(share_with_everyone(table))
    tap(table, Draw())
    expect_position(screen, replay(CODE.variant, CODE.deck, [Draw()]))
    before = shown(table)

    press(table, "p")
    for page in (table, screen):
        expect(page.get_by_role("region", name="Paused")).to_be_visible()
        expect(page.locator(".card.up")).to_have_count(0)
    expect(screen.get_by_role("button", name="Resume")).to_have_count(0)
    expect_accessible(table)
    # The clock stands: what it says survives a reload, and so does the pause.
    clock = table.locator(".info .stat", has_text="Time").locator("dd")
    stood = clock.text_content() or ""
    table.reload()
    expect(table.get_by_role("button", name="Resume")).to_be_focused()
    expect(clock).to_have_text(stood)

    table.keyboard.press("Enter")
    expect_position(table, replay(CODE.variant, CODE.deck, [Draw()]))
    expect_position(screen, replay(CODE.variant, CODE.deck, [Draw()]))
    assert shown(table) == before
    expect(table.locator(".board__in [data-place]:focus")).to_have_count(1)


def test_a_game_that_can_no_longer_be_won_is_told_to_who_wants_to_know(browser: Browser, base_url: str) -> None:
    table = sit_down(browser, base_url, "TP1-E-AAAAAAD")
    code = parse_code("TP1-E-AAAAAAD")
    # The whole stock drawn at once leaves next to nothing that can be won.
    draws: list[Action] = [Draw()] * 22
    assert solve(replay(code.variant, code.deck, draws)).winnable is False
    for _ in draws:
        tap(table, Draw())
    expect_position(table, replay(code.variant, code.deck, draws))
    lost = table.locator(".msg").get_by_text("This game can no longer be won")
    expect(lost).to_have_count(0)
    table.get_by_role("button", name="Menu").click()
    table.get_by_label("Tell me when a game can no longer be won").check()
    table.get_by_role("button", name="Close").click()
    expect(lost).to_be_visible(timeout=SOLVED)
    for _ in draws:
        table.get_by_role("button", name="Undo").click()
    expect(lost).to_have_count(0, timeout=SOLVED)


def test_starting_again_ends_this_game_and_deals_its_cards_once_more(browser: Browser, base_url: str) -> None:
    table = sit_down(browser, base_url)
    tap(table, Draw())
    expect_position(table, replay(CODE.variant, CODE.deck, [Draw()]))
    old = table.url
    choose(table, "Start this deal again…")
    expect_accessible(table)
    table.get_by_role("button", name="Deal again").click()
    table.wait_for_url(lambda url: url != old)
    expect_position(table, start(CODE.variant, CODE.deck))
    table.goto(old)
    expect(table.get_by_role("region", name="Result")).to_contain_text("Game ended")


def test_the_sheet_tells_rank_par_and_the_move_that_lost_the_deal(browser: Browser, base_url: str) -> None:
    table = somebody(browser, base_url).new_page()
    start_today(table, GameKind.TRIPEAKS)
    for _ in range(3):
        tap(table, Draw())
    end_game(table)
    told = table.get_by_role("region", name="Result")
    expect(told).to_contain_text("No place on the leaderboard")
    expect(told).to_contain_text(re.compile("It could (still )?be won"), timeout=SOLVED)
    expect(told.get_by_text("Best possible")).to_be_visible()
    expect_accessible(table)
    told.get_by_role("button", name="Play today’s Pyramid").click()
    expect(table.get_by_role("heading", name="Today’s Pyramid")).to_be_visible()


def test_the_sheet_stands_without_what_it_cannot_learn(browser: Browser, base_url: str) -> None:
    table = sit_down(browser, base_url)
    table.route(re.compile("/(result|analysis)$"), lambda route: route.abort())
    tap(table, Draw())
    end_game(table)
    expect(table.locator(".coming")).to_have_count(0)
    expect(table.get_by_role("button", name="Same deal again")).to_be_visible()


def test_sounds_are_made_only_once_they_are_switched_on(browser: Browser, base_url: str) -> None:
    table = sit_down(browser, base_url)
    table.evaluate(
        """() => {
            window.tones = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
        }"""
    )
    tap(table, Draw())
    expect_position(table, replay(CODE.variant, CODE.deck, [Draw()]))
    assert table.evaluate("window.tones") == 0
    table.get_by_role("button", name="Menu").click()
    table.get_by_label("Sound").check()
    table.get_by_role("button", name="Close").click()
    tap(table, Draw())
    assert table.evaluate("window.tones") > 0


def test_ten_quick_taps_over_a_slow_line_are_all_played(browser: Browser, start_daphne: DaphneFactory) -> None:
    server = start_daphne()
    with slow_line(server.port, delay=0.3) as port:
        table = sit_down(browser, f"http://127.0.0.1:{port}")
        for place in (20, 23, 22, 18, 21, 19, "s", "s", "s", "s"):
            tap_place(table, place)
        taps = "r20 r23 r22 r18 r21 r19 d d d d"
        expect_position(table, replay(CODE.variant, CODE.deck, actions(taps)))
        log = table.request.get(f"/game/{table.url.rsplit('/', 1)[-1]}/log").json()
    assert [event["action"] for event in log["events"]] == taps.split()
