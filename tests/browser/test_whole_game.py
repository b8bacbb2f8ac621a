"""The whole road: play today's deal by real taps, be watched, land on the leaderboard, keep it by signing up."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.challenges import draw, variant_of_day
from games.days import day_of
from games.engine.action import Action, Draw, parse_action, print_action
from games.engine.deal import parse_code
from games.engine.position import Position, replay, start
from games.models import GameKind
from games.solver import solve
from tests.browser.table import expect_position, open_new_game, shown, somebody, tap, tap_place
from tests.services import wait_until

BUTTON = {GameKind.TRIPEAKS: "Play", GameKind.PYRAMID: "Play Pyramid"}


def winning_game(kind: GameKind) -> list[tuple[Action, Position]]:
    """Today's deal, won: the test has the server's secret and its rules."""
    today = day_of(timezone.now())
    position = start(variant_of_day(kind, today), draw(kind, today)[0])
    line = solve(position).line
    assert line is not None
    game = []
    for action in line:
        position = position.play(action)
        game.append((action, position))
    assert position.outcome == "won"
    return game


def start_today(page: Page, kind: GameKind) -> None:
    page.goto("/")
    page.get_by_role("button", name=BUTTON[kind], exact=True).click()
    expect(page.locator("[data-place='27']")).to_be_visible()


def end_game(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End this game…").click()
    page.get_by_role("button", name="End the game").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def share_with_everyone(page: Page) -> str:
    """Let everyone watch, and give the address to watch at."""
    page.get_by_role("button", name="Menu").click()
    link = page.get_by_role("button", name="Copy the link to watch")
    expect(link).to_be_hidden()  # a guest has no friends who could follow it
    page.get_by_label("Who may watch").select_option("everyone")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    expect(link).to_be_visible()
    page.get_by_role("button", name="Close").click()
    return page.url.replace("/play/", "/watch/")


@pytest.mark.parametrize("kind", [GameKind.TRIPEAKS, GameKind.PYRAMID])
def test_todays_deal_is_won_by_taps_watched_at_every_step_ranked_and_kept_by_signing_up(
    browser: Browser, base_url: str, kind: GameKind
) -> None:
    player, watcher = (somebody(browser, base_url) for _ in range(2))
    table, screen = player.new_page(), watcher.new_page()

    # Somebody who has finished the same deal may see its cards.
    start_today(screen, kind)
    end_game(screen)

    start_today(table, kind)
    screen.goto(share_with_everyone(table))
    expect(screen.locator("[data-place='27']")).to_be_visible()
    assert shown(screen) == shown(table)

    game = winning_game(kind)
    for action, position in game:
        tap(table, action)
        expect_position(table, position)
        expect_position(screen, position)
        if not position.over:
            # A drawn card lies face down at the player's table until the server has told which it is.
            wait_until(lambda: shown(screen) == shown(table), "the two screens do not show the same")

    result = table.get_by_role("region", name="Result")
    expect(result).to_contain_text("Won without undo")
    expect(screen.get_by_role("region", name="Result")).to_be_visible()

    name = f"mira-{kind.value}"
    result.get_by_role("link", name="Keep this result: choose a name").click()
    table.get_by_label("Name").fill(name)
    table.get_by_label("Password").fill("felt and seven cards")
    table.get_by_role("button", name="Keep my games").click()
    expect(table.get_by_role("link", name=name).or_(table.get_by_text(name)).first).to_be_visible()

    screen.goto(f"/leaderboard/{kind.value}/")
    row = screen.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text(str(game[-1][1].board.score))
    expect(row).to_contain_text("1")

    # The deal counts once.
    table.goto("/")
    expect(table.get_by_role("button", name=BUTTON[kind], exact=True)).to_have_count(0)


def test_a_spectator_who_has_not_finished_sees_progress_and_no_card(browser: Browser, base_url: str) -> None:
    player, watcher = (somebody(browser, base_url) for _ in range(2))
    table, screen = player.new_page(), watcher.new_page()
    start_today(table, GameKind.TRIPEAKS)
    frames: list[str] = []
    screen.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    screen.goto(share_with_everyone(table))
    expect(screen.get_by_text("These are today’s cards")).to_be_visible()
    tap(table, Draw())
    expect(screen.locator(".info .stat", has_text="Moves").locator("dd")).to_have_text("1")
    assert screen.locator(".board__in .card.up").count() == 0
    assert frames
    assert not any("waste" in frame or "drawn" in frame for frame in frames)


def test_a_reload_in_the_middle_goes_on_where_one_was(browser: Browser, base_url: str) -> None:
    table = somebody(browser, base_url).new_page()
    open_new_game(table, "TP1-E-AAAAAAB")
    code = parse_code("TP1-E-AAAAAAB")
    line = [parse_action(text) for text in ("r20", "r23", "r22")]
    for action in line:
        tap(table, action)
    expect_position(table, replay(code.variant, code.deck, line))
    before = shown(table)
    table.reload()
    expect_position(table, replay(code.variant, code.deck, line))
    assert shown(table) == before
    tap(table, Draw())
    expect_position(table, replay(code.variant, code.deck, [*line, Draw()]))


def test_a_burst_of_ten_quick_taps_is_all_played(browser: Browser, base_url: str) -> None:
    table = somebody(browser, base_url).new_page()
    open_new_game(table, "TP1-E-AAAAAAB")
    table.evaluate("() => { for (let i = 0; i < 10; i++) document.querySelector(\"[data-place='s']\").click(); }")
    code = parse_code("TP1-E-AAAAAAB")
    expect_position(table, replay(code.variant, code.deck, [Draw()] * 10))


def test_refusals_say_why_in_the_words_of_the_rules_pages(browser: Browser, base_url: str) -> None:
    table = somebody(browser, base_url).new_page()
    open_new_game(table, "TP1-E-AAAAAAB")
    tap_place(table, 18)
    expect(table.locator(".msg")).to_have_text("Must be one rank higher or lower")
    tap_place(table, 12)
    expect(table.locator(".msg")).to_have_text("This card is blocked")
    open_new_game(table, "PY1-N-AAAAAAS")
    tap_place(table, 21)
    tap_place(table, 25)
    expect(table.locator(".msg")).to_have_text("Must add up to 13")
    expect(table.locator("[data-place='25']")).to_contain_class("selected")
    expect(table.locator("[data-place='21']")).not_to_contain_class("selected")
    tap_place(table, 17)
    expect(table.locator(".msg")).to_have_text("This card is blocked by another card")


def test_stuck_says_so_and_undo_goes_on(browser: Browser, base_url: str) -> None:
    table = somebody(browser, base_url).new_page()
    open_new_game(table, "TP1-C-AAAAAAD")
    code = parse_code("TP1-C-AAAAAAD")
    position = start(code.variant, code.deck)
    action: Action = Draw()
    while position.outcome is None:
        action = position.legal()[0]
        tap(table, action)
        position = position.play(action)
    expect(table.get_by_text("No more moves").first).to_be_visible()
    table.get_by_role("button", name="Undo").click()
    expect(table.locator(".stuck")).to_have_count(0)
    tap(table, action)
    expect(table.locator(".stuck")).to_be_visible()


def test_a_game_is_played_to_its_end_by_keyboard_alone(browser: Browser, base_url: str) -> None:
    """Cards are found with the arrows and played with Enter; the stock with `d`."""
    table = somebody(browser, base_url).new_page()
    open_new_game(table, "TP1-E-AAAAAAD")
    code = parse_code("TP1-E-AAAAAAD")
    position = start(code.variant, code.deck)
    line = solve(position).line
    assert line is not None
    table.locator(".board__in [tabindex='0']").focus()
    for action in line:
        if isinstance(action, Draw):
            table.keyboard.press("d")
        else:
            walk_to(table, int(print_action(action)[1:]))
            table.keyboard.press("Enter")
        position = position.play(action)
        expect_position(table, position)
    expect(table.get_by_role("region", name="Result")).to_contain_text("Won without undo")


ROWS = [list(range(3)), list(range(3, 9)), list(range(9, 18)), list(range(18, 28))]


def walk_to(page: Page, place: int) -> None:
    """Press arrows until a card has the focus."""
    row = next(row for row in ROWS if place in row)
    for _ in range(60):
        focused = page.evaluate("document.activeElement.getAttribute('data-place')")
        if focused == str(place):
            return
        if not str(focused or "").isdigit():
            page.locator(".board__in [tabindex='0']").focus()
            continue
        now = int(focused)
        if now in row:
            page.keyboard.press("ArrowRight" if now < place else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if now < row[0] else "ArrowUp")
        after = page.evaluate("document.activeElement.getAttribute('data-place')")
        if after == focused:
            page.keyboard.press("ArrowRight" if place > now else "ArrowLeft")
    raise AssertionError(f"no way to {place} with the arrows")
