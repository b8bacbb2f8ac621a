"""A guest who signs in to an account that was there before: whether their games go with them is theirs to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solitaire.accounts.models import User

MERGE_KEY = "merge"
"""Where the session keeps the id of the guest whose games wait for an answer."""


def guest_to_merge(session: Mapping[str, Any]) -> User | None:
    """The guest of before the sign-in, until it has been said what becomes of their games."""
    guest_id = session.get(MERGE_KEY)
    return User.objects.filter(pk=guest_id, guest=True).first() if guest_id else None
