"""The two games and their variants, as frozen data; the rule field of a code is their text (rules 1, 2 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.engine.errors import Malformed
from games.engine.layout import PYRAMID, TRIPEAKS, Layout

GameName = Literal["tripeaks", "pyramid"]
TITLES: dict[GameName, str] = {"tripeaks": "TriPeaks", "pyramid": "Pyramid"}


@dataclass(frozen=True, slots=True)
class TriPeaks:
    """A variant of TriPeaks; the defaults are Easy."""

    wrap: bool = True
    """King and Ace are adjacent: letter E, else C."""
    joker: bool = False
    """J: one joker in the stock; it fits on any card and any card fits on it."""
    open_peaks: bool = False
    """O: all 28 cards face up from the start."""
    empty_waste: bool = False
    """W: the waste starts empty and any available card may start it."""
    traditional_draw: bool = False
    """T: the stock opens only when no available card fits."""
    streak_scoring: bool = False
    """S: the original scoring, with growing rewards for removals in a row."""

    @property
    def game(self) -> GameName:
        return "tripeaks"

    @property
    def layout(self) -> Layout:
        return TRIPEAKS

    @property
    def rule(self) -> str:
        """The canonical rule field, such as ``E`` or ``CTS``."""
        options = zip("JOWTS", self._options(), strict=True)
        return ("E" if self.wrap else "C") + "".join(letter for letter, chosen in options if chosen)

    def _options(self) -> tuple[bool, ...]:
        return self.joker, self.open_peaks, self.empty_waste, self.traditional_draw, self.streak_scoring


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A variant of Pyramid; the defaults are the game of the rules pages."""

    strict: bool = False
    """S: stock and waste must be emptied too."""
    recycles: int | None = None
    """0..9: at most that many recycles; None for no limit."""
    drawn_pair: bool = False
    """D: a card just drawn may pair with the waste card it covered."""
    covered_pair: bool = False
    """K: a card may pair with the one card that still covers it, when that is its only cover."""

    @property
    def game(self) -> GameName:
        return "pyramid"

    @property
    def layout(self) -> Layout:
        return PYRAMID

    @property
    def rule(self) -> str:
        """The canonical rule field, such as ``N`` or ``NS2DK``."""
        limit = "" if self.recycles is None else str(self.recycles)
        return "N" + "S" * self.strict + limit + "D" * self.drawn_pair + "K" * self.covered_pair


Variant = TriPeaks | Pyramid


def parse_rule(game: GameName, text: str) -> Variant:
    """The variant that a rule field names, in any case and with its letters in any order.

    ``N`` reads as ``E`` for TriPeaks, as in old codes. Raises `Malformed` that names the first wrong or doubled letter.
    """
    letters = text.strip().upper()
    bases = "ECN" if game == "tripeaks" else "N"
    if not letters:
        raise Malformed("rule_empty", f"the rule is missing: {TITLES[game]} has {', '.join(bases)}", game=TITLES[game])
    known = "JOWTS" if game == "tripeaks" else "SDK0123456789"
    base, options = letters[0], letters[1:]
    for letter in (base if base not in bases else "") + "".join(x for x in options if x not in known):
        raise Malformed(
            "rule_letter",
            f"the rule letter {letter} does not exist for {TITLES[game]}",
            letter=letter,
            game=TITLES[game],
        )
    for letter in options:
        if options.count(letter) > 1:
            raise Malformed("rule_doubled", f"the rule letter {letter} stands twice", letter=letter)
    if game == "tripeaks":
        return TriPeaks(base != "C", *(letter in options for letter in "JOWTS"))
    digits = [letter for letter in options if letter.isdigit()]
    if len(digits) > 1:
        raise Malformed("rule_recycles", "only one number of recycles can be given", letter=digits[1])
    return Pyramid("S" in options, int(digits[0]) if digits else None, "D" in options, "K" in options)
