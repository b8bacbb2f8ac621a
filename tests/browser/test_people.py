"""Three people: friends by link and by name, watching live, signs, stepping back, a block; and keys for passwords."""

from __future__ import annotations

import re

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from playwright.sync_api import Page, expect

from games.engine.action import Draw, Remove
from tests.browser.conftest import PASSWORD, Someone
from tests.browser.table import open_new_game, sign_in, tap

CODE = "TP1-E-AAAAAAB"


def befriend(inviter: Page, guest: Page) -> None:
    inviter.goto("/friends/")
    guest.goto(inviter.locator(".invite span").inner_text())
    guest.get_by_role("button", name=re.compile("Be friends with")).click()
    expect(guest.get_by_role("status")).to_contain_text("are friends")


def test_three_people_become_friends_watch_each_other_and_part(someone: Someone) -> None:
    mira, ondra, teo = someone("mira-b"), someone("ondra-b"), someone("teo-b")
    befriend(mira, ondra)

    # Teo asks by name: Mira hears of it on the page that she has open, and says yes.
    mira.goto("/friends/")
    teo.goto("/friends/")
    teo.get_by_role("textbox", name="Name").fill("MIRA-B")
    teo.get_by_role("button", name="Ask").click()
    expect(mira.locator("[data-count]")).to_have_text(re.compile("[1-9]"))
    mira.locator(".news summary").click()
    expect(mira.locator(".news")).to_contain_text("teo-b wants to be friends.")
    mira.goto("/friends/")
    mira.locator(".person", has_text="teo-b").get_by_role("button", name="Accept").click()

    # Ondra sees that Mira is here; when she plays, her board appears on the wall without a reload.
    ondra.goto("/friends/")
    expect(ondra.locator("[data-friend='mira-b'] [data-on]")).to_be_visible()
    ondra.goto("/watch/")
    open_new_game(mira, CODE)
    tap(mira, Remove(20))
    tile = ondra.locator(".wcard", has_text="mira-b")
    expect(tile).to_be_visible()
    expect(tile).to_contain_text("Moves 1")
    tap(mira, Remove(23))
    expect(tile).to_contain_text("Moves 2")

    # At her table: the moves from the start, a sign, a step back while it goes on, and live again.
    tile.click()
    teo.goto(ondra.url)
    expect(mira.locator(".rail")).to_contain_text(re.compile("Your friends .*ondra-b"))
    expect(ondra.locator(".moves li")).to_have_count(2)
    ondra.get_by_role("button", name="React").click()
    ondra.get_by_role("button", name="Applause").click()
    expect(mira.locator(".signs")).to_contain_text("ondra-b: Applause")
    ondra.get_by_role("button", name="Back", exact=True).click()
    expect(ondra.locator(".msg")).to_contain_text("Step 1 of 2")
    tap(mira, Draw())
    expect(ondra.locator(".msg")).to_contain_text("Step 1 of 3")
    ondra.get_by_role("button", name="Jump to live").click()
    expect(ondra.locator(".info")).to_contain_text("3")

    # A block closes the table for Teo as if it had been made private, and for nobody else.
    mira.goto("/friends/")
    mira.locator("[data-friend='teo-b'] summary").click()
    mira.locator("[data-friend='teo-b']").get_by_role("button", name="Block").click()
    expect(teo.locator(".closed")).to_be_visible()
    expect(teo.locator(".rail, .info")).to_have_count(0)
    teo.reload()
    expect(teo.locator("main")).to_contain_text("its player has not shared it")
    expect(ondra.locator(".board")).to_be_visible()
    teo.goto("/friends/")
    expect(teo.locator("main")).not_to_contain_text("mira-b")


def test_the_live_boards_of_the_home_page_share_its_one_socket(someone: Someone) -> None:
    mira, ondra = someone("mira-h"), someone("ondra-h")
    sockets: list[str] = []
    for player in (mira, ondra):
        player.goto("/settings/")
        player.get_by_role("group", name="Who may watch my games").get_by_label("Everyone").check()
        player.get_by_role("button", name="Save").click()
        open_new_game(player, CODE)
        tap(player, Remove(20))
    visitor = someone("teo-h")
    visitor.goto("about:blank")  # the page that signing up has led to may be about to open its own
    visitor.on("websocket", lambda socket: sockets.append(socket.url))
    visitor.goto("/")
    row = visitor.locator(".liverow", has_text="mira-h")
    expect(row.locator("[data-fact=score]")).to_have_text("499")
    tap(mira, Remove(23))
    expect(row.locator("[data-fact=score]")).to_have_text("498")
    tap(mira, Draw())
    expect(row.locator("[data-fact=score]")).to_have_text("497")
    assert [url.partition("/ws/")[2] for url in sockets] == ["lobby/"]


def test_signing_out_in_one_tab_closes_the_table_in_another(someone: Someone) -> None:
    mira = someone("mira-o")
    open_new_game(mira, CODE)
    other = mira.context.new_page()
    other.goto("/settings/")
    other.locator("summary.who").click()
    other.get_by_role("button", name="Sign out").click()
    expect(mira.locator(".closed")).to_be_visible()


def test_a_passkey_opens_the_account_without_a_password(someone: Someone) -> None:
    page = someone("mira-k")
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    protocol.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name of the key").fill("My phone")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("h1")).to_have_text("Recovery codes")
    expect(page.locator(".codes li")).to_have_count(10)
    page.goto("/accounts/2fa/webauthn/")
    expect(page.locator(".sessions")).to_contain_text("My phone")
    page.locator("summary.who").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator(".menu .who b")).to_have_text("mira-k")


def code_of_the_app(secret: str, *, later: bool = False) -> str:
    """What an authenticator app shows now, or half a minute later: as a clock that is ahead."""
    _, now, ahead = yield_hotp_counters_from_time()
    code: str = format_hotp_value(hotp_value(secret, ahead if later else now))
    return code


def sign_in_again(page: Page) -> None:
    """Sign out and in, as far as the question for the second factor."""
    page.goto("/settings/")
    page.locator("summary.who").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".menu .who")).to_have_count(0)
    sign_in(page, "mira-t", PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Second factor")


def answer(page: Page, code: str) -> None:
    page.get_by_role("textbox", name="Code", exact=True).fill(code)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_second_factor_is_asked_for_and_a_recovery_code_opens_once(someone: Someone) -> None:
    page = someone("mira-t")
    page.goto("/accounts/2fa/totp/activate/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    secret = page.locator("p.code").inner_text().strip()
    page.get_by_role("textbox", name="Code", exact=True).fill(code_of_the_app(secret))
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    recovery = page.locator(".codes li").first.inner_text()

    # The password alone opens nothing.
    sign_in_again(page)
    answer(page, "000000")
    expect(page.get_by_role("alert")).to_be_visible()
    answer(page, recovery)
    expect(page.locator(".menu .who b")).to_have_text("mira-t")

    sign_in_again(page)
    answer(page, recovery)
    expect(page.get_by_role("alert")).to_be_visible()
    # The code that switched it on opens nothing more either.
    answer(page, code_of_the_app(secret, later=True))
    expect(page.locator(".menu .who b")).to_have_text("mira-t")
