"""A tap counts wherever the card lies now, whatever is still moving on the screen."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from games.engine.action import Draw, parse_action
from games.engine.deal import parse_code
from games.engine.position import replay
from tests.browser.table import expect_position, open_new_game, somebody, tap, tap_place

SLOWLY = """
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        return animate.call(this, frames, { ...options, duration: 60_000 });
    };
    document.documentElement.style.setProperty('--m-card', '60s');
    document.documentElement.style.setProperty('--m-quick', '60s');
"""
"""Every motion takes a minute, so that whatever happens, happens in the middle of it."""


def slow_table(browser: Browser, base_url: str, code: str) -> Page:
    table = somebody(browser, base_url, width=360, height=640).new_page()
    open_new_game(table, code)
    table.evaluate(SLOWLY)
    return table


def test_a_card_that_is_turning_over_takes_a_tap_at_its_corner(browser: Browser, base_url: str) -> None:
    table = slow_table(browser, base_url, "TP1-E-AAAAAAB")
    code = parse_code("TP1-E-AAAAAAB")
    line = [parse_action(text) for text in ("r20", "r23", "r22")]
    for action in line:
        tap(table, action)
    turning = table.locator("[data-place='13']")
    expect(turning).to_contain_class("turned")
    # A 7 on a 2: refused by its rank, and so the tap has arrived.
    tap_place(table, 13)
    expect(table.locator(".msg")).to_have_text("Must be one rank higher or lower")
    expect_position(table, replay(code.variant, code.deck, line))


def test_a_drawn_card_in_flight_takes_a_tap(browser: Browser, base_url: str) -> None:
    table = slow_table(browser, base_url, "PY1-N-AAAAAAS")
    code = parse_code("PY1-N-AAAAAAS")
    # The first card of this stock is a King, which goes with one tap.
    tap(table, Draw())
    tap_place(table, "w")
    expect_position(table, replay(code.variant, code.deck, [Draw(), parse_action("kw")]))


def test_a_card_that_an_undo_brings_back_takes_a_tap(browser: Browser, base_url: str) -> None:
    table = slow_table(browser, base_url, "TP1-E-AAAAAAB")
    code = parse_code("TP1-E-AAAAAAB")
    tap(table, parse_action("r20"))
    tap(table, parse_action("u"))
    expect_position(table, replay(code.variant, code.deck, [parse_action("r20"), parse_action("u")]))
    tap_place(table, 20)
    expect_position(table, replay(code.variant, code.deck, [parse_action(text) for text in ("r20", "u", "r20")]))
