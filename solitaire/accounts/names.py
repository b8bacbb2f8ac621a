"""What a name may be: ASCII, so that no two look alike by Unicode, and nobody passes for the house."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

RESERVED = frozenset(
    re.findall(
        r"\w+",
        """
    about abuse account accounts admin administrator anonymous api bot botmaster contact daily deleted everyone friends
    game games help home info invite leaderboard leaderboards learn login logout mail me mod moderator moderators nobody
    null official operator owner play player postmaster privacy profile pyramid root rules security settings signin
    signup site solitaire staff support system team terms today tripeaks undefined user users watch webmaster you
    """,
    )
)
"""Names of the house and of its pages, compared without case, dots, hyphens and underscores."""


def not_reserved(name: str) -> None:
    """Refuse a name of the house, however it is dotted."""
    if re.sub(r"[._-]", "", name).lower() in RESERVED:
        raise ValidationError(_("This name belongs to the house."), code="reserved")


username_validators: list[Callable[[str], None]] = [
    RegexValidator(
        r"\A[a-zA-Z0-9](?:[a-zA-Z0-9]|[._-](?=[a-zA-Z0-9]))*\Z",
        _("A name has letters from A to Z, digits, and single dots, hyphens or underscores between them."),
    ),
    RegexValidator(r"^guest\b", _("Names that start with “guest” are taken."), inverse_match=True, flags=re.IGNORECASE),
    not_reserved,
]
