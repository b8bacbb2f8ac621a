"""Decks and the codes that name them (rules 4)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.cards import JOKER, Card, parse_cards
from games.engine.errors import Malformed
from games.engine.variant import GameName, TriPeaks, Variant, parse_rule

Deck = tuple[Card, ...]
"""Cards in the order they are dealt: tableau row by row from the apex, the waste card (none with an empty waste), stock
with the next card first."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DEAL_LETTERS = 7
DEALS = 26**DEAL_LETTERS
"""How many deals a game has; a deal is a number below it."""
DAY_LETTER, DAY_DIGITS = "D", 8
"""What the code of a past day has in place of a deal."""

VERSIONS: dict[str, GameName] = {"TP1": "tripeaks", "PY1": "pyramid"}
PREFIX: dict[GameName, str] = {game: prefix for prefix, game in VERSIONS.items()}

# The deck orders that rules 4 publishes: with them the deals printed on the rules pages come out as printed.
UNSHUFFLED: dict[GameName, Deck] = {
    "tripeaks": parse_cards(
        "8S JH 4S AD 9H TH 9D KH 3C AC 8H JS 7S 7D 5D KS JD 6C KD 4H 4D 2C 4C 8D 2H 9S "
        "TC QD QS 6H TD QH JC AS 2D 8C 7H 3D 5C 6S TS 2S KC 5H 3H QC 7C 3S 5S AH 9C 6D"
    ),
    "pyramid": parse_cards(
        "9C 3S JS 9D 6H QD 9H 2C 6C 6S 4D 5S 8D KS KD 7H 4H 4S 7D 3C AH AD KH TS 2S JC "
        "TH JD TD 6D 9S TC 3H 2H 7C QH AC 5C 5D QC 8S 8C KC JH 2D 5H 3D QS 7S 8H AS 4C"
    ),
}


@dataclass(frozen=True, slots=True)
class Code:
    """What a game code says: a variant and a deal."""

    variant: Variant
    deal: int
    """0 <= deal < `DEALS`."""

    def __str__(self) -> str:
        """The canonical form, such as ``TP1-E-AAAAAAB``."""
        return f"{PREFIX[self.variant.game]}-{self.variant.rule}-{print_deal(self.deal)}"

    @property
    def deck(self) -> Deck:
        return shuffled(self.variant, words(f"{PREFIX[self.variant.game]}:{print_deal(self.deal)}"))


@dataclass(frozen=True, slots=True)
class DayCode:
    """What the code of a past day's deal says, such as ``TP1-E-D20261130``. Its cards are not made from the code."""

    variant: Variant
    digits: str
    """Eight digits: year, month and day. Whether there is such a day is no matter of the engine."""

    def __str__(self) -> str:
        return f"{PREFIX[self.variant.game]}-{self.variant.rule}-{DAY_LETTER}{self.digits}"


def print_deal(deal: int) -> str:
    """The seven letters of a deal."""
    letters = ""
    for _ in range(DEAL_LETTERS):
        deal, letter = divmod(deal, 26)
        letters = LETTERS[letter] + letters
    return letters


def parse_code(text: str) -> Code:
    """Inverse of ``str(code)``, ignoring case and surrounding space. Raises `Malformed` that names the wrong part."""
    code = parse_any_code(text)
    if isinstance(code, DayCode):
        raise _no_deal(f"{DAY_LETTER}{code.digits}")
    return code


def parse_any_code(text: str) -> Code | DayCode:
    """As `parse_code`, for codes of past days too."""
    parts = text.strip().upper().split("-")
    if len(parts) != 3:
        raise Malformed("code_shape", "a code has three parts, such as TP1-E-AAAAAAB")
    version, rule, letters = parts
    if version not in VERSIONS:
        raise Malformed("code_version", f"no game is called “{version}”: a code starts with TP1 or PY1", text=version)
    variant = parse_rule(VERSIONS[version], rule)
    digits = letters[1:]
    if letters.startswith(DAY_LETTER) and len(digits) == DAY_DIGITS and set(digits) <= set("0123456789"):
        return DayCode(variant, digits)
    if len(letters) != DEAL_LETTERS or not set(letters) <= set(LETTERS):
        raise _no_deal(letters)
    deal = 0
    for letter in letters:
        deal = deal * 26 + LETTERS.index(letter)
    return Code(variant, deal)


def _no_deal(letters: str) -> Malformed:
    return Malformed("code_deal", f"“{letters}” is no deal: a deal is seven letters from A to Z", text=letters)


def words(seed: str) -> Iterator[int]:
    """The 32-bit words of shuffle version 1: SHA-256 of ``seed:0``, ``seed:1``, ..., read big-endian."""
    return _words(lambda block: hashlib.sha256(f"{seed}:{block}".encode()).digest())


def _words(digest: Callable[[int], bytes]) -> Iterator[int]:
    block = 0
    while True:
        data = digest(block)
        for at in range(0, len(data), 4):
            yield int.from_bytes(data[at : at + 4], "big")
        block += 1


def shuffled(variant: Variant, stream: Iterator[int]) -> Deck:
    """The deck of a variant, shuffled by Fisher-Yates from the last card down with the 32-bit words of `stream`.

    With a joker, its place in the stock is the next number of the stream.
    """
    deck = list(UNSHUFFLED[variant.game])
    for i in range(len(deck) - 1, 0, -1):
        j = _below(i + 1, stream)
        deck[i], deck[j] = deck[j], deck[i]
    if isinstance(variant, TriPeaks) and variant.joker:
        stock = 28 if variant.empty_waste else 29
        deck.insert(stock + _below(len(deck) - stock + 1, stream), JOKER)
    return tuple(deck)


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number in ``0 <= n < bound``, each equally likely: words past the last multiple of `bound` are passed over."""
    limit = 2**32 - 2**32 % bound
    return next(word for word in stream if word < limit) % bound
