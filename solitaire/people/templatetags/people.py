"""What templates ask about people."""

from __future__ import annotations

import json

from django import template
from django.http import HttpRequest
from django.utils.translation import gettext as _

from solitaire.accounts.models import User
from solitaire.accounts.selectors import relation

register = template.Library()

BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
"""What tells a browser, the more particular first: most claim to be others too."""
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


@register.simple_tag(takes_context=True)
def relation_to(context: template.Context, owner: User) -> str:
    """What the reader is to `owner`: the value of a `Relation`, or "" without an account."""
    request: HttpRequest = context["request"]
    return relation(request.user, owner).value if request.user.is_authenticated and not owner.guest else ""


@register.filter
def as_json(values: object) -> str:
    """JSON for an attribute."""
    return json.dumps(values, separators=(",", ":"))


@register.filter
def device(user_agent: str) -> str:
    """A browser and its system in words; what it says of itself where neither is known."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), None)
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), None)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or user_agent[:60]
