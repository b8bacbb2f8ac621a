"""What an operator relies on: secrets, the deployment check, limits behind a proxy, what is seen and what is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.services import DaphneServer, clean_environment, manage
from tools.cluster import ProxiedServer

SECRET, OTHER = "a long secret of one's own, 1", "and another one, as long as that"
TOKEN = "token-of-prometheus"
FIRST_ADDRESS, SECOND_ADDRESS = "203.0.113.1", "203.0.113.2"
SIGN_UPS = 20
"""Of one address in a minute."""


def public(tmp_path: Path, **variables: str) -> dict[str, str]:
    """The environment of a public service."""
    return clean_environment({"VAR_DIR": str(tmp_path), "HTTPS": "True", "ALLOWED_HOSTS": "play.example", **variables})


# ---- before it starts


@pytest.mark.parametrize(
    "secrets",
    [
        {"SECRET_KEY": "", "DAILY_SECRET": OTHER},
        {"SECRET_KEY": SECRET, "DAILY_SECRET": ""},
        {"SECRET_KEY": SECRET, "DAILY_SECRET": SECRET},
        {"SECRET_KEY": SECRET},
        {"DAILY_SECRET": OTHER},
    ],
)
def test_nothing_starts_without_two_secrets_of_its_own(tmp_path: Path, secrets: dict[str, str]) -> None:
    env = public(tmp_path)
    del env["SECRET_KEY"], env["DAILY_SECRET"]
    with pytest.raises(RuntimeError, match="ImproperlyConfigured"):
        manage({**env, **secrets}, "check")


def test_the_deployment_check_has_nothing_to_say(tmp_path: Path) -> None:
    long = {"SECRET_KEY": f"{SECRET} {OTHER}", "DAILY_SECRET": OTHER}
    manage(public(tmp_path, **long), "check", "--deploy", "--fail-level", "INFO")


# ---- while it runs


class Visitor:
    """A browser, or whoever says to be one."""

    def __init__(self, server: DaphneServer) -> None:
        self._base = server.base_url
        self._open = build_opener(HTTPCookieProcessor()).open

    def ask(self, path: str, form: dict[str, str] | None = None, **headers: str) -> HTTPResponse:
        """An answer, whatever its status."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = urlencode(form).encode() if form is not None else None
        try:
            answer: Any = self._open(Request(self._base + path, body, {"Referer": self._base, **named}))
        except HTTPError as error:
            answer = error
        answer.text = answer.read().decode()
        answer.close()
        return answer  # type: ignore[no-any-return]

    def sign_up(self, name: str, **headers: str) -> int:
        """The status of a sign-up that fails for its password."""
        page: Any = self.ask("/accounts/signup/")
        token = page.text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        form = {"csrfmiddlewaretoken": token, "username": name, "password1": "1", "email": f"{name}@example.org"}
        return self.ask("/accounts/signup/", form, **headers).status


def running(
    kind: type[DaphneServer], directory: Callable[[str], Path], static: Path, **variables: str
) -> Iterator[DaphneServer]:
    server = kind(directory("daphne"), static, variables)
    server.manage("migrate", "--noinput", "--verbosity", "0")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def proxied(service_directory: Callable[[str], Path], collected_static: Path) -> Iterator[DaphneServer]:
    """A process as it runs behind nginx, which names the address of the browser."""
    yield from running(ProxiedServer, service_directory, collected_static, METRICS_TOKEN=TOKEN)


@pytest.fixture(scope="module")
def direct(service_directory: Callable[[str], Path], collected_static: Path) -> Iterator[DaphneServer]:
    """A process without a proxy."""
    yield from running(DaphneServer, service_directory, collected_static)


def test_behind_a_proxy_sign_ups_are_counted_by_the_address_that_it_names(proxied: DaphneServer) -> None:
    visitor = Visitor(proxied)
    answers = [visitor.sign_up(f"name{n}", X_Forwarded_For=FIRST_ADDRESS) for n in range(SIGN_UPS + 1)]
    assert answers == [200] * SIGN_UPS + [429]
    assert visitor.sign_up("another", X_Forwarded_For=SECOND_ADDRESS) == 200


def test_without_a_proxy_nobody_chooses_the_address_that_is_counted(direct: DaphneServer) -> None:
    visitor = Visitor(direct)
    answers = [visitor.sign_up(f"name{n}", X_Forwarded_For=f"203.0.113.{n}") for n in range(SIGN_UPS + 1)]
    assert answers == [200] * SIGN_UPS + [429]


def test_readiness_says_what_works(proxied: DaphneServer) -> None:
    answer: Any = Visitor(proxied).ask("/readyz")
    works = {"database": "ok", "writer": "ok", "layer": "ok", "draining": False}
    assert (answer.status, json.loads(answer.text)) == (200, works)


def test_numbers_are_for_this_machine_and_for_whoever_has_the_token(proxied: DaphneServer) -> None:
    visitor = Visitor(proxied)
    numbers: Any = visitor.ask("/metrics")
    for name in ("commit_seconds", "ack_seconds", "seen_seconds", "waiting_commands", "resyncs", "sockets", "tables"):
        assert f"# TYPE solitaire_{name}" in numbers.text, name
    for address in (FIRST_ADDRESS, "127.0.0.1"):
        assert visitor.ask("/metrics", X_Forwarded_For=address).status == 404
        assert visitor.ask("/metrics", X_Forwarded_For=address, Authorization="Bearer guess").status == 404
        assert visitor.ask("/metrics", X_Forwarded_For=address, Authorization=f"Bearer {TOKEN}").status == 200


def test_every_page_carries_the_headers_that_keep_a_browser_safe(proxied: DaphneServer) -> None:
    headers = Visitor(proxied).ask("/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_a_body_over_its_bound_is_refused(proxied: DaphneServer) -> None:
    assert Visitor(proxied).ask("/settings/table", {"a": "x" * 70_000}).status == 413


def test_logs_name_request_and_game_and_nobody(proxied: DaphneServer) -> None:
    visitor = Visitor(proxied)
    game = "abcdefghijkl"
    visitor.ask("/@hidden-name", X_Request_ID="request-profile", X_Forwarded_For="198.51.100.7")
    visitor.ask(f"/watch/{game}?who=hidden-name", X_Request_ID="request-watch")
    visitor.ask("/invite/hidden-secret", X_Request_ID="request-invite")
    visitor.ask("/hidden-path", X_Request_ID="request-unknown")
    visitor.ask(
        "/accounts/signup/", {"username": "hidden-name", "email": "hidden@example.org"}, X_Request_ID="request-form"
    )
    text = proxied.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    by_request = {line["request"]: line for line in lines if line.get("request", "").startswith("request-")}
    assert set(by_request) == {
        "request-profile", "request-watch", "request-invite", "request-unknown", "request-form",
    }  # fmt: skip
    assert by_request["request-watch"]["game"] == game
    assert by_request["request-profile"]["event"] == "Not Found: /@<str:name>"
    for secret in ("hidden", "198.51.100.7", "sessionid", "csrftoken"):
        assert secret not in text
