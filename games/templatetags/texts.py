"""Figures as words: times, counts, ranks and shares, in the reader's language."""

from __future__ import annotations

from datetime import datetime
from math import ceil

from django import template
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import pgettext

from games.naming import game_name as name_of_game

register = template.Library()

ENOUGH = 10
"""Below this many rows a share of them says nothing."""


@register.filter
def clock(ms: int | None) -> str:
    """Milliseconds as ``m:ss``, or ``h:mm:ss`` from an hour on; the second begun does not count."""
    if ms is None:
        return ""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def remaining(moment: datetime) -> str:
    """How long until a moment, as ``h:mm:ss``; the page's script counts on from there."""
    seconds = max(0, ceil((moment - timezone.now()).total_seconds()))
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


@register.filter
def count(number: int) -> str:
    """A number with its thousands set apart."""
    return number_format(number, force_grouping=True)


@register.filter
def rank(number: int) -> str:
    """A place in an order, such as “214th”."""
    if number == 1:
        pattern = pgettext("rank 1", "%(number)sst")
    elif number % 100 in (11, 12, 13):
        pattern = pgettext("rank 11, 12, 13, 111 …", "%(number)sth")
    elif number % 10 == 1:
        pattern = pgettext("rank 21, 31 …", "%(number)sst")
    elif number % 10 == 2:
        pattern = pgettext("rank 2, 22 …", "%(number)snd")
    elif number % 10 == 3:
        pattern = pgettext("rank 3, 23 …", "%(number)srd")
    else:
        pattern = pgettext("rank 4, 5 …", "%(number)sth")
    return pattern % {"number": count(number)}


@register.filter
def ahead(place: int, total: int) -> str:
    """The share of `total` rows below a place, in percent with one digit, rounded down; empty for a few rows."""
    if total < ENOUGH:
        return ""
    tenths = (total - place) * 1000 // total
    return number_format(tenths / 10, decimal_pos=1)


@register.filter
def game_name(kind: str) -> str:
    """The name of a game, by its kind."""
    return name_of_game(kind)
