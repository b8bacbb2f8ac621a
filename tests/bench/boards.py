"""Measures a day's board as large as it is: `python -m tests.bench.boards` prints medians in milliseconds as JSON.

The database is the one of the environment, filled by `manage.py seed_day`; what is measured and stored stays in it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from itertools import count
from statistics import median

import django

ROUNDS, BATCHES = 100, 5
FRIENDS = 200


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median of some calls, in milliseconds: the least of `BATCHES` medians.

    What else the machine does only adds to a time.
    """
    work()
    return round(min(_median(work, rounds // BATCHES or 1) for _ in range(BATCHES)), 3)


def _median(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - began))
    return median(times)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire.settings")
    django.setup()
    from django.db import transaction
    from django.utils import timezone

    from games.challenges import challenge_at
    from games.models import Game, GameKind
    from leaderboards import periods, standings
    from leaderboards.boards import Board
    from leaderboards.rows import Standings
    from leaderboards.standings import Everyone
    from solitaire.accounts.models import Friendship, User
    from solitaire.accounts.selectors import friend_ids

    now = timezone.now()
    challenge = challenge_at(GameKind.TRIPEAKS, now)
    board = Everyone(challenge)
    total = board.total()
    middle = challenge.games.filter(by_score__isnull=False).order_by("by_score")[total // 2]
    reader = middle.player
    others = User.objects.filter(username__startswith="seed-").exclude(pk=reader.pk).order_by("pk")
    Friendship.objects.bulk_create(
        [Friendship(asker=reader, asked=other, accepted_at=now) for other in others[:FRIENDS]], ignore_conflicts=True
    )

    def own_with_neighbours(rows: Standings) -> Callable[[], object]:
        def ask() -> None:
            own = rows.own(reader)
            assert own is not None
            rows.neighbours(own, each=2)

        return ask

    def friends() -> None:
        circle = friend_ids(reader) | {reader.pk}
        standings.Among(challenge, circle).first(20)

    numbers = count(User.objects.count() + 10_000_000)

    def new_game() -> Game:
        person = User.objects.create(username=f"late-{next(numbers)}")
        return Game.objects.create(
            player=person, challenge=challenge, ranked=True, kind=challenge.kind, rule=challenge.rule,
            deck_text=challenge.deck_text, started_at=now,
        )  # fmt: skip

    waiting = [new_game() for _ in range(ROUNDS + 1)]
    result = ("finished_at", "outcome", "score", "moves", "undos", "cards_left", "elapsed_ms")

    def store() -> None:
        game = waiting.pop()
        game.finished_at, game.outcome, game.score, game.moves = timezone.now(), "won", 760, 40
        game.undos, game.cards_left, game.elapsed_ms = 0, 0, 90_000
        with transaction.atomic():
            game.save(update_fields=result)

    wins = Everyone(challenge, "fastest")
    clean = Everyone(challenge, clean=True)
    won = challenge.games.filter(by_time__isnull=False).order_by("by_time")[wins.total() // 2]
    deep = board.first(20)[-1].place
    day = challenge.date
    month = periods.InPeriod(Board(GameKind.TRIPEAKS, day, day, "month"))
    found = {
        "results": total,
        "own row and neighbours": timed(own_with_neighbours(board)),
        "own row and neighbours, clean": timed(
            lambda: clean.rank(((middle.by_score or 0),)) and clean.before(board.own(reader).place, 2)  # type: ignore[union-attr]
        ),
        "rank, fastest": timed(lambda: wins.rank((won.by_time or 0,))),
        "first page": timed(lambda: (board.first(20), board.total())),
        "a deep page": timed(lambda: board.after(board.own(reader).place, 20)),  # type: ignore[union-attr]
        "next page": timed(lambda: board.after(deep, 20)),
        "friends' board": timed(friends),
        "storing a result": timed(store),
        "month, first page": timed(lambda: (month.first(20), month.total()), 10),
        "month, own row and neighbours": timed(own_with_neighbours(month), 10),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
