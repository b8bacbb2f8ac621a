"""Where a page of a board begins: after or before a row, named by its place in the order, not by a number of rows."""

from __future__ import annotations

import base64
import binascii
import json

Place = tuple[int | str, ...]
"""What the rows of a board are ordered by, to the last tie."""


class BadCursor(ValueError):
    """Text that is no cursor, or one of another board."""


def print_cursor(board: str, place: Place) -> str:
    """A cursor as it stands in an address."""
    return base64.urlsafe_b64encode(json.dumps([board, *place], separators=(",", ":")).encode()).decode().rstrip("=")


def parse_cursor(text: str, *, board: str, shape: tuple[type, ...]) -> Place:
    """Inverse of `print_cursor`, for a board whose places have fields of these types. Raises `BadCursor`."""
    if len(text) > 300 or not text.isascii():
        raise BadCursor("no cursor")
    try:
        fields = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError) as error:
        raise BadCursor("no cursor") from error
    if not isinstance(fields, list) or not fields or fields[0] != board:
        raise BadCursor("a cursor of another board")
    place = tuple(fields[1:])
    if len(place) != len(shape) or any(type(one) is not kind for one, kind in zip(place, shape, strict=True)):
        raise BadCursor("no place")
    if any(isinstance(one, int) and not -(2**63) <= one < 2**63 for one in place):
        raise BadCursor("no place")
    return place
