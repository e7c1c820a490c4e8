"""A stopwatch for opponents that think until time is up."""

from __future__ import annotations

import time


class Stopwatch:
    """Counts from its making; ``up`` says whether the time is over. No limit without a number."""

    def __init__(self, limit_ms: int | None) -> None:
        self._end = None if limit_ms is None else time.perf_counter_ns() + limit_ms * 1_000_000

    @property
    def up(self) -> bool:
        """Whether the limit is reached."""
        return self._end is not None and time.perf_counter_ns() >= self._end
