"""A store of finished surfaces that forgets what was not used for longest.

Knows nothing of what it holds except that making it again is slow.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """At most ``limit`` values by key; the least recently used goes first."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of ``key``, made by ``make`` if it is not here."""
        try:
            self._kept.move_to_end(key)
            return self._kept[key]
        except KeyError:
            value = make()
            self._kept[key] = value
            if len(self._kept) > self._limit:
                self._kept.popitem(last=False)
            return value

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
