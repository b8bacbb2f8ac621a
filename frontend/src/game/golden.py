"""Games played by the engine, for the browser's judge and fold to agree with. From the root of the checkout:

.venv/bin/python frontend/src/game/golden.py > frontend/src/game/golden.jsonl

A line is a game: its code and first view, then its steps, each with the event, the view after it, every legal action,
and what some other actions are refused for.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

import msgspec

from games.engine.action import Action, Draw, GoOn, King, Pair, Pause, Recycle, Remove, Undo, print_action
from games.engine.deal import parse_code
from games.engine.errors import Refused
from games.engine.position import Position, start
from games.engine.view import view
from games.protocol import Event

CODES = [
    "TP1-E-AAAAAAB", "TP1-C-AAAAAAD", "TP1-EJ-AAAABCD", "TP1-EO-AAAABCE", "TP1-CW-AAAABCF", "TP1-ET-AAAABCG",
    "TP1-ES-AAAABCH", "TP1-CJOWTS-AAAABCI",
    "PY1-N-AAAAAAS", "PY1-NS2-AAAAQRS", "PY1-N0-AAAAQRT", "PY1-NDK-AAAAQRU", "PY1-NS1DK-AAAAQRV",
]  # fmt: skip
STEPS = 45
PROBES = 6

random.seed(13)


def candidates(position: Position) -> list[Action]:
    """Actions of all kinds, most of them refused."""
    places = [*range(28), "w"]
    if position.variant.game == "tripeaks":
        return [*(Remove(place) for place in range(28)), Draw(), Undo(), Pause(), GoOn()]
    pairs = [Pair(a, b) for i, a in enumerate(places) for b in places[i + 1 :]]  # type: ignore[arg-type]
    kings = [King(place) for place in places]  # type: ignore[arg-type]
    return [*kings, *pairs, Pair("v", "w"), Draw(), Recycle(), Undo(), Pause(), GoOn()]


def refusal(position: Position, action: Action) -> str:
    try:
        position.play(action)
    except Refused as refused:
        return " ".join([refused.reason, *refused.places])
    return ""


def step(position: Position, seq: int) -> tuple[Position, dict[str, Any]] | None:
    """One more action: a removal if there is one, now and then an undo or a pause."""
    legal = position.legal()
    removals = [action for action in legal if not isinstance(action, (Draw, Recycle))]
    if position.paused:
        action: Action = GoOn()
    elif random.random() < 0.06:
        action = Pause()
    elif position.past and (not legal or random.random() < 0.08):
        action = Undo()
    elif not legal:
        return None
    else:
        action = random.choice(removals if removals and random.random() < 0.8 else legal)
    after = position.play(action)
    event = Event.between(position, action, after, seq=seq, ms=seq * 1000)
    probes = random.sample(candidates(after), PROBES)
    return after, {
        "event": msgspec.to_builtins(event),
        "after": msgspec.to_builtins(view(after)) if seq % 5 == 0 or after.outcome or after.paused else None,
        "legal": " ".join(sorted(map(print_action, after.legal()))),
        "probes": {print_action(probe): refusal(after, probe) for probe in probes},
    }


def game(code: str) -> dict[str, Any]:
    parsed = parse_code(code)
    position = start(parsed.variant, parsed.deck)
    first, steps = position, []
    while len(steps) < STEPS and (taken := step(position, len(steps) + 1)):
        position, record = taken
        steps.append(record)
    return {"code": code, "start": msgspec.to_builtins(view(first)), "steps": steps}


for line in map(game, CODES):
    sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
