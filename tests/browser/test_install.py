"""Installed, and without a connection."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.table import open_new_game
from tests.conftest import DaphneFactory
from tests.services import wait_until

HASHED = re.compile(r"/static/(.+\.[0-9a-f]{12}\.\w+|chunks/.+\.js)$")


def kept(page: Page) -> list[str]:
    """Addresses of everything in any cache."""
    addresses: list[str] = page.evaluate(
        """async () => {
            const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
            return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map((request) => request.url);
        }"""
    )
    return addresses


def test_without_a_connection_there_is_a_page_that_says_so_and_nothing_of_anybody_is_kept(
    browser: Browser, start_daphne: DaphneFactory
) -> None:
    server = start_daphne()
    server.manage("open_day")
    context = browser.new_context(base_url=server.base_url, locale="en-GB")
    page = context.new_page()
    page.goto("/")
    manifest = context.new_cdp_session(page).send("Page.getAppManifest")
    assert (manifest["errors"], manifest["manifest"]["display"]) == ([], "kStandalone")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.evaluate("caches.open('static-of-an-earlier-release')")
    for address in ("/leaderboard/", "/daily/", "/settings/", "/settings/table", "/watch/"):
        page.goto(address)
    open_new_game(page, "TP1-E-AAAAAAB")
    assert kept(page)
    assert [address for address in kept(page) if not HASHED.search(address)] == []

    server.stop()
    page.goto("/daily/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(page.locator(".fault__card")).to_be_visible()
    assert page.url == f"{server.base_url}/daily/"
    # The look is there too: it needs no connection.
    assert page.evaluate("getComputedStyle(document.querySelector('.btn.primary')).borderRadius") != "0px"

    server.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("No connection")
    assert [address for address in kept(page) if not HASHED.search(address)] == []

    # Another language is another worker with another page, and what the one before has kept goes.
    page.locator("summary[title='Language']").click()
    page.get_by_role("button", name="Français").click()

    def only_french() -> bool:
        names: list[str] = page.evaluate("caches.keys()")
        return [name.rpartition("-")[2] for name in names] == ["fr"]

    wait_until(only_french, "the French worker is not alone")
    server.stop()
    page.goto("/daily/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
