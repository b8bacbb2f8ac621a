"""Every page and state for somebody without a session, a guest and an account, light and dark.

Nothing that axe faults, nothing that the browser complains of, nothing asked of another host.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from games.days import day_of
from games.engine.action import Draw, Remove
from tests.browser.accessible import COLOURS, faults
from tests.browser.table import open_new_game, sign_in, somebody, tap
from tests.conftest import DaphneFactory
from tests.services import DaphneServer

TODAY = day_of(timezone.now())
PAST = type(TODAY).fromordinal(TODAY.toordinal() - 3)
PASSWORD = "felt and seven cards"
PEOPLE = """
from datetime import timedelta
from django.utils import timezone
from games.challenges import open_day
from games.days import day_of, opens_at
from games.models import Game
from solitaire.accounts.models import Friendship, User

today = day_of(timezone.now())
people = [User.objects.create_user(name, password="felt and seven cards", watch="everyone") for name in ("mira", "pim")]
Friendship.objects.create(asker=people[0], asked=people[1], accepted_at=timezone.now())
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
    "/", "/watch/", "/leaderboard/", "/leaderboard/tripeaks/", f"/leaderboard/tripeaks/?date={PAST}",
    "/leaderboard/pyramid/?period=month&who=friends", "/leaderboard/?by=luck", "/daily/", f"/daily/{PAST}",
    f"/daily/{TODAY}", "/@mira", "/@nobody-of-this-name", "/settings/", "/play/new", "/learn/tripeaks",
    "/learn/pyramid", "/invite/none", "/no-such-page",
)  # fmt: skip
STRANGERS = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")
MEMBERS = (
    "/@pim", "/friends/", "/notices/", "/settings/name", "/settings/delete", "/accounts/sessions/",
    "/accounts/email/", "/accounts/2fa/", "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/totp/activate/", "/accounts/password/change/",
)  # fmt: skip
NOT_THERE = ("/@nobody-of-this-name", "/invite/none", "/leaderboard/?by=luck", "/no-such-page")


@pytest.fixture
def server(start_daphne: DaphneFactory) -> DaphneServer:
    server = start_daphne()
    server.manage("shell", stdin=PEOPLE)
    return server


PHONE, DESK = (360, 640), (1280, 800)
TALL = 3000
"""As the longest page, so that what stays in view covers nothing else."""


class Reader:
    """Somebody who goes from page to page and notes what is wrong, on a phone and at a desk."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("request", lambda request: self._ask(request.url))

    def _hear(self, message: ConsoleMessage) -> None:
        # Chromium reports a page that is not there as an error, too.
        expected = message.location["url"].endswith(NOT_THERE)
        if message.type == "error" and not expected:
            self.faults.append(f"{self.page.url}: {message.text}")

    def _ask(self, url: str) -> None:
        if urlsplit(url).hostname not in ("127.0.0.1", None):
            self.faults.append(f"{self.page.url}: asks for {url}")

    def visit(self, *addresses: str) -> None:
        for address in addresses:
            self.page.goto(address)
            if address.startswith("/learn/"):
                expect(self.page.locator(".example .card").first).to_be_visible()
            self.look(address, height=TALL)

    def look(self, what: str, height: int | None = None) -> None:
        for width, high in (PHONE, DESK):
            self.page.set_viewport_size({"width": width, "height": height or high})
            self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
            self.faults += [f"{what}, {width}, light: {fault}" for fault in faults(self.page)]
            self.page.emulate_media(color_scheme="dark")
            self.faults += [f"{what}, {width}, dark: {fault}" for fault in faults(self.page, COLOURS)]
            if self.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                self.faults.append(f"{what}, {width}: too wide")

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


def test_without_a_session(browser: Browser, server: DaphneServer) -> None:
    reader = Reader(somebody(browser, server.base_url).new_page())
    reader.visit(*FOR_ALL, *STRANGERS)
    reader.page.goto("/")
    reader.page.locator("[data-opens='new-game']:visible").first.click()
    reader.look("the New game dialog")
    offline = reader.page.evaluate("fetch('/sw.js').then((answer) => answer.text())").split("OFFLINE = '")[1]
    reader.visit(offline.split("'")[0])
    assert reader.faults == []


def test_as_a_guest(browser: Browser, server: DaphneServer) -> None:
    reader = Reader(somebody(browser, server.base_url).new_page())
    page = reader.page
    page.goto("/")
    page.get_by_role("button", name="Learn it in a minute").click()
    expect(page.get_by_role("region", name="Guide")).to_contain_text("Tap the king of clubs")
    reader.look("the guided deal")
    reader.play()
    reader.end()
    page.get_by_role("region", name="Result").get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".replay__say b")).to_have_text("3/3")
    expect(page.locator("#replay-moves").get_by_role("button").last).to_be_visible()
    reader.look("a replay at its end", height=TALL)
    reader.visit("/", "/watch/", "/leaderboard/", "/settings/", "/daily/")
    assert reader.faults == []


def test_as_an_account(browser: Browser, server: DaphneServer) -> None:
    mira = Reader(somebody(browser, server.base_url).new_page())
    sign_in(mira.page, "mira", PASSWORD)
    mira.page.goto("/accounts/reauthenticate/")
    mira.look("who are you", height=TALL)
    mira.page.get_by_label("Password").fill(PASSWORD)
    mira.page.get_by_role("button", name="Go on").click()
    mira.visit(*MEMBERS, *FOR_ALL)
    game = mira.play()
    guest = Reader(somebody(browser, server.base_url).new_page())
    guest.visit(game.replace("/play/", "/watch/"), "/watch/", "/")
    mira.end()
    mira.visit(game.replace("/play/", "/game/"))
    assert guest.faults == []
    assert mira.faults == []
