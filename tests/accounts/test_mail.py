"""Mail leaves by the SMTP server that the environment names, and its link works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

from tests.conftest import DaphneFactory
from tests.services import HOST, free_port, wait_until


class Postbox(Message):
    """Keeps what comes."""

    def __init__(self) -> None:
        super().__init__(EmailMessage)
        self.letters: list[EmailMessage] = []

    def handle_message(self, message: EmailMessage) -> None:  # type: ignore[override]
        """Keep a letter."""
        self.letters.append(message)


@pytest.fixture
def postbox() -> Iterator[tuple[Postbox, int]]:
    box, port = Postbox(), free_port()
    controller = Controller(box, hostname=HOST, port=port)
    controller.start()
    yield box, port
    controller.stop()


class Visitor:
    """A browser without a screen."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self.opener.open(self.base + path, timeout=20) as answer:
            return str(answer.read().decode())

    def post(self, path: str, page: str, **fields: Any) -> str:
        token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
        body = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        with self.opener.open(Request(self.base + path, body, {"Referer": self.base}), timeout=20) as answer:
            return str(answer.read().decode())


def test_a_forgotten_password_comes_by_smtp_and_its_link_sets_a_new_one(
    start_daphne: DaphneFactory, postbox: tuple[Postbox, int]
) -> None:
    box, port = postbox
    server = start_daphne(EMAIL_URL=f"smtp://{HOST}:{port}")
    make = (
        "from solitaire.accounts.models import User; User.objects.create_user('mira', 'mira@example.com', 'old-7-old')"
    )
    server.manage("shell", "-c", make)
    visitor = Visitor(server.base_url)
    visitor.post("/accounts/password/reset/", visitor.get("/accounts/password/reset/"), email="mira@example.com")
    wait_until(lambda: bool(box.letters), "no letter came")
    (letter,) = box.letters
    assert letter["To"] == "mira@example.com"
    body = letter.get_payload(decode=True)
    assert isinstance(body, bytes)
    link = re.findall(r"http://[^/\s]+(/accounts/password/reset/key/\S+)", body.decode())[0]
    with visitor.opener.open(server.base_url + link, timeout=20) as answer:
        page, path = answer.read().decode(), answer.url.removeprefix(server.base_url)
    visitor.post(path, page, password1="mountain-evening-7", password2="mountain-evening-7")
    login = visitor.get("/accounts/login/")
    assert ">mira<" in visitor.post("/accounts/login/", login, login="mira", password="mountain-evening-7")
