"""The day: midnight, the hours of grace, what is shown of a deal and when, codes of past days, odd dates."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.challenges import NoSuchDay, challenge_on, find_code, open_day
from games.closing import SETTLE, close_final_days
from games.days import closes_at, day_of, is_final, last_final_day
from games.engine.errors import Malformed
from games.models import Challenge, Ending, Game, GameKind, Move
from games.services import NotOpen, start_practice
from leaderboards.standings import Everyone
from tests.games.people import account, result
from tests.leaderboards.deals import until_a_removal

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 29)
CLOSED = closes_at(DAY)


@pytest.fixture
def challenges() -> dict[str, Challenge]:
    return {one.kind: one for one in open_day(DAY)}


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the time that pages read."""

    def go(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return go


def running(challenge: Challenge, name: str, *actions: str) -> Game:
    """A ranked game that began at 23:50 and has come as far as these actions."""
    began = datetime(2026, 11, 29, 23, 50, tzinfo=UTC)
    game = result(challenge, account(name), outcome=None, finished_at=None, score=None, moves=None, undos=None,
                  cards_left=None, elapsed_ms=None, started_at=began)  # fmt: skip
    for seq, action in enumerate(actions, start=1):
        Move.objects.create(game=game, seq=seq, action=action, command_id=f"c{seq}", ms=1000 * seq)
    return game


class TestTime:
    """Everything about a day takes the moment as an argument."""

    def test_a_day_is_final_two_hours_after_midnight_and_not_a_moment_before(self) -> None:
        assert not is_final(DAY, CLOSED - timedelta(microseconds=1))
        assert is_final(DAY, CLOSED)
        assert last_final_day(CLOSED - timedelta(microseconds=1)) == DAY - timedelta(days=1)
        assert last_final_day(CLOSED) == DAY

    def test_a_day_is_the_same_everywhere_on_earth(self) -> None:
        for hours in (-12, 0, 14):
            zone = datetime(2026, 11, 29, 12, tzinfo=UTC).astimezone(tz=timezone.get_fixed_timezone(60 * hours))
            assert day_of(zone) == DAY

    def test_the_leap_day_and_the_days_when_clocks_change_last_24_hours_and_2(self) -> None:
        for day in (date(2028, 2, 29), date(2026, 3, 29), date(2026, 10, 25)):
            assert closes_at(day) - datetime(day.year, day.month, day.day, tzinfo=UTC) == timedelta(hours=26)


class TestTheEnd:
    """Ranked games that still run when their day is final are abandoned, as far as they have come."""

    def test_one_with_a_removal_gets_a_row_by_its_log(self, challenges: dict[str, Challenge]) -> None:
        challenge = challenges["tripeaks"]
        actions = until_a_removal(challenge)
        game = running(challenge, "mira", *actions)
        assert close_final_days(CLOSED + SETTLE) == 1
        game.refresh_from_db()
        assert game.outcome == Ending.ABANDONED
        assert game.finished_at == CLOSED
        assert (game.moves, game.elapsed_ms) == (len(actions), 1000 * len(actions))
        assert game.cards_left == 27
        assert [row.game for row in Everyone(challenge).first(5)] == [game]

    def test_one_without_a_removal_gets_none(self, challenges: dict[str, Challenge]) -> None:
        challenge = challenges["tripeaks"]
        running(challenge, "mira", "d", "d")
        close_final_days(CLOSED + SETTLE)
        assert Game.objects.get().outcome == Ending.ABANDONED
        assert Everyone(challenge).total() == 0

    def test_doing_it_again_changes_nothing(self, challenges: dict[str, Challenge]) -> None:
        running(challenges["pyramid"], "mira", "d")
        close_final_days(CLOSED + SETTLE)
        before = list(Game.objects.values())
        assert close_final_days(CLOSED + timedelta(days=1)) == 0
        assert list(Game.objects.values()) == before

    def test_in_the_hours_of_grace_it_goes_on(self, challenges: dict[str, Challenge]) -> None:
        running(challenges["pyramid"], "mira", "d")
        assert close_final_days(CLOSED - timedelta(seconds=1)) == 0
        assert Game.objects.get().outcome is None

    def test_a_finished_game_is_left_alone(self, challenges: dict[str, Challenge]) -> None:
        result(challenges["pyramid"], account("mira"))
        assert close_final_days(CLOSED + timedelta(days=3)) == 0

    def test_whoever_comes_first_settles_the_day(
        self, challenges: dict[str, Challenge], at: Callable[[datetime], None], client: Client
    ) -> None:
        from django.core.cache import cache

        cache.clear()
        running(challenges["pyramid"], "mira", "d")
        at(CLOSED + SETTLE)
        client.get(f"/leaderboard/pyramid/?date={DAY}")
        assert Game.objects.get().outcome == Ending.ABANDONED

    def test_a_command_does_it_too(self, challenges: dict[str, Challenge], at: Callable[[datetime], None]) -> None:
        running(challenges["pyramid"], "mira", "d")
        at(CLOSED + SETTLE)
        call_command("settle_days", stdout=io.StringIO())
        assert Game.objects.get().outcome == Ending.ABANDONED
        assert Challenge.objects.filter(date=DAY + timedelta(days=2)).count() == 2


class TestReveal:
    """While a day is open its fingerprint is shown, and when it is final what was sealed."""

    def secrets(self, challenge: Challenge) -> list[str]:
        return [challenge.nonce, challenge.deck_text]

    @pytest.mark.parametrize(
        "moment",
        [datetime(2026, 11, 29, tzinfo=UTC), datetime(2026, 11, 29, 12, tzinfo=UTC), CLOSED - timedelta(seconds=1)],
    )
    def test_an_open_day_shows_nothing_but_the_fingerprint(
        self, challenges: dict[str, Challenge], client: Client, at: Callable[[datetime], None], moment: datetime
    ) -> None:
        at(moment)
        page = client.get(f"/daily/{DAY}").content.decode()
        for challenge in challenges.values():
            assert challenge.commitment in page
            for secret in self.secrets(challenge):
                assert secret not in page
        assert f"D{DAY:%Y%m%d}" not in page

    def test_a_final_day_shows_what_was_sealed(
        self, challenges: dict[str, Challenge], client: Client, at: Callable[[datetime], None]
    ) -> None:
        at(CLOSED)
        page = client.get(f"/daily/{DAY}").content.decode()
        for challenge in challenges.values():
            sealed = f"{challenge.nonce}:{challenge.deck_text}"
            assert challenge.nonce in page
            assert challenge.deck_text in page
            assert hashlib.sha256(sealed.encode()).hexdigest() == challenge.commitment
            assert challenge.commitment in page
        assert "TP1-C-D20261129" in page
        assert "PY1-N-D20261129" in page

    def test_a_day_that_has_not_come_is_like_one_that_is_none(
        self, challenges: dict[str, Challenge], client: Client, at: Callable[[datetime], None]
    ) -> None:
        at(datetime(2026, 11, 29, 12, tzinfo=UTC))
        open_day(DAY + timedelta(days=1))
        answers = {
            client.get(address).content.decode().replace(address.rsplit("/", 1)[1].split("=")[-1], "")
            for address in ("/daily/2026-11-30", "/daily/2026-12-24", "/daily/2026-11-31", "/daily/yesterday01")
        }
        pages = {_without_tokens(page) for page in answers}
        assert len(pages) == 1

    @pytest.mark.parametrize(
        "text",
        [
            "2026-11-30",
            "2026-02-29",
            "2026-13-01",
            "2026-W48-1",
            "20261129",
            "0000-00-00",
            "9999-12-31",
            "2026-12",
            "2020-01-01",
            "2020-01",
            "２０２６-11-29",
        ],
    )
    def test_odd_dates_are_not_found(
        self, challenges: dict[str, Challenge], client: Client, at: Callable[[datetime], None], text: str
    ) -> None:
        at(datetime(2026, 11, 29, 12, tzinfo=UTC))
        assert client.get(f"/daily/{text}").status_code == 404
        assert client.get("/leaderboard/tripeaks/", {"date": text}).status_code == 404
        assert client.get(f"/daily/{text}/tripeaks.png").status_code == 404

    @pytest.mark.parametrize("month", ["0001-01", "2026-10", "2026-12", "2026-13"])
    def test_months_without_a_day_are_not_found(
        self, challenges: dict[str, Challenge], client: Client, at: Callable[[datetime], None], month: str
    ) -> None:
        at(datetime(2026, 11, 29, 12, tzinfo=UTC))
        assert client.get("/leaderboard/tripeaks/", {"period": "month", "date": month}).status_code == 404
        page = client.get("/leaderboard/tripeaks/", {"period": "month", "date": "2026-11"})
        assert "Month before" not in page.content.decode()

    def test_challenges_made_ahead_are_no_first_day(self, client: Client, at: Callable[[datetime], None]) -> None:
        at(datetime(2026, 11, 30, 12, tzinfo=UTC))
        open_day(date(2026, 12, 1))
        for address in ("/daily/", "/leaderboard/tripeaks/?period=month"):
            assert client.get(address).status_code == 200
        assert client.get("/daily/2026-11-29").status_code == 404

    def test_a_day_that_nobody_opened_is_made_when_it_is_asked_for(self) -> None:
        open_day(date(2026, 11, 27))
        made = challenge_on(GameKind.PYRAMID, date(2026, 11, 28), now=CLOSED)
        assert made.date == date(2026, 11, 28)
        with pytest.raises(NoSuchDay):
            challenge_on(GameKind.PYRAMID, date(2026, 11, 26), now=CLOSED)


def _without_tokens(page: str) -> str:
    return re.sub(r'value="[A-Za-z0-9]{64}"|name="next" value="[^"]*"|next=[^"]*"', "", page)


class TestCodes:
    """Past days can be practised under a code; an open day has none."""

    def test_the_code_of_a_final_day_names_its_challenge(self, challenges: dict[str, Challenge]) -> None:
        assert find_code(" tp1-c-d20261129 ", now=CLOSED) == challenges["tripeaks"]

    @pytest.mark.parametrize(
        ("code", "fault"),
        [
            ("TP1-E-D20261129", "code_day_rule"),
            ("TP1-E-D20261130", "code_day_open"),
            ("TP1-E-D20261201", "code_day"),
            ("TP1-E-D20261131", "code_day"),
            ("TP1-E-D00000000", "code_day"),
            ("TP1-C-D20261128", "code_day"),
            ("TP1-C-D2026112", "code_deal"),
        ],
    )
    def test_other_codes_say_what_is_wrong(self, challenges: dict[str, Challenge], code: str, fault: str) -> None:
        with pytest.raises(Malformed) as raised:
            find_code(code, now=CLOSED)
        assert raised.value.key == fault

    def test_an_open_day_is_not_accepted_even_in_its_last_moment(self, challenges: dict[str, Challenge]) -> None:
        with pytest.raises(Malformed) as raised:
            find_code("TP1-C-D20261129", now=CLOSED - timedelta(seconds=1))
        assert raised.value.key == "code_day_open"

    def test_practice_is_unranked_and_has_the_code(
        self, challenges: dict[str, Challenge], client: Client, at: Callable[[datetime], None]
    ) -> None:
        at(CLOSED)
        client.post("/play/new", {"deal": "code", "code": "PY1-N-D20261129"})
        game = Game.objects.get()
        assert (game.ranked, game.code, game.challenge) == (False, "PY1-N-D20261129", challenges["pyramid"])

    def test_the_service_refuses_an_open_day(
        self, challenges: dict[str, Challenge], at: Callable[[datetime], None]
    ) -> None:
        at(CLOSED - timedelta(seconds=1))
        with pytest.raises(NotOpen):
            start_practice(player=account("mira"), challenge=challenges["pyramid"])

    def test_the_check_while_typing_says_it_in_words(
        self, challenges: dict[str, Challenge], client: Client, at: Callable[[datetime], None]
    ) -> None:
        at(CLOSED)
        assert client.get("/play/code", {"code": "TP1-C-D20261129"}).json()["code"] == "TP1-C-D20261129"
        assert "final" in client.get("/play/code", {"code": "TP1-E-D20261130"}).json()["error"]
