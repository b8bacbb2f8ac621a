"""What every page may meet: a limit, midnight, and the texts of its scripts."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Game
from solitaire.limits import PER_PERSON

pytestmark = pytest.mark.django_db


def test_whoever_makes_too_many_games_gets_a_page_in_their_language_that_says_when_to_come_back() -> None:
    cache.clear()
    client = Client(headers={"accept-language": "ko"})
    for _ in range(PER_PERSON + 1):
        assert client.post("/play/new").status_code == 302
    answer = client.post("/play/new")
    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert '<html lang="ko"' in page
    assert 'href="/"' in page
    assert "<main" in page
    assert Game.objects.count() == PER_PERSON + 1
    cache.clear()


def test_a_press_at_midnight_leads_to_the_new_day(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The view has read the clock just before midnight, and the service just after."""
    before = timezone.now() - timedelta(days=1)
    monkeypatch.setattr("games.views.timezone", SimpleNamespace(now=lambda: before))
    answer = client.post("/play/today/tripeaks", follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "A new day has just begun" in answer.content.decode()
    assert not Game.objects.exists()


def test_the_texts_of_scripts_have_an_address_for_each_language() -> None:
    """So that no cache gives one reader the language of another."""
    ko, fr = (Client(headers={"accept-language": language}) for language in ("ko", "fr"))
    for language in ("ko", "fr", "en"):
        one, other = (client.get(f"/jsi18n/?l={language}") for client in (ko, fr))
        assert one.content == other.content
        assert one.headers["Content-Language"] == language
        assert one.headers["Cache-Control"] == "public, max-age=600"
        assert "Cookie" not in one.headers["Vary"]
    assert ko.get("/jsi18n/?l=ko").content != ko.get("/jsi18n/?l=fr").content
    page = ko.get("/watch/").content.decode()
    assert 'src="/jsi18n/?l=ko"' in page


@pytest.mark.parametrize("address", ["/jsi18n/", "/jsi18n/?l=xx", "/jsi18n/?l="])
def test_an_address_without_a_language_is_kept_by_no_cache(address: str) -> None:
    answer = Client(headers={"accept-language": "ko"}).get(address)
    assert answer.headers["Content-Language"] == "ko"
    assert answer.headers["Cache-Control"] == "no-cache, private"
