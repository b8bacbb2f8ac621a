"""Days as people see them: three accounts play, stand on the boards, see a streak, and check a past day's seal."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.challenges import draw, variant_of_day
from games.days import day_of
from games.engine.position import start
from games.models import GameKind
from games.solver import solve
from tests.browser.table import expect_position, somebody, tap
from tests.conftest import DaphneFactory
from tests.services import DaphneServer

PASSWORD = "felt and seven cards"
PEOPLE = """
from datetime import timedelta
from django.utils import timezone
from games.challenges import open_day
from games.days import day_of, opens_at
from games.models import Game
from solitaire.accounts.models import Friendship, User

today = day_of(timezone.now())
people = [User.objects.create_user(name, password="felt and seven cards") for name in ("mira", "pim", "teo")]
mira, pim, teo = people
Friendship.objects.create(asker=mira, asked=pim, accepted_at=timezone.now())
for back in (4, 3, 2):
    for challenge in open_day(today - timedelta(days=back))[:1]:
        for at, player in enumerate(people):
            began = opens_at(challenge.date) + timedelta(hours=9)
            Game.objects.create(
                player=player, challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule,
                deck_text=challenge.deck_text, outcome="won", score=760 - at, moves=40, undos=at, cards_left=0,
                elapsed_ms=90000, started_at=began, finished_at=began + timedelta(seconds=90),
            )
open_day(today - timedelta(days=1))
"""
"""Three accounts, two of them friends, who have won the days before yesterday."""


@pytest.fixture
def server(start_daphne: DaphneFactory) -> DaphneServer:
    server = start_daphne()
    server.manage("shell", stdin=PEOPLE)
    server.manage("open_day")
    return server


def signed_in(browser: Browser, server: DaphneServer, name: str, **size: int) -> Page:
    page = somebody(browser, server.base_url, **size).new_page()
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main form").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(server.base_url + "/")
    return page


def play_today(page: Page, *, short: int = 0) -> None:
    """Win today's TriPeaks, or give up some actions short of it."""
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-place='27']")).to_be_visible()
    position = start(
        variant_of_day(GameKind.TRIPEAKS, day_of(timezone.now())), draw(GameKind.TRIPEAKS, day_of(timezone.now()))[0]
    )
    line = solve(position).line
    assert line is not None
    for action in line[: -short or None]:
        tap(page, action)
        position = position.play(action)
        expect_position(page, position)
        if not position.over:
            # A drawn card lies face down until the server has told which it is: nothing fits on it before.
            expect(page.locator(".waste [data-place='w']")).not_to_have_attribute("aria-label", "waste: face-down card")
    if short:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="End this game…").click()
        page.get_by_role("button", name="End the game").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def test_sharing_puts_words_and_a_link_on_the_clipboard(browser: Browser, server: DaphneServer) -> None:
    mira = signed_in(browser, server, "mira")
    play_today(mira)
    mira.context.grant_permissions(["clipboard-read", "clipboard-write"])
    mira.goto("/leaderboard/tripeaks/")
    mira.get_by_role("button", name="Share").click()
    expect(mira.get_by_role("button", name="Copied")).to_be_visible()
    text: str = mira.evaluate("navigator.clipboard.readText()")
    assert "won without undo" in text
    link = text.splitlines()[-1]
    mira.goto(link)
    expect(mira.get_by_text("Won without undo.")).to_be_visible()
    assert mira.locator("[data-place]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_of_the_days_has_an_accessibility_fault(
    browser: Browser, server: DaphneServer, scheme: str, width: int
) -> None:
    # Tall enough that the own row, which stays in view, covers no other.
    page = signed_in(browser, server, "mira", width=width, height=3000)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    today = day_of(timezone.now())
    past = type(today).fromordinal(today.toordinal() - 3)
    for address in (
        "/", "/leaderboard/", f"/leaderboard/tripeaks/?date={past}", "/leaderboard/pyramid/?period=month&who=friends",
        "/leaderboard/?by=luck", "/daily/", f"/daily/{past}", f"/daily/{today}", "/@mira", "/@pim",
    ):  # fmt: skip
        page.goto(address)
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{address} is too wide"
