"""How often somebody may do what bothers others or costs us."""

from __future__ import annotations

import time

from django.core.cache import cache


def within(action: str, who: int, *, most: int, seconds: int) -> bool:
    """Count one more `action` of a person in this stretch of `seconds`; whether they still have no more than `most`."""
    key = f"people-{action}-{who}-{int(time.time() // seconds)}"
    cache.add(key, 0, 2 * seconds)
    try:
        return cache.incr(key) <= most
    except ValueError:  # the cache has just dropped it
        return True
