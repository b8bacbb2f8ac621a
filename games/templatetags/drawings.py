"""Drawings made of the symbols in `sprite.svg`: the cards' numerals, avatars, and the decks on the home page."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.engine.layout import PLACES, PYRAMID, TRIPEAKS, Layout

register = template.Library()

NUMERAL_WIDTH = {"0": 64, "1": 42, "2": 64, "3": 64, "4": 68, "5": 64, "6": 64, "7": 60, "8": 64, "9": 64}
"""Widths of the symbols g-0 to g-9, which are 100 high."""
HUES, OUTLINES = "abcdefgh", 6
"""The classes ridge-a to ridge-h and the symbols ridge-0 to ridge-5."""
COLUMN, CARD_HEIGHT, STEP = 100, 142, 82
"""Of a standing deck: the width of a column, the height of a card, and how far below a row the next one begins."""


@register.simple_tag
def figures(text: object) -> SafeString:
    """The one number a page is about, in the cards' own numerals: digits and colons."""
    drawn = format_html_join("", "{}", ((_numeral(letter),) for letter in str(text)))
    return format_html('<span class="figures" role="img" aria-label="{}">{}</span>', text, drawn)


def _numeral(letter: str) -> SafeString:
    if letter not in NUMERAL_WIDTH:
        return format_html('<i class="{}"></i>', "colon")
    return format_html('<svg class="fig" viewBox="0 0 {} 100"><use href="#g-{}"/></svg>', NUMERAL_WIDTH[letter], letter)


@register.simple_tag
def avatar(name: str, size: str = "") -> SafeString:
    """The ridge of a name, by FNV-1a: one of 8 hues, 6 outlines, two sides for the light. Icon.tsx draws the same."""
    number = 0x811C9DC5
    for byte in name.encode():
        number = (number ^ byte) * 0x01000193 & 0xFFFFFFFF
    return format_html(
        '<span class="ridge ridge-{}{} {}">'
        '<svg viewBox="0 0 40 40" aria-hidden="true"><use href="#ridge-{}"/></svg></span>',
        HUES[number % len(HUES)],
        " turned" if number >> 16 & 1 else "",
        size,
        (number >> 8) % OUTLINES,
    )


@register.simple_tag
def standing_deck(kind: str) -> SafeString:
    """The whole tableau of a game, face down. The page holds the symbol `deck-back`."""
    layout = TRIPEAKS if kind == "tripeaks" else PYRAMID
    cards = format_html_join(
        "",
        '<use href="#deck-back" x="{}" y="{}" width="{}" height="{}"/>',
        ((x * COLUMN, y * STEP, COLUMN, CARD_HEIGHT) for x, y in _places(layout)),
    )
    size = COLUMN * layout.rows[-1], STEP * (len(layout.rows) - 1) + CARD_HEIGHT
    return format_html('<svg class="deck" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>', *size, cards)


def _places(layout: Layout) -> list[tuple[float, int]]:
    """Column and row of each place: a card lies midway over the two that cover it."""
    columns: dict[int, float] = {}
    for place in reversed(range(PLACES)):
        covers = layout.covers[place]
        columns[place] = sum(columns[cover] for cover in covers) / 2 if covers else layout.row_of(place)[1]
    return [(columns[place], layout.row_of(place)[0]) for place in range(PLACES)]
