"""Asking, accepting, declining, ending, blocking, and the link that invites."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from solitaire.accounts.models import Friendship, User
from solitaire.accounts.selectors import Relation, are_friends, asks_to, friend_ids, may_see_profile, relation
from solitaire.accounts.services import MOST_WAITING, NotPossible, TooMany, invite_of
from solitaire.people import services
from tests.games.people import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def mira() -> User:
    return account("mira")


@pytest.fixture
def ondra() -> User:
    return account("ondra")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_one_asks_and_the_other_accepts(mira: User, ondra: User) -> None:
    services.ask(asker=mira, asked=ondra)
    assert not are_friends(mira, ondra)
    assert (relation(mira, ondra), relation(ondra, mira)) == (Relation.ASKED, Relation.ASKS)
    services.accept(by=ondra, asker=mira)
    assert (friend_ids(mira), friend_ids(ondra)) == ({ondra.pk}, {mira.pk})


def test_nobody_accepts_what_they_asked_themselves(mira: User, ondra: User) -> None:
    services.ask(asker=mira, asked=ondra)
    assert not services.accept(by=mira, asker=ondra)
    assert not services.accept(by=mira, asker=mira)
    assert not are_friends(mira, ondra)


def test_to_ask_whoever_has_asked_is_to_accept(mira: User, ondra: User) -> None:
    services.ask(asker=mira, asked=ondra)
    assert services.ask(asker=ondra, asked=mira).accepted_at
    assert Friendship.objects.count() == 1


def test_the_database_itself_holds_one_row_for_a_pair(mira: User, ondra: User) -> None:
    Friendship.objects.create(asker=mira, asked=ondra)
    for asker, asked in ((mira, ondra), (ondra, mira), (mira, mira)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Friendship.objects.create(asker=asker, asked=asked)


def test_declining_taking_back_and_ending_leave_nothing(mira: User, ondra: User) -> None:
    for end in ((ondra, mira), (mira, ondra)):
        services.ask(asker=mira, asked=ondra)
        services.remove(by=end[0], other=end[1])
        assert relation(mira, ondra) is relation(ondra, mira) is Relation.STRANGER


def test_nobody_asks_themselves_or_a_guest_or_hundreds(mira: User) -> None:
    for other in (mira, account("guest-1", guest=True)):
        with pytest.raises(NotPossible):
            services.ask(asker=mira, asked=other)
    Friendship.objects.bulk_create(Friendship(asker=mira, asked=account(f"p{n}")) for n in range(MOST_WAITING))
    with pytest.raises(TooMany):
        services.ask(asker=mira, asked=account("one-more"))


def test_a_block_ends_the_friendship_and_hides_the_profile(mira: User, ondra: User) -> None:
    services.ask(asker=mira, asked=ondra)
    services.accept(by=ondra, asker=mira)
    services.block(blocker=mira, blocked=ondra)
    assert not are_friends(mira, ondra)
    assert not may_see_profile(ondra, mira)
    services.unblock(blocker=mira, blocked=ondra)
    assert not are_friends(mira, ondra)
    assert may_see_profile(ondra, mira)


def test_whoever_is_blocked_may_ask_and_waits_for_ever(mira: User, ondra: User) -> None:
    services.block(blocker=mira, blocked=ondra)
    assert relation(ondra, mira) is Relation.STRANGER
    answer = signed_in(ondra).post("/friends/ask", {"name": "mira"}, follow=True).content.decode()
    assert "mira has been asked." in answer
    assert relation(ondra, mira) is Relation.ASKED
    assert list(asks_to(mira)) == []
    assert "ondra" not in signed_in(mira).get("/notices/?part").content.decode()


def test_a_question_that_was_waiting_goes_on_waiting_after_a_block(mira: User, ondra: User) -> None:
    services.ask(asker=ondra, asked=mira)
    services.block(blocker=mira, blocked=ondra)
    assert relation(ondra, mira) is Relation.ASKED
    services.ask(asker=ondra, asked=mira)
    assert not services.accept(by=ondra, asker=mira)


def test_to_ask_somebody_is_to_open_to_them_again(mira: User, ondra: User) -> None:
    services.block(blocker=mira, blocked=ondra)
    services.ask(asker=mira, asked=ondra)
    assert relation(mira, ondra) is Relation.ASKED


def test_an_invite_link_makes_friends_at_a_press(mira: User, ondra: User) -> None:
    address = f"/invite/{invite_of(mira)}"
    client = signed_in(ondra)
    assert "mira invites you" in client.get(address).content.decode()
    assert not are_friends(mira, ondra), "to look is not to accept"
    client.post(address)
    assert are_friends(mira, ondra)


def test_an_invite_link_leads_a_guest_to_a_name_and_back(mira: User, client: Client) -> None:
    address = f"/invite/{invite_of(mira)}"
    assert client.post(address).headers["Location"] == f"/accounts/signup/?next={address}"


def test_an_old_link_and_the_link_of_somebody_who_has_blocked_one_lead_nowhere_alike(mira: User, ondra: User) -> None:
    old = f"/invite/{invite_of(mira)}"
    signed_in(mira).post("/friends/invite")
    mira.refresh_from_db()
    services.block(blocker=mira, blocked=ondra)
    client = signed_in(ondra)
    answers = [client.get(address) for address in (old, f"/invite/{invite_of(mira)}")]
    assert [answer.status_code for answer in answers] == [404, 404]
    client.post(f"/invite/{invite_of(mira)}")
    assert not are_friends(mira, ondra)


def test_the_page_of_friends_has_a_button_for_everything(mira: User, ondra: User) -> None:
    services.ask(asker=ondra, asked=mira)
    client = signed_in(mira)
    assert "ondra" in client.get("/friends/").content.decode()
    client.post("/friends/ondra/accept")
    assert are_friends(mira, ondra)
    client.post("/friends/Ondra/block")
    assert "is blocked and is not told" in client.get("/friends/").content.decode()
    client.post("/friends/ondra/unblock")
    assert relation(mira, ondra) is Relation.STRANGER
    assert client.post("/friends/nobody/ask").status_code == 404


def test_guests_are_led_to_a_name(client: Client) -> None:
    assert client.get("/friends/").headers["Location"] == "/accounts/signup/?next=/friends/"


def test_asking_has_a_limit_and_wrong_names_say_so(mira: User, ondra: User) -> None:
    client = signed_in(mira)
    assert "Nobody has this name." in client.post("/friends/ask", {"name": "nobody-here"}).content.decode()
    assert "This is you." in client.post("/friends/ask", {"name": "MIRA"}).content.decode()
    answers = [client.post("/friends/ask", {"name": "@ondra"}) for _ in range(40)]
    answer = answers[-1]
    assert answer.status_code == 400
    assert "Try again in an hour" in answer.content.decode()
