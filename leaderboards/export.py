"""One's own games to take away, as CSV or JSON. No deck is in it: that of an open day is nobody's yet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from games.models import Game, Move
from solitaire.accounts.models import User

FIELDS = (
    "id", "game", "rule", "code", "day", "ranked", "started", "finished", "outcome",
    "score", "moves", "undos", "cards_left", "elapsed_ms",
)  # fmt: skip
AT_ONCE = 200


def _fields(game: Game) -> dict[str, Any]:
    return {
        "id": game.pk,
        "game": game.kind,
        "rule": game.rule,
        "code": game.code or None,
        "day": game.challenge.date.isoformat() if game.challenge else None,
        "ranked": game.ranked,
        "started": game.started_at.isoformat() if game.started_at else None,
        "finished": game.finished_at.isoformat() if game.finished_at else None,
        "outcome": game.outcome,
        "score": game.score,
        "moves": game.moves,
        "undos": game.undos,
        "cards_left": game.cards_left,
        "elapsed_ms": game.elapsed_ms,
    }


def _games(player: User) -> Iterator[Game]:
    games = Game.objects.filter(player=player).select_related("challenge").order_by("created_at", "pk")
    return games.iterator(chunk_size=AT_ONCE)


def as_csv(player: User) -> Iterator[str]:
    """Line by line, with a head."""
    line = io.StringIO()
    writer = csv.DictWriter(line, FIELDS)
    writer.writeheader()
    for game in _games(player):
        writer.writerow({name: "" if value is None else value for name, value in _fields(game).items()})
        yield line.getvalue()
        line.seek(0)
        line.truncate()
    yield line.getvalue()


def as_json(player: User) -> Iterator[str]:
    """An array with an object for each game; `log` holds its actions as ``[action, ms]``, as in the protocol."""
    yield "["
    first = True
    games = _games(player)
    while batch := [game for _, game in zip(range(AT_ONCE), games, strict=False)]:
        moves = Move.objects.filter(game__in=batch).order_by("game_id", "seq").values_list("game_id", "action", "ms")
        logs = {
            game_id: [[action, ms] for _, action, ms in log]
            for game_id, log in groupby(moves, key=lambda move: move[0])
        }
        for game in batch:
            yield ("" if first else ",") + "\n" + json.dumps({**_fields(game), "log": logs.get(game.pk, [])})
            first = False
    yield "\n]\n"
