"""How allauth makes accounts here: out of the guest who is playing; and how a session's end reaches its open tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.broadcast import close_sockets
from solitaire.accounts.models import User
from solitaire.accounts.selectors import GUEST_KEY, current_player
from solitaire.people.merging import MERGE_KEY, guest_to_merge


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up turns the guest's row into the account; signing in asks what to do with the guest's games."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("Somebody has this name already."),
        "username_password_mismatch": _("Name and password do not go together."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """The guest of this session, about to become an account; else somebody new."""
        return current_player(request) or User()

    def save_user(self, request: HttpRequest, user: User, form: object, commit: bool = True) -> User:
        user.guest = False
        return super().save_user(request, user, form, commit)  # type: ignore[no-any-return]

    def login(self, request: HttpRequest, user: User) -> None:
        guest = current_player(request)
        super().login(request, user)
        request.session.pop(GUEST_KEY, None)
        if guest and guest.guest:
            close_sockets(guest.pk)
            if guest.games.exists():
                request.session[MERGE_KEY] = guest.pk
            else:
                guest.delete()
        request.player = user  # type: ignore[attr-defined]

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **how)
        if guest_to_merge(request.session) and "Location" in response:
            response["Location"] = f"{reverse('merge')}?{urlencode({'next': response['Location']})}"
        return response

    def logout(self, request: HttpRequest) -> None:
        user = request.user
        super().logout(request)
        if user.is_authenticated:
            close_sockets(user.pk)

    def set_password(self, user: User, password: str) -> None:
        super().set_password(user, password)
        close_sockets(user.pk)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """Ending a session elsewhere closes what it has open."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        ended = list(sessions)
        super().end_sessions(ended)
        for user in {session.user_id for session in ended}:
            close_sockets(user)


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Passkeys and codes, with our name on them."""

    def _get_site_name(self) -> str:
        return "Solitaire"
