"""Shutting people out, and letting them in again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from solitaire.accounts.models import User
from solitaire.people import services

if TYPE_CHECKING:

    class Users(admin.ModelAdmin[User]):
        """Generic for the type checker only."""
else:
    Users = admin.ModelAdmin


@admin.register(User)
class UserAdmin(Users):
    """Accounts and guests, to be looked at; the two actions are all that is done to them here."""

    list_display = ("username", "guest", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "guest", "is_staff")
    search_fields = ("username",)
    ordering = ("-date_joined",)
    list_per_page = 50
    show_full_result_count = False
    actions = ("shut_out", "let_in")
    fields = list_display
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    @admin.action(description=_("Shut out: no sign-in, and what is open closes"), permissions=["change"])
    def shut_out(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        assert request.user.is_authenticated
        others = list(queryset.exclude(pk=request.user.pk))
        for user in others:
            services.ban(user)
            self.log_change(request, user, "Shut out.")
        text = ngettext("%(number)d person is out.", "%(number)d people are out.", len(others))
        self.message_user(request, text % {"number": len(others)}, messages.SUCCESS)

    @admin.action(description=_("Let in again"), permissions=["change"])
    def let_in(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        people = list(queryset)
        for user in people:
            services.readmit(user)
            self.log_change(request, user, "Let in again.")
        text = ngettext("%(number)d person is in again.", "%(number)d people are in again.", len(people))
        self.message_user(request, text % {"number": len(people)}, messages.SUCCESS)
