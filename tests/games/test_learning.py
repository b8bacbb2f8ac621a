"""The pages that teach the games, and the guided first deal (rules 1, 2 and 4)."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from games.models import Game
from solitaire.accounts.models import User
from tests.games.people import account

pytestmark = pytest.mark.django_db


def boards(client: Client, kind: str) -> list[dict[str, object]]:
    page = client.get(f"/learn/{kind}").content.decode()
    found: list[dict[str, object]] = json.loads(
        re.findall(r'<script[^>]*type="application/json">(.*?)</script>', page, flags=re.DOTALL)[0]
    )
    assert len(found) == len(re.findall("<li>(.*?)</li>", page.partition("example__say")[2].partition("</ol>")[0]))
    return found


def test_the_example_of_tripeaks_is_the_printed_one(client: Client) -> None:
    first, *_, last = boards(client, "tripeaks")
    assert first["view"]["waste"] == ["AC"]  # type: ignore[index]
    assert " ".join(first["view"]["tableau"][18:]) == "3S 5S KC 4S 2D AS KD 8H 7C 9S"  # type: ignore[index]
    assert last["view"]["waste"] == ["AC", "KC", "AS", "2D"]  # type: ignore[index]
    assert last["view"]["tableau"][13] == "7S"  # type: ignore[index]


def test_the_example_of_pyramid_marks_the_cards_it_speaks_of(client: Client) -> None:
    marked = [
        [scene["view"]["tableau"][place] for place in scene["marked"]]  # type: ignore[index, attr-defined]
        for scene in boards(client, "pyramid")
    ]
    assert marked == [["KD"], ["TC", "3S"], ["8H"], ["QC", "4D"], ["7C", "7S"], ["7C", "6H"]]


@pytest.mark.parametrize(
    ("kind", "words"),
    [("tripeaks", ["772", "749", "Streak scoring", "3, 6, 9 and 10"]), ("pyramid", ["280", "Strict win", "13"])],
)
def test_a_page_names_scores_variants_and_keys(client: Client, kind: str, words: list[str]) -> None:
    page = client.get(f"/learn/{kind}").content.decode()
    for word in [*words, "Next card that can be played"]:
        assert word in page


def test_there_is_no_page_of_a_third_game(client: Client) -> None:
    assert client.get("/learn/spider").status_code == 404


def test_the_guided_deal_is_the_printed_one_and_is_offered_to_newcomers_only(client: Client) -> None:
    assert "/play/guided" in client.get("/").content.decode()
    answer = client.post("/play/guided")
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/play/{game.pk}?guide"
    assert (game.code, game.ranked) == ("TP1-E-AAAAAAB", False)
    assert "/play/guided" not in client.get("/").content.decode(), "they are a guest by now"


def test_pages_lead_to_the_rules(client: Client) -> None:
    player: User = account("mira")
    client.force_login(player)
    for address in ("/", "/play/new", "/no-such-page"):
        assert "/learn/tripeaks" in client.get(address).content.decode().partition("<main")[2], address
