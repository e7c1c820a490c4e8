"""A stopwatch for opponents that think until time is up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_untimed: ContextVar[bool] = ContextVar("untimed", default=False)


class Stopwatch:
    """Counts from its making; ``up`` says whether the time is over. No limit without a number."""

    def __init__(self, limit_ms: int | None) -> None:
        self._begun = time.perf_counter_ns()
        self._limit = None if limit_ms is None or _untimed.get() else limit_ms * 1_000_000

    @property
    def up(self) -> bool:
        """Whether the limit is reached."""
        return self._over(1)

    def enough(self, done: int, least: int) -> bool:
        """Whether to stop after ``done`` rounds: time is up and ``least`` are done, or twice the time is."""
        return bool(done) and ((done >= least and self._over(1)) or self._over(2))

    def _over(self, times: int) -> bool:
        return self._limit is not None and time.perf_counter_ns() - self._begun >= times * self._limit


@contextmanager
def untimed() -> Iterator[None]:
    """Stopwatches made inside have no limit: choices depend on cards and chance alone, not on the load."""
    token = _untimed.set(True)
    try:
        yield
    finally:
        _untimed.reset(token)
