"""Shut an account out, or let it in again."""

from __future__ import annotations

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.core.management.base import BaseCommand, CommandError, CommandParser

from solitaire.accounts.models import User
from solitaire.people.services import ban, readmit


class Command(BaseCommand):
    """``manage.py ban NAME [--undo]``: through Redis, the open pages of the account close within a second."""

    help = "Shut an account out: no sign-in, and what it has open closes. --undo lets it in again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--undo", action="store_true")

    def handle(self, *args: object, **options: object) -> None:
        user = User.objects.filter(username__iexact=str(options["name"]), guest=False).first()
        if user is None:
            raise CommandError("Nobody has this name.")
        (readmit if options["undo"] else ban)(user)
        if not options["undo"] and isinstance(get_channel_layer(), InMemoryChannelLayer):
            self.stdout.write("Without REDIS_URL no server hears of it: what is open stays open until it is reloaded.")
        self.stdout.write(f"{user.username} is {'in again' if options['undo'] else 'out'}.")
