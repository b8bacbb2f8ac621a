"""A hint and a verdict: for the player of a game that does not count, from a solver in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.challenges import challenge_at
from games.engine.cards import Card
from games.engine.deal import parse_code
from games.engine.hint import hint
from games.engine.position import Position, start
from games.engine.tripeaks import is_face_up
from games.engine.variant import TriPeaks, parse_rule
from games.models import GameKind
from games.services import start_ranked
from games.solver import is_winnable
from games.solving import NoAnswer, Worker, verdict, winnable_code
from tests.conftest import DaphneFactory
from tests.engine.strategies import lines
from tests.games.socket import Browser, casual, person
from tests.games.stranger import Stranger, say
from tests.services import DaphneServer

database = pytest.mark.django_db(transaction=True)


def ask(what: str, id_: str = "q") -> dict[str, str]:
    return {"type": "ask", "id": id_, "what": what}


@database
async def test_a_hint_is_a_legal_move_of_the_position_it_names() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    first = await browser.ask(ask("hint"), "hint")
    assert (first["id"], first["seq"]) == ("q", 0)
    assert (await browser.act(1, first["action"]))["type"] == "ack"
    assert (await browser.ask(ask("hint"), "hint"))["seq"] == 1


@database
async def test_a_verdict_says_whether_the_position_can_still_be_won() -> None:
    mira = await person("mira")
    for code, winnable in (("TP1-E-AAAAAAD", True), ("TP1-C-AAAAAAD", False)):
        game = await casual(mira, code)
        browser, _ = await Browser.join(game.pk, mira)
        answer = await browser.ask(ask("verdict"), "verdict")
        assert answer == {"type": "verdict", "id": "q", "seq": 0, "winnable": winnable}


@database
async def test_a_late_verdict_names_the_position_it_is_about() -> None:
    mira = await person("mira")
    game = await casual(mira, "PY1-N-AAAAAAS")
    browser, _ = await Browser.join(game.pk, mira)
    await browser.send(ask("verdict"))
    # The game goes on meanwhile, and the answers may come in any order.
    await browser.send({"type": "act", "id": "a", "seq": 1, "action": "d"})
    await browser.send({"type": "act", "id": "b", "seq": 2, "action": "d"})
    said = await browser.next("verdict")
    position = start(game.variant, game.deck)
    for _ in range(said["seq"]):
        position = position.play(position.legal()[-1])
    assert said["winnable"] is is_winnable(position)


@database
async def test_the_game_that_counts_gets_no_help_until_it_is_over() -> None:
    mira = await person("mira")
    challenge = await sync_to_async(challenge_at)(GameKind.TRIPEAKS, timezone.now())
    game = await sync_to_async(start_ranked)(player=mira, challenge=challenge)
    browser, _ = await Browser.join(game.pk, mira)
    for what in ("hint", "verdict"):
        refused = await browser.ask(ask(what), "refused")
        assert refused == {"type": "refused", "id": "q", "reason": "ranked", "cards": []}
    await browser.act(1, "x")
    assert (await browser.ask(ask("hint"), "refused"))["reason"] == "game_over"


@database
async def test_a_paused_game_is_not_asked_about() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    await browser.act(1, "h")
    assert (await browser.ask(ask("hint"), "refused"))["reason"] == "paused"


@database
async def test_only_the_player_may_ask_and_only_after_hello() -> None:
    mira = await person("mira")
    game = await casual(mira, watch="everyone")
    spectator, _ = await Browser.join(game.pk)
    assert await spectator.ask(ask("hint"), "error") == {"type": "error", "reason": "not_yours", "id": "q"}
    early = await Browser.open(game.pk, mira)
    assert (await early.ask(ask("hint"), "error"))["reason"] == "hello_first"
    assert (await early.ask({"type": "ask", "id": "q", "what": "cards"}, "error"))["reason"] == "malformed"


@database
async def test_one_question_is_answered_at_a_time() -> None:
    mira = await person("mira")
    game = await casual(mira)
    browser, _ = await Browser.join(game.pk, mira)
    for number in range(3):
        await browser.send(ask("verdict", f"q{number}"))
    frames = [await browser.next("verdict", "error") for _ in range(3)]
    assert [frame["id"] for frame in frames if frame["type"] == "verdict"] == ["q0"]
    assert {frame["reason"] for frame in frames if frame["type"] == "error"} == {"too_fast"}
    assert (await browser.ask(ask("hint"), "hint"))["id"] == "q"


@given(lines(pause=False), st.randoms(use_true_random=False))
def test_a_hint_does_not_depend_on_what_the_player_cannot_see(
    line: list[tuple[object, Position]], random: Random
) -> None:
    """The same hint when the hidden cards lie in another order: the stock, and in TriPeaks what is face down."""
    position = line[-1][1]
    board, variant = position.board, position.variant
    down = [
        place
        for place in range(28)
        if isinstance(variant, TriPeaks) and board.left >> place & 1 and not is_face_up(variant, board.left, place)
    ]
    hidden: list[Card] = [*(board.tableau[place] for place in down), *board.stock]
    random.shuffle(hidden)
    tableau = list(board.tableau)
    for place in down:
        tableau[place] = hidden.pop()
    other = replace(position, board=replace(board, tableau=tuple(tableau), stock=tuple(hidden)))
    assert hint(other) == hint(position)


# ---- the process


def first(code: str) -> Position:
    parsed = parse_code(code)
    return start(parsed.variant, parsed.deck)


async def test_a_process_that_dies_is_replaced() -> None:
    position = first("TP1-E-AAAAAAD")
    assert await verdict(position) is True
    for child in active_children():
        assert child.pid
        os.kill(child.pid, signal.SIGKILL)
        child.join()
    # The death may be noticed before the next question or by it; that one at most stays unanswered.
    said = [await verdict(position), await verdict(position)]
    assert said in ([True, True], [None, True])


async def test_what_waits_when_the_process_is_ended_gets_no_answer_and_so_does_what_comes_later() -> None:
    worker = Worker()
    assert await worker.think(is_winnable, first("TP1-E-AAAAAAD")) is True
    slow = asyncio.ensure_future(asyncio.to_thread(worker.wait, is_winnable, first("PY1-N1-AAAAAAE")))
    await asyncio.sleep(0)
    worker.close()
    with pytest.raises(NoAnswer):
        await slow
    with pytest.raises(NoAnswer):
        await worker.think(is_winnable, first("TP1-E-AAAAAAD"))


@pytest.mark.parametrize(("game", "rule"), [("tripeaks", "E"), ("tripeaks", "C"), ("pyramid", "N")])
def test_a_winnable_deal_is_one(game: str, rule: str) -> None:
    code = winnable_code(parse_rule("tripeaks" if game == "tripeaks" else "pyramid", rule))
    assert code
    assert code.variant.rule == rule
    assert is_winnable(start(code.variant, code.deck))


async def test_a_real_server_has_a_solver_that_ends_with_it_even_when_it_is_killed(start_daphne: DaphneFactory) -> None:
    server = start_daphne()
    player = Stranger(server.base_url)
    game_id = player.new_game("TP1-E-AAAAAAD")
    async with player.table(game_id) as socket:
        await say(socket, type="hello")
        await say(socket, type="ask", id="q", what="verdict")
        while (frame := json.loads(await asyncio.wait_for(socket.recv(), 30)))["type"] != "verdict":
            pass
        assert frame["winnable"] is True
    solvers = children(server)
    assert solvers
    server.kill()
    while any(map(runs, solvers)):  # noqa: ASYNC110 (there is no event for it)
        await asyncio.sleep(0.05)


def children(server: DaphneServer) -> list[int]:
    """The processes that a server has started."""
    assert server.process
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == server.process.pid:
                found.append(int(stat.parent.name))
    return found


def runs(pid: int) -> bool:
    """Whether a process goes on; one that has ended may wait for somebody to notice."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
