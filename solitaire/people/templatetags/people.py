"""What templates ask about people."""

from __future__ import annotations

from django import template
from django.http import HttpRequest

from solitaire.accounts.models import User
from solitaire.accounts.selectors import relation

register = template.Library()


@register.simple_tag(takes_context=True)
def relation_to(context: template.Context, owner: User) -> str:
    """What the reader is to `owner`: the value of a `Relation`, or "" without an account."""
    request: HttpRequest = context["request"]
    return relation(request.user, owner).value if request.user.is_authenticated and not owner.guest else ""
