"""What browsers fetch to install the site and to keep parts of it."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_service_worker_names_the_offline_page_of_the_reader_s_language(client: Client, language: str) -> None:
    answer = client.get("/sw.js", headers={"Accept-Language": language})
    assert answer.headers["Content-Type"] == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert f"/offline.{language}.html" in answer.content.decode()
    assert not client.cookies, "it makes no session"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_offline_page_needs_nothing_but_files_whose_names_carry_their_hash(
    collected_static: Path, language: str
) -> None:
    names = json.loads((collected_static / "staticfiles.json").read_text())["paths"]
    page = (collected_static / names[f"offline.{language}.html"]).read_text()
    assert f'<html lang="{language}">' in page
    needed = [name for name in re.findall(r'(?:href|src)="([^"#]+)"', page) if name != "/"]
    assert sorted(name.removeprefix("/static/") for name in needed) == sorted(
        names[name] for name in ("favicon.svg", "first-paint.js", "site.css")
    )


def test_every_icon_of_the_manifest_has_the_size_it_claims(collected_static: Path) -> None:
    icons = json.loads((collected_static / "manifest.webmanifest").read_text())["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        width, height = struct.unpack(">II", (collected_static / icon["src"]).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
