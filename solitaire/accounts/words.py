"""Sentences that Django shows about passwords and that its Thai catalogue lacks: named here, so that ours hold them."""

from django.utils.translation import gettext_noop, ngettext_lazy

PASSWORD_FAULTS = (
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("This password is too common."),
)
