"""Parts that laptops owe though they are heard: for how long each was waited for.

A program that answers on its links and withholds a share would stop the table for ever, as nobody is missing.
Time in which this laptop itself stood still does not count: what came meanwhile may still be on its way.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.log.entry import Key

OVERDUE_MS: Final = 15_000
"""A part that does not come for so long may be put to the vote: its sums take a fraction of a second."""
STALL_MS: Final = 2_500
"""Of the time between two looks no more than this counts."""


class Owed:
    """The open step's parts that somebody waits for here. Times are the caller's milliseconds."""

    def __init__(self) -> None:
        self._step = -1
        self._waited: dict[Key, tuple[int, int]] = {}
        """For how long, and when it was looked last."""

    def waited_ms(self, step: int, key: Key, now_ms: int) -> int:
        """For how long the part is owed; every call is a look."""
        if step != self._step:
            self._step, self._waited = step, {}
        waited, looked = self._waited.get(key, (0, now_ms))
        waited += min(now_ms - looked, STALL_MS)
        self._waited[key] = waited, now_ms
        return waited
