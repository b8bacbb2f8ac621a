"""Pages of the service itself."""

from django.http import HttpRequest, HttpResponse


def healthz(_request: HttpRequest) -> HttpResponse:
    """Says that this process answers."""
    return HttpResponse("ok\n", content_type="text/plain")
