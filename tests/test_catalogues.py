"""Every sentence is there in every language, with the same things to fill in."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.services import ROOT, clean_environment
from tests.test_checkout import committed_files

LOCALE = ROOT / "frontend" / "locale"
LANGUAGES = ("ko", "th", "id", "fr")
DOMAINS = ("django", "djangojs")

# "%%" is a percent sign and "%(name)s" something to fill in; "%d" is too.
PLACEHOLDER = re.compile(r"%%|%(?:\(\w+\))?[sd]")


def catalogue(language: str, domain: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=language, domain=domain, abort_invalid=True)


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A message’s text, or its singular and plurals; empty where there is none yet."""
    return list(text or [""]) if not isinstance(text, str) else [text]


def messages(language: str, domain: str) -> Iterator[Message]:
    return (message for message in catalogue(language, domain) if message.id)


every_catalogue = pytest.mark.parametrize(
    ("language", "domain"), [(language, domain) for language in LANGUAGES for domain in DOMAINS]
)


@every_catalogue
def test_every_sentence_is_translated_and_none_is_a_guess(language: str, domain: str) -> None:
    assert [
        message.id for message in messages(language, domain) if not all(forms(message.string)) or message.fuzzy
    ] == []


@every_catalogue
def test_every_plural_of_the_language_is_there(language: str, domain: str) -> None:
    plurals = catalogue(language, domain).num_plurals
    plural = [message for message in messages(language, domain) if message.pluralizable]
    assert [message.id for message in plural if len(forms(message.string)) != plurals] == []


@every_catalogue
def test_translations_fill_in_what_the_sentence_fills_in(language: str, domain: str) -> None:
    for message in messages(language, domain):
        wanted = sorted(PLACEHOLDER.findall(forms(message.id)[-1]))
        for form in forms(message.string):
            assert sorted(PLACEHOLDER.findall(form)) == wanted, message.id


@every_catalogue
def test_links_stay_links(language: str, domain: str) -> None:
    for message in messages(language, domain):
        for form in forms(message.string):
            assert re.findall(r"<[^>]+>", form) == re.findall(r"<[^>]+>", forms(message.id)[-1]), message.id


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_languages_hold_the_same_sentences(domain: str) -> None:
    ids = [{(message.context, *forms(message.id)) for message in messages(language, domain)} for language in LANGUAGES]
    assert all(one == ids[0] for one in ids)


def sentences(file: Path) -> set[tuple[str | None, str]]:
    """What a catalogue file asks to translate, each with its context."""
    with file.open("rb") as opened:
        return {(message.context, forms(message.id)[0]) for message in read_po(opened) if message.id}


def test_no_sentence_of_the_sources_is_missing_from_the_catalogues(tmp_path: Path) -> None:
    """`make messages`, on a copy of the sources, finds nothing that the catalogues do not have, and nothing less."""
    for file in committed_files():
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    subprocess.run(
        ["make", "messages", "LANGS=en", f"VAR_DIR={tmp_path / 'var'}"],
        cwd=tmp_path, env=clean_environment({}), capture_output=True, text=True, check=True,
    )  # fmt: skip
    for domain in DOMAINS:
        found = sentences(tmp_path / f"frontend/locale/en/LC_MESSAGES/{domain}.po")
        for language in LANGUAGES:
            assert sentences(LOCALE / language / "LC_MESSAGES" / f"{domain}.po") == found, language


REFUSALS = {
    "Must be one rank higher or lower": {
        "ko": "값이 한 단계 높거나 낮아야 합니다",
        "th": "ต้องมีลำดับสูงกว่าหรือต่ำกว่าหนึ่งขั้น",
        "id": "Harus bernilai satu tingkat lebih tinggi atau lebih rendah",
    },
    "This card is blocked": {
        "ko": "이 카드는 막혀 있습니다",
        "th": "ไพ่ใบนี้ถูกขวางอยู่",
        "id": "Kartu ini terhalang",
    },
    "This card is blocked by another card": {"ko": "이 카드는 다른 카드에 막혀 있습니다"},
    "Must add up to 13": {"ko": "합이 13이어야 합니다"},
    "No more moves": {
        "ko": "더 이상 가능한 수가 없습니다",
        "th": "ไม่มีการเดินที่ทำได้อีกแล้ว",
        "id": "Tidak ada lagi langkah yang bisa dilakukan",
    },
}
RULE_NAMES = {
    "Easy: King and Ace joined": {
        "ko": "쉬움(킹과 에이스 연결)",
        "th": "โหมดง่าย (คิงกับเอซเชื่อมกัน)",
        "id": "Mudah (raja dan as terhubung)",
    },
    "Classic: King and Ace apart": {
        "ko": "클래식(킹과 에이스 분리)",
        "th": "โหมดคลาสสิก (คิงกับเอซแยกกัน)",
        "id": "Klasik (raja dan as terpisah)",
    },
}


@pytest.mark.parametrize(("domain", "texts"), [("djangojs", REFUSALS), ("django", RULE_NAMES)])
def test_refusals_and_rules_are_worded_as_on_the_rules_pages(domain: str, texts: dict[str, dict[str, str]]) -> None:
    """Rules 3, "Error help" and "Rule names"."""
    for text, wordings in texts.items():
        for language, wording in wordings.items():
            message = catalogue(language, domain).get(text)
            assert message is not None
            assert message.string == wording


def test_french_cards_bear_french_letters() -> None:
    french = catalogue("fr", "djangojs")
    letters = [french.get(letter) for letter in ("K", "Q", "J")]
    assert [letter and letter.string for letter in letters] == ["R", "D", "V"]
