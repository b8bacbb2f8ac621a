from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    """Each test begins with nothing counted against anybody."""
    cache.clear()
    yield
    cache.clear()
