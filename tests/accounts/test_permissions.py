"""Every cell of docs/permissions.md, over HTTP and websockets."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.challenges import challenge_at
from games.engine.deal import parse_code
from games.models import Challenge, Game, GameKind
from games.services import start_ranked
from solitaire.accounts.models import Friendship, User
from solitaire.accounts.selectors import GUEST_KEY
from solitaire.people.services import block
from tests.accounts.lobby import Page
from tests.games.people import result
from tests.games.socket import Browser

pytestmark = pytest.mark.django_db(transaction=True)

Table = dict[str, dict[str, str]]
LEVELS = ["everyone", "friends", "link", "nobody"]
VIEWERS = ["self", "friend", "stranger", "guest", "blocked", "unfinished"]
PASSWORD = "mountain-evening-7"


def expected(level: str) -> Table:
    """The table of a level: surface, viewer, cell."""
    text = Path(settings.BASE_DIR, "docs", "permissions.md").read_text()
    section = text.partition(f"## {level}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "|" in line]
    assert rows[0] == ["surface", *VIEWERS]
    return {row[0]: dict(zip(VIEWERS, row[1:], strict=True)) for row in rows[2:]}


class Scene:
    """A player with a running ranked game, and everybody who may look at it."""

    def __init__(self, level: str) -> None:
        self.challenge: Challenge = challenge_at(GameKind.TRIPEAKS, timezone.now())
        self.challenge.rule, self.challenge.deck = "E", parse_code("TP1-E-AAAAAAB").deck
        self.challenge.save()
        self.people = {name: self._person(name) for name in VIEWERS}
        self.owner = self.people["self"]
        self.owner.profile = "nobody" if level == "link" else level
        self.owner.save()
        for name in ("friend", "blocked", "unfinished"):
            Friendship.objects.create(asker=self.owner, asked=self.people[name], accepted_at=timezone.now())
        block(blocker=self.owner, blocked=self.people["blocked"])
        for name in ("friend", "stranger", "guest", "blocked"):
            result(self.challenge, self.people[name])
        self.game: Game = start_ranked(player=self.owner, challenge=self.challenge)
        Game.objects.filter(pk=self.game.pk).update(watch=level, started_at=timezone.now(), active_at=timezone.now())
        self.clients = {name: self._client(user) for name, user in self.people.items()}

    @staticmethod
    def _person(name: str) -> User:
        if name == "guest":
            return User.objects.create(username="guest-1", guest=True)
        return User.objects.create_user(f"{name}1", password=PASSWORD)

    @staticmethod
    def _client(user: User) -> Client:
        client = Client()
        if user.guest:
            session = client.session
            session[GUEST_KEY] = user.pk
            session.save()
            client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
        else:
            client.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
            client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        return client

    def cookie(self, name: str) -> str:
        return f"{settings.SESSION_COOKIE_NAME}={self.clients[name].cookies[settings.SESSION_COOKIE_NAME].value}"

    def get(self, name: str, address: str) -> tuple[int, str]:
        answer = self.clients[name].get(address, follow=True)
        return answer.status_code, answer.content.decode()

    # ---- over HTTP

    def page(self, name: str) -> str:
        status, text = self.get(name, f"/watch/{self.game.pk}")
        if status == 403:
            assert self.game.pk not in re.sub(r'(?:next"|next=|value=")[^>]*', "", text)
            return "-"
        if '<script id="replay"' in text:
            return "opens"
        page = json.loads(re.findall(r'id="page"[^>]*>(.*?)</script>', text)[0])
        # Cards come over the socket only: that the page opens is all it says.
        return "own" if page["role"] == "player" else "opens"

    def log(self, name: str) -> str:
        status, text = self.get(name, f"/game/{self.game.pk}/log")
        if status == 403:
            return "-"
        assert json.loads(text)["events"][0]["action"] == "r20"
        return "own" if name == "self" else "cards"

    def replay(self, name: str) -> str:
        answer = self.clients[name].get(f"/game/{self.game.pk}")
        if answer.status_code == 403:
            return "-"
        if answer.status_code == 302:
            assert answer.headers["Location"] == f"/watch/{self.game.pk}"
            return "bars"
        log = json.loads(re.findall(r'id="replay"[^>]*>(.*?)</script>', answer.content.decode())[0])["log"]
        assert log["events"][0]["action"] == "r20"
        return "own" if name == "self" else "cards"

    def play_from(self, name: str) -> str:
        answer = self.clients[name].post(f"/game/{self.game.pk}/from/1")
        if answer.status_code == 403:
            return "-"
        own = Game.objects.get(pk=answer.headers["Location"].removeprefix("/play/"))
        assert (own.player, own.ranked, own.log.count()) == (self.people[name], False, 1)
        return "own" if name == "self" else "cards"

    def wall(self, name: str) -> str:
        _, text = self.get(name, "/watch/")
        if self.game.pk not in text:
            return "-"
        wall = json.loads(re.findall(r'id="wall"[^>]*>(.*?)</script>', text)[0])
        (tile,) = [tile for tile in [*wall["friends"], *wall["everyone"]] if tile["id"] == self.game.pk]
        return "bars" if tile["table"]["type"] == "progress" else "cards"

    def profile(self, name: str) -> str:
        status, _ = self.get(name, f"/@{self.owner.username}")
        return "-" if status == 403 else "own" if name == "self" else "cards"

    def board(self, name: str) -> str:
        _, text = self.get(name, "/leaderboard/tripeaks/")
        return "-" if self.game.pk not in text else "own" if name == "self" else "cards"

    def export(self, name: str) -> str:
        answer = self.clients[name].get("/settings/export")
        if answer.status_code != 200:
            assert name == "guest", answer.headers
            return "-"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            text = archive.read(archive.namelist()[0]).decode()
        return "own" if self.game.pk in text else "-"


def seen_in(frame: dict[str, Any]) -> str:
    """What a snapshot shows."""
    if frame["type"] == "error":
        assert frame["reason"] == "not_allowed"
        return "-"
    if frame["type"] == "progress":
        return "bars"
    return "own" if frame["you"]["role"] == "player" else "cards"


async def wall_of(scene: Scene, name: str) -> str:
    """What the wall's socket shows of the game."""
    page = await Page.open(scene.cookie(name), wall=True)
    wall = await page.next("wall")
    there = scene.game.pk in [*wall["friends"], *wall["everyone"]]
    cell = "-"
    if there:
        tile = await page.next("tile")
        assert tile["id"] == scene.game.pk
        cell = "bars" if tile["table"]["type"] == "progress" else "cards"
    await page.leave()
    return cell


