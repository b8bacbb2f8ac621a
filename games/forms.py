"""The New game dialog."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.challenges import find_code
from games.engine.deal import DEALS, Code
from games.engine.errors import Malformed
from games.engine.variant import parse_rule
from games.naming import GAMES, PYRAMID_VARIANTS, TRIPEAKS_RULES, TRIPEAKS_VARIANTS
from games.solving import winnable_code

FAULTS = {
    "code_shape": gettext_lazy("A code has three parts, such as TP1-E-AAAAAAB."),
    "code_version": gettext_lazy("No game is called “%(text)s”: a code starts with TP1 or PY1."),
    "code_deal": gettext_lazy("“%(text)s” is no deal: a deal is seven letters from A to Z."),
    "code_day": gettext_lazy("No past day has this deal: “%(text)s”."),
    "code_day_open": gettext_lazy("The deal of this day has no code before the day is final: %(text)s."),
    "code_day_rule": gettext_lazy("That day was played by another rule: %(text)s."),
    "rule_empty": gettext_lazy("The rule is missing."),
    "rule_letter": gettext_lazy("The rule letter %(letter)s does not exist for %(game)s."),
    "rule_doubled": gettext_lazy("The rule letter %(letter)s stands twice."),
    "rule_recycles": gettext_lazy("Only one number of recycles can be given."),
}
"""What the engine finds wrong with a code, for people."""


def explain(fault: Malformed) -> str:
    """A fault of a code or rule, in the reader's language."""
    return str(FAULTS[fault.key]) % {name: _(text) if name == "game" else text for name, text in fault.params.items()}


def _names(rules: dict[str, tuple[Any, Any]]) -> list[tuple[str, Any]]:
    return [(letter, name) for letter, (name, _effect) in rules.items()]


class NewGameForm(forms.Form):
    """A code, or else a game with its rule and variants; `cleaned_data["code"]` is the `Code` to play.

    The code of a past day gives its `Challenge` instead. Looking for a deal that can be won may take some seconds.
    """

    kind = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=list(GAMES.items()),
        initial="tripeaks",
        widget=forms.RadioSelect,
        required=False,
    )
    rule = forms.ChoiceField(
        label=gettext_lazy("Rule"),
        choices=_names(TRIPEAKS_RULES),
        initial="E",
        widget=forms.RadioSelect,
        required=False,
    )
    """TriPeaks only."""
    tripeaks = forms.MultipleChoiceField(
        choices=_names(TRIPEAKS_VARIANTS), widget=forms.CheckboxSelectMultiple, required=False
    )
    pyramid = forms.MultipleChoiceField(
        choices=_names(PYRAMID_VARIANTS), widget=forms.CheckboxSelectMultiple, required=False
    )
    recycles = forms.ChoiceField(
        label=gettext_lazy("Recycles of the waste"),
        choices=[("", gettext_lazy("No limit")), *((str(number), str(number)) for number in range(10))],
        required=False,
    )
    """Pyramid only."""
    deal = forms.ChoiceField(
        label=gettext_lazy("Deal"),
        choices=[
            ("random", gettext_lazy("Random")),
            ("winnable", gettext_lazy("Winnable")),
            ("code", gettext_lazy("From a code")),
        ],
        initial="random",
        required=False,
        widget=forms.RadioSelect,
    )
    code = forms.CharField(label=gettext_lazy("Code of the deal"), max_length=40, required=False)

    def rules(self) -> Iterator[tuple[BoundWidget, str]]:
        """Each rule of TriPeaks as a widget with its effect; so below."""
        return self._explained("rule", TRIPEAKS_RULES)

    def tripeaks_variants(self) -> Iterator[tuple[BoundWidget, str]]:
        return self._explained("tripeaks", TRIPEAKS_VARIANTS)

    def pyramid_variants(self) -> Iterator[tuple[BoundWidget, str]]:
        return self._explained("pyramid", PYRAMID_VARIANTS)

    def _explained(self, field: str, rules: dict[str, tuple[Any, Any]]) -> Iterator[tuple[BoundWidget, str]]:
        return zip(self[field], (capfirst(effect) for _name, effect in rules.values()), strict=True)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        text = data["code"].strip()
        if data["deal"] == "code" or (text and not data["deal"]):
            try:
                return data | {"code": find_code(text, now=timezone.now())}
            except Malformed as fault:
                self.add_error("code", forms.ValidationError(explain(fault), code=fault.key))
                return data
        variant = parse_rule(*self._variant(data))
        if data["deal"] != "winnable":
            return data | {"code": Code(variant, secrets.randbelow(DEALS))}
        code = winnable_code(variant)
        if code is None:
            none = _(
                "No deal was found in time that is sure to be winnable by these rules. Try again, or deal at random."
            )
            self.add_error("deal", forms.ValidationError(none, code="none_winnable"))
        return data | {"code": code}

    @staticmethod
    def _variant(data: dict[str, Any]) -> tuple[Any, str]:
        if data["kind"] == "pyramid":
            return "pyramid", "".join(["N", *data["pyramid"], data["recycles"]])
        return "tripeaks", "".join([data["rule"] or "E", *data["tripeaks"]])
