"""A board as a table: what the template of its rows needs, for a page and for the socket that keeps it up to date."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy

from leaderboards import selectors
from leaderboards.boards import Board
from leaderboards.rows import Standings
from solitaire.accounts.models import User

PAGE = 20
REPLAY = "replay"
"""The address that shows a finished game move by move."""
NEIGHBOURS = 2

NAMES = {
    "period": {"day": gettext_lazy("Day"), "month": gettext_lazy("Month"), "all": gettext_lazy("All time")},
    "who": {"everyone": gettext_lazy("Everyone"), "friends": gettext_lazy("Friends")},
    "by": {
        "score": gettext_lazy("Score"),
        "fastest": gettext_lazy("Fastest"),
        "fewest": gettext_lazy("Fewest moves"),
    },
}
"""What the choices of each filter are called."""


def rows_context(
    board: Board, rows: Standings, viewer: User | None, *, after: str = "", before: str = ""
) -> dict[str, Any]:
    """What the table of a board needs to be drawn. Raises `BadCursor`."""
    page = selectors.page_of(rows, board, viewer, size=PAGE, each=NEIGHBOURS, after=after, before=before)
    return {
        "board": board,
        "kind": board.kind.value,
        "replay_url": REPLAY,
        "page": page,
        "rows": selectors.with_replays(page.rows, viewer),
        "around": selectors.with_replays(page.around, viewer),
        "own": page.own,
        "total": page.total,
        "summary": ", ".join(str(NAMES[name][getattr(board, name)]) for name in NAMES),
        "following": page.following and board.address(after=page.following),
        "preceding": page.preceding and board.address(before=page.preceding),
        "top": board.address(),
    }
