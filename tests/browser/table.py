"""The table in a browser: taps on cards, and what can be seen."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from games.engine.action import Action, Draw, End, King, Pair, Recycle, Remove, Undo
from games.engine.position import Position
from games.engine.view import FACE_DOWN, view


def open_new_game(page: Page, code: str) -> None:
    """Start a casual game from the dialog of the home page."""
    page.goto("/")
    page.get_by_role("link", name="New game").or_(page.get_by_role("button", name="New game")).first.click()
    dialog = page.locator("dialog#new-game")
    dialog.locator("label", has_text="From a code").click()
    dialog.get_by_role("textbox").fill(code)
    dialog.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("[data-place='27']")).to_be_visible()


def tap(page: Page, action: Action) -> None:
    """Do an action with the pointer, as a person would."""
    match action:
        case Remove(place) | King(place):
            tap_place(page, place)
        case Pair(first, second):
            tap_place(page, first)
            tap_place(page, second)
        case Draw() | Recycle():
            tap_place(page, "s")
        case Undo():
            page.get_by_role("button", name="Undo").click()
        case End():
            raise ValueError("ending a game is asked twice: use the menu")


def tap_place(page: Page, place: int | str) -> None:
    """Tap near the top left corner of a card: the part that stays visible under others."""
    # Covered cards are `aria-disabled` and can be tapped all the same: to hear why they stay.
    page.locator(f"[data-place='{place}']").click(position={"x": 8, "y": 8}, force=True)


def shown(page: Page) -> list[str]:
    """What a person sees: a label for each tableau place (empty when gone), the waste, the stock, and the counters."""
    seen: list[str] = page.evaluate(
        """() => [
            ...[...document.querySelectorAll('.board__in > [data-place]')].map(
                (card) => card.classList.contains('gone') ? '' : card.getAttribute('aria-label')),
            document.querySelector(".waste [data-place='w']").getAttribute('aria-label'),
            document.querySelector(".stock [data-place='s']").getAttribute('aria-label'),
            ...[...document.querySelectorAll('.info dd')].filter((_, i) => i !== 1).map((fact) => fact.textContent),
        ]"""
    )
    return seen


def expect_position(page: Page, position: Position) -> None:
    """Wait until the page shows a position: each card by its suit, face down or gone, and score and moves.

    When the game is over the sheet takes their place.
    """
    if position.over:
        expect(page.get_by_role("region", name="Result")).to_be_visible()
        return
    seen = view(position)
    cards = ["" if card is None else "down" if card == FACE_DOWN else card[1].lower() for card in seen.tableau]
    expected = [*cards, str(seen.score), str(seen.moves)]
    try:
        # The page looks for itself, at each frame: asking it again and again would slow it down.
        page.wait_for_function(f"(expected) => ({DRAWN})().join() === expected", arg=",".join(expected))
    except Error as error:
        raise AssertionError(f"{expected} is not shown, but {page.evaluate(DRAWN)}") from error


DRAWN = """() => [
    ...[...document.querySelectorAll('.board__in > [data-place]')].map(
        (card) => card.classList.contains('gone') ? '' : card.dataset.suit ?? 'down'),
    ...[...document.querySelectorAll('.info dd')].filter((_, i) => i !== 1).map((fact) => fact.textContent),
]"""


def somebody(browser: Browser, base_url: str, *, width: int = 1280, height: int = 800) -> BrowserContext:
    """A new person: a browser without cookies."""
    # Playwright could not put itself between a page and the server past a service worker.
    return browser.new_context(
        base_url=base_url, viewport={"width": width, "height": height}, locale="en-GB", service_workers="block"
    )


def sign_in(page: Page, name: str, password: str) -> None:
    """From the page for it to the next one."""
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.locator("main form").get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/accounts/login/"))
