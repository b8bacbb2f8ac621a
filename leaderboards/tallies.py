"""How many rows stand before a key on a day's board, without counting them.

Counting the rows before a deep rank takes as long as there are rows. So they are counted in buckets of neighbouring
keys, on two levels: a rank is the sum of the coarse buckets before it, of the fine ones before it in its own coarse
bucket, and of the rows before it in its own fine bucket, which are few.

Nothing that writes games knows of this. A trigger of the database writes a `Change` in the same transaction as whatever
puts a row on a board or takes it off (a last move, a hidden result, an account deleted), and inserts do not wait for
one another as updates of one busy bucket would. Changes are added to every answer, and folded into the tallies when
they have become many. One statement reads it all, so the answer is exact at every moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection, transaction

from games.models import BITS, Game
from leaderboards.models import Change, Tally

FOLD_AT = 1000
"""Changes of a challenge that may wait."""
_ROWS = 400
"""Tallies written by one statement."""
_COARSE, _FINE = 0, 1


@dataclass(frozen=True, slots=True)
class Order:
    """One of the orders of a board, by the column of its key."""

    key: str
    number: int
    coarse: int
    """How many low bits of a key make no difference to the coarse bucket; so `fine`."""
    fine: int


BY_SCORE = Order("by_score", 0, coarse=BITS["elapsed_ms"] + BITS["moves"], fine=BITS["moves"] + 10)
"""Coarse: cards left and score. Fine: about a second too."""
BY_TIME = Order("by_time", 1, coarse=BITS["score"] + BITS["moves"] + 14, fine=BITS["score"] + BITS["moves"] + 8)
"""16 seconds; a quarter of a second."""
BY_MOVES = Order("by_moves", 2, coarse=BITS["elapsed_ms"] + BITS["score"], fine=BITS["score"] + 10)
"""Moves; about a second too."""
ORDERS = (BY_SCORE, BY_TIME, BY_MOVES)

_BOARDS = [(order, clean) for order in ORDERS for clean in (False, True)]


def _number(order: Order, clean: bool) -> int:
    return order.number + len(ORDERS) * clean


def before(challenge_id: int, order: Order, key: int, *, clean: bool = False) -> int:
    """How many rows of a challenge have a better key."""
    coarse, fine = key >> order.coarse, key >> order.fine
    board = _number(order, clean)
    sql = f"""SELECT
        (SELECT COALESCE(SUM(count), 0) FROM leaderboards_tally
            WHERE challenge_id = %s AND board = %s AND level = {_COARSE} AND bucket < %s)
        + (SELECT COALESCE(SUM(count), 0) FROM leaderboards_tally
            WHERE challenge_id = %s AND board = %s AND level = {_FINE} AND bucket >= %s AND bucket < %s)
        + (SELECT COALESCE(SUM(sign), 0) FROM leaderboards_change
            WHERE challenge_id = %s AND {order.key} < %s {"AND unaided" if clean else ""})
        + (SELECT COUNT(*) FROM games_game
            WHERE challenge_id = %s AND {order.key} >= %s AND {order.key} < %s {"AND undos = 0" if clean else ""})
    """  # noqa: S608 (only names of columns are put in)
    first = fine << order.fine
    values = [
        challenge_id, board, coarse,
        challenge_id, board, coarse << (order.coarse - order.fine), fine,
        challenge_id, first,
        challenge_id, first, key,
    ]  # fmt: skip
    return _one(sql, values)


def total(challenge_id: int, order: Order, *, clean: bool = False) -> int:
    """How many rows a board has."""
    sql = f"""SELECT
        (SELECT COALESCE(SUM(count), 0) FROM leaderboards_tally
            WHERE challenge_id = %s AND board = %s AND level = {_COARSE})
        + (SELECT COALESCE(SUM(sign), 0) FROM leaderboards_change
            WHERE challenge_id = %s AND {order.key} IS NOT NULL {"AND unaided" if clean else ""})
    """  # noqa: S608
    return _one(sql, [challenge_id, _number(order, clean), challenge_id])


def histogram(challenge_id: int, order: Order, *, clean: bool = False) -> dict[int, int]:
    """Rows by coarse bucket, such as (for `BY_SCORE`) by cards left and score."""
    counted: Counter[int] = Counter()
    tallies = Tally.objects.filter(challenge=challenge_id, board=_number(order, clean), level=_COARSE)
    changes = Change.objects.filter(challenge=challenge_id, **{f"{order.key}__isnull": False})
    if clean:
        changes = changes.filter(unaided=True)
    with _snapshot():
        counted.update(dict(tallies.values_list("bucket", "count")))
        for key, sign in changes.values_list(order.key, "sign"):
            counted[key >> order.coarse] += sign
    return {bucket: count for bucket, count in counted.items() if count}


def _one(sql: str, values: list[int]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.fetchone()[0])


# ---- keeping them


def fold_when_due(challenge_id: int) -> None:
    """Fold the changes of a challenge into its tallies if many wait."""
    waiting = Change.objects.filter(challenge=challenge_id)[FOLD_AT : FOLD_AT + 1]
    if waiting.exists():
        fold(challenge_id)


def fold(challenge_id: int) -> int:
    """Fold what waits into the tallies and say how many changes it was. Others may fold at the same time."""
    folded = 0
    while step := _fold_some(challenge_id):
        folded += step
    return folded


def _fold_some(challenge_id: int) -> int:
    with transaction.atomic():
        waiting = Change.objects.select_for_update(skip_locked=True).filter(challenge=challenge_id).order_by("pk")
        changes = list(waiting[: 5 * FOLD_AT])
        counted: Counter[tuple[int, int, int]] = Counter()
        for change in changes:
            for order, clean in _BOARDS:
                key = getattr(change, order.key)
                if key is not None and (change.unaided or not clean):
                    board = _number(order, clean)
                    counted[board, _COARSE, key >> order.coarse] += change.sign
                    counted[board, _FINE, key >> order.fine] += change.sign
        # In one order everywhere, so that two that fold never wait for each other.
        _add(challenge_id, sorted((place, count) for place, count in counted.items() if count))
        if changes:
            Change.objects.filter(pk__in=[change.pk for change in changes]).delete()
    return len(changes)


def _add(challenge_id: int, counted: list[tuple[tuple[int, int, int], int]]) -> None:
    with connection.cursor() as cursor:
        for at in range(0, len(counted), _ROWS):
            rows = counted[at : at + _ROWS]
            marks = ", ".join(["(%s, %s, %s, %s, %s)"] * len(rows))
            cursor.execute(
                "INSERT INTO leaderboards_tally (challenge_id, board, level, bucket, count) "  # noqa: S608
                f"VALUES {marks} ON CONFLICT (challenge_id, board, level, bucket) "
                "DO UPDATE SET count = leaderboards_tally.count + excluded.count",
                [value for place, count in rows for value in (challenge_id, *place, count)],
            )


def rebuild(challenge_id: int) -> None:
    """Count everything again from the games."""
    with _snapshot(), connection.cursor() as cursor:
        Change.objects.filter(challenge=challenge_id).delete()
        Tally.objects.filter(challenge=challenge_id).delete()
        for order, clean in _BOARDS:
            for level, shift in ((_COARSE, order.coarse), (_FINE, order.fine)):
                cursor.execute(
                    "INSERT INTO leaderboards_tally (challenge_id, board, level, bucket, count) "  # noqa: S608
                    f"SELECT challenge_id, {_number(order, clean)}, {level}, {order.key} >> {shift}, COUNT(*) "
                    f"FROM games_game WHERE challenge_id = %s AND {order.key} IS NOT NULL "
                    f"{'AND undos = 0' if clean else ''} GROUP BY challenge_id, {order.key} >> {shift}",
                    [challenge_id],
                )


def differences(challenge_id: int) -> list[str]:
    """Where tallies and changes disagree with the games; empty when all is well."""
    found = []
    with _snapshot():
        for order, clean in _BOARDS:
            games = Game.objects.filter(challenge=challenge_id, **{f"{order.key}__isnull": False})
            changes = Change.objects.filter(challenge=challenge_id, **{f"{order.key}__isnull": False})
            if clean:
                games, changes = games.filter(undos=0), changes.filter(unaided=True)
            keys = list(games.values_list(order.key, flat=True).iterator())
            waiting = list(changes.values_list(order.key, "sign"))
            for level, shift in ((_COARSE, order.coarse), (_FINE, order.fine)):
                stored = Counter(
                    dict(
                        Tally.objects.filter(
                            challenge=challenge_id, board=_number(order, clean), level=level
                        ).values_list("bucket", "count")
                    )
                )
                for key, sign in waiting:
                    stored[key >> shift] += sign
                true = Counter(key >> shift for key in keys)
                found += [
                    f"{order.key}{' clean' if clean else ''}, level {level}, bucket {bucket}: "
                    f"{stored[bucket]} kept, {true[bucket]} counted"
                    for bucket in sorted({*true, *stored})
                    if stored[bucket] != true[bucket]
                ]
    return found


class _snapshot(transaction.Atomic):  # noqa: N801 (used like `atomic`)
    """A transaction in which all statements see the same moment."""

    def __init__(self) -> None:
        super().__init__(using=None, savepoint=True, durable=False)

    def __enter__(self) -> None:
        outermost = not connection.in_atomic_block
        super().__enter__()
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def challenges_with_changes() -> Iterable[int]:
    """The challenges for which changes wait."""
    return Change.objects.order_by().values_list("challenge", flat=True).distinct()


_COLUMNS = "challenge_id, sign, unaided, by_score, by_time, by_moves"


def note(row: str, sign: int) -> str:
    """The statement of a trigger: a `Change` for a row of games (`NEW` or `OLD`) that has come or gone."""
    values = f"{row}.challenge_id, {sign}, COALESCE({row}.undos, 1) = 0, {row}.by_score, {row}.by_time, {row}.by_moves"
    return f"INSERT INTO leaderboards_change ({_COLUMNS}) SELECT {values} WHERE {row}.by_score IS NOT NULL;"
