"""Keys that get no link for a while, wanted or not. Pure: the time is an argument."""

from __future__ import annotations

from typing import Final

MAX_BARRED: Final = 256
"""The oldest is forgiven first."""


class Barred:
    """Until when each is kept out."""

    def __init__(self) -> None:
        self._until: dict[bytes, float] = {}

    def __len__(self) -> int:
        return len(self._until)

    def bar(self, key: bytes, until: float) -> None:
        """Keep it out until then, whatever was said before."""
        self._until.pop(key, None)
        if len(self._until) >= MAX_BARRED:
            del self._until[next(iter(self._until))]
        self._until[key] = until

    def holds(self, key: bytes, now: float) -> bool:
        """Whether it is kept out now."""
        return self._until.get(key, 0.0) > now
