"""The settings of the table: seen at once, and with their owner wherever they go."""

from __future__ import annotations

from contextlib import AbstractContextManager

from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.conftest import PASSWORD, Someone
from tests.browser.table import open_new_game, sign_in, somebody
from tests.services import DaphneServer

UNSENT = "localStorage.getItem('solitaire.settings.unsent')"


def stores(page: Page) -> AbstractContextManager[object]:
    """While in this context, wait until the server has stored a setting."""

    def is_stored(response: Response) -> bool:
        return response.url.endswith("/settings/table") and response.ok

    return page.expect_response(is_stored)


def switch(page: Page, name: str) -> None:
    page.get_by_role("switch", name=name).click()


def root(page: Page) -> dict[str, str]:
    """What <html> says to the style sheets."""
    said: dict[str, str] = page.evaluate("({ ...document.documentElement.dataset })")
    return said


def test_settings_go_with_their_owner_to_another_browser_and_between_tabs(
    browser: Browser, daphne_server: DaphneServer, someone: Someone
) -> None:
    here = someone("mira-s")
    tab = here.context.new_page()
    tab.goto("/leaderboard/")
    here.goto("/settings/")
    with stores(here):
        here.get_by_role("combobox", name="Theme").select_option("dark")
    expect(tab.locator("html")).to_have_attribute("data-theme", "dark")

    # Without a connection a choice holds all the same, and is sent once there is one, by whatever page is open then.
    here.context.set_offline(True)
    switch(here, "Four colours")
    expect(here.locator("html")).to_have_attribute("data-suits", "four")
    # An answer on its way through a change of page is seen by nobody: what is still to be sent tells more.
    tab.wait_for_function(UNSENT)
    here.close()
    tab.context.set_offline(False)
    tab.goto("/watch/")
    tab.wait_for_function(f"!{UNSENT}")
    expect(tab.locator("html")).to_have_attribute("data-suits", "four")

    # On another device they are there before anything but the script of the first paint has run.
    there = somebody(browser, daphne_server.base_url).new_page()
    sign_in(there, "mira-s", PASSWORD)
    there.route("**/site.*.js", lambda route: route.abort())
    there.evaluate("localStorage.clear()")
    there.reload()
    assert (root(there)["theme"], root(there)["suits"]) == ("dark", "four")

    # Two browsers change different settings: neither takes back what the other has chosen.
    there.unroute("**/site.*.js")
    there.goto("/settings/")
    with stores(tab):
        tab.goto("/settings/")
        switch(tab, "Left hand")
    with stores(there):
        switch(there, "High contrast")
    tab.reload()
    assert {"theme": "dark", "suits": "four", "hand": "left", "contrast": "more"}.items() <= root(tab).items()


def test_who_has_no_session_keeps_settings_in_the_browser_and_takes_them_along(browser: Browser, base_url: str) -> None:
    page = somebody(browser, base_url).new_page()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/settings/table") else None)
    page.goto("/settings/")
    switch(page, "Dark faces")
    page.reload()
    assert root(page)["faces"] == "dark"
    assert sent == []
    assert "sessionid" not in {cookie["name"] for cookie in page.context.cookies()}
    # The first game makes a guest, who takes them along.
    with stores(page):
        open_new_game(page, "TP1-E-AAAAAAB")
    expect(page.locator("html")).to_have_attribute("data-faces", "dark")


def test_the_preview_follows_each_choice_at_once(browser: Browser, base_url: str) -> None:
    page = somebody(browser, base_url, width=360, height=640).new_page()
    page.goto("/settings/")
    preview = page.get_by_role("img", name="A small table with these settings")
    paper = preview.locator(".ace .leaf").evaluate("(leaf) => getComputedStyle(leaf).backgroundColor")
    switch(page, "Dark faces")
    expect(preview.locator(".ace .leaf")).not_to_have_css("background-color", paper)
    club = preview.locator("[data-suit='c']").last
    black = club.evaluate("(card) => getComputedStyle(card).color")
    switch(page, "Four colours")
    expect(club).not_to_have_css("color", black)
    small = preview.locator(".ace .rank").bounding_box()
    switch(page, "Large print")
    large = preview.locator(".ace .rank").bounding_box()
    assert small
    assert large
    assert large["height"] > small["height"]
    piles, board = preview.locator(".preview__piles"), preview.locator(".board")
    switch(page, "Left hand")
    left, right = piles.bounding_box(), board.bounding_box()
    assert left
    assert right
    assert left["x"] < right["x"]
    expect(preview).to_contain_text("Must be one rank higher or lower")
    switch(page, "Say why a move is refused")
    expect(preview).not_to_contain_text("Must be one rank higher or lower")
    # In view while one chooses.
    expect(preview).to_be_in_viewport()
