import shutil
from typing import Any

import pytest

from tests.services import DaphneServer

# Chromium looks up its maker's hosts by itself: a machine without them answers late, and no test is about that.
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
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
