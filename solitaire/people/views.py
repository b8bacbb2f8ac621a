"""Pages about friends: who they are, who asks, who is blocked, the link that invites, and what there is to tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.services import take_over
from solitaire.accounts.models import Friendship, User
from solitaire.accounts.selectors import account_named, asks_by, asks_to, has_blocked
from solitaire.accounts.services import NotPossible, TooMany, invite_of, renew_invite
from solitaire.people import services
from solitaire.people.forms import AskForm
from solitaire.people.limits import within
from solitaire.people.merging import MERGE_KEY, guest_to_merge
from solitaire.people.selectors import friends_with_games, notices_for

View = Callable[..., HttpResponse]
ASKS_AN_HOUR = 30


def with_account(view: View) -> View:
    """Friends need a name: guests are led to choose one, and back."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        back = request.path if request.method == "GET" else reverse("friends")
        messages.info(request, _("Friends need a name to find each other by."))
        return redirect(f"{reverse('account_signup')}?next={back}")

    return wrapped


def me(request: HttpRequest) -> User:
    """The account behind a request that has one."""
    assert request.user.is_authenticated
    return request.user


def next_of(request: HttpRequest, otherwise: str) -> str:
    """Where a form wants to go back to: an address of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    secure = request.is_secure()
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=secure) else otherwise


@require_safe
@with_account
def friends_page(request: HttpRequest) -> HttpResponse:
    """Friends and who is on, questions that wait, the invite link, and blocked people."""
    return _friends_page(request, AskForm())


def _friends_page(request: HttpRequest, form: AskForm, status: int = 200) -> HttpResponse:
    user = me(request)
    context = {
        "form": form,
        "friends": friends_with_games(user),
        "asks": asks_to(user),
        "asked": asks_by(user),
        "blocks": user.blocks.select_related("blocked").order_by("blocked__username"),
        "invite": request.build_absolute_uri(reverse("invite", args=[invite_of(user)])),
    }
    return render(request, "accounts/friends.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@with_account
def ask(request: HttpRequest) -> HttpResponse:
    """Ask somebody by name. Whoever has blocked one answers like anybody who has not answered yet."""
    if request.method != "POST":  # the address of a question that went wrong, opened again
        return redirect("friends")
    form = AskForm(request.POST)
    if not form.is_valid():
        return _friends_page(request, form, 400)
    other = account_named(form.cleaned_data["name"])
    if other is None:
        form.add_error("name", _("Nobody has this name."))
    elif not within("ask", me(request).pk, most=ASKS_AN_HOUR, seconds=3600):
        form.add_error("name", _("You have asked many people. Try again in an hour."))
    else:
        try:
            friendship = services.ask(asker=me(request), asked=other)
        except TooMany:
            form.add_error("name", _("Too many questions wait for an answer, or too many friends."))
        except NotPossible:
            form.add_error("name", _("This is you."))
        else:
            _say(request, friendship, other)
            return redirect(next_of(request, reverse("friends")))
    return _friends_page(request, form, 400)


def _say(request: HttpRequest, friendship: Friendship, other: User) -> None:
    if friendship.accepted_at:
        messages.success(request, _("You and %(name)s are friends.") % {"name": other.username})
    else:
        messages.success(request, _("%(name)s has been asked.") % {"name": other.username})


@require_POST
@with_account
def change(request: HttpRequest, name: str, verb: str) -> HttpResponse:
    """One button about one person: `verb` is ask, accept, remove, block or unblock."""
    user, other = me(request), User.objects.filter(username__iexact=name, guest=False).first()
    if other is None:
        raise Http404
    back = redirect(next_of(request, reverse("friends")))
    try:
        match verb:
            case "ask" if within("ask", user.pk, most=ASKS_AN_HOUR, seconds=3600):
                _say(request, services.ask(asker=user, asked=other), other)
            case "accept":
                services.accept(by=user, asker=other)
            case "remove":
                services.remove(by=user, other=other)
            case "block":
                services.block(blocker=user, blocked=other)
                messages.success(request, _("%(name)s is blocked and is not told.") % {"name": other.username})
            case "unblock":
                services.unblock(blocker=user, blocked=other)
            case _:
                messages.error(request, _("You have asked many people. Try again in an hour."))
    except TooMany:
        messages.error(request, _("Too many questions wait for an answer, or too many friends."))
    except NotPossible:
        messages.error(request, _("This is you."))
    return back


@require_POST
@with_account
def new_invite(request: HttpRequest) -> HttpResponse:
    """Make a new invite link in place of the old one."""
    renew_invite(me(request))
    messages.success(request, _("This is the new link. The old one leads nowhere any more."))
    return redirect(f"{reverse('friends')}#invite")


@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, secret: str) -> HttpResponse:
    """Somebody's invite link: says whose it is, and makes friends at a press. A blocked person's leads nowhere."""
    inviter = User.objects.filter(invite=secret, is_active=True).first()
    user = request.user if request.user.is_authenticated else None
    if inviter is None or (user and has_blocked(inviter, user)):
        return render(request, "accounts/invite.html", {"inviter": None}, status=404)
    if request.method != "POST":
        return render(request, "accounts/invite.html", {"inviter": inviter, "own": inviter == user})
    if user is None:
        return redirect(f"{reverse('account_signup')}?next={request.path}")
    try:
        services.befriend(inviter=inviter, guest=user)
    except TooMany:
        messages.error(request, _("Too many questions wait for an answer, or too many friends."))
    except NotPossible:
        messages.error(request, _("This is your own link: send it to somebody."))
    else:
        messages.success(request, _("You and %(name)s are friends.") % {"name": inviter.username})
    return redirect("friends")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """What there is to tell, as a part of a page (`?part`) or a page; POST: it has been read."""
    user = me(request)
    if request.method == "POST":
        user.noticed_at = timezone.now()
        user.save(update_fields=["noticed_at"])
        return redirect(next_of(request, reverse("notices")))
    template = "accounts/notice_list.html" if "part" in request.GET else "accounts/notices.html"
    return render(request, template, {"notices": notices_for(user)})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def merge(request: HttpRequest) -> HttpResponse:
    """Ask whether the games of the guest go to the account that has just signed in; POST `take` or `leave`."""
    guest = guest_to_merge(request.session)
    target = next_of(request, reverse("home"))
    if guest is None:
        request.session.pop(MERGE_KEY, None)
        return redirect(target)
    if request.method != "POST":
        games = guest.games.count()
        return render(request, "accounts/merge.html", {"games": games, "next": target})
    if "take" in request.POST:
        take_over(guest=guest, account=me(request))
        messages.success(request, _("The games are yours."))
    request.session.pop(MERGE_KEY, None)
    return redirect(target)
