"""How often somebody may make a game, by person and by address. Sign-up and sign-in have allauth's own limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

NEW_GAMES = frozenset({"play-new", "play-today", "play-again"})
"""The names of the addresses that make a game."""
PER_PERSON = 30
PER_ADDRESS = 300
"""Many people may share an address."""
SECONDS = 60

View = Callable[..., HttpResponse]


class NewGames:
    """Middleware: 429 for whoever makes more games than anybody plays."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, _view: View, _args: tuple[object, ...], _kwargs: dict[str, object]
    ) -> HttpResponse | None:
        """Count the request, if it makes a game, before its view runs."""
        match = request.resolver_match
        if request.method != "POST" or match is None or match.url_name not in NEW_GAMES:
            return None
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        if _within(f"address {request.META.get('REMOTE_ADDR')}", PER_ADDRESS) and (
            session is None or _within(f"session {session}", PER_PERSON)
        ):
            return None
        response = render(request, "429.html", status=429)
        response["Retry-After"] = str(SECONDS)
        return response


def _within(who: str, most: int) -> bool:
    """Count one more for `who` in this minute; whether they still have no more than `most`."""
    minute = int(time.time() // SECONDS)
    key = f"new-games-{sha256(f'{who} {minute}'.encode()).hexdigest()}"
    cache.add(key, 0, 2 * SECONDS)
    try:
        return cache.incr(key) <= most
    except ValueError:  # the cache has just dropped it
        return True
