"""What each player has scored in a month and in all: the boards of a month and of all time are ranges of these.

Adding up a million results takes seconds, so the sums are kept. Nothing that writes games knows of it: a trigger of the
database makes a player's sums of a month anew from the games, and those of all time from the months, in the transaction
of whatever put a row on a board or took it off. One statement says what a sum is; the triggers, `rebuild` and
`differences` all use it.
"""

from __future__ import annotations

from datetime import date

from django.db import connection, transaction

ALL_TIME = date.min
"""Stands for all months in `Sum.month`."""

_COLUMNS = "kind, month, unaided, player_id, score, elapsed_ms, moves, days, by_time, by_moves, wins"
_DATES = {
    "postgresql": (f"DATE '{ALL_TIME}'", "CAST(date_trunc('month', {0}) AS date)", "({0} + INTERVAL '1 month')"),
    "sqlite": (f"'{ALL_TIME}'", "date({0}, 'start of month')", "date({0}, '+1 month')"),
}
"""By database: `ALL_TIME`, the first day of a day's month, and that of the month after a first day."""


def _of_months(vendor: str, where: str) -> str:
    """The sums of months, of all results and of those without undo, from games."""
    return f"""SELECT game.kind, {_DATES[vendor][1].format("challenge.date")}, aid.unaided, game.player_id,
        SUM(game.score), SUM(game.elapsed_ms), SUM(game.moves), COUNT(*),
        MIN(game.by_time), MIN(game.by_moves), COUNT(game.by_time)
    FROM games_challenge AS challenge JOIN games_game AS game ON game.challenge_id = challenge.id AND game.ranked
        CROSS JOIN (SELECT 0 AS unaided UNION ALL SELECT 1) AS aid
    WHERE game.by_score IS NOT NULL AND (game.undos = 0 OR aid.unaided = 0) AND {where}
    GROUP BY 1, 2, 3, 4"""  # noqa: S608 (only names of columns are put in)


def _of_all_time(vendor: str, where: str) -> str:
    """The sums of all time, from those of months."""
    return f"""SELECT kind, {_DATES[vendor][0]}, unaided, player_id,
        SUM(score), SUM(elapsed_ms), SUM(moves), SUM(days), MIN(by_time), MIN(by_moves), SUM(wins)
    FROM leaderboards_sum WHERE month > '{ALL_TIME}' AND {where}
    GROUP BY kind, unaided, player_id"""  # noqa: S608


def recount(vendor: str, row: str) -> str:
    """Statements of a trigger: the sums that a row of games (`NEW` or `OLD`) is part of, made anew."""
    _, of_month, following = _DATES[vendor]
    month = f"(SELECT {of_month.format('date')} FROM games_challenge WHERE id = {row}.challenge_id)"  # noqa: S608
    whose = f"player_id = {row}.player_id AND kind = {row}.kind"
    games = (
        f"game.player_id = {row}.player_id AND challenge.kind = {row}.kind "
        f"AND challenge.date >= {month} AND challenge.date < {following.format(month)}"
    )
    # Two results of one player that come at the same time in two processes: the second counts the first too.
    lock = f"PERFORM pg_advisory_xact_lock({row}.player_id);" if vendor == "postgresql" else ""
    return (
        f"{lock} DELETE FROM leaderboards_sum WHERE {whose} AND month IN ('{ALL_TIME}', {month});"  # noqa: S608
        f"INSERT INTO leaderboards_sum ({_COLUMNS}) {_of_months(vendor, games)};"
        f"INSERT INTO leaderboards_sum ({_COLUMNS}) {_of_all_time(vendor, whose)};"
    )


@transaction.atomic
def rebuild() -> None:
    """Add everything up again."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM leaderboards_sum")
        cursor.execute(f"INSERT INTO leaderboards_sum ({_COLUMNS}) {_of_months(connection.vendor, 'TRUE')}")
        cursor.execute(f"INSERT INTO leaderboards_sum ({_COLUMNS}) {_of_all_time(connection.vendor, 'TRUE')}")


def differences() -> list[str]:
    """Where the sums disagree with the games; empty when all is well."""
    true = {
        f"month > '{ALL_TIME}'": _of_months(connection.vendor, "TRUE"),
        f"month = '{ALL_TIME}'": _of_all_time(connection.vendor, "TRUE"),
    }
    found = []
    for kept, counted in true.items():
        stored = f"SELECT {_COLUMNS} FROM leaderboards_sum WHERE {kept}"  # noqa: S608
        for what, some, others in (("kept", stored, counted), ("counted", counted, stored)):
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT * FROM ({some}) AS a EXCEPT SELECT * FROM ({others}) AS b")  # noqa: S608
                found += [f"only {what}: {', '.join(map(str, row))}" for row in cursor.fetchall()]
    return found
