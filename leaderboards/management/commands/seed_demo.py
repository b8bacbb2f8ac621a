"""Fill a database of its own with a month of days that simulated players have played."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.challenges import open_day
from games.days import closes_at, day_of, ends_at, opens_at
from games.engine.action import End, print_action
from games.models import Challenge, Game, Move
from leaderboards import simulation, tallies
from leaderboards.simulation import Player
from solitaire.accounts.models import Audience, Friendship, User

PEOPLE = 40
DAYS = 31
OWNER, PASSWORD = "demo", "demo-solitaire"


class Command(BaseCommand):
    """``manage.py seed_demo``: only where no person has an account yet."""

    help = "Fill an empty database with a month of days played by simulated players."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=DAYS)
        parser.add_argument("--players", type=int, default=PEOPLE)

    def handle(self, *args: object, **options: Any) -> None:
        if User.objects.filter(username=OWNER).exists():
            self.stdout.write("The demo is there already.")
            return
        if User.objects.exists():
            raise CommandError("There are people in this database: simulated players do not belong among them.")
        today = day_of(timezone.now())
        crowd = simulation.players(options["players"])
        people = {player.name: self._account(player.name) for player in crowd}
        owner = User.objects.create_user(OWNER, password=PASSWORD, watch=Audience.EVERYONE)
        owner.date_joined = opens_at(today - timedelta(days=options["days"]))
        owner.save(update_fields=["date_joined"])
        people[OWNER] = owner
        me = Player(OWNER, 0.93, 1.5)
        now = timezone.now()
        friends = [people[player.name] for player in crowd[:9]]
        Friendship.objects.bulk_create([Friendship(asker=owner, asked=friend, accepted_at=now) for friend in friends])
        for back in range(options["days"], -1, -1):
            day = today - timedelta(days=back)
            for challenge in open_day(day):
                self._play(challenge, day, crowd, people, me)
            self.stdout.write(f"\r{day}", ending="")
            self.stdout.flush()
        self.stdout.write(f"\rSign in as {OWNER} with the password {PASSWORD}.")

    @staticmethod
    def _account(name: str) -> User:
        user = User(username=name, watch=Audience.EVERYONE)
        user.set_unusable_password()
        user.save()
        return user

    def _play(self, challenge: Challenge, day: date, crowd: list[Player], people: dict[str, User], me: Player) -> None:
        games: list[Game] = []
        moves: list[Move] = []
        now = timezone.now()
        for player in [*crowd, me]:
            chance = Random(f"{challenge.kind} {day} {player.name}")
            # Today's are played live: only the early ones have played already, and the owner has not.
            over = now >= ends_at(day)
            if chance.random() > (0.62 if player is not me else 0.95) * (1 if over else 0.35) or (
                player is me and not over
            ):
                continue
            began = opens_at(day) + timedelta(seconds=chance.randrange(60, 23 * 3600))
            if not over:
                began = opens_at(day) + (now - opens_at(day)) * chance.uniform(0.05, 0.7)
            game, log = self._game(challenge, people[player.name], player, chance)
            assert game.elapsed_ms is not None
            game.started_at, game.finished_at = began, began + timedelta(milliseconds=game.elapsed_ms)
            if game.finished_at >= min(now, closes_at(day)):
                continue
            game.active_at = game.finished_at
            games.append(game)
            moves += log
        Game.objects.bulk_create(games)
        Move.objects.bulk_create(moves, batch_size=1000)
        tallies.fold(challenge.pk)

    @staticmethod
    def _game(challenge: Challenge, user: User, player: Player, chance: Random) -> tuple[Game, list[Move]]:
        game = Game(
            player=user, challenge=challenge, ranked=True, watch=Audience.EVERYONE,
            kind=challenge.kind, rule=challenge.rule, deck_text=challenge.deck_text,
        )  # fmt: skip
        log = []
        game.elapsed_ms = 0
        for seq, (action, ms, position) in enumerate(
            simulation.play(challenge.variant, challenge.deck, player, chance), start=1
        ):
            log.append(Move(game=game, seq=seq, action=print_action(action), command_id=f"sim-{seq}", ms=ms))
            game.outcome, game.score, game.moves = position.outcome, position.board.score, position.moves
            game.undos, game.cards_left = position.undos, position.board.cards_left
            if not isinstance(action, End):
                game.elapsed_ms = ms
        return game, log
