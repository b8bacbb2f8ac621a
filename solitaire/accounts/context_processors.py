"""What every template may use."""

from __future__ import annotations

from django.http import HttpRequest

from solitaire.accounts.models import User
from solitaire.accounts.selectors import current_player


def player(request: HttpRequest) -> dict[str, User | None]:
    """`player`: the person behind the request, guest or account, or None."""
    return {"player": current_player(request)}
