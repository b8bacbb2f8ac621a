"""How allauth makes accounts here: out of the guest who is playing."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from games.services import take_over
from solitaire.accounts.models import User
from solitaire.accounts.selectors import GUEST_KEY, current_player


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up turns the guest's row into the account; signing in moves the guest's games over."""

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
            take_over(guest=guest, account=user)
