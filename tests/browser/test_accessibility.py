"""Every page and state for somebody without a session, a guest and an account, light and dark.

Nothing that axe faults, nothing that the browser complains of, nothing asked of another host.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect

from games.days import day_of
from games.engine.action import Draw, Remove
from tests.browser.table import open_new_game, sign_in, somebody, tap
from tests.conftest import DaphneFactory
from tests.services import DaphneServer

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TODAY = day_of(timezone.now())
PAST = type(TODAY).fromordinal(TODAY.toordinal() - 3)
PASSWORD = "felt and seven cards"
PEOPLE = """
from datetime import timedelta
from django.utils import timezone
from games.challenges import open_day
from games.days import day_of, opens_at
from games.models import Game
from solitaire.accounts.models import User

today = day_of(timezone.now())
people = [User.objects.create_user(name, password="felt and seven cards", watch="everyone") for name in ("mira", "pim")]
for back in (0, 3):
    for challenge in open_day(today - timedelta(days=back)):
        for at, player in enumerate(people):
            began = opens_at(challenge.date)
            Game.objects.create(
                player=player, challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule,
                deck_text=challenge.deck_text, outcome="won", score=260 - at, moves=40, undos=at, cards_left=0,
                elapsed_ms=90000, started_at=began, finished_at=began + timedelta(seconds=90),
            )
"""
FOR_ALL = (
    "/", "/watch/", "/leaderboard/", "/leaderboard/tripeaks/", "/leaderboard/pyramid/?period=month", "/daily/",
    f"/daily/{PAST}", f"/daily/{TODAY}", "/@mira", "/@nobody-of-this-name", "/settings/", "/play/new",
    "/learn/tripeaks", "/learn/pyramid", "/no-such-page",
)  # fmt: skip
STRANGERS = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")
MEMBERS = (
    "/friends/", "/notices/", "/settings/name", "/accounts/sessions/", "/accounts/email/", "/accounts/2fa/",
    "/accounts/password/change/",
)  # fmt: skip
NOT_THERE = ("/@nobody-of-this-name", "/no-such-page")


@pytest.fixture
def server(start_daphne: DaphneFactory) -> DaphneServer:
    server = start_daphne()
    server.manage("shell", stdin=PEOPLE)
    return server


class Reader:
    """Somebody who goes from page to page and notes what is wrong."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("request", lambda request: self._ask(request.url))

    def _hear(self, message: ConsoleMessage) -> None:
        # Chromium reports a page that is not there as an error, too.
        expected = urlsplit(message.location["url"]).path in NOT_THERE
        if message.type == "error" and not expected:
            self.faults.append(f"{self.page.url}: {message.text}")

    def _ask(self, url: str) -> None:
        if urlsplit(url).hostname not in ("127.0.0.1", None):
            self.faults.append(f"{self.page.url}: asks for {url}")

    def visit(self, *addresses: str) -> None:
        for address in addresses:
            self.page.goto(address)
            self.look(address)

    def look(self, what: str) -> None:
        self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        self._note(f"{what}, light", WCAG)
        # The themes differ in their colours alone.
        self.page.emulate_media(color_scheme="dark")
        self._note(f"{what}, dark", {"type": "rule", "values": ["color-contrast"]})

    def _note(self, what: str, rules: object) -> None:
        for fault in Axe().run(self.page, options={"runOnly": rules}).response["violations"]:
            self.faults.append(f"{what}: {fault['id']} {[node['html'] for node in fault['nodes']][:3]}")

    def play(self) -> str:
        """A casual game from its first card to its end; its address."""
        page = self.page
        open_new_game(page, "TP1-E-AAAAAAB")
        self.look("a fresh table")
        tap(page, Remove(20))
        tap(page, Draw())
        tap(page, Remove(18))
        self.look("a table in the middle of the game")
        page.get_by_role("button", name="Menu").click()
        self.look("the menu of the table")
        for entry in ("Available moves", "Keys"):
            page.get_by_role("button", name=entry).click()
            self.look(f"the menu: {entry}")
            page.get_by_role("button", name="Back").click()
        page.keyboard.press("Escape")
        return page.url

    def end(self) -> None:
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name="End this game…").click()
        self.look("the end, asked twice")
        self.page.get_by_role("button", name="End the game").click()
        expect(self.page.get_by_role("region", name="Result")).to_be_visible()
        self.look("a table at its end")


# As tall as the longest page, so that what stays in view covers nothing else.
PHONE, DESKTOP = ViewportSize(width=360, height=3000), ViewportSize(width=1280, height=3000)


def test_without_a_session(browser: Browser, server: DaphneServer) -> None:
    reader = Reader(somebody(browser, server.base_url, **PHONE).new_page())
    reader.visit(*FOR_ALL, *STRANGERS)
    reader.page.goto("/")
    reader.page.locator("[data-opens='new-game']:visible").first.click()
    reader.look("the New game dialog")
    offline = reader.page.evaluate("fetch('/sw.js').then((answer) => answer.text())").split("OFFLINE = '")[1]
    reader.visit(offline.split("'")[0])
    assert reader.faults == []


def test_as_an_account_at_a_desk_and_as_a_guest_on_a_phone(browser: Browser, server: DaphneServer) -> None:
    mira = Reader(somebody(browser, server.base_url).new_page())
    sign_in(mira.page, "mira", PASSWORD)
    mira.page.wait_for_url("**/")
    game = mira.play()
    guest = Reader(somebody(browser, server.base_url, width=360, height=640).new_page())
    guest.play()
    guest.visit(game.replace("/play/", "/watch/"), "/watch/", "/")
    mira.end()
    mira.page.set_viewport_size(DESKTOP)
    mira.visit(game.replace("/play/", "/game/"), *FOR_ALL, *MEMBERS)
    guest.page.set_viewport_size(PHONE)
    guest.visit("/leaderboard/", "/settings/", "/daily/")
    assert guest.faults == []
    assert mira.faults == []
