"""The rows of a day's board as one process draws them: once for all who look at the same rows in the same language."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from games.broadcast import Message
from games.models import Challenge
from games.reader import Reader
from games.templatetags.texts import count
from leaderboards import selectors
from leaderboards.boards import Board
from leaderboards.listing import rows_context


@dataclass(frozen=True, slots=True)
class Drawn:
    """The first page of a board at a moment."""

    version: int
    html: str
    total: int
    counts: str
    """Such as “12 played, 7 won.”"""


class Easel:
    """Belongs to one event loop."""

    def __init__(self) -> None:
        self._versions: dict[int, int] = {}
        """How many changes of each challenge have been heard."""
        self._last: dict[int, Message] = {}
        self._drawn: dict[tuple[str, str], Drawn] = {}
        self._locks: dict[tuple[str, str], asyncio.Lock] = {}

    def changed(self, challenge_id: int, message: Message) -> int:
        """A row came or went: what was drawn before is old. Every page hears the same message, which counts once."""
        if self._last.get(challenge_id) is not message:
            self._last[challenge_id] = message
            self._versions[challenge_id] = self._versions.get(challenge_id, 0) + 1
        return self._versions[challenge_id]

    async def draw(self, board: Board, challenge: Challenge, language: str, *, version: int, reader: Reader) -> Drawn:
        """The board no older than `version`. Raises `django.db.Error`."""
        key = (board.name, language)
        async with self._locks.setdefault(key, asyncio.Lock()):
            drawn = self._drawn.get(key)
            if drawn is None or drawn.version < version:
                now = self._versions.get(challenge.pk, 0)
                drawn = await reader.read(lambda: _draw(board, challenge, language, now))
                self._drawn = {key: one for key, one in self._drawn.items() if key[0] == board.name} | {key: drawn}
        return drawn


def _draw(board: Board, challenge: Challenge, language: str, version: int) -> Drawn:
    with translation.override(language):
        rows = selectors.standings_of(board, challenge, None)
        context = rows_context(board, rows, None)
        counted = selectors.counts(challenge)
        words = _("%(played)s played, %(won)s won.") % {name: count(number) for name, number in counted.items()}
        # Stripped, it is a plain string: the one that a template gives cannot be encoded.
        html = render_to_string("leaderboards/rows.html", context).strip()
        return Drawn(version, html, rows.total(), words)
