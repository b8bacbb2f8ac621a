"""The New game dialog."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.deal import DEALS, Code, parse_code
from games.engine.errors import Malformed
from games.engine.variant import parse_rule
from games.models import GameKind

FAULTS = {
    "code_shape": _("A code has three parts, such as TP1-E-AAAAAAB."),
    "code_version": _("No game is called “%(text)s”: a code starts with TP1 or PY1."),
    "code_deal": _("“%(text)s” is no deal: a deal is seven letters from A to Z."),
    "rule_empty": _("The rule is missing."),
    "rule_letter": _("The rule letter %(letter)s does not exist for %(game)s."),
    "rule_doubled": _("The rule letter %(letter)s stands twice."),
    "rule_recycles": _("Only one number of recycles can be given."),
}
"""What the engine finds wrong with a code, for people."""


def explain(fault: Malformed) -> str:
    """A fault of a code or rule, in the reader's language."""
    return str(FAULTS[fault.key]) % fault.params


class NewGameForm(forms.Form):
    """A code, or else a game with its rule letters; `cleaned_data["code"]` is the `Code` to play."""

    code = forms.CharField(required=False, max_length=40)
    kind = forms.ChoiceField(choices=GameKind, required=False)
    rule = forms.CharField(required=False, max_length=8, initial="E")
    options = forms.MultipleChoiceField(choices=[(letter, letter) for letter in "JOWTSDK0123456789"], required=False)

    def clean_code(self) -> Code | None:
        text: str = self.cleaned_data["code"]
        try:
            return parse_code(text) if text.strip() else None
        except Malformed as fault:
            raise forms.ValidationError(explain(fault), code=fault.key) from fault

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors or data.get("code"):
            return data
        kind = GameKind(data.get("kind") or GameKind.TRIPEAKS)
        base = data["rule"] or ("E" if kind is GameKind.TRIPEAKS else "N")
        try:
            variant = parse_rule(kind.value, base + "".join(data["options"]))
        except Malformed as fault:
            raise forms.ValidationError(explain(fault), code=fault.key) from fault
        return data | {"code": Code(variant, secrets.randbelow(DEALS))}
