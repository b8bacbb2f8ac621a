"""How much one browser, one person and one address may ask for."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Credits:
    """A bucket that fills at `rate` a second up to `most`; each request takes one out."""

    rate: float
    most: float
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at = self.most, time.monotonic()

    def spend(self) -> bool:
        """Take one out; False when there is none."""
        now = time.monotonic()
        self._left, self._at = min(self.most, self._left + (now - self._at) * self.rate), now
        if self._left < 1:
            return False
        self._left -= 1
        return True
