"""Pages of the service itself, for browsers, balancers and operators."""

from __future__ import annotations

import json
import secrets
from ipaddress import ip_address
from typing import Any

import structlog
from django import db
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from games.desk import any_desk
from solitaire.static import offline_page

log = structlog.get_logger()

CATALOGUE_FOR = 600
"""Seconds that a browser keeps its texts: after a release some may be a little old."""


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root so that it serves all pages. A new release or language makes a new one."""
    language = translation.get_language()
    context = {
        # Files have no hashes in tests that render pages without a server.
        "version": getattr(staticfiles_storage, "manifest_hash", ""),
        "language": language,
        "offline": offline_page(language),
    }
    return render(request, "sw.js", context, content_type="text/javascript")


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """Says that this process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """Whether people may be sent to this process: 200, or 503 while it drains or cannot store a move.

    ``{"database", "writer", "layer": "ok" | "failing", "draining": bool}``. The channel layer is told but does not
    decide: without it moves are stored and spectators catch up by the heartbeat, and every process has the same one.
    """
    desk = any_desk()
    writer = desk is None or desk.journal.works
    layer = desk is None or desk.hub.works
    database, draining = _database_answers(), desk is not None and desk.draining
    said = {
        "database": _word(database),
        "writer": _word(writer),
        "layer": _word(layer),
        "draining": draining,
    }
    return JsonResponse(said, status=200 if database and writer and not draining else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Numbers for Prometheus: to this machine, or to whoever has the token."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    allowed = bool(settings.METRICS_TOKEN) and secrets.compare_digest(token, settings.METRICS_TOKEN)
    if not allowed and not _is_local(request):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _is_local(request: HttpRequest) -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    if "X-Forwarded-For" in request.headers:
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except db.Error as error:
        log.warning("database_unavailable", error=type(error).__name__)
        return False
    return True


def _word(works: bool) -> str:
    return "ok" if works else "failing"


class Catalogue(JavaScriptCatalog):
    """The texts of the browser's code, in the language that the address names (``?l=ko``): one address for each.

    Nothing else about the request decides, so that any cache may keep it. An address without a known language gives
    that of the request, and is kept by none.
    """

    packages = ["solitaire.accounts"]

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        asked = request.GET.get("l", "")
        named = asked in dict(settings.LANGUAGES)
        language = asked if named else translation.get_language() or settings.LANGUAGE_CODE
        with translation.override(language):
            response = super().get(request, *args, **kwargs)
        response["Content-Language"] = language
        response["Cache-Control"] = f"public, max-age={CATALOGUE_FOR}" if named else "no-cache, private"
        return response

    def render_to_response(self, context: dict[str, Any], **_: Any) -> HttpResponse:
        """The three functions that our scripts call (`django.d.ts`): Django's own script weighs a kilobyte more."""
        texts = json.dumps(context["catalog"], ensure_ascii=False, separators=(",", ":"))
        script = render_to_string("catalogue.js", {"texts": texts, "plural": context["plural"] or "n !== 1"})
        return HttpResponse(script, content_type="text/javascript")
