"""Whole games of somebody who hears only: the spoken board once, then the sentences that the table says, and keys."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from games.engine.action import parse_action
from games.engine.deal import parse_code
from games.engine.position import Position, replay
from tests.browser.table import open_new_game, somebody

CARD = re.compile(r"(?:ace|[2-9]|10|jack|queen|king) of (?:clubs|diamonds|hearts|spades)", re.IGNORECASE)
VALUES = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
KEYS = {1: "a", 10: "t", 11: "j", 12: "q", 13: "k"}
LISTEN = """() => {
    window.heard = [];
    for (const region of document.querySelectorAll('.vh[role=status], .vh[role=alert]'))
        new MutationObserver(() => region.textContent && window.heard.push(region.textContent))
            .observe(region, { childList: true, characterData: true, subtree: true });
}"""


def value(card: str) -> int:
    word, _, _ = card.partition(" ")
    return VALUES.get(word) or int(word)


def cards(sentence: str) -> list[str]:
    return CARD.findall(sentence.lower())


class Listener:
    """Knows of a table what is said, and of the board what has the focus."""

    def __init__(self, browser: Browser, base_url: str, code: str) -> None:
        self.page: Page = somebody(browser, base_url).new_page()
        open_new_game(self.page, code)
        self.page.locator(".board__in [tabindex='0']").focus()
        self.page.evaluate(LISTEN)
        self.heard = 0

    def press(self, key: str) -> str:
        """What is said of it."""
        self.page.keyboard.press(key)
        return self.hear()

    def hear(self) -> str:
        """The next sentence."""
        said = self.page.wait_for_function("(heard) => window.heard[heard]", arg=self.heard).json_value()
        self.heard += 1
        return str(said)

    def read(self, entry: str) -> list[str]:
        """The lines of a page of the menu, which leaves the focus where it was."""
        self.page.get_by_role("button", name="Menu").focus()
        self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name=entry).press("Enter")
        lines = self.page.locator("dialog .text li").all_inner_texts()
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)
        self.page.locator(".board__in [tabindex='0']").focus()
        return lines

    def go_to(self, card: str) -> None:
        """By the key of its rank, again and again until it is the one."""
        for _ in range(5):
            self.page.keyboard.press(KEYS.get(value(card), str(value(card))))
            label: str = self.page.evaluate("document.activeElement.ariaLabel")
            if cards(label)[:1] == [card]:
                return
        raise AssertionError(f"{card} is not found")

    def truth(self, code: str) -> Position:
        """What the server has of the game."""
        deal = parse_code(code)
        log = self.page.request.get(f"/game/{self.page.url.rsplit('/', 1)[-1]}/log").json()
        return replay(deal.variant, deal.deck, [parse_action(event["action"]) for event in log["events"]])


def test_tripeaks_is_won_by_ear(browser: Browser, base_url: str) -> None:
    """By a plain plan that wins this deal: the card that was heard of first, if it fits, else the stock."""
    code = "TP1-E-AAAABOX"
    player = Listener(browser, base_url, code)
    piles, *_, bottom = player.read("Read the table")
    (waste,) = cards(piles)
    left, faces = int(re.findall(r"\d+", piles)[0]), cards(bottom)
    assert (left, len(faces)) == (23, 10)
    while faces:
        fitting = [card for card in faces if (value(card) - value(waste)) % 13 in (1, 12)]
        if fitting:
            player.go_to(fitting[0])
            said = player.press("Enter")
            assert cards(said)[0] == fitting[0], said
            faces.remove(fitting[0])
        else:
            said = player.press("d")
            left -= 1
        waste = cards(said)[0]
        faces += [card for sentence in said.split(". ") if "turned up" in sentence for card in cards(sentence)]
    assert player.hear() == "All three peaks"
    position = player.truth(code)
    assert position.outcome == "won"
    assert len(position.board.stock) == left
    expect(player.page.get_by_role("region", name="Result")).to_be_visible()


def test_pyramid_is_played_by_ear_until_nothing_goes(browser: Browser, base_url: str) -> None:
    """The first of the moves that are read out, each time, by the ranks that it names."""
    code = "PY1-N0-AAAAAAJ"
    player = Listener(browser, base_url, code)
    while True:
        moves = player.read("Available moves")
        if not moves:
            break
        named = cards(moves[0])
        if not named:
            assert moves == ["Draw from the stock"]
            assert player.press("d").endswith("drawn")
            continue
        said = ""
        for card in named:
            player.go_to(card)
            said = player.press("Enter")
        assert said.endswith("removed")
        assert set(cards(said)) == set(named)
    assert player.hear() == "No more moves"
    position = player.truth(code)
    assert position.outcome == "stuck"
    expect(player.page.locator(".stuck")).to_be_visible()
