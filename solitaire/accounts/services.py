"""Making guests."""

from __future__ import annotations

from secrets import token_hex

from django.http import HttpRequest

from solitaire.accounts.models import User
from solitaire.accounts.selectors import GUEST_KEY, current_player


def ensure_player(request: HttpRequest) -> User:
    """The person behind `request`; somebody new becomes a guest, remembered in the session."""
    if player := current_player(request):
        return player
    guest = User(username=f"guest-{token_hex(8)}", guest=True)
    guest.set_unusable_password()
    guest.save()
    request.session[GUEST_KEY] = guest.pk
    request.player = guest  # type: ignore[attr-defined]
    return guest
