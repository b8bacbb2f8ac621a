"""Watching over the boards: results that can be hidden, and those that should be looked at. Flags never act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.templatetags.texts import clock
from leaderboards import services, suspicion
from leaderboards.models import Flag, Result

if TYPE_CHECKING:

    class Results(admin.ModelAdmin[Result]):
        """Generic for the type checker only."""

    class Rows(admin.ModelAdmin[Any]):
        """So too."""
else:
    Results = Rows = admin.ModelAdmin


class ReadOnly(Rows):
    """Rows that are looked at, not edited."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Result)
class ResultAdmin(Results):
    """Ranked games that are over. The deck of a day that is not final is not among the fields."""

    list_display = ("id", "day", "kind", "player", "outcome", "score", "time", "moves", "undos", "hidden", "flagged")
    list_filter = ("hidden", "kind", "outcome", ("flags", admin.EmptyFieldListFilter), "flags__doubt")
    search_fields = ("=id", "player__username")
    date_hierarchy = "challenge__date"
    list_select_related = ("player", "challenge")
    list_per_page = 50
    show_full_result_count = False
    ordering = ("-finished_at",)
    actions = ("hide", "show", "look")
    fields = (
        "id", "day", "kind", "rule", "player", "started_at", "finished_at", "outcome", "score", "moves", "undos",
        "cards_left", "time", "hidden", "flagged",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Result]:
        found = super().get_queryset(request).filter(ranked=True, outcome__isnull=False)
        return found.prefetch_related("flags")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Result | None = None) -> bool:
        return False

    @admin.display(description=_("day"), ordering="challenge__date")
    def day(self, result: Result) -> str:
        return str(result.challenge.date) if result.challenge else ""

    @admin.display(description=_("time"), ordering="elapsed_ms")
    def time(self, result: Result) -> str:
        return clock(result.elapsed_ms)

    @admin.display(description=_("flags"))
    def flagged(self, result: Result) -> str:
        return "; ".join(f"{flag.get_doubt_display()}: {flag.detail}" for flag in result.flags.all())

    @admin.action(description=_("Hide from the boards"), permissions=["change"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        self._set(request, queryset, hidden=True)

    @admin.action(description=_("Show on the boards again"), permissions=["change"])
    def show(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        self._set(request, queryset, hidden=False)

    def _set(self, request: HttpRequest, queryset: QuerySet[Result], *, hidden: bool) -> None:
        assert request.user.is_authenticated
        number = services.set_hidden(games=queryset, hidden=hidden, by=request.user)
        text = ngettext("%(number)d result changed.", "%(number)d results changed.", number) % {"number": number}
        self.message_user(request, text, messages.SUCCESS)

    @admin.action(description=_("Look for something doubtful"), permissions=["change"])
    def look(self, request: HttpRequest, queryset: QuerySet[Result]) -> None:
        number = sum(bool(suspicion.look_at(result.pk)) for result in queryset)
        for result in queryset:
            self.log_change(request, result, "Looked for something doubtful.")
        text = ngettext("%(number)d result flagged.", "%(number)d results flagged.", number) % {"number": number}
        self.message_user(request, text, messages.SUCCESS)


@admin.register(Flag)
class FlagAdmin(ReadOnly):
    """What is worth a look, latest first."""

    list_display = ("found_at", "doubt", "detail", "player", "result", "hidden")
    list_filter = ("doubt", "game__hidden", "game__kind")
    list_select_related = ("game", "game__player", "game__challenge")
    ordering = ("-found_at",)

    @admin.display(description=_("player"))
    def player(self, flag: Flag) -> str:
        return flag.game.player.username

    @admin.display(description=_("hidden"), boolean=True)
    def hidden(self, flag: Flag) -> bool:
        return flag.game.hidden

    @admin.display(description=_("result"))
    def result(self, flag: Flag) -> SafeString:
        address = reverse("admin:leaderboards_result_change", args=[flag.game_id])
        return format_html('<a href="{}">{}</a>', address, flag.game_id)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """Everything that an admin has done."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_filter = ("action_flag", "content_type")
    list_select_related = ("user", "content_type")
    search_fields = ("user__username", "object_id", "change_message")
    date_hierarchy = "action_time"
