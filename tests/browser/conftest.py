import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.services import DaphneServer

# Two browsers share two cores with their servers.
expect.set_options(timeout=15_000)

# Chromium looks up its maker's hosts by itself: a machine without them answers late, and no test is about that.
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium: the builds that Playwright downloads cannot be had everywhere."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise RuntimeError("chromium is missing: `make system` installs it or says how")
    return {**browser_type_launch_args, "executable_path": chromium, "args": QUIET}


@pytest.fixture(scope="session")
def base_url(daphne_server: DaphneServer) -> str:
    """So that `page.goto("/")` opens the page of our server."""
    return daphne_server.base_url


@pytest.fixture(autouse=True)
def windows(browser: Browser) -> Iterator[None]:
    """Closes the windows of a test with it: each goes on with its sockets and clocks else."""
    yield
    for context in browser.contexts:
        context.close()


PASSWORD = "mountain-evening-7"
Someone = Callable[[str], Page]


@pytest.fixture
def someone(browser: Browser, daphne_server: DaphneServer) -> Someone:
    """A page of somebody who has just signed up, in a browser of their own."""

    def sign_up(name: str) -> Page:
        # The page is reached by a name: keys are bound to one.
        address = daphne_server.base_url.replace("127.0.0.1", "localhost")
        page = browser.new_context(base_url=address, service_workers="block").new_page()
        page.goto("/accounts/signup/")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Keep my games").click()
        expect(page.locator(".menu .who b")).to_have_text(name)
        return page

    return sign_up
