"""The New game dialog on any page."""

from __future__ import annotations

from typing import Any

from django import template

from games.forms import NewGameForm

register = template.Library()


@register.inclusion_tag("games/new_game_dialog.html")
def new_game_dialog() -> dict[str, Any]:
    """The dialog, closed."""
    return {"form": NewGameForm(auto_id="new-game-%s"), "in_dialog": True}
