"""A thousand random games over real sockets: no byte that a server sends names a card that lies face down."""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

from games.engine.action import Action, End, GoOn, Pause, Undo, parse_action, print_action
from games.engine.cards import print_card
from games.engine.deal import DEALS, Code
from games.engine.position import Position, start
from games.engine.tripeaks import is_face_up
from games.engine.variant import Pyramid, TriPeaks, Variant
from games.engine.view import view
from tests.games.stranger import Stranger, say
from tests.services import DaphneServer

GAMES = 1000
AT_ONCE = 25
LONGEST = 60
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK][CDHS]|XX)(?![A-Za-z0-9])")


def hidden(position: Position) -> set[str]:
    """The cards that nobody may see, by the rules and not by `view`."""
    board, variant = position.board, position.variant
    cards = set(map(print_card, board.stock))
    if position.paused:
        return cards | set(map(print_card, (*board.tableau, *board.waste)))
    if isinstance(variant, TriPeaks):
        cards |= {
            print_card(card)
            for place, card in enumerate(board.tableau)
            if board.left >> place & 1 and not is_face_up(variant, board.left, place)
        }
    return cards


def random_variant(rng: random.Random) -> Variant:
    if rng.random() < 0.5:
        return TriPeaks(*(rng.random() < share for share in (0.5, 0.2, 0.1, 0.2, 0.2, 0.2)))
    return Pyramid(rng.random() < 0.2, rng.choice([None, None, 0, 1, 2]), rng.random() < 0.3, rng.random() < 0.3)


def random_action(position: Position, rng: random.Random) -> Action:
    if position.paused:
        return End() if rng.random() < 0.05 else GoOn()
    if rng.random() < 0.04:
        return Pause()
    legal = position.legal()
    if not legal or rng.random() < 0.01:
        return Undo() if position.past and not legal and rng.random() < 0.3 else End()
    if position.past and rng.random() < 0.1:
        return Undo()
    return legal[0] if rng.random() < 0.6 else rng.choice(legal)


async def play(player: Stranger, game_id: str, code: Code, rng: random.Random) -> int:
    """Play one game at random; give how many frames were looked through."""
    position = start(code.variant, code.deck)
    looked = 0
    async with player.table(game_id) as socket, Stranger(player.base_url).table(game_id) as spectator:
        await say(spectator, type="hello")
        await say(socket, type="hello")
        for seq in range(LONGEST):
            action = random_action(position, rng) if seq else None
            if action:
                await say(socket, type="act", id=f"{seq}", seq=seq, action=print_action(action))
                position = position.play(action)
            for end in (socket, spectator):
                while True:
                    text = str(await asyncio.wait_for(end.recv(), 30))
                    looked += 1
                    assert not set(CARD.findall(text)) & hidden(position), (text, code, seq)
                    frame = json.loads(text)
                    assert frame["type"] in ("state", "event", "ack", "watching"), text
                    if frame["type"] in ("state", "event") and frame["seq"] == seq:
                        break
                if frame["type"] == "event":
                    assert (frame["score"], frame["moves"]) == (position.board.score, position.moves)
                    assert frame.get("outcome") == position.outcome
            if position.over:
                break
        # Whoever comes late gets the position that the one who played has.
        await say(spectator, type="hello")
        while (frame := json.loads(await spectator.recv()))["type"] != "state":
            pass
        assert frame["view"]["tableau"] == list(view(position).tableau)
        assert frame["view"]["waste"] == list(view(position).waste)
    return looked


DEAL = """
import json
from django.contrib.sessions.backends.db import SessionStore
from games.engine.deal import parse_code
from games.services import start_casual
from solitaire.accounts.models import User
dealt = []
for number in range({people}):
    guest = User.objects.create(username="guest-of-many-%d" % number, guest=True, watch="everyone")
    session = SessionStore()
    session["guest"] = guest.pk
    session.create()
    codes = {codes!r}[number::{people}]
    dealt.append([session.session_key, [start_casual(player=guest, code=parse_code(code)).pk for code in codes]])
print(json.dumps(dealt))
"""


def deal(server: DaphneServer, codes: list[Code]) -> list[tuple[Stranger, list[str]]]:
    """`AT_ONCE` people, with the games of these codes in turn. Over HTTP nobody may make so many in a minute."""
    script = DEAL.format(people=AT_ONCE, codes=[str(code) for code in codes])
    printed = server.manage("shell", "--verbosity", "0", stdin=script)
    dealt = json.loads(printed.splitlines()[-1])
    return [(Stranger(server.base_url, session=session), games) for session, games in dealt]


async def test_a_thousand_random_games_show_no_hidden_card(daphne_server: DaphneServer) -> None:
    rng = random.Random(20261130)
    codes = [Code(random_variant(rng), rng.randrange(DEALS)) for _ in range(GAMES)]
    looked: list[int] = []

    async def all_of(player: Stranger, games: list[str], first: int) -> None:
        for number, game_id in zip(range(first, GAMES, AT_ONCE), games, strict=True):
            looked.append(await play(player, game_id, codes[number], random.Random(number)))

    people = deal(daphne_server, codes)
    await asyncio.gather(*(all_of(player, games, first) for first, (player, games) in enumerate(people)))
    assert len(looked) == GAMES
    assert min(looked) >= 2


async def test_an_action_text_reads_back_as_itself_over_the_wire(daphne_server: DaphneServer) -> None:
    """A stranger's whole game, by the steps of docs/protocol.md."""
    player = Stranger(daphne_server.base_url)
    game_id = player.new_game("TP1-E-AAAAAAB")
    async with player.table(game_id) as socket:
        await say(socket, type="hello")
        state = json.loads(await socket.recv())
        assert state["you"]["role"] == "player"
        for seq, text in enumerate(["r20", "r23", "r22"], start=1):
            await say(socket, type="act", id=f"a{seq}", seq=seq, action=text)
        events: dict[int, dict[str, Any]] = {}
        while len(events) < 3:
            frame = json.loads(await socket.recv())
            if frame["type"] == "event":
                events[frame["seq"]] = frame
        assert [print_action(parse_action(events[seq]["action"])) for seq in (1, 2, 3)] == ["r20", "r23", "r22"]
        assert events[3]["turned"] == [{"place": 13, "card": "7S"}]
