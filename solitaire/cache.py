"""The shared cache, which counts sign-ups and sign-ins of an address."""

from __future__ import annotations

from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger()


class PatientRedisCache(RedisCache):
    """Redis, and an empty cache while Redis is gone: limits are off then, but people can sign in."""

    def add(self, *args: Any, **kwargs: Any) -> Any:
        """As Django's; True while Redis is gone, since a lock that cannot be taken must not be waited for."""
        return self._or(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._or(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._or(None, super().set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, super().touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, super().delete, *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(0, super().incr, *args, **kwargs)

    def _or(self, otherwise: Any, ask: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return ask(*args, **kwargs)
        except RedisError as error:
            log.warning("cache_unavailable", error=type(error).__name__)
            return otherwise
