"""What the header says on every page."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from solitaire.people.selectors import Notice, notices_for


def notices(request: HttpRequest) -> dict[str, object]:
    """`notices`, what there is to tell the reader, and `notice_count`: asked only where a page shows them."""
    found = SimpleLazyObject(lambda: _notices(request))
    return {"notices": found, "notice_count": SimpleLazyObject(lambda: len(found))}


def _notices(request: HttpRequest) -> list[Notice]:
    user = getattr(request, "user", None)
    return notices_for(user) if user is not None and user.is_authenticated else []
