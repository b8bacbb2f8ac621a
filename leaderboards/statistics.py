"""What somebody has played, counted from their games whenever it is asked (design 2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median

from games.days import day_of
from games.models import Ending, Game, GameKind
from games.naming import game_name, rule_name
from leaderboards import charts
from leaderboards.standings import Everyone
from leaderboards.tallies import BY_SCORE
from solitaire.accounts.models import User

RATED_DAYS = 30


@dataclass(frozen=True, slots=True)
class Played:
    """Somebody's finished games of one rule. Times and moves are of wins alone."""

    kind: str
    rule: str
    game: str
    name: str
    played: int
    won: int
    best_ms: int | None
    median_ms: int | None
    fewest_moves: int | None
    best_score: int | None
    scores: charts.Bars | None

    @property
    def rate(self) -> int:
        """The wins among a hundred games, rounded down."""
        return 100 * self.won // self.played if self.played else 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """Somebody's numbers."""

    rules: list[Played]
    heat: list[charts.Square]
    active: int
    """Games in the weeks of the heat map."""
    rating: charts.Line | None


@dataclass(frozen=True, slots=True)
class _Result:
    kind: str
    rule: str
    won: bool
    score: int
    moves: int
    elapsed_ms: int
    day: date


def statistics(player: User, *, today: date) -> Statistics:
    """Everything, from one query and one rank for each of the last days."""
    results = list(_results(player))
    heat = charts.heat_map(Counter(result.day for result in results), today=today)
    return Statistics(
        _by_rule(results),
        heat,
        sum(square.count for square in heat),
        _rating(player, today),
    )


def _results(player: User) -> Iterable[_Result]:
    """Of games played from their first action on: what was begun in the middle says nothing about times and scores."""
    games = Game.objects.filter(player=player, outcome__isnull=False, finished_at__isnull=False, given=0)
    rows = games.values_list("kind", "rule", "outcome", "score", "moves", "elapsed_ms", "finished_at")
    for kind, rule, outcome, score, moves, elapsed_ms, finished_at in rows.iterator():
        if finished_at is not None:
            won = outcome == Ending.WON
            yield _Result(kind, rule, won, score or 0, moves or 0, elapsed_ms or 0, day_of(finished_at))


def _by_rule(results: list[_Result]) -> list[Played]:
    groups: dict[tuple[str, str], list[_Result]] = defaultdict(list)
    for result in results:
        groups[result.kind, result.rule].append(result)
    found = [_played(kind, rule, group) for (kind, rule), group in groups.items()]
    return sorted(found, key=lambda one: (one.kind != GameKind.TRIPEAKS, -one.played, one.rule))


def _played(kind: str, rule: str, results: list[_Result]) -> Played:
    wins = [result for result in results if result.won]
    times = [result.elapsed_ms for result in wins]
    return Played(
        kind,
        rule,
        game_name(kind),
        rule_name(Game(kind=kind, rule=rule).variant),
        played=len(results),
        won=len(wins),
        best_ms=min(times, default=None),
        median_ms=round(median(times)) if times else None,
        fewest_moves=min((result.moves for result in wins), default=None),
        best_score=max((result.score for result in results), default=None),
        scores=charts.histogram(Counter(result.score for result in results), what="score"),
    )


def _rating(player: User, today: date) -> charts.Line | None:
    """The percentiles of the last days. A day on which both games were played counts by their mean."""
    first = today - timedelta(days=RATED_DAYS - 1)
    shares: dict[date, list[float]] = defaultdict(list)
    games = Game.objects.filter(player=player, by_score__isnull=False, challenge__date__gte=first)
    for game in games.select_related("challenge"):
        if game.challenge is None or game.by_score is None:
            continue
        board = Everyone(game.challenge)
        total = board.total()
        behind = total - board.rank((getattr(game, BY_SCORE.key),))
        shares[game.challenge.date].append(100 * behind / (total - 1) if total > 1 else 50.0)
    means = [(day, sum(found) / len(found)) for day, found in shares.items()]
    return charts.line(means, first=first, last=today)


def last_games(player: User, number: int) -> list[Game]:
    """Somebody's latest finished games."""
    games = Game.objects.filter(player=player, outcome__isnull=False, finished_at__isnull=False)
    return list(games.select_related("challenge", "player").order_by("-finished_at")[:number])
