"""Replays, going on from the middle of them, the pages that teach, and the guided first deal."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.engine.action import Draw, Remove, Undo, parse_action
from games.engine.deal import parse_code
from games.engine.position import replay
from tests.browser.table import expect_position, open_new_game, somebody, tap, tap_place
from tests.services import DaphneServer

CODE = "TP1-E-AAAAAAB"
LINE = ["r20", "r23", "d", "u", "r22"]
BEST = """
from datetime import timedelta
from django.utils import timezone
from games.challenges import open_day
from games.days import last_final_day
from games.models import Game, Move
from solitaire.accounts.models import User

now = timezone.now()
challenge = open_day(last_final_day(now))[0]
player = User.objects.create(username="best-of-all")
game = Game.objects.create(
    player=player, challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule, watch="everyone",
    deck_text=challenge.deck_text, outcome="resigned", score=480, moves=20, undos=0, cards_left=3,
    elapsed_ms=90000, started_at=now, finished_at=now,
)
for seq in range(1, 21):
    Move.objects.create(game=game, seq=seq, action="d", command_id=f"c{seq}", ms=seq * 400)
"""
"""A run of the last final day: twenty draws, which any deal allows."""


def finished_game(page: Page) -> str:
    """Play a few actions, give up, and open the replay. Gives its address."""
    open_new_game(page, CODE)
    for text in LINE:
        tap(page, parse_action(text))
        expect(page.locator(".waste [data-place='w']")).not_to_have_attribute("aria-label", "Waste: face-down card")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End this game…").click()
    page.get_by_role("button", name="End the game").click()
    page.get_by_role("region", name="Result").get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    with page.expect_response("**/analysis") as answer:
        page.reload()
    assert answer.value.ok
    expect(page.get_by_role("slider")).to_be_visible()
    return page.url


def at(page: Page, step: int, waste: str) -> None:
    """Expect the replay to stand at a step, with a card on the waste."""
    expect(page.locator(".replay__say b")).to_have_text(f"{step}/{len(LINE) + 1}")
    expect(page.locator(".duo .vh")).to_contain_text(f"waste: {waste}")


def test_a_replay_is_stepped_scrubbed_and_played_and_gone_on_with(browser: Browser, base_url: str) -> None:
    page = somebody(browser, base_url).new_page()
    finished_game(page)
    at(page, 0, "ace of clubs")
    page.keyboard.press("ArrowRight")
    at(page, 1, "king of clubs")
    expect(page.locator(".replay__say")).to_contain_text("King of clubs played")
    page.get_by_role("button", name="One step on").click()
    at(page, 2, "ace of spades")
    expect(page.locator("#replay-moves [aria-current]")).to_contain_text("2A")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.keyboard.press("Home")
    at(page, 0, "ace of clubs")

    # The scrubber by its own keys, which do not step twice; a row of the list; and by itself, fast.
    page.get_by_role("slider").press("ArrowRight")
    at(page, 1, "king of clubs")
    page.locator("#replay-moves").get_by_role("button", name="Taken back").click()
    at(page, 4, "ace of spades")
    expect(page.locator(".scrub__marks .undo")).to_have_count(1)
    page.get_by_role("button", name="To the deal").click()
    page.get_by_role("button", name="8×").click()
    page.get_by_role("button", name="Play the replay").click()
    at(page, len(LINE) + 1, "2 of diamonds")
    expect(page.get_by_role("button", name="Play the replay")).to_be_visible()

    # The copied cards go on as a game of one's own, and undo works back from there.
    page.get_by_role("slider").fill("3")
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator("[data-place='27']")).to_be_visible()
    deal = parse_code(CODE)
    taken = [parse_action(text) for text in LINE[:3]]
    expect_position(page, replay(deal.variant, deal.deck, taken))
    tap(page, Undo())
    tap(page, Undo())
    expect_position(page, replay(deal.variant, deal.deck, [*taken, Undo(), Undo()]))
    tap(page, Remove(23))
    expect_position(page, replay(deal.variant, deal.deck, [*taken, Undo(), Undo(), Remove(23)]))


def test_without_a_script_a_replay_is_the_moves_in_writing(browser: Browser, base_url: str) -> None:
    context = somebody(browser, base_url)
    address = finished_game(context.new_page())
    plain = browser.new_context(base_url=base_url, java_script_enabled=False, locale="en-GB")
    plain.add_cookies(context.cookies())  # type: ignore[arg-type]
    page = plain.new_page()
    page.goto(address)
    expect(page.locator("#replay-moves li > span")).to_have_text(["K♣", "A♠", "draw 10♦", "undo", "2♦", "end"])
    expect(page.locator("#replay-board")).to_be_hidden()


def start_guided(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Learn it in a minute").click()
    expect(guide(page)).to_contain_text("Tap the king of clubs")


def guide(page: Page) -> Locator:
    return page.get_by_role("region", name="Guide")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 568), (568, 320), (1280, 800)])
def test_the_guided_deal_is_completed_by_taps_and_hides_nothing(
    browser: Browser, base_url: str, width: int, height: int
) -> None:
    page = somebody(browser, base_url, width=width, height=height).new_page()
    page.emulate_media(reduced_motion="reduce")
    start_guided(page)
    steps: list[tuple[int | str, str]] = [
        (20, "Tap the ace of spades"), (23, "Now tap the 3 of spades"), (18, "The 2 of diamonds fits"),
        (22, "tap the stock"), ("s", "Undo takes back"),
    ]  # fmt: skip
    for tapped, then in steps:
        expect(page.locator(f"[data-place='{tapped}'][data-aim]")).to_be_visible()
        strip = guide(page).bounding_box()
        assert strip
        for place in [*range(28), "w", "s"]:
            card = page.locator(f"[data-place='{place}']:not(.gone)").first
            box = card.bounding_box() if card.count() else None
            assert box is None or box["y"] + box["height"] <= strip["y"] + 1 or box["y"] >= strip["y"] or (
                box["x"] >= strip["x"] + strip["width"]
            ), place  # fmt: skip
        tap_place(page, tapped)
        expect(guide(page)).to_contain_text(then)
        if tapped == 18:
            expect(page.locator(".msg")).to_have_text("Must be one rank higher or lower")
    page.get_by_role("button", name="Undo").click()
    expect(guide(page)).to_contain_text("That is all")
    page.get_by_role("button", name="Play on").click()
    expect(guide(page)).to_have_count(0)
    page.reload()
    expect(page.locator("[data-place='27']")).to_be_visible()
    expect(guide(page)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_guided_deal_is_completed_by_keyboard(browser: Browser, base_url: str) -> None:
    page = somebody(browser, base_url).new_page()
    start_guided(page)
    page.locator(".board__in [tabindex='0']").focus()
    keyboard = page.keyboard
    for keys, then in [
        (["k", "Enter"], "Tap the ace of spades"), (["a", "Enter"], "Now tap the 3 of spades"),
        (["3", "Enter"], "The 2 of diamonds fits"), (["2", "Enter"], "tap the stock"), (["d"], "Undo takes back"),
        (["u"], "That is all"),
    ]:  # fmt: skip
        for key in keys:
            keyboard.press(key)
        expect(guide(page).locator("[aria-live='polite']")).to_contain_text(then)
    keyboard.press("Escape")
    expect(guide(page)).to_have_count(0)
    expect(page.locator(".board__in [tabindex='0']")).to_be_focused()


def test_the_guide_can_be_skipped_at_once_and_follows_who_plays_something_else(browser: Browser, base_url: str) -> None:
    page = somebody(browser, base_url).new_page()
    start_guided(page)
    tap_place(page, 22)
    expect(guide(page)).to_contain_text("Tap the 3 of spades")
    tap(page, Draw())
    page.keyboard.press("Escape")
    expect(guide(page)).to_have_count(0)


def test_the_example_goes_on_step_by_step(browser: Browser, base_url: str) -> None:
    page = somebody(browser, base_url).new_page()
    page.goto("/learn/tripeaks")
    lit = page.locator(".example li[aria-current]")
    expect(lit).to_contain_text("The waste shows A♣")
    page.get_by_role("button", name="Next").click()
    expect(lit).to_contain_text("K♣ goes on A♣")
    expect(page.locator(".example .duo .vh")).to_contain_text("waste: king of clubs")
    page.locator(".seg").get_by_role("link", name="Pyramid").click()
    expect(page.locator(".example .card.selected")).to_have_count(1)


def test_the_best_run_plays_itself_and_can_be_held(browser: Browser, daphne_server: DaphneServer) -> None:
    daphne_server.manage("shell", stdin=BEST)
    page = somebody(browser, daphne_server.base_url, height=1400).new_page()
    page.goto("/")
    expect(page.locator(".reelrow")).to_contain_text("best-of-all")
    page.get_by_role("button", name="Pause the replay").click()
    expect(page.get_by_role("button", name="Play the replay")).to_be_visible()
    still = page.context.new_page()
    still.emulate_media(reduced_motion="reduce")
    still.goto("/")
    expect(still.get_by_role("button", name="Play the replay")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
