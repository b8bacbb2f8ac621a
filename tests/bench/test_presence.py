"""Presence of 10,000 people with 50 friends each: what it costs depends on the friends, not on the people."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.broadcast import Hub, Message
from games.lobby import LobbySocket
from games.presence import Presence, friends_topic
from solitaire.accounts.models import Friendship, User

FRIENDS = 50


class Ear:
    """A friend's page."""

    spectating = False

    def __init__(self, heard: Counter[str]) -> None:
        self._heard = heard

    def hear(self, topic: str, _message: Message) -> None:
        self._heard[topic] += 1


async def arrivals(people: int) -> tuple[float, int]:
    """Microseconds and deliveries for one arrival among so many people, each here with 50 friends."""
    hub, heard, chance = Hub(), Counter[str](), random.Random(people)
    presence = Presence(asyncio.get_running_loop(), hub)
    for _ in range(people):
        ear = Ear(heard)
        for friend in chance.sample(range(people), FRIENDS):
            await hub.join(friends_topic(friend), ear)
    comers = chance.sample(range(people), 500)
    began = time.perf_counter()
    for person in comers:
        presence.arrived(person)
    took = time.perf_counter() - began
    await hub.close()
    return took / len(comers) * 1e6, round(sum(heard.values()) / len(comers))


async def test_an_arrival_costs_as_much_among_10_000_people_as_among_1_000() -> None:
    few, many = await arrivals(1_000), await arrivals(10_000)
    print(f"\narrival among 1,000: {few[0]:.0f} us, {few[1]} deliveries; among 10,000: {many[0]:.0f} us, {many[1]}")
    assert abs(many[1] - FRIENDS) <= 3
    assert many[0] < 4 * few[0] + 50


@pytest.mark.django_db
def test_a_page_learns_who_its_friends_are_in_a_few_questions_among_10_000_people() -> None:
    def ask(name: str) -> tuple[float, int]:
        user = User.objects.get(username=name)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            began = time.perf_counter()
            found, _, _ = LobbySocket._read_friends(user)
            took = time.perf_counter() - began
        assert len(found) >= FRIENDS
        return took * 1e3, len(queries)

    def fill(first: int, people: int) -> None:
        made = User.objects.bulk_create([User(username=f"p{n}") for n in range(first, first + people)], 2_000)
        now = timezone.now()
        pairs = [
            Friendship(asker=made[n], asked=made[(n + step) % people], accepted_at=now)
            for n in range(people)
            for step in range(1, FRIENDS // 2 + 1)
        ]
        Friendship.objects.bulk_create(pairs, 2_000)

    fill(0, 1_000)
    ask("p7")
    few = min(ask("p7") for _ in range(5))
    fill(1_000, 10_000)
    many = min(ask("p7") for _ in range(5))
    print(f"\nfriends read among 1,000: {few[0]:.1f} ms; among 11,000: {many[0]:.1f} ms; {many[1]} queries")
    assert few[1] == many[1] <= 8
    assert many[0] < 3 * few[0] + 3
