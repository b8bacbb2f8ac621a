"""The pages where people change what is theirs: settings, name, export, the end of the account."""

from __future__ import annotations

import io
import json
import zipfile

from allauth.account.decorators import reauthentication_required
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from solitaire.accounts.models import User
from solitaire.accounts.selectors import current_player
from solitaire.accounts.services import ensure_player
from solitaire.people import services
from solitaire.people.forms import DeleteForm, NameForm, PrivacyForm, clean_preferences
from solitaire.people.limits import within
from solitaire.people.selectors import everything_about
from solitaire.people.views import me

EXPORTS_AN_HOUR = 10
NAMES_A_DAY = 5
LARGEST_PREFERENCES = 4096
"""Bytes."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    """Privacy, notices, language and the account. POST: the form of privacy and notices."""
    player = ensure_player(request) if request.method == "POST" else current_player(request) or User(guest=True)
    if request.method == "POST":
        watch = player.watch
        form = PrivacyForm(request.POST, instance=player)
        if form.is_valid():
            chosen = {name: form.cleaned_data[name] for name in form.fields}
            player.watch = watch
            services.set_privacy(player, **chosen)
            messages.success(request, _("Saved."))
            return redirect("settings")
    else:
        form = PrivacyForm(instance=player)
    context: dict[str, object] = {"form": form, "account": player if not player.guest else None}
    if request.user.is_authenticated:
        factors = Authenticator.objects.filter(user=request.user)
        context["sessions"] = UserSession.objects.filter(user=request.user).count()
        context["passkeys"] = factors.filter(type=Authenticator.Type.WEBAUTHN).count()
        context["second_factor"] = factors.filter(type=Authenticator.Type.TOTP).exists()
    return render(request, "accounts/settings.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_settings(request: HttpRequest) -> JsonResponse:
    """The settings of the table that follow a person from browser to browser: a flat JSON object. POST changes some."""
    if request.method == "POST":
        if len(request.body) > LARGEST_PREFERENCES:
            return JsonResponse({"error": "too large"}, status=413)
        try:
            changed = clean_preferences(request.body)
            return JsonResponse(services.change_preferences(ensure_player(request), changed))
        except ValueError as error:
            return JsonResponse({"error": str(error)[:80]}, status=400)
    stored = current_player(request)
    return JsonResponse(stored.preferences if stored else {})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rename(request: HttpRequest) -> HttpResponse:
    """Another name. What was played stands under it from now on."""
    form = NameForm(request.POST or None, instance=User.objects.get(pk=me(request).pk))
    if request.method == "POST" and form.is_valid():
        if not within("rename", me(request).pk, most=NAMES_A_DAY, seconds=86_400):
            form.add_error("username", _("Too many new names today."))
        else:
            try:
                form.save()
            except IntegrityError:  # somebody took it in this moment
                form.add_error("username", _("Somebody else has this name."))
            else:
                messages.success(request, _("You are %(name)s now.") % {"name": form.instance.username})
                return redirect("settings")
    return render(request, "accounts/rename.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """All of one's data, as JSON in a zip."""
    user = me(request)
    if not within("export", user.pk, most=EXPORTS_AN_HOUR, seconds=3600):
        messages.error(request, _("You have this file already, several times. Try again in an hour."))
        return redirect("settings")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        data = json.dumps(everything_about(user), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        archive.writestr(f"solitaire-{user.username}.json", data)
    response = HttpResponse(packed.getvalue(), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="solitaire-{user.username}.zip"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@never_cache
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, once its name has been written."""
    user = me(request)
    form = DeleteForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        services.forget(User.objects.get(pk=user.pk))
        logout(request)
        messages.success(request, _("Your account is gone. What you played stands as a guest’s."))
        return redirect(reverse("home"))
    return render(request, "accounts/delete.html", {"form": form}, status=400 if form.errors else 200)
