"""Logs: one JSON object a line on standard error, ours and those of the libraries alike.

A line says what happened (`event`), where (`game`, `request`), and nothing about who: no names, addresses, cookies or
e-mail addresses, and so no path of a page either, but its pattern. The id of a request comes from the proxy's
``X-Request-ID`` or is made here, and goes back in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import structlog
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars
from structlog.typing import EventDict, Processor, WrappedLogger

_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_META = "SOLITAIRE_REQUEST_ID"
"""Where a request keeps its id."""
_DETAIL = re.compile(r"^DETAIL: .*\n?", re.MULTILINE)


def _without_values(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """PostgreSQL adds to an error the values of the row that it is about."""
    if "exception" in event:
        event["exception"] = _DETAIL.sub("", event["exception"])
    return event


_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.ExtraAdder(allow=["status_code"]),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
    _without_values,
]

PATIENCE = ("channels_redis.pubsub",)
"""Loggers of libraries that write a traceback for every second of an outage. Ours say it once, in a word."""


def configure() -> None:
    """Have structlog hand its lines to the standard library, which the libraries write to as well."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def settings(level: str) -> dict[str, Any]:
    """Django's `LOGGING`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [*_SHARED, _of_request],
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            **{name: {"level": "CRITICAL"} for name in PATIENCE},
        },
    }


def _of_request(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """What Django says of a request, often when its middleware is done: with its id, and with the game if it has one.

    Django names a page by its path, which may hold a name or a secret: its pattern stands in for it.
    """
    request = getattr(event["_record"], "request", None)
    if isinstance(request, HttpRequest):
        match = request.resolver_match
        event["event"] = event["event"].replace(request.path, f"/{match.route}" if match else "?")
        event["request"] = request.META.get(_META, "")
        if match and "game_id" in match.kwargs:
            event["game"] = match.kwargs["game_id"]
    return event


class RequestId:
    """Middleware: an id for every request, in its log lines and in its answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid4().hex
        request.META[_META] = request_id
        with bound_contextvars(request=request_id):
            response = self._get_response(request)
        response["X-Request-ID"] = request_id
        return response
