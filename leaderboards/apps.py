from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LeaderboardsConfig(AppConfig):
    name = "leaderboards"

    def ready(self) -> None:
        post_migrate.connect(_install_triggers, sender=self)


def _install_triggers(using: str, **_signal: object) -> None:
    """Triggers are no part of the models, and are lost when SQLite makes a table again."""
    from leaderboards import triggers

    triggers.install(using)
