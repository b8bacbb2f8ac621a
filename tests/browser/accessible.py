"""What axe faults on a page as it is now."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# The themes differ in their colours alone.
COLOURS = {"type": "rule", "values": ["color-contrast"]}


def faults(page: Page, rules: object = WCAG) -> list[str]:
    """The id of each rule that is broken, with the first elements that break it."""
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{fault['id']} {[node['html'] for node in fault['nodes']][:3]}" for fault in found]


def expect_accessible(page: Page) -> None:
    assert faults(page) == []
