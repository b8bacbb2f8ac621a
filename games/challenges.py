"""The deals of the day: drawn under a secret, proven winnable before anybody sees them (design 8)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import date, datetime
from itertools import count

from django.conf import settings
from django.db import IntegrityError, transaction

from games.days import day_of
from games.engine.deal import Deck, shuffled
from games.engine.position import start
from games.engine.variant import Pyramid, TriPeaks, Variant
from games.models import Challenge, GameKind
from games.solver import is_winnable

SUNDAY = 6


def variant_of_day(kind: GameKind, day: date) -> Variant:
    """The variant played on a day: TriPeaks is Easy from Monday to Saturday and Classic on Sunday."""
    return TriPeaks(wrap=day.weekday() != SUNDAY) if kind is GameKind.TRIPEAKS else Pyramid()


def draw(kind: GameKind, day: date) -> tuple[Deck, str]:
    """The deck of a day and its nonce, the same at each call: the first drawn under the secret that can be won."""
    variant = variant_of_day(kind, day)
    for attempt in count():
        seed = f"{kind.value}:{day}:{attempt}"
        deck = shuffled(variant, _words(seed))
        if is_winnable(start(variant, deck)):
            return deck, _digest(f"{seed}:nonce").hex()
    raise AssertionError("unreachable")


def _words(seed: str) -> Iterator[int]:
    for block in count():
        data = _digest(f"{seed}:{block}")
        for at in range(0, len(data), 4):
            yield int.from_bytes(data[at : at + 4], "big")


def _digest(message: str) -> bytes:
    return hmac.digest(settings.DAILY_SECRET.encode(), message.encode(), hashlib.sha256)


def open_day(day: date) -> list[Challenge]:
    """The challenges of a day, one for each game, made if they are not there yet.

    Several processes may race: the first row wins, and all of them draw the same deck.
    """
    return [_challenge(kind, day) for kind in GameKind]


def challenge_at(kind: GameKind, moment: datetime) -> Challenge:
    """The challenge that is open at a moment."""
    return _challenge(kind, day_of(moment))


def _challenge(kind: GameKind, day: date) -> Challenge:
    if found := Challenge.objects.filter(kind=kind, date=day).first():
        return found
    deck, nonce = draw(kind, day)
    challenge = Challenge(kind=kind, date=day, rule=variant_of_day(kind, day).rule, nonce=nonce)
    challenge.deck = deck
    try:
        with transaction.atomic():
            challenge.save(force_insert=True)
    except IntegrityError:
        return Challenge.objects.get(kind=kind, date=day)
    return challenge