@pytest.mark.parametrize("level", LEVELS)
async def test_each_sees_what_the_table_of_permissions_says(level: str) -> None:
    scene = await sync_to_async(Scene)(level)
    table = expected(level)
    found: Table = {surface: {} for surface in table}

    async def ask(surface: str, name: str) -> str:
        return await sync_to_async(getattr(scene, surface))(name)  # type: ignore[no-any-return]

    own = await Browser.open_with(scene.game.pk, scene.cookie("self"))
    found["snapshot"]["self"] = seen_in(await own.ask({"type": "hello"}))
    others = {name: await Browser.open_with(scene.game.pk, scene.cookie(name)) for name in VIEWERS[1:]}
    for name, browser in others.items():
        found["snapshot"][name] = seen_in(await browser.ask({"type": "hello"}))
    event = await own.ask({"type": "act", "id": "a", "seq": 1, "action": "r20"}, "event")
    found["events"]["self"] = "own" if event["action"] == "r20" else "-"
    for name, browser in others.items():
        if found["snapshot"][name] == "-":
            assert await browser.closed_with() == 4403
            found["events"][name] = "-"
        else:
            frame = await browser.next("event", "progress")
            found["events"][name] = "bars" if frame["type"] == "progress" else "cards"
    for name in VIEWERS:
        page = await ask("page", name)
        found["page"][name] = found["snapshot"][name] if page == "opens" else page
        found["log"][name] = await ask("log", name)
        found["wall"][name] = await ask("wall", name)
        assert await wall_of(scene, name) == found["wall"][name], f"the wall of {name} over HTTP and over the socket"
        found["export"][name] = await ask("export", name)
        if "profile" in found:
            found["profile"][name] = await ask("profile", name)
    await own.act(2, "x")
    for name in VIEWERS:
        browser = await Browser.open_with(scene.game.pk, scene.cookie(name))
        snapshot = seen_in(await browser.ask({"type": "hello"}))
        page, log = await ask("page", name), await ask("log", name)
        assert page == ("-" if snapshot == "-" else "own" if name == "self" else "opens")
        assert log == ("-" if snapshot == "bars" else snapshot)
        assert await ask("replay", name) == snapshot
        found["replay"][name] = snapshot
        found["from"][name] = await ask("play_from", name)
        found["board"][name] = await ask("board", name)
        await browser.leave()
    for browser in (own, *others.values()):
        await browser.leave()
    assert found == table


async def test_a_blocked_person_meets_what_a_stranger_meets_at_a_closed_table() -> None:
    scene = await sync_to_async(Scene)("everyone")
    closed = await sync_to_async(Scene.get)(scene, "blocked", f"/watch/{scene.game.pk}")
    await Game.objects.filter(pk=scene.game.pk).aupdate(watch="nobody")
    await User.objects.filter(pk=scene.owner.pk).aupdate(profile="nobody")
    for address in (f"/watch/{scene.game.pk}", f"/@{scene.owner.username}", f"/game/{scene.game.pk}/log"):
        answers = [await sync_to_async(scene.get)(name, address) for name in ("blocked", "stranger")]
        main = [text.partition("<main")[2].partition("</main>")[0] for _, text in answers]
        words = [re.sub(r' value="[^"]+"', "", text) for text in main]
        assert answers[0][0] == answers[1][0] == 403
        assert words[0] == words[1]
    assert closed[0] == 403
