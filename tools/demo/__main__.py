"""`make demo`: serves a database of its own, in which simulated players play today's deals and others, live.

They are accounts whose names begin with ``sim-``, and they play as anybody does: over the websocket of their table.
What they know is what a player sees.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import django
from asgiref.sync import sync_to_async
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

TOGETHER = 10
"""How many play at the same time."""
REST = 6.0
"""Seconds between two starts."""
DAILY = 0.5
"""How often somebody who has not played today's deal takes that."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    server = subprocess.Popen([sys.executable, "tools/serve.py", "--host", options.host, "--port", str(options.port)])
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: server.terminate())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    django.setup()
    base = f"http://{'127.0.0.1' if options.host in {'', '0.0.0.0'} else options.host}:{options.port}"
    asyncio.run(_crowd(base, server))
    return server.wait()


async def _crowd(base: str, server: subprocess.Popen[bytes]) -> None:
    from leaderboards import simulation

    while not await asyncio.to_thread(_answers, base):
        if server.poll() is not None:
            return
        await asyncio.sleep(0.2)
    resting = simulation.players(len(simulation.NAMES))
    random.shuffle(resting)
    playing: set[asyncio.Task[None]] = set()
    while server.poll() is None:
        playing = {task for task in playing if not task.done()}
        if len(playing) < TOGETHER:
            player = resting.pop(0)
            resting.append(player)
            if player.name not in {task.get_name() for task in playing}:
                playing.add(asyncio.create_task(_sit_down(base, player), name=player.name))
        await asyncio.sleep(0.5 if len(playing) < TOGETHER // 2 else REST)
    for task in playing:
        task.cancel()


def _answers(base: str) -> bool:
    try:
        urllib.request.urlopen(f"{base}/healthz", timeout=5).close()
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False
    return True


async def _sit_down(base: str, player: object) -> None:
    """One game from the first action to the last, over its websocket."""
    from leaderboards.simulation import Player

    assert isinstance(player, Player)
    try:
        game_id, cookie = await sync_to_async(_deal)(player)
        await _play(base, player, game_id, cookie)
    except (OSError, TimeoutError, WebSocketException) as error:
        print(f"{player.name} has gone: {error}", file=sys.stderr)


def _deal(player: object) -> tuple[str, str]:
    """A game for a player, and the cookie that lets them in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.utils import timezone

    from games.challenges import challenge_at
    from games.engine.deal import DEALS, Code
    from games.engine.variant import Pyramid, TriPeaks
    from games.models import GameKind
    from games.selectors import ranked_game
    from games.services import start_casual, start_ranked
    from leaderboards.simulation import Player
    from solitaire.accounts.models import User

    assert isinstance(player, Player)
    user = User.objects.get(username=player.name)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    kind = random.choice(list(GameKind))
    challenge = challenge_at(kind, timezone.now())
    if ranked_game(user, challenge) is None and random.random() < DAILY:
        game = start_ranked(player=user, challenge=challenge)
    else:
        variant = Pyramid() if kind is GameKind.PYRAMID else TriPeaks(wrap=random.random() < 0.7)
        game = start_casual(player=user, code=Code(variant, random.randrange(DEALS)))
    return game.pk, f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


async def _play(base: str, player: object, game_id: str, cookie: str) -> None:
    from games.engine.action import Draw, Recycle, print_action
    from games.selectors import Table
    from leaderboards import simulation

    assert isinstance(player, simulation.Player)
    table = await sync_to_async(Table.load)(game_id)
    assert table is not None
    position, idle, chance = table.position, 0, random.Random()
    address = base.replace("http", "ws", 1) + f"/ws/game/{game_id}/"
    async with connect(address, origin=Origin(base), additional_headers={"Cookie": cookie}, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello"}))
        seq = (await _hear(socket, "state"))["seq"]
        while not position.over:
            await asyncio.sleep(simulation.think(player, chance))
            action = simulation.choose(position, player, chance, idle=idle)
            idle = idle + 1 if isinstance(action, Recycle) else idle if isinstance(action, Draw) else 0
            position = position.play(action)
            seq += 1
            act = {"type": "act", "id": f"{game_id}-{seq}", "seq": seq, "action": print_action(action)}
            await socket.send(json.dumps(act))
            await _hear(socket, "ack")


async def _hear(socket: object, kind: str) -> dict[str, int]:
    """The next frame of a kind; what comes before it is passed over."""
    end = time.monotonic() + 20
    while True:
        text = await asyncio.wait_for(socket.recv(), end - time.monotonic())  # type: ignore[attr-defined]
        frame: dict[str, int] = json.loads(text)
        if str(frame["type"]) == kind:
            return frame


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
