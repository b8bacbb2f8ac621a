"""Days as people see them: three accounts play, stand on the boards, see a streak, and check a past day's seal."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.challenges import draw, variant_of_day
from games.days import day_of
from games.engine.position import start
from games.models import GameKind
from games.solver import solve
from tests.browser.table import expect_position, sign_in, somebody, tap
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
open_day(today)
"""
"""Three accounts, two of them friends, who have won the days before yesterday."""
CROWD = """
from datetime import timedelta
from django.utils import timezone
from games.days import day_of
from games.models import Game
from solitaire.accounts.models import User

mira = Game.objects.get(player__username="mira", challenge__date=day_of(timezone.now()) - timedelta(days=3))
for at in range(30):
    mira.pk, mira.score, mira.player = f"crowd{at}", 745 + at, User.objects.create(username=f"crowd{at}")
    mira.save(force_insert=True)
"""
"""Thirty more on the board of a past day, half of them before Mira."""


@pytest.fixture
def server(start_daphne: DaphneFactory) -> DaphneServer:
    server = start_daphne()
    server.manage("shell", stdin=PEOPLE)
    return server


def signed_in(browser: Browser, server: DaphneServer, name: str, **size: int) -> Page:
    page = somebody(browser, server.base_url, **size).new_page()
    sign_in(page, name, PASSWORD)
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
        position = position.play(action)
        tap(page, action)
        expect_position(page, position)
        if not position.over:
            # A drawn card lies face down until the server has told which it is: nothing fits on it before.
            expect(page.locator(".waste [data-place='w']")).not_to_have_attribute("aria-label", "waste: face-down card")
    if short:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="End this game…").click()
        page.get_by_role("button", name="End the game").click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def names(page: Page) -> list[str]:
    return page.locator("#rows tbody .name").all_inner_texts()


def test_three_accounts_play_and_see_ranks_friends_calendar_streak_and_seal(
    browser: Browser, server: DaphneServer
) -> None:
    mira, pim, teo = (signed_in(browser, server, name) for name in ("mira", "pim", "teo"))

    # Somebody looks at the board while the others play: rows come without a reload.
    teo.goto("/leaderboard/tripeaks/")
    expect(teo.get_by_text("Nobody has finished yet")).to_be_visible()
    play_today(pim, short=1)
    expect(teo.locator("#rows .name")).to_have_text(["pim"])
    play_today(mira)
    expect(teo.locator("#rows .name")).to_have_text(["mira", "pim"])
    expect(teo.locator("[data-live='counts']")).to_have_text("2 played, 1 won.")

    # The own row is marked, and the friends' board has friends alone.
    play_today(teo, short=12)
    mira.goto("/leaderboard/tripeaks/")
    assert names(mira) == ["mira", "pim", "teo"]
    expect(mira.locator("tr.me")).to_contain_text("mira")
    expect(mira.get_by_role("region", name="Your day").or_(mira.locator(".mine"))).to_contain_text("1st of 3")
    mira.locator(".filters__all").get_by_role("link", name="Friends").click()
    expect(mira.locator("#rows .name")).to_have_text(["mira", "pim"])
    mira.locator(".filters__all").get_by_role("link", name="Clean only").click()
    expect(mira.locator("#rows .name").first).to_have_text("mira")

    # Three days won, yesterday missed, today won: the free day keeps the streak.
    mira.goto("/daily/")
    expect(mira.locator(".streak .figures")).to_have_attribute("aria-label", "4")
    expect(mira.locator(".cal [aria-current='date']")).to_contain_text("won clean")
    pim.goto("/daily/")
    expect(pim.locator(".streak .figures")).to_have_attribute("aria-label", "3")

    # A past day reveals what was sealed, and the reader's browser checks it. Today's shows a fingerprint only.
    past = day_of(timezone.now()).toordinal() - 3
    mira.goto(f"/daily/{type(day_of(timezone.now())).fromordinal(past)}")
    for deal in mira.locator("[data-reveal]").all():
        expect(deal.locator("[data-say]")).to_contain_text("It matches")
        made, sealed = deal.locator("[data-made]"), deal.get_attribute("data-commitment")
        expect(made).to_have_text(sealed or "")
    mira.goto(f"/daily/{day_of(timezone.now())}")
    expect(mira.locator("[data-sealed]")).to_have_count(2)
    expect(mira.locator("[data-reveal]")).to_have_count(0)

    # A deck that was not the sealed one is found out.
    mira.route("**/daily/*", _with_another_card)
    mira.goto(f"/daily/{type(day_of(timezone.now())).fromordinal(past)}")
    expect(mira.locator("[data-say]").first).to_contain_text("It does not match")

    # Past days can be practised.
    mira.unroute("**/daily/*")
    mira.reload()
    mira.get_by_role("button", name="Practise this deal").first.click()
    expect(mira.locator("[data-place='27']")).to_be_visible()

    # Sharing puts words and a link on the clipboard.
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


def _with_another_card(route: object) -> None:
    response = route.fetch()  # type: ignore[attr-defined]
    body = response.text()
    deck = body.split('data-deck="')[1].split('"')[0]
    swapped = " ".join(reversed(deck.split()))
    route.fulfill(response=response, body=body.replace(f'data-deck="{deck}"', f'data-deck="{swapped}"'))  # type: ignore[attr-defined]


UNCOVERED = """() => {
    const focused = document.activeElement, box = focused.getBoundingClientRect();
    const shares = [0.1, 0.5, 0.9];
    return focused === document.body || shares.some((across) => shares.some((down) => focused.contains(
        document.elementFromPoint(box.left + box.width * across, box.top + box.height * down))));
}"""


def test_whatever_has_the_focus_is_seen_beside_the_own_row_that_stays_in_view(
    browser: Browser, server: DaphneServer
) -> None:
    """WCAG 2.4.11, forth and back over a board of thirty with the own row in its middle."""
    server.manage("shell", stdin=CROWD)
    page = signed_in(browser, server, "mira")
    for width, height in ((360, 640), (1280, 400)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/leaderboard/tripeaks/?date={day_of(timezone.now()) - timedelta(days=3)}")
        expect(page.locator("tr.me")).to_have_count(1)
        for key in ("Tab", "Shift+Tab"):
            for _ in range(70):
                page.keyboard.press(key)
                assert page.evaluate(UNCOVERED), (width, page.evaluate("document.activeElement.outerHTML"))
