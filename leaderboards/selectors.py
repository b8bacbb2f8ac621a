"""Who stands where. A row of a leaderboard is a finished ranked game; nothing is copied (design 7)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.engine.layout import PLACES
from games.models import Challenge, Ending, Game
from solitaire.accounts.models import User

ORDER = ("cards_left", "-score", "elapsed_ms", "moves")
"""Won before not won, then by cards left; then score, time and moves. A won game is one with no card left."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A row: games that are equal in score, time and moves share a rank (1, 1, 3)."""

    rank: int
    game: Game


def standings(challenge: Challenge) -> QuerySet[Game]:
    """The games that have a row, best first. One given up without a removal has none."""
    rows = challenge.games.filter(ranked=True, outcome__isnull=False).exclude(~Q(outcome=Ending.WON), cards_left=PLACES)
    return rows.select_related("player").order_by(*ORDER, "finished_at", "pk")


def better_than(game: Game) -> Q:
    """The games that rank before `game`."""
    return (
        Q(cards_left__lt=game.cards_left)
        | Q(cards_left=game.cards_left, score__gt=game.score)
        | Q(cards_left=game.cards_left, score=game.score, elapsed_ms__lt=game.elapsed_ms)
        | Q(cards_left=game.cards_left, score=game.score, elapsed_ms=game.elapsed_ms, moves__lt=game.moves)
    )


def rank_of(game: Game) -> int:
    """The rank of a game that has a row in `standings`."""
    assert game.challenge is not None
    return standings(game.challenge).filter(better_than(game)).count() + 1


def first_page(challenge: Challenge, *, size: int) -> list[Standing]:
    """The best `size` rows with their ranks."""
    return _ranked(list(standings(challenge)[:size]), first_rank=1, first_position=1)


def _ranked(games: list[Game], *, first_rank: int, first_position: int) -> list[Standing]:
    """Ranks for consecutive rows, of which the first has this rank and, ties counted one by one, this position."""
    rows: list[Standing] = []
    for position, game in enumerate(games, start=first_position):
        rank = position if rows else first_rank
        if rows and _result(rows[-1].game) == _result(game):
            rank = rows[-1].rank
        rows.append(Standing(rank, game))
    return rows


def _result(game: Game) -> tuple[int | None, ...]:
    return game.cards_left, game.score, game.elapsed_ms, game.moves


def own_standing(challenge: Challenge, player: User | None) -> Standing | None:
    """The reader's own row, if they have one."""
    game = standings(challenge).filter(player=player).first() if player else None
    return Standing(rank_of(game), game) if game else None


def neighbours(standing: Standing, *, each: int) -> list[Standing]:
    """The rows around a row: up to `each` before it, itself, and up to `each` after it."""
    game = standing.game
    assert game.challenge is not None
    rows = standings(game.challenge)
    ahead = rows.filter(_listed_before(game))
    before = list(ahead.reverse()[:each])[::-1]
    after = rows.exclude(_listed_before(game)).exclude(pk=game.pk)[:each]
    return _ranked(
        [*before, game, *after],
        first_rank=rank_of(before[0]) if before else standing.rank,
        first_position=ahead.count() + 1 - len(before),
    )


def _listed_before(game: Game) -> Q:
    equal = Q(cards_left=game.cards_left, score=game.score, elapsed_ms=game.elapsed_ms, moves=game.moves)
    earlier = Q(finished_at__lt=game.finished_at) | Q(finished_at=game.finished_at, pk__lt=game.pk)
    return better_than(game) | (equal & earlier)


def counts(challenge: Challenge) -> dict[str, int]:
    """How many have started, and won, a challenge: ``{"played", "won"}``."""
    games = challenge.games.filter(ranked=True)
    return {"played": games.filter(started_at__isnull=False).count(), "won": games.filter(outcome=Ending.WON).count()}
