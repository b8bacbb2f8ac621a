"""The New game dialog on any page."""

from __future__ import annotations

from typing import Any

from django import template

from games.forms import NewGameForm

register = template.Library()


@register.inclusion_tag("games/new_game_dialog.html", takes_context=True)
def new_game_dialog(context: dict[str, Any]) -> dict[str, Any]:
    """The dialog, closed. `csrf_token` comes along by Django's own rule for inclusion tags."""
    return {"form": NewGameForm(), "request": context.get("request")}
