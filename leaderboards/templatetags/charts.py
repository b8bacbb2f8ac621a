"""Numbers as SVG attributes, which have a point in every language, and shares of a board."""

from __future__ import annotations

from math import ceil

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def unlocal(number: float) -> str:
    """A number with a point."""
    return f"{number:g}"


@register.filter
def add14(number: float) -> str:
    """A number moved down by 14, where there is a mark above."""
    return f"{number + 14:g}"


@register.filter
def middle(start: float, width: float) -> str:
    """The middle of a bar."""
    return f"{start + width / 2:g}"


@register.filter
def top(place: int, total: int) -> str:
    """The smallest share of the board, in percent, that holds a rank: rank 3 of 200 is in the top 2 %."""
    return number_format(max(1, ceil(100 * place / total)) if total else 100)
