"""The New game dialog and its page (rules 4 and 5)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine.deal import parse_code
from games.engine.position import start
from games.models import Game
from games.solver import is_winnable

pytestmark = pytest.mark.django_db


def test_the_page_offers_both_games_both_rules_and_every_variant(client: Client) -> None:
    page = client.get("/play/new").content.decode()
    for words in ("TriPeaks", "Pyramid", "Easy: King and Ace joined", "Classic: King and Ace apart"):
        assert words in page
    for variant in ("Joker", "Open peaks", "Empty waste", "Traditional draw", "Streak scoring"):
        assert variant in page
    for variant in ("Strict win", "Drawn pair", "Covered pair", "Recycles of the waste"):
        assert variant in page


@pytest.mark.parametrize(
    ("choice", "rule"),
    [
        ({}, "E"),
        ({"kind": "tripeaks", "rule": "C", "deal": "random"}, "C"),
        ({"kind": "tripeaks", "rule": "C", "tripeaks": ["S", "T"], "pyramid": ["K"], "recycles": "3"}, "CTS"),
        ({"kind": "pyramid", "rule": "E", "tripeaks": ["J"]}, "N"),
        ({"kind": "pyramid", "pyramid": ["K", "S"], "recycles": "2"}, "NS2K"),
        ({"kind": "pyramid", "recycles": "0"}, "N0"),
    ],
)
def test_a_choice_deals_its_rule_and_leaves_the_other_game_aside(
    client: Client, choice: dict[str, object], rule: str
) -> None:
    answer = client.post("/play/new", choice)
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/play/{game.pk}"
    assert game.rule == rule


@pytest.mark.parametrize("deal", ["code", ""])
def test_a_code_deals_its_cards(client: Client, deal: str) -> None:
    client.post("/play/new", {"deal": deal, "code": " tp1-n-aaaaaab ", "kind": "pyramid"})
    assert Game.objects.get().code == "TP1-E-AAAAAAB"


@pytest.mark.parametrize(
    "choice", [{"rule": "E"}, {"rule": "C"}, {"kind": "pyramid"}, {"rule": "C", "tripeaks": ["T", "S"]}]
)
def test_a_winnable_deal_is_proven_to_be_one_and_has_a_code(client: Client, choice: dict[str, object]) -> None:
    answer = client.post("/play/new", {"deal": "winnable", **choice})
    game = Game.objects.get()
    assert answer.headers["Location"] == f"/play/{game.pk}"
    assert is_winnable(start(game.variant, game.deck))
    assert parse_code(game.code).deck == game.deck


def test_where_no_winnable_deal_is_found_in_time_the_page_says_so_and_nothing_is_dealt(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.solving.DEAL_WITHIN", 0)
    answer = client.post("/play/new", {"deal": "winnable", "kind": "pyramid", "pyramid": ["S"], "recycles": "0"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "No deal was found in time" in page
    assert re.search(r'<input[^>]* value="winnable"[^>]* checked', page)
    assert not Game.objects.exists()


def test_a_random_deal_does_not_mind_what_stands_in_the_field_of_the_code(client: Client) -> None:
    assert client.post("/play/new", {"deal": "random", "code": "nonsense"}).status_code == 302


FAULTS = [
    ("TP1-X-AAAAAAB", "The rule letter X does not exist for TriPeaks."),
    ("TP1-ESS-AAAAAAB", "The rule letter S stands twice."),
    ("PY1-N23-AAAAAAB", "Only one number of recycles can be given."),
    ("XX1-E-AAAAAAB", "No game is called “XX1”: a code starts with TP1 or PY1."),
    ("TP1-E-AAAA1AB", "“AAAA1AB” is no deal: a deal is seven letters from A to Z."),
    ("hello", "A code has three parts, such as TP1-E-AAAAAAB."),
    ("", "A code has three parts, such as TP1-E-AAAAAAB."),
]


@pytest.mark.parametrize(("code", "fault"), FAULTS)
def test_a_wrong_code_is_named_on_the_page_and_nothing_is_dealt(client: Client, code: str, fault: str) -> None:
    answer = client.post("/play/new", {"deal": "code", "code": code})
    assert answer.status_code == 400
    assert fault in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(("code", "fault"), FAULTS)
def test_the_live_check_says_the_same(client: Client, code: str, fault: str) -> None:
    assert client.get("/play/code", {"code": code}).json() == {"error": fault}


def test_the_live_check_says_game_and_rule_of_a_good_code(client: Client) -> None:
    answer = client.get("/play/code", {"code": "py1-ns2-aaaaaas"})
    assert answer.json() == {
        "code": "PY1-NS2-AAAAAAS",
        "rule": "Pyramid. Pairs that add up to 13, strict win, recycles: 2",
    }
