"""Changing games: starting them, handing them over, saying who may watch."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.broadcast import announce, look_again, table_topic
from games.challenges import day_code
from games.days import day_of, is_final
from games.engine.action import GoOn, Pause, parse_action, print_action
from games.engine.deal import Code
from games.engine.position import replay
from games.models import Challenge, Game, Move
from games.presence import friends_topic
from games.selectors import ranked_game
from solitaire.accounts.models import Audience, User


class AlreadyPlayed(Exception):
    """The player's one ranked game of this challenge is over; `game` is it."""

    def __init__(self, game: Game) -> None:
        super().__init__("this challenge has been played")
        self.game = game


class NotOpen(Exception):
    """The challenge's day has not begun or has ended."""


def start_ranked(*, player: User, challenge: Challenge) -> Game:
    """The player's one ranked game of a challenge, made now or still running. Raises `AlreadyPlayed`, `NotOpen`.

    The clock begins when its cards are first shown: `reveal`.
    """
    game = ranked_game(player, challenge)
    if game is None:
        if challenge.date != day_of(timezone.now()):
            raise NotOpen
        try:
            with transaction.atomic():
                return _deal(challenge, player=player, challenge=challenge, ranked=True)
        except IntegrityError:  # a second press of the button
            game = ranked_game(player, challenge)
            assert game is not None
    if game.outcome:
        raise AlreadyPlayed(game)
    return game


def start_casual(*, player: User, code: Code) -> Game:
    """A casual game of a code."""
    game = Game(player=player, watch=player.watch, kind=code.variant.game, rule=code.variant.rule, code=str(code))
    game.deck = code.deck
    game.save(force_insert=True)
    return game


def start_practice(*, player: User, challenge: Challenge) -> Game:
    """An unranked game with the deal of a past day. Raises `NotOpen` before that day is final."""
    if not is_final(challenge.date, timezone.now()):
        raise NotOpen
    return _deal(challenge, player=player, challenge=challenge, code=str(day_code(challenge)))


def start_again(*, player: User, game: Game) -> Game:
    """An unranked game with the same deal as `game`, which the player must be allowed to know."""
    return _deal(game, player=player, challenge=game.challenge, code=game.code)


def start_from(*, player: User, game: Game, seq: int) -> Game:
    """An unranked game that goes on from `game` after its first `seq` actions. The player must be allowed to know them.

    The actions are judged again and become its own log, so that undo works back from there. Left out are pauses, and an
    action that ends the game: nothing could follow it.
    """
    pauses = [print_action(Pause()), print_action(GoOn())]
    log = list(game.log.filter(seq__lte=seq).exclude(action__in=pauses).order_by("seq").values_list("action", "ms"))
    if replay(game.variant, game.deck, [parse_action(action) for action, _ms in log]).over:
        log.pop()
    with transaction.atomic():
        own = _deal(game, player=player, challenge=game.challenge, code=game.code, given=len(log))
        Move.objects.bulk_create(
            Move(game=own, seq=at, action=action, command_id=f"given-{at}", ms=ms)
            for at, (action, ms) in enumerate(log, start=1)
        )
    return own


def _deal(
    source: Challenge | Game,
    *,
    player: User,
    challenge: Challenge | None,
    ranked: bool = False,
    code: str = "",
    given: int = 0,
) -> Game:
    return Game.objects.create(
        player=player,
        watch=player.watch,
        challenge=challenge,
        ranked=ranked,
        code=code,
        given=given,
        kind=source.kind,
        rule=source.rule,
        deck_text=source.deck_text,
    )


def reveal(game: Game) -> None:
    """Begin the clock of a ranked game, once, at the moment its player first sees the cards."""
    if game.ranked and game.started_at is None:
        Game.objects.filter(pk=game.pk, started_at=None).update(started_at=timezone.now())
        game.refresh_from_db(fields=["started_at"])


def set_audience(*, game: Game, audience: Audience) -> None:
    """Say who may watch a game from now on."""
    game.watch = audience
    game.save(update_fields=["watch"])
    look_again(table_topic(game.pk))
    if game.active_at and not game.outcome:
        announce(friends_topic(game.player_id), {"plays": game.pk, "by": game.player_id})


@transaction.atomic
def take_over(*, guest: User, account: User) -> None:
    """Move a guest's games to an account and remove the guest.

    Where both played a challenge, the game that was started first counts and the other becomes practice.
    """
    for game in guest.games.filter(ranked=True).select_for_update():
        assert game.challenge is not None
        own = ranked_game(account, game.challenge)
        if own:
            later = max(own, game, key=lambda one: one.started_at or one.created_at)
            later.ranked = False
            later.save(update_fields=["ranked"])
    guest.games.update(player=account)
    guest.delete()
