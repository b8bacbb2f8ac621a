"""Where the cards lie and what they have scored: all that an undo restores."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.layout import ALL


@dataclass(frozen=True, slots=True)
class Board:
    """The cards on the table at one moment."""

    tableau: tuple[Card, ...]
    """The 28 cards as dealt, gone ones included."""
    stock: tuple[Card, ...]
    """Next card first."""
    waste: tuple[Card, ...]
    """Top card last."""
    score: int
    left: int = ALL
    """The set of tableau places that still hold their card."""
    streak: int = 0
    """Removals in a row (TriPeaks streak scoring)."""
    recycles: int = 0
    """Recycles so far."""
    just_drawn: bool = False
    """Whether the last action was a draw."""

    @property
    def top(self) -> Card | None:
        """The waste top, or None for an empty waste."""
        return self.waste[-1] if self.waste else None

    @property
    def cards_left(self) -> int:
        """How many tableau cards are left, 0..28."""
        return self.left.bit_count()
