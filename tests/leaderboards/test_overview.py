"""The first page of the admin."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.challenges import challenge_at
from games.engine.deal import parse_code
from games.models import Game, GameKind
from games.services import start_casual
from leaderboards.models import Doubt, Flag
from solitaire.people.services import ban
from tests.games.people import account, result

pytestmark = pytest.mark.django_db


def test_the_admin_begins_with_what_goes_on(client: Client) -> None:
    mira, guest = account("mira", is_staff=True), account("guest-1", guest=True)
    ban(account("ondra"))
    for player in (mira, guest):
        start_casual(player=player, code=parse_code("TP1-E-AAAAAAB"))
    Game.objects.update(active_at=timezone.now())
    over = result(challenge_at(GameKind.TRIPEAKS, timezone.now()), mira)
    Flag.objects.create(game=over, doubt=Doubt.choices[0][0])
    client.force_login(mira)
    page = client.get("/admin/").content.decode()
    numbers = dict(re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td>', page))
    assert {
        "Accounts": "1", "New accounts in 24 hours": "1", "Guests who played in 24 hours": "1", "Shut out": "1",
        "Games being played": "2", "Ranked games over today": "1", "Flagged results that are shown": "1",
    }.items() <= numbers.items()  # fmt: skip


def test_nobody_else_sees_it(client: Client) -> None:
    client.force_login(account("mira"))
    assert client.get("/admin/", follow=True).status_code == 403
