"""People with sessions and games, written into a server's database directly: no page is needed to be at a table."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.services import DaphneServer

_MAKE = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from games.engine.deal import parse_code
from games.services import start_casual
from solitaire.accounts.models import Audience, User

made = []
for code in {codes!r}:
    user = User(username=f"{prefix}{{len(made)}}", watch=Audience.EVERYONE)
    user.set_unusable_password()
    user.save()
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    game = start_casual(player=user, code=parse_code(code))
    made.append({{"user_id": user.pk, "session": session.session_key, "game_id": game.pk, "code": code}})
print(json.dumps(made))
"""


@dataclass(frozen=True)
class Player:
    """Somebody at their own table, which everyone may watch."""

    user_id: int
    session: str
    game_id: str
    code: str


def code_of(number: int) -> str:
    """A Pyramid game with recycles without end, so that a bot never runs out of moves."""
    letters = ""
    for _ in range(7):
        number, letter = divmod(number, 26)
        letters = chr(ord("A") + letter) + letters
    return f"PY1-N-{letters}"


def make_players(server: DaphneServer, count: int, prefix: str = "player") -> list[Player]:
    """Players with a casual game each."""
    codes = [code_of(number) for number in range(count)]
    out = server.manage("shell", "--verbosity", "0", stdin=_MAKE.format(codes=codes, prefix=prefix))
    return [Player(**fields) for fields in json.loads(out.strip().splitlines()[-1])]
