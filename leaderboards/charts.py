"""Charts as numbers: where bars and points lie in a drawing. Templates draw them, each with a table of the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil

from games.models import BITS, HIGHEST_SCORE, Challenge, GameKind
from games.templatetags.texts import clock
from leaderboards import tallies
from leaderboards.rows import Row

WIDTH, HEIGHT = 320, 96
"""Of a drawing of bars."""
BARS = 20
GAP = 2.0
WIDEST = 24.0
"""Of a bar: one alone is no wall."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar, from the bottom up."""

    x: float
    y: float
    width: float
    height: float
    label: str
    """What it counts, such as a range of scores."""
    count: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """A histogram in a drawing of `WIDTH` by `HEIGHT`."""

    bars: list[Bar]
    low: str
    high: str
    what: str
    """``score`` or ``time``."""

    @property
    def own(self) -> Bar | None:
        """The reader's bar."""
        return next((bar for bar in self.bars if bar.own), None)


def histogram(counts: Mapping[int, int], *, what: str, own: int | None = None, step: int = 1) -> Bars | None:
    """Counted values as at most `BARS` bars of equal width; None without any. `step` is how exact the values are."""
    if not counts:
        return None
    low, high = min(counts), max(counts)
    span = max(step, ceil((high - low + step) / BARS / step) * step)
    number = (high - low) // span + 1
    sums = [0] * number
    for value, count in counts.items():
        sums[(value - low) // span] += count
    most = max(sums)
    room = WIDTH / number
    width = min(room - GAP, WIDEST)
    bars = []
    for at, count in enumerate(sums):
        height = round(HEIGHT * count / most, 1) if count else 0.0
        first, last = low + at * span, min(low + (at + 1) * span - step, high)
        bars.append(
            Bar(
                round(at * room + (room - GAP - width) / 2, 1),
                round(HEIGHT - height, 1),
                round(width, 1),
                height,
                _range(first, last, what, step),
                count,
                own=own is not None and 0 <= own - first < span,
            )
        )
    return Bars(bars, _name(low, what), _name(high, what), what)


def _range(first: int, last: int, what: str, step: int) -> str:
    if what == "score" and first == last:
        return _name(first, what)
    return f"{_name(first, what)}–{_name(last + (step if what == 'time' else 0), what)}"


def _name(value: int, what: str) -> str:
    return clock(value) if what == "time" else str(value)


_QUARTER = 14
"""The coarse buckets of times are 2^14 ms wide, about 16 seconds."""


def scores_of_day(challenge: Challenge, own: Row | None) -> Bars | None:
    """The scores of a day's wins, or their times in Pyramid, where every win scores the same."""
    won = own is not None and own.game is not None and own.game.cards_left == 0
    if challenge.kind == GameKind.PYRAMID:
        step = 1 << _QUARTER
        times = {bucket * step: count for bucket, count in tallies.histogram(challenge.pk, tallies.BY_TIME).items()}
        return histogram(times, what="time", own=own.elapsed_ms if own and won else None, step=step)
    found = tallies.histogram(challenge.pk, tallies.BY_SCORE)
    wins = {HIGHEST_SCORE - bucket: count for bucket, count in found.items() if bucket < 1 << BITS["score"]}
    return histogram(wins, what="score", own=own.score if own and won else None)


# ---- the last weeks as a field of squares

WEEKS = 12
SQUARE = 16
LEVELS = (0, 1, 3, 6, 10)
"""From how many games on a square has its shade."""


@dataclass(frozen=True, slots=True)
class Square:
    """A day of the heat map."""

    day: date
    x: int
    y: int
    count: int
    level: int


def heat_map(counts: Mapping[date, int], *, today: date) -> list[Square]:
    """The games of each day of the last weeks, weeks from left to right, Monday on top."""
    monday = today - timedelta(days=today.weekday())
    first = monday - timedelta(weeks=WEEKS - 1)
    days = [first + timedelta(days=back) for back in range((today - first).days + 1)]
    return [
        Square(
            day,
            (day - first).days // 7 * SQUARE,
            day.weekday() * SQUARE,
            counts.get(day, 0),
            sum(counts.get(day, 0) >= level for level in LEVELS[1:]),
        )
        for day in days
    ]


# ---- percentiles as a line


@dataclass(frozen=True, slots=True)
class Point:
    """A day's percentile."""

    day: date
    share: float
    """How much of the day's board stood behind, 0 to 100."""
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """Points joined in order of time, in a drawing of `WIDTH` by `HEIGHT`."""

    points: list[Point]

    @property
    def path(self) -> str:
        """As the `points` of a polyline."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)

    @property
    def average(self) -> float:
        """The rating: the mean of the percentiles."""
        return sum(point.share for point in self.points) / len(self.points)


def line(shares: Sequence[tuple[date, float]], *, first: date, last: date) -> Line | None:
    """Percentiles by day between two days; None without any."""
    if not shares:
        return None
    days = max(1, (last - first).days)
    return Line(
        [
            Point(day, share, round(WIDTH * (day - first).days / days, 1), round(HEIGHT * (1 - share / 100), 1))
            for day, share in sorted(shares)
        ]
    )
