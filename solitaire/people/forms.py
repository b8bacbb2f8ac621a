"""What people fill in about themselves and others."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from solitaire.accounts.models import LEVELS, Preferences, User
from solitaire.accounts.names import username_validators

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm

PREFERENCE = re.compile(r"^[A-Za-z][A-Za-z0-9_-]{0,31}$")
LONGEST_PREFERENCE = 64


def clean_preferences(body: bytes) -> Preferences:
    """Settings of the table as a browser sent them: a flat JSON object of short values. Raises `ValueError`."""
    sent = json.loads(body)
    if not isinstance(sent, dict):
        raise ValueError("an object of settings")
    for name, value in sent.items():
        if not PREFERENCE.match(name) or not isinstance(value, bool | int | str):
            raise ValueError(name)
        if isinstance(value, str) and len(value) > LONGEST_PREFERENCE:
            raise ValueError(name)
        if isinstance(value, int) and abs(value) > 2**31:
            raise ValueError(name)
    return sent


class PrivacyForm(UserForm):
    """Who sees what of a person."""

    watch = forms.ChoiceField(label=_("Who may watch my games"), choices=LEVELS, widget=forms.RadioSelect)
    profile = forms.ChoiceField(label=_("Who may see my profile"), choices=LEVELS, widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = [
            "watch", "profile", "show_presence", "show_watchers", "take_reactions", "notify_friends", "notify_results",
        ]  # fmt: skip
        labels = {
            "show_presence": _("Friends see that I am here"),
            "show_watchers": _("My tables show who watches"),
            "take_reactions": _("Those who watch may react"),
            "notify_friends": _("Friendships asked and accepted"),
            "notify_results": _("A friend beat my result of today"),
        }
        help_texts = {
            "show_presence": _("And which game I play, if they may watch it."),
            "show_watchers": _("How many, and by name their own friends."),
            "take_reactions": _("With one of six signs. In a ranked game they reach me when it is over."),
        }


class NameForm(UserForm):
    """Another name for the same account."""

    username = forms.CharField(label=_("Name"), max_length=24, validators=username_validators)

    class Meta:
        model = User
        fields = ["username"]

    def clean_username(self) -> str:
        """The name, if nobody else has it in any case."""
        name: str = self.cleaned_data["username"]
        if len(name) < 3:
            raise ValidationError(_("A name has at least 3 letters."))
        if User.objects.filter(username__iexact=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("Somebody else has this name."))
        return name


class AskForm(forms.Form):
    """Whom to ask for a friendship."""

    name = forms.CharField(label=_("Name"), max_length=25)


class DeleteForm(forms.Form):
    """The name once more, so that nobody deletes an account by a slip."""

    name = forms.CharField(label=_("Your name"), max_length=24)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Exactly the name of the account."""
        name: str = self.cleaned_data["name"]
        if name != self.user.username:
            raise ValidationError(_("This is not your name."))
        return name
