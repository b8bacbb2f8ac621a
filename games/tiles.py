"""A live board as it is drawn on the wall, for one reader."""

from __future__ import annotations

import time
from typing import Any

from games.engine.view import progress, view
from games.naming import game_title, rule_name
from games.protocol import ProgressState, State, Tile, You
from games.selectors import Sight, Table


def tile_of(found: Table, seen: Sight, *, watching: int) -> Tile:
    """The board of a table whose reader sees its cards, or its progress. Titles are in the language of the thread."""
    game = found.game
    ms = found.clock(time.time())
    table: State | ProgressState
    if seen is Sight.CARDS:
        table = State(found.seq, view(found.position), ms, found.running, You("spectator", game.ranked))
    else:
        table = ProgressState(found.seq, progress(found.position), ms, found.running)
    kind: Any = game.kind
    return Tile(
        id=game.pk,
        player=game.player.display_name,
        avatar=game.player.username,
        kind=kind,
        title=game_title(game),
        rule=rule_name(game.variant),
        watching=watching if game.player.show_watchers else 0,
        table=table,
    )
