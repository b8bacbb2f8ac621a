"""Who is behind a socket, from the cookies it was opened with."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from solitaire.accounts.models import User
from solitaire.accounts.selectors import player_of


def visitor(cookies: Mapping[str, str]) -> User | None:
    """The account or guest of a session as it is now, or None. Queries the database."""
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return player_of(user=get_user(request), session=request.session)
