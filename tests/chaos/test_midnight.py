"""A ranked game that is under way when the day ends, on a server whose clock passes midnight (design 6 and 9)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from tests.chaos.conftest import House
from tests.chaos.people import Player
from tests.chaos.test_abuse import line, reply

DAY = datetime(2026, 12, 24, tzinfo=UTC)

_START = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from games.engine.deal import parse_code
from games.models import Challenge, GameKind
from games.services import start_ranked
from solitaire.accounts.models import User

code = parse_code("PY1-N-AAAAAAS")
challenge = Challenge(kind=GameKind.PYRAMID, date=timezone.now().date(), rule=code.variant.rule, nonce="n")
challenge.deck = code.deck
challenge.save()
user = User.objects.create(username="late")
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
game = start_ranked(player=user, challenge=challenge)
print(json.dumps({"user_id": user.pk, "session": session.session_key, "game_id": game.pk, "code": str(code)}))
"""


class Clock:
    """The clock of other processes, which goes on from wherever it is set (libfaketime reads it from a file)."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._offset = timedelta()

    @property
    def variables(self) -> dict[str, str]:
        library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        return {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "TZ": "UTC",
        }

    def set(self, moment: datetime) -> None:
        self._offset = moment - datetime.now(UTC)
        self._file.write_text(f"{self._offset.total_seconds():+.3f}\n")

    def now(self) -> datetime:
        return datetime.now(UTC) + self._offset


async def test_a_game_goes_on_past_midnight_on_the_day_it_began_until_the_day_is_final(
    house: House, service_directory: Callable[[str], Path]
) -> None:
    clock = Clock(service_directory("clock") / "offset")
    clock.set(DAY + timedelta(hours=23, minutes=50))
    house.servers.append(house.start(**clock.variables))
    (server,) = house.servers
    out = await asyncio.to_thread(server.manage, "shell", "--verbosity", "0", stdin=_START)
    player = Player(**json.loads(out.strip().splitlines()[-1]))
    midnight, final = DAY + timedelta(days=1), DAY + timedelta(days=1, hours=2)

    async with line(server, player) as at:
        await at.send('{"type":"hello"}')
        state = await reply(at, "state")
        assert state["you"]["ranked"]
        seq = 0

        async def act() -> str:
            nonlocal seq
            action = "du"[seq % 2]
            await at.send(json.dumps({"type": "act", "id": f"m{seq}", "seq": seq + 1, "action": action}))
            answer = await reply(at, "ack", "refused", "stale", "error")
            seq += answer["type"] == "ack"
            return str(answer.get("reason", answer["type"]))

        assert await act() == "ack"
        clock.set(midnight - timedelta(seconds=1))
        while clock.now() < midnight + timedelta(seconds=1):
            assert await act() == "ack"
        clock.set(final - timedelta(minutes=1))
        assert await act() == "ack"
        clock.set(final)
        assert await act() == "game_over"

    server.kill()  # an orderly end waits for a clock that has jumped
    with psycopg.connect(house.database) as connection:
        row = connection.execute(
            "SELECT c.date, (SELECT max(ms) FROM games_move)"
            " FROM games_game g JOIN games_challenge c ON c.id = g.challenge_id"
        ).fetchone()
    assert row is not None
    assert row[0] == DAY.date()
    assert row[1] > timedelta(hours=2).total_seconds() * 1000
