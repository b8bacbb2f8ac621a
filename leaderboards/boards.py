"""Which leaderboard: the filters of its address, read and written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal, Self
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from games.challenges import NoSuchDay
from games.models import GameKind

Period = Literal["day", "month", "all"]
Who = Literal["everyone", "friends"]
By = Literal["score", "fastest", "fewest"]

CHOICES: dict[str, tuple[str, ...]] = {
    "period": ("day", "month", "all"),
    "who": ("everyone", "friends"),
    "by": ("score", "fastest", "fewest"),
    "clean": ("", "1"),
}
"""The values of each filter, the one without a word in the address first."""


class UnknownFilter(ValueError):
    """An address gives a filter a value that there is not."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}={value}")
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class Board:
    """What is asked for."""

    kind: GameKind
    day: date
    """The day; any day of the month for `month`; of no matter for `all`."""
    today: date
    period: Period = "day"
    who: Who = "everyone"
    by: By = "score"
    clean: bool = False

    @classmethod
    def read(cls, kind: GameKind, query: QueryDict, *, today: date) -> Self:
        """The board of an address. Raises `UnknownFilter` and `NoSuchDay`."""
        for name, choices in CHOICES.items():
            if query.get(name, "") not in ("", *choices):
                raise UnknownFilter(name, query.get(name, ""))
        values = {name: query.get(name) or choices[0] for name, choices in CHOICES.items()}
        return cls(
            kind,
            _day(query.get("date", ""), today=today),
            today,
            values["period"],  # type: ignore[arg-type]
            values["who"],  # type: ignore[arg-type]
            values["by"],  # type: ignore[arg-type]
            bool(values["clean"]),
        )

    def with_(self, **changes: object) -> Self:
        """The same board with other filters."""
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def first_day(self) -> date:
        return self.day.replace(day=1) if self.period == "month" else self.day

    @property
    def current(self) -> bool:
        """Whether today belongs to it."""
        if self.period == "month":
            return (self.day.year, self.day.month) == (self.today.year, self.today.month)
        return self.period == "all" or self.day == self.today

    @property
    def name(self) -> str:
        """What tells this board from all others, but for whose friends they are."""
        when = {"day": f"{self.day:%Y-%m-%d}", "month": f"{self.day:%Y-%m}", "all": "all"}[self.period]
        return f"{self.kind.value}:{when}:{self.who}:{self.by}{':clean' if self.clean else ''}"

    @property
    def query(self) -> dict[str, str]:
        """The filters that its address needs."""
        asked = {"period": self.period, "who": self.who, "by": self.by, "clean": "1" if self.clean else ""}
        fields = {name: value for name, value in asked.items() if value != CHOICES[name][0]}
        if not self.current:
            fields["date"] = f"{self.day:%Y-%m}" if self.period == "month" else f"{self.day:%Y-%m-%d}"
        return fields

    def address(self, **more: str) -> str:
        """Its address, with further fields such as a cursor."""
        fields = {**self.query, **more}
        return reverse("leaderboard", args=[self.kind.value]) + (f"?{urlencode(fields)}" if fields else "")


def _day(text: str, *, today: date) -> date:
    """A date such as ``2026-11-30``, or ``2026-11`` for its month; today without one. Raises `NoSuchDay`."""
    if not text:
        return today
    if len(text) == len("2026-11"):
        day = past_day(f"{text}-01", today=today)
        return today if (day.year, day.month) == (today.year, today.month) else day
    return past_day(text, today=today)


def past_day(text: str, *, today: date) -> date:
    """A date such as ``2026-11-30`` that has come. Raises `NoSuchDay`, the same for a future date as for nonsense."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise NoSuchDay(text) from error
    if str(day) != text or day > today:
        raise NoSuchDay(text)
    return day
