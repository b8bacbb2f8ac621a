"""The deals of the day: drawn under a secret, proven winnable before anybody sees them (design 8)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import date, datetime
from itertools import count

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Min, Q

from games.days import closes_at, day_of
from games.engine.deal import Code, DayCode, Deck, parse_any_code, shuffled
from games.engine.errors import Malformed
from games.engine.position import start
from games.engine.variant import Pyramid, TriPeaks, Variant
from games.models import Challenge, GameKind
from games.solver import is_winnable, solve

SUNDAY = 6


class NoSuchDay(ValueError):
    """A day before the first or after today. The two are not told apart, and nothing is looked up for the latter."""


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


def challenge_on(kind: GameKind, day: date, *, now: datetime) -> Challenge:
    """The challenge of a day that has come; one that nobody asked for on its day is made now. Raises `NoSuchDay`."""
    today = day_of(now)
    if day > today or (day < today and day < first_day(today=today)):
        raise NoSuchDay(str(day))
    return _challenge(kind, day)


def first_day(*, today: date) -> date:
    """The first day that had challenges, those made ahead left out; today before there is one."""
    first: date | None = Challenge.objects.filter(date__lte=today).aggregate(first=Min("date"))["first"]
    return first or today


def _challenge(kind: GameKind, day: date) -> Challenge:
    if found := Challenge.objects.filter(kind=kind, date=day).first():
        return found
    deck, nonce = draw(kind, day)
    challenge = Challenge(kind=kind, date=day, rule=variant_of_day(kind, day).rule, nonce=nonce)
    challenge.deck = deck
    if kind is GameKind.TRIPEAKS:
        challenge.best_score = best_score(challenge)
    try:
        with transaction.atomic():
            challenge.save(force_insert=True)
    except IntegrityError:
        return Challenge.objects.get(kind=kind, date=day)
    return challenge


# ---- par


def best_score(challenge: Challenge) -> int | None:
    """The best score of a deal of TriPeaks, in some milliseconds."""
    return solve(start(challenge.variant, challenge.deck)).best_score


def find_par(challenge: Challenge) -> None:
    """Find out the par of a challenge and store it. Pyramid takes up to half a minute. Once more changes nothing."""
    if challenge.kind == GameKind.TRIPEAKS:
        challenge.best_score = best_score(challenge)
    else:
        solution = solve(start(challenge.variant, challenge.deck), par=True)
        challenge.fewest_moves = solution.fewest_moves
        challenge.fewest_moves_exact = bool(solution.fewest_moves_exact)
    challenge.save(update_fields=["best_score", "fewest_moves", "fewest_moves_exact"])


def day_without_par() -> date | None:
    """The latest day with a challenge whose par is not known."""
    unknown = Q(kind=GameKind.TRIPEAKS, best_score=None) | Q(kind=GameKind.PYRAMID, fewest_moves=None)
    return Challenge.objects.filter(unknown).order_by("-date").values_list("date", flat=True).first()


# ---- codes of past days


def day_code(challenge: Challenge) -> DayCode:
    """The code under which a challenge can be practised once its day is final."""
    return DayCode(challenge.variant, f"{challenge.date:%Y%m%d}")


def find_code(text: str, *, now: datetime) -> Code | Challenge:
    """What a code names: a deal, or the challenge of a past day.

    Raises `Malformed`: ``code_day_open`` for a day that is not final, ``code_day`` for one that is none, has not come
    or lies before the first, ``code_day_rule`` where the day was played by another rule.
    """
    code = parse_any_code(text)
    if isinstance(code, Code):
        return code
    kind = GameKind(code.variant.game)
    try:
        day = date(int(code.digits[:4]), int(code.digits[4:6]), int(code.digits[6:]))
        if day <= day_of(now) and now < closes_at(day):
            raise Malformed("code_day_open", f"the deal of {day} has no code before the day is final", text=str(day))
        challenge = challenge_on(kind, day, now=now)
    except Malformed:
        raise
    except (ValueError, OverflowError) as error:
        raise Malformed("code_day", f"no deal of a past day is called {code.digits}", text=code.digits) from error
    if challenge.rule != code.variant.rule:
        raise Malformed(
            "code_day_rule", f"that day was played by the rule {challenge.rule}", text=str(day_code(challenge))
        )
    return challenge
