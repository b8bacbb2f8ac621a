"""Signing up, signing in and out, and the pages that say no."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.template.loader import get_template
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.challenges import challenge_at
from games.models import GameKind
from solitaire.accounts.models import User
from tests.games.people import result

pytestmark = pytest.mark.django_db

PASSWORD = "mountain-evening-7"


@pytest.fixture
def mira() -> User:
    return User.objects.create_user("mira", "mira@example.com", PASSWORD)


def test_signing_up_after_a_game_keeps_it_and_leads_back(client: Client) -> None:
    client.post("/play/today/tripeaks")
    guest = User.objects.get()
    page = client.get("/accounts/signup/?next=/leaderboard/").content.decode()
    assert "Your games stay yours" in page
    answer = client.post(
        "/accounts/signup/", {"username": "mira", "password1": PASSWORD, "email": "", "next": "/leaderboard/"}
    )
    assert answer.headers["Location"] == "/leaderboard/"
    player = User.objects.get()
    assert (player.pk, player.username, player.guest) == (guest.pk, "mira", False)
    assert player.games.count() == 1


def test_a_sign_up_that_fails_says_at_each_field_why(client: Client) -> None:
    page = client.post("/accounts/signup/", {"username": "guest-1", "password1": "123"}).content.decode()
    assert 'role="alert"' in page
    assert "Names that start with “guest” are taken." in page
    for field in ("username", "password1"):
        assert f'aria-describedby="id_{field}-errors' in page
        assert f'id="id_{field}-errors"' in page
    assert "123" not in re.findall(r'name="password1"[^>]*', page)[0], "a password is not sent back"


def test_signing_in_leads_to_where_one_was_and_the_header_shows_the_name(client: Client, mira: User) -> None:
    answer = client.post("/accounts/login/", {"login": "mira", "password": PASSWORD, "next": "/watch/"})
    assert answer.headers["Location"] == "/watch/"
    assert ">mira<" in client.get("/watch/").content.decode()


def test_a_wrong_password_is_one_sentence_that_says_nothing_about_the_name(client: Client, mira: User) -> None:
    pages = [
        client.post("/accounts/login/", {"login": name, "password": "wrong"}).content.decode()
        for name in ("mira", "nobody")
    ]
    alerts = [re.findall(r'role="alert".*?</div>', page, re.DOTALL) for page in pages]
    assert alerts[0] == alerts[1] != []


def test_signing_out_is_a_button_on_every_page(client: Client, mira: User) -> None:
    client.force_login(mira)
    assert 'action="/accounts/logout/" method="post"' in client.get("/").content.decode()
    client.post("/accounts/logout/")
    assert "Sign in" in client.get("/").content.decode()


def test_a_forgotten_password_can_be_set_anew_by_the_link_in_the_mail(client: Client, mira: User) -> None:
    client.post("/accounts/password/reset/", {"email": "mira@example.com"})
    link = re.findall(r"http://testserver(/\S+)", str(mail.outbox[0].body))[0]
    page = client.get(link, follow=True)
    assert "Set a new password" in page.content.decode()
    client.post(page.request["PATH_INFO"], {"password1": "other-mountain-8", "password2": "other-mountain-8"})
    assert client.login(username="mira", password="other-mountain-8")


@pytest.mark.parametrize(
    "address",
    [
        "/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/accounts/password/reset/",
        "/accounts/password/reset/done/", "/accounts/password/reset/key/1-abc/", "/accounts/password/reset/key/done/",
        "/accounts/confirm-email/", "/accounts/confirm-email/abc/", "/accounts/inactive/", "/accounts/reauthenticate/",
    ],
)  # fmt: skip
def test_every_page_of_the_account_has_the_look_of_the_rest(client: Client, mira: User, address: str) -> None:
    client.force_login(mira)
    page = client.get(address, follow=True).content.decode()
    assert 'class="brand"' in page
    assert page.count("<h1") == 1


def test_no_page_has_inline_scripts_or_styles_or_asks_another_host(client: Client, mira: User) -> None:
    client.force_login(mira)
    result(challenge_at(GameKind.TRIPEAKS, timezone.now()), mira)
    for address in (
        "/",
        "/watch/",
        "/leaderboard/",
        "/play/new",
        "/accounts/email/",
        "/accounts/password/change/",
        "/none",
    ):
        page = client.get(address).content.decode()
        assert not re.findall(r"\sstyle=|\son\w+=|<style", page)
        for attributes, inside in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
            assert "src=" in attributes or 'type="application/json"' in attributes
            assert "src=" not in attributes or not inside
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)


def test_the_language_of_the_browser_is_spoken_and_a_choice_overrides_it(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "fr"}).content.decode()
    assert '<html lang="fr">' in page
    answer = client.post("/i18n/setlang/", {"language": "ko", "next": "/watch/"})
    assert answer.headers["Location"] == "/watch/"
    assert '<html lang="ko">' in client.get("/watch/", headers={"accept-language": "fr"}).content.decode()


def test_a_closed_game_says_why_it_is_closed(client: Client, mira: User) -> None:
    game = result(challenge_at(GameKind.TRIPEAKS, timezone.now()), mira)
    answer = client.get(f"/watch/{game.pk}")
    assert answer.status_code == 403
    assert "its player has not shared it" in answer.content.decode()


def test_a_form_without_its_token_is_answered_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/play/new", {})
    assert answer.status_code == 403
    assert "Nothing has changed." in answer.content.decode()


def test_the_page_for_our_own_faults_needs_neither_database_nor_request(
    django_assert_num_queries: pytest.FixtureRequest,
) -> None:
    with override("fr"), django_assert_num_queries(0):  # type: ignore[operator]
        page = get_template("500.html").render()
    assert '<html lang="fr">' in page
