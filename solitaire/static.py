"""Static files: what `collectstatic` makes of them beyond copying."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.template.loader import render_to_string
from django.utils.translation import override
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with the hash of the content, inside HTML too."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("*.html", ((r'(?P<matched>(?P<attribute>href|src)="(?P<url>[^"]+)")', '%(attribute)s="%(url)s"'),)),
    )


class OfflinePages(BaseFinder):
    """``offline.<language>.html``: what the service worker shows when no page can be reached."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Each page with the storage that holds it, as finders do."""
        storage = InMemoryStorage()
        for code, _ in settings.LANGUAGES:
            with override(code):
                name = storage.save(offline_page(code), ContentFile(render_to_string("offline.html")))
            yield name, storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Nothing: the pages are in no file before they are collected."""
        return []


def offline_page(language: str) -> str:
    """The name of the page among the static files."""
    return f"offline.{language}.html"
