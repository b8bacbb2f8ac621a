from tests.browser.conftest import browser_type_launch_args as browser_type_launch_args  # noqa: PLC0414
