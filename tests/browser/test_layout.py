"""The table fits, measured: at every size, in both hands and themes, in every state it can be in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from games.engine.action import Action, Draw
from games.engine.deal import parse_code
from games.engine.position import Position, start
from games.models import GameKind
from games.solver import solve
from tests.browser.table import expect_position, open_new_game, somebody, tap, tap_place
from tests.browser.test_whole_game import end_game, start_today

SIZES = [(320, 568), (568, 320), (360, 640), (844, 390), (1280, 800), (1920, 1080)]
DEALS = {"tripeaks": "TP1-E-AAAAAAD", "pyramid": "PY1-N-AAAAAAS"}

MEASURE = """() => {
    const faults = [];
    const name = (one) => `${one.className || one.tagName}: ${(one.ariaLabel ?? one.textContent).trim().slice(0, 30)}`;
    const say = (what, ...about) =>
        faults.push([what, ...about.map((one) => one instanceof Element ? name(one) : one)]);
    const box = (element) => element.getBoundingClientRect();
    const within = (inner, outer, slack = 1) =>
        inner.left >= outer.left - slack && inner.top >= outer.top - slack &&
        inner.right <= outer.right + slack && inner.bottom <= outer.bottom + slack;
    const page = new DOMRect(0, 0, innerWidth, innerHeight);
    const dialog = document.querySelector('dialog[open]');
    const all = (selector) => [...(dialog ?? document).querySelectorAll(selector)].filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'));

    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) say('the page scrolls', scrollWidth, scrollHeight);
    for (const sheet of document.querySelectorAll('.sheet')) {
        if (sheet.scrollHeight > sheet.clientHeight) say('the sheet scrolls', sheet.scrollHeight, sheet.clientHeight);
    }
    if (dialog) {
        if (!within(box(dialog), page)) say('the dialog leaves the page');
        if (dialog.scrollWidth > dialog.clientWidth) say('the dialog scrolls sideways');
    }

    const controls = all('button, a[href], select, input').filter((one) => !one.matches('.board__in > .card'));
    for (const [at, one] of controls.entries()) {
        const a = box(one);
        if (!dialog && !within(a, page)) say('outside the page', one);
        for (const other of controls.slice(at + 1)) {
            const b = box(other);
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 1 && high > 1) say('one over the other', one, other);
        }
    }
    for (const target of all('.zone button, .sheet .btn, .cover .btn')) {
        const { width, height } = box(target);
        if (width < 44 || height < 44) say('too small', target, width, height);
    }

    const field = document.querySelector('.field');
    const cards = [...document.querySelectorAll('.board__in > .card:not(.gone)')];
    for (const card of cards) if (!within(box(card), box(field))) say('off the felt', card);
    for (const [at, card] of cards.entries()) {
        const beside = cards.slice(at + 1).find((other) => Math.abs(box(other).top - box(card).top) < 1);
        if (beside && box(card).right > box(beside).left + 1) say('one card over the next of its row', card, beside);
    }
    for (const card of cards.filter((card) => card.matches('.covered'))) {
        // The first row that lies over it begins below its rank.
        const below = Math.min(...cards.map((other) => box(other).top).filter((top) => top > box(card).top + 1));
        if (box(card.querySelector('.rank')).bottom > below) say('its rank is covered', card);
    }
    const line = document.querySelector('.msg');
    for (const words of line?.children ?? []) {
        if (line.checkVisibility() && !within(box(words), box(line))) say('does not fit the message line', words);
    }
    for (const words of all('.bar__title p, .tool span, .sheet .btn, .info dd')) {
        if (words.scrollWidth > words.clientWidth + 1 && getComputedStyle(words).display !== 'inline')
            say('words are cut off', words);
    }
    return faults;
}"""
"""Everything that does not fit, in words."""


def expect_fit(page: Page, state: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme, hand in (("light", "right"), ("dark", "left")):
            page.evaluate(
                "([theme, hand]) => Object.assign(document.documentElement.dataset, { theme, hand })", [theme, hand]
            )
            # Two frames: one lets the window's new shape reach the page, the next has it drawn.
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            faults = page.evaluate(MEASURE)
            assert not faults, (state, width, height, theme, hand, faults)


def play(page: Page, position: Position, choose: Callable[[Position], Action | None]) -> Position:
    """Play what is chosen until nothing is, and wait for the last position."""
    while (action := choose(position)) is not None:
        tap(page, action)
        position = position.play(action)
        if position.over:
            break
        # So that a tap on a card that a tap before has uncovered meets it.
        expect_position(page, position)
    expect_position(page, position)
    return position


@pytest.mark.parametrize("game", DEALS)
def test_the_table_fits_in_every_state_of_a_game(browser: Browser, base_url: str, game: str) -> None:
    table = somebody(browser, base_url, width=360, height=640).new_page()
    table.emulate_media(reduced_motion="reduce")
    open_new_game(table, DEALS[game])
    code = parse_code(DEALS[game])
    position = start(code.variant, code.deck)
    expect_fit(table, "fresh")

    if game == "pyramid":
        tap_place(table, 21)
        expect_fit(table, "selected")
        tap_place(table, 21)
    line = iter(solve(position).line or position.legal()[:1])
    middle = 0

    def some(_: Position) -> Action | None:
        nonlocal middle
        middle += 1
        return next(line, None) if middle <= 12 else None

    position = play(table, position, some)
    expect_fit(table, "in the middle")
    table.get_by_role("button", name="Hint").click()
    expect(table.locator(".hinted").first).to_be_visible()
    expect_fit(table, "hinted")
    table.get_by_role("button", name="Undo").click()
    expect(table.get_by_role("button", name="Redo")).to_be_visible()
    expect_fit(table, "taken back")
    table.get_by_role("button", name="Menu").click()
    expect_fit(table, "menu")
    table.get_by_role("button", name="Pause").click()
    expect(table.get_by_role("button", name="Resume")).to_be_focused()
    expect_fit(table, "paused")


@pytest.mark.parametrize("code_text", ["TP1-C-AAAAAAD", "TP1-EO-AAAAAAB", "PY1-N0-AAAAAAJ"])
def test_being_stuck_fits_and_so_does_the_sheet_after_it(browser: Browser, base_url: str, code_text: str) -> None:
    table = somebody(browser, base_url, width=360, height=640).new_page()
    table.emulate_media(reduced_motion="reduce")
    open_new_game(table, code_text)
    code = parse_code(code_text)
    expect_fit(table, "fresh")
    play(table, start(code.variant, code.deck), lambda position: next(iter(position.legal()), None))
    expect(table.locator(".stuck")).to_be_visible()
    expect_fit(table, "stuck")
    end_game(table)
    expect(table.get_by_role("heading", name="No more moves")).to_be_visible()
    expect_fit(table, "stuck and over")


@pytest.mark.parametrize("game", ["TP1-E-AAAAAAD", "PY1-N-AAAAAAF"])
def test_the_sheet_of_a_won_game_fits(browser: Browser, base_url: str, game: str) -> None:
    table = somebody(browser, base_url, width=360, height=640).new_page()
    table.emulate_media(reduced_motion="reduce")
    open_new_game(table, game)
    code = parse_code(game)
    position = start(code.variant, code.deck)
    line = iter(solve(position).line or ())
    position = play(table, position, lambda _: next(line, None))
    assert position.outcome == "won"
    expect_fit(table, "won")


@pytest.mark.parametrize("kind", [GameKind.TRIPEAKS, GameKind.PYRAMID])
def test_the_game_of_the_day_fits_to_its_end(browser: Browser, base_url: str, kind: GameKind) -> None:
    table = somebody(browser, base_url, width=360, height=640).new_page()
    table.emulate_media(reduced_motion="reduce")
    start_today(table, kind)
    expect_fit(table, "today")
    tap(table, Draw())
    end_game(table)
    expect(table.locator(".sheet .coming")).to_have_count(0)
    expect_fit(table, "today, given up")
