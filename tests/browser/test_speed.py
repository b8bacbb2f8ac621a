"""What a visitor waits for: few requests to the first card, nothing that jumps, a tap that is answered in its frame."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from games.engine.action import Draw
from games.engine.deal import parse_code
from games.engine.position import start
from tests.browser.table import expect_position, open_new_game, somebody, tap

MOST_REQUESTS = 6
"""From the address to the first card, with an empty cache; the table's socket is one of them."""


def test_the_first_card_takes_six_requests(browser: Browser, base_url: str) -> None:
    before = somebody(browser, base_url)
    table = before.new_page()
    open_new_game(table, "TP1-E-AAAAAAB")
    cold = browser.new_context(base_url=base_url, storage_state=before.storage_state(), service_workers="block")
    page = cold.new_page()
    asked: list[str] = []
    # The icon of the tab is the browser's own affair, and no card waits for it.
    page.on("request", lambda request: asked.append(request.url) if "favicon" not in request.url else None)
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(table.url, wait_until="commit")
    expect(page.locator("[data-place='0']")).to_be_visible()
    assert len(asked) <= MOST_REQUESTS, asked
    assert any(url.startswith("ws") for url in asked)


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)], ids=["phone", "desktop"])
def test_nothing_jumps_once_it_is_there(browser: Browser, base_url: str, size: tuple[int, int]) -> None:
    # Somebody plays for everyone, so that the home page has a live board.
    other = somebody(browser, base_url).new_page()
    open_new_game(other, "PY1-N-AAAAAAJ")
    other.get_by_role("button", name="Menu").click()
    other.get_by_role("combobox", name="Who may watch").select_option("everyone")
    expect(other.get_by_text("Saved")).to_be_visible()
    other.keyboard.press("Escape")
    tap(other, Draw())
    code = parse_code("PY1-N-AAAAAAJ")
    expect_position(other, start(code.variant, code.deck).play(Draw()))
    page = somebody(browser, base_url, width=size[0], height=size[1]).new_page()
    open_new_game(page, "PY1-N-AAAAAAS")
    table = page.url
    page.add_init_script(
        """window.jumps = [];
        new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries()) {
                window.jumps.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 90))]);
            }
        }).observe({ type: 'layout-shift', buffered: true });"""
    )
    for address in (table, "/", "/leaderboard/"):
        page.goto(address, wait_until="networkidle")
        awaited = {table: "[data-place='27']", "/": ".liverow .mini"}.get(address, "main")
        expect(page.locator(awaited).first).to_be_visible()
        page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        assert page.evaluate("window.jumps") == [], address


def test_a_tap_is_answered_in_the_next_frame(browser: Browser, base_url: str) -> None:
    page = somebody(browser, base_url).new_page()
    open_new_game(page, "TP1-E-AAAAAAB")
    tapped = """async (place) => {
        const card = document.querySelector(`[data-place='${place}']`);
        card.click();
        await new Promise(requestAnimationFrame);
        return [...card.classList];
    }"""
    assert "refused" in page.evaluate(tapped, 18), "3♠ on A♣"
    assert "gone" in page.evaluate(tapped, 20), "K♣ on A♣"
