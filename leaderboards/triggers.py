"""The triggers that keep what is stored for speed, in the transaction of whatever changes a game."""

from __future__ import annotations

from django.db import connection, connections, transaction

from leaderboards import sums, tallies

_WATCHED = "player_id, challenge_id, ranked, hidden, outcome, cards_left, score, elapsed_ms, moves, undos"


def _events(vendor: str) -> dict[str, tuple[str, str, str]]:
    """By name: on what a trigger runs, under which condition, and its statements."""
    old, new = sums.recount(vendor, "OLD"), sums.recount(vendor, "NEW")
    return {
        "insert": ("INSERT", "NEW.by_score IS NOT NULL", tallies.note("NEW", 1) + new),
        "update": (
            f"UPDATE OF {_WATCHED}",
            "OLD.by_score IS NOT NULL OR NEW.by_score IS NOT NULL",
            tallies.note("OLD", -1) + tallies.note("NEW", 1) + new,
        ),
        "handover": ("UPDATE OF player_id", "OLD.by_score IS NOT NULL AND OLD.player_id <> NEW.player_id", old),
        "delete": ("DELETE", "OLD.by_score IS NOT NULL", tallies.note("OLD", -1) + old),
    }


def remove() -> None:
    """Drop the triggers, for whoever fills the table by the million and counts afterwards."""
    with connection.cursor() as cursor:
        for name in _events(connection.vendor):
            on = " ON games_game" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS leaderboards_on_{name}{on}")


def install(using: str) -> None:
    """Make the triggers, anew where they exist: SQLite loses them when a migration makes a table again."""
    database = connections[using]
    with transaction.atomic(using), database.cursor() as cursor:
        for name, (event, condition, body) in _events(database.vendor).items():
            trigger = f"leaderboards_on_{name}"
            if database.vendor == "postgresql":
                cursor.execute(
                    f"CREATE OR REPLACE FUNCTION {trigger}() RETURNS trigger AS $$ BEGIN {body} RETURN NULL; END $$ "
                    "LANGUAGE plpgsql"
                )
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger} ON games_game")
                cursor.execute(
                    f"CREATE TRIGGER {trigger} AFTER {event} ON games_game FOR EACH ROW WHEN ({condition}) "
                    f"EXECUTE FUNCTION {trigger}()"
                )
            else:
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger}")
                cursor.execute(
                    f"CREATE TRIGGER {trigger} AFTER {event} ON games_game WHEN {condition} BEGIN {body} END"
                )
