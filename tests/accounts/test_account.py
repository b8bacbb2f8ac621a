"""Names, merging, settings, sessions, export and the end of an account."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.challenges import challenge_at
from games.engine.deal import parse_code
from games.models import Challenge, Game, GameKind, Move
from games.services import start_casual
from solitaire.accounts.models import Block, Friendship, User
from solitaire.people.services import ban, readmit
from tests.games.people import account, result

pytestmark = pytest.mark.django_db

PASSWORD = "mountain-evening-7"


@pytest.fixture
def mira() -> User:
    return User.objects.create_user("mira", "mira@example.com", PASSWORD)


@pytest.fixture
def challenge() -> Challenge:
    return challenge_at(GameKind.TRIPEAKS, timezone.now())


def sign_in(client: Client, name: str = "mira", **fields: str) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": PASSWORD, **fields})


def confirm(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


# ---- names


@pytest.mark.parametrize(
    "name",
    [
        "MIRA", "Mira", "admin", "Ad.min", "support", "s-e-t-t-i-n-g-s", "guest-7", "mіra", "mira\u200b", "ｍｉｒａ",
        "a b", "-mira", "mi..ra", "mi", "miŕa", "x" * 25,
    ],
)  # fmt: skip
def test_a_name_is_ones_own_is_no_name_of_the_house_and_looks_like_nobody_elses(
    client: Client, mira: User, name: str
) -> None:
    assert client.post("/accounts/signup/", {"username": name, "password1": PASSWORD}).status_code == 200
    client.force_login(account("other"))
    assert client.post("/settings/name", {"username": name}).status_code == 400
    assert {user.username for user in User.objects.all()} == {"mira", "other"}


def test_a_guest_who_chooses_a_name_at_a_game_comes_back_to_it(client: Client) -> None:
    game = client.post("/play/new").headers["Location"]
    offered = re.search(r'"signup": "([^"]+)"', client.get(game).content.decode())
    assert offered
    answer = client.post(offered[1], {"username": "mira", "password1": PASSWORD})
    assert answer.headers["Location"] == game
    assert '"signup": null' in client.get(game).content.decode(), "it is mira's now"


def test_a_name_can_be_changed_and_games_follow(client: Client, mira: User, challenge: Challenge) -> None:
    result(challenge, mira)
    client.force_login(mira)
    assert client.post("/settings/name", {"username": "Mira.K"}).headers["Location"] == "/settings/"
    assert "Mira.K" in client.get("/leaderboard/tripeaks/").content.decode()
    assert client.post("/settings/name", {"username": "mira.k"}).status_code == 302, "one's own in another case"


# ---- guests


def test_signing_in_asks_whether_the_games_of_the_guest_come_along(
    client: Client, mira: User, challenge: Challenge
) -> None:
    client.post("/play/today/tripeaks")
    answer = sign_in(client, next="/watch/")
    assert answer.headers["Location"] == "/accounts/merge/?next=%2Fwatch%2F"
    assert not mira.games.exists()
    page = client.get(answer.headers["Location"]).content.decode()
    assert "Does it belong to mira?" in page
    assert client.post("/accounts/merge/", {"take": "", "next": "/watch/"}).headers["Location"] == "/watch/"
    assert mira.games.get().ranked
    assert not User.objects.filter(guest=True).exists()


def test_games_that_are_left_stay_a_guests(client: Client, mira: User) -> None:
    client.post("/play/today/tripeaks")
    sign_in(client)
    client.post("/accounts/merge/", {"leave": ""})
    assert not mira.games.exists()
    assert Game.objects.count() == 1
    assert client.get("/accounts/merge/").status_code == 302


def test_nothing_is_asked_where_there_is_nothing_to_take(client: Client, mira: User) -> None:
    assert sign_in(client).headers["Location"] == "/"


# ---- settings


def test_a_new_level_holds_for_running_games_and_not_for_finished_ones(
    client: Client, mira: User, challenge: Challenge
) -> None:
    done, running = result(challenge, mira), start_casual(player=mira, code=parse_code("TP1-E-AAAAAAB"))
    client.force_login(mira)
    client.post("/settings/", {"watch": "everyone", "profile": "nobody"})
    mira.refresh_from_db()
    assert (mira.watch, mira.profile, mira.show_presence, mira.take_reactions) == ("everyone", "nobody", False, False)
    done.refresh_from_db()
    running.refresh_from_db()
    assert (done.watch, running.watch) == ("friends", "everyone")
    assert client.post("/settings/", {"watch": "link", "profile": "nobody"}).status_code == 400


def test_settings_of_the_table_follow_their_owner(client: Client) -> None:
    chosen = {"theme": "dark", "suits": "four", "errorHelp": False, "size": 3}

    def post(body: str) -> int:
        return client.post("/settings/table", body, content_type="application/json").status_code

    assert post(json.dumps(chosen)) == 200
    assert client.get("/settings/table").json() == chosen
    for wrong in ("[]", "{", '{"a": {}}', '{"a b": 1}', json.dumps({"a": "x" * 65}), '{"a": 1e400}', '{"a": NaN}'):
        assert post(wrong) == 400, wrong
    assert post(json.dumps({f"a{n}": "x" * 60 for n in range(80)})) == 413
    assert post(json.dumps({f"a{n}": n for n in range(60)})) == 400
    assert client.get("/settings/table").json() == chosen
    # Another browser changes one of them, and the pages bring what both have chosen.
    assert post('{"theme": "light"}') == 200
    assert client.get("/settings/table").json() == {**chosen, "theme": "light"}
    for address in ("/", "/no-such-page"):
        page = client.get(address).content.decode()
        (brought,) = re.findall(r'<html [^>]*data-settings="([^"]+)"', page)
        assert json.loads(unescape(brought)) == {**chosen, "theme": "light"}


def test_a_page_seen_by_nobody_makes_no_guest_and_brings_no_settings(client: Client) -> None:
    for address in ("/", "/settings/", "/watch/", "/no-such-page"):
        assert "data-settings" not in client.get(address).content.decode()
    assert not User.objects.exists()


# ---- sessions


def test_a_session_elsewhere_can_be_ended(mira: User) -> None:
    here, there = Client(HTTP_USER_AGENT="Firefox"), Client(HTTP_USER_AGENT="An old phone")
    for client in (here, there):
        sign_in(client)
    assert "An old phone" in here.get("/accounts/sessions/").content.decode()
    here.post("/accounts/sessions/")
    assert there.get("/settings/name").headers["Location"].startswith("/accounts/login/")
    assert here.get("/settings/name").status_code == 200


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36",
         "Chrome on Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1",
         "Safari on iPhone"),
        ("a bot", "a bot"),
    ],
)  # fmt: skip
def test_a_session_is_named_by_its_browser_and_system(mira: User, said: str, words: str) -> None:
    client = Client(HTTP_USER_AGENT=said)
    sign_in(client)
    assert f"<b>{words}</b>" in client.get("/accounts/sessions/").content.decode()


def test_a_new_password_ends_all_other_sessions(mira: User) -> None:
    here, there = Client(), Client()
    for client in (here, there):
        sign_in(client)
    new = {"oldpassword": PASSWORD, "password1": "other-mountain-8", "password2": "other-mountain-8"}
    here.post("/accounts/password/change/", new)
    assert there.get("/settings/name").headers["Location"].startswith("/accounts/login/")
    assert here.get("/settings/name").status_code == 200


def test_failed_sign_ins_have_a_limit(client: Client, mira: User) -> None:
    for _ in range(10):
        sign_in(client, "mira", password="wrong")
    answer = sign_in(client)
    assert answer.status_code == 200
    assert "Too many failed" in answer.content.decode()


def test_the_admin_has_no_door_of_its_own_without_limit_and_second_factor(client: Client, mira: User) -> None:
    User.objects.filter(pk=mira.pk).update(is_staff=True)
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/?next=")
    client.post("/admin/login/", {"username": "mira", "password": PASSWORD})
    assert client.get("/admin/").status_code == 302, "its own form opens nothing"
    sign_in(client)
    assert client.get("/admin/").status_code == 200
    assert 'name="oldpassword"' in client.get("/admin/password_change/").content.decode()


def test_whoever_is_banned_is_out_until_readmitted(client: Client, mira: User) -> None:
    sign_in(client)
    ban(mira)
    assert client.get("/settings/name").headers["Location"].startswith("/accounts/login/")
    sign_in(client)
    assert client.get("/settings/name").status_code == 302
    readmit(mira)
    sign_in(client)
    assert client.get("/settings/name").status_code == 200


# ---- all of one's data, and none


def test_everything_can_be_taken_along_once_the_password_is_given(
    client: Client, mira: User, challenge: Challenge
) -> None:
    ondra, sana = account("ondra"), account("sana")
    User.objects.filter(pk=mira.pk).update(watch="nobody", preferences={"theme": "dark"}, invite="a-link")
    Friendship.objects.create(asker=mira, asked=ondra, accepted_at=timezone.now())
    Block.objects.create(blocker=mira, blocked=sana)
    game = result(challenge, mira)
    Move.objects.create(game=game, seq=1, action="d", command_id="a", ms=7)
    sign_in(client)
    assert client.get("/settings/export").headers["Location"].startswith("/accounts/reauthenticate/")
    confirm(client)
    answer = client.get("/settings/export")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        data = json.loads(archive.read("solitaire-mira.json"))
    assert data["name"] == "mira"
    assert [pair["with"] for pair in data["friendships"]] == ["ondra"]
    assert data["blocked"] == ["sana"]
    assert data["games"][0]["log"] == [[1, "d", 7]]
    assert (data["settings"]["watch"], data["settings"]["preferences"]) == ("nobody", {"theme": "dark"})
    assert (data["email"], data["invite"]) == ("mira@example.com", "a-link")
    assert [session["ip"] for session in data["sessions"]] == ["127.0.0.1"]
    told = {"id", "password", "username", "first_name", "last_name", "email", "is_active", "is_staff", "is_superuser",
            "last_login", "date_joined", "guest", "noticed_at", "invite"}  # fmt: skip
    assert {field.name for field in User._meta.fields} - told == set(data["settings"]), "a new field is exported too"
    assert PASSWORD not in json.dumps(data)
    assert not re.search("pbkdf2|md5\\$", json.dumps(data))


def test_a_deleted_account_leaves_its_results_to_nobody(client: Client, mira: User, challenge: Challenge) -> None:
    ondra = account("ondra")
    Friendship.objects.create(asker=mira, asked=ondra, accepted_at=timezone.now())
    first, second = result(challenge, mira, score=900), result(challenge, ondra, score=800)
    sign_in(client)
    confirm(client)
    assert client.post("/settings/delete", {"name": "ondra"}).status_code == 400
    assert client.post("/settings/delete", {"name": "mira"}).headers["Location"] == "/"
    assert client.get("/settings/name").headers["Location"].startswith("/accounts/login/")
    first.refresh_from_db()
    assert (first.player.guest, first.player.email, first.player.has_usable_password()) == (True, "", False)
    assert "mira" not in json.dumps(list(User.objects.values()), default=str)
    board = client.get("/leaderboard/tripeaks/").content.decode()
    assert "mira" not in board
    assert re.search(r'data-rank="2".{0,900}ondra', board, re.DOTALL), "the ranks of others stay true"
    assert second.player == ondra
    assert not Friendship.objects.exists()
    assert sign_in(client).status_code == 200, "the name opens nothing"
    assert client.post("/accounts/signup/", {"username": "mira", "password1": PASSWORD}).status_code == 302


def test_an_account_without_games_is_gone_altogether(client: Client, mira: User) -> None:
    sign_in(client)
    confirm(client)
    client.post("/settings/delete", {"name": "mira"})
    assert not User.objects.exists()


# ---- news


def test_news_are_told_in_groups_until_they_are_seen(client: Client, mira: User, challenge: Challenge) -> None:
    for n, name in enumerate(("ondra", "teo", "lena")):
        Friendship.objects.create(asker=mira, asked=account(name), accepted_at=timezone.now() + timedelta(seconds=n))
    Friendship.objects.create(asker=account("hugo"), asked=mira)
    own = result(challenge, mira, score=700)
    later = own.finished_at + timedelta(seconds=5) if own.finished_at else None
    for name, score in (("ondra", 900), ("teo", 600), ("lena", 800)):
        result(challenge, User.objects.get(username=name), score=score, finished_at=later)
    result(challenge, account("stranger"), score=950, finished_at=later)
    client.force_login(mira)

    def told() -> str:
        text = re.sub(r"<[^>]+>", "", client.get("/notices/?part").content.decode())
        return " ".join(text.split())

    assert "lena and 2 others are friends of yours now." in told()
    assert re.search("(ondra|lena) and 1 other beat your TriPeaks of today.", told())
    client.post("/notices/")
    User.objects.filter(pk=mira.pk).update(noticed_at=timezone.now() + timedelta(minutes=1))
    assert told().startswith("hugo wants to be friends."), "a question stays until it is answered"
    assert "beat" not in told()
    User.objects.filter(pk=mira.pk).update(notify_friends=False, notify_results=False, noticed_at=None)
    assert told() == "Nothing new."


def test_mail_goes_out_for_a_forgotten_password_and_to_nobody_else(client: Client, mira: User) -> None:
    client.post("/accounts/password/reset/", {"email": "mira@example.com"})
    client.post("/accounts/password/reset/", {"email": "nobody@example.com"})
    assert [message.to for message in mail.outbox if "/password/reset/key/" in str(message.body)] == [
        ["mira@example.com"]
    ]
