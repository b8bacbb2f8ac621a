"""Where to come back to."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def here(context: dict[str, Any]) -> str:
    """The address of this page; home for a page that answers a form, since it has none."""
    request = context["request"]
    return str(request.get_full_path()) if request.method == "GET" else reverse("home")
