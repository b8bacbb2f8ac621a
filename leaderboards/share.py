"""What somebody tells others about a game: words first, at most three emoji, no cards, the same in every theme."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Ending, Game
from games.naming import game_name, rule_name
from games.templatetags.texts import ahead, clock, rank

MOUNTAIN, FLAME, TARGET = "\N{MOUNTAIN}\N{VARIATION SELECTOR-16}", "\N{FIRE}", "\N{DIRECT HIT}"


def share_text(game: Game, *, place: int | None = None, total: int = 0, streak: int = 0) -> str:
    """A finished game in a few lines, without its address. `place` is its rank among `total` rows of its day."""
    lines = [_headline(game)]
    facts = _facts(game)
    if place is not None:
        share = ahead(place, total)
        facts += " " + (
            _("Rank: %(place)s, ahead of %(share)s %% of the day.") % {"place": rank(place), "share": share}
            if share
            else _("Rank: %(place)s.") % {"place": rank(place)}
        )
    lines.append(facts)
    if streak > 1:
        days = ngettext("%(days)d day in a row", "%(days)d days in a row", streak) % {"days": streak}
        lines.append(f"{days} {FLAME}")
    return "\n".join(lines)


def _headline(game: Game) -> str:
    name = game_name(game.kind)
    if game.challenge:
        day = date_format(game.challenge.date, pgettext("day and month in a shared text, a date format", "j F"))
        name = _("%(game)s of %(day)s") % {"game": name, "day": day}
    elif game.code:
        name = f"{name} {game.code}"
    if game.outcome != Ending.WON:
        return name
    return f"{name}: {_('won')} {MOUNTAIN}" if game.undos else f"{name}: {_('won without undo')} {MOUNTAIN}{TARGET}"


def _facts(game: Game) -> str:
    time = clock(game.elapsed_ms)
    if game.outcome != Ending.WON:
        left = game.cards_left or 0
        cards = ngettext("%(left)d card left", "%(left)d cards left", left) % {"left": left}
        return _("%(cards)s, %(score)s points, %(time)s.") % {"cards": cards, "score": game.score, "time": time}
    moves = game.moves or 0
    counted = ngettext("%(moves)d move", "%(moves)d moves", moves) % {"moves": moves}
    return _("%(score)s points, %(time)s, %(moves)s.") % {"score": game.score, "time": time, "moves": counted}


def rule_line(game: Game) -> str:
    """The rule of a game, for the page that a shared link opens."""
    return rule_name(game.variant)
