"""What a player asks about their own game: a hint, by what they see, or whether it can still be won, by every card."""

from __future__ import annotations

from functools import partial

from games.engine.action import print_action
from games.engine.errors import Reason
from games.engine.hint import hint
from games.protocol import Ask, Frame, Hint, RefusedFrame, Verdict
from games.reader import Reader
from games.selectors import Table
from games.solving import verdict


async def answer(ask: Ask, game_id: str, reader: Reader) -> Frame:
    """The frame that answers a player. Raises `django.db.Error`."""
    found = await reader.read(partial(_look, ask, game_id))
    if isinstance(found, Table):
        return Verdict(ask.id, found.seq, await verdict(found.position))
    return found


def _look(ask: Ask, game_id: str) -> Table | Hint | RefusedFrame:
    """The answer, or the table that a verdict is asked about."""
    table = Table.load(game_id)
    assert table is not None
    if reason := _refused(table):
        return RefusedFrame(ask.id, reason, ())
    if ask.what == "verdict":
        return table
    action = hint(table.position)
    return Hint(ask.id, table.seq, print_action(action) if action else None)


def _refused(table: Table) -> Reason | None:
    """Why no question is answered now. The game that counts for a day is played without help (design 8)."""
    if table.position.over or table.game.outcome:
        return "game_over"
    if table.game.ranked:
        return "ranked"
    return "paused" if table.position.paused else None
