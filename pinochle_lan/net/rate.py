"""How much a link may bring in: a bucket that fills with time. The time is an argument."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` bytes at once, then ``per_second``."""

    per_second: int = 2 * 1024 * 1024
    burst: int = 8 * 1024 * 1024


FRAME_COST: Final = 128
"""What each frame costs beside its bytes: opening a tiny one is work too."""


class Bucket:
    """Counts what came in on one link."""

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._at = now

    def take(self, size: int, now: float) -> float:
        """Count one frame of ``size`` bytes; the seconds to stop reading (0 = go on)."""
        self._left = min(float(self._rate.burst), self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        self._left -= size + FRAME_COST
        return max(0.0, -self._left / self._rate.per_second)
