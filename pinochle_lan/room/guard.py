"""The guard of a room: how much one laptop may send, and when what it sends ends its link.

Laws of this file:
- Nothing a peer sends may pile up: what waits to be read is counted by peer (F55).
- A broken form or a wrong signature never comes from an honest laptop: once is enough.
- What is only out of place happens to honest laptops too (late entries, a table that is over): many are
  needed.
It names no one and ends nothing itself; the room does. Pure.
"""

from __future__ import annotations

from typing import Final

MOST_WAITING: Final = 128
"""Frames of one laptop; an honest one sends a handful."""
MOST_BYTES: Final = 512 * 1024
FRAMES_A_S: Final = 100
BYTES_A_S: Final = 256 * 1024
"""What may come on top for each second that it waits: reading a whole evening takes this laptop a while."""
LONGEST_WAIT_MS: Final = 60_000
"""So long at most: what waits has an end, whoever keeps this laptop busy."""
MOST_MISPLACED: Final = 200
"""Refused things of one link that are well formed and signed, but have no place."""
BARRED_S: Final = 10.0
LONGEST_BAR_S: Final = 320.0
"""A laptop whose link was ended waits, each time twice as long."""


class Guard:
    """What is known against the peers of one table."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, tuple[int, int, int]] = {}
        """Frames and bytes that wait, and since when some do, by peer."""
        self._misplaced: dict[bytes, int] = {}
        self._ejected: dict[bytes, int] = {}

    def takes(self, key: bytes, size: int, now_ms: int) -> bool:
        """Whether a frame of so many bytes may wait to be read."""
        frames, held, since_ms = self._waiting.get(key, (0, 0, now_ms))
        self._waiting[key] = frames + 1, held + size, since_ms
        waited_ms = min(now_ms - since_ms, LONGEST_WAIT_MS)
        few = frames < MOST_WAITING + FRAMES_A_S * waited_ms // 1000
        return few and held + size <= MOST_BYTES + BYTES_A_S * waited_ms // 1000

    def read(self, key: bytes, size: int) -> None:
        """A frame of so many bytes was read."""
        frames, held, since_ms = self._waiting.pop(key, (0, 0, 0))
        if frames > 1:
            self._waiting[key] = frames - 1, held - size, since_ms

    def refused(self, key: bytes, hard: bool) -> bool:
        """Something the peer sent was refused: whether that ends its link. ``hard``: form or signature."""
        self._misplaced[key] = self._misplaced.get(key, 0) + 1
        return hard or self._misplaced[key] > MOST_MISPLACED

    def linked(self, key: bytes) -> None:
        """A fresh link begins without a record, but what was ejected is remembered."""
        self._misplaced.pop(key, None)
        self._waiting.pop(key, None)

    def eject(self, key: bytes) -> float:
        """The link is ended: for how many seconds the laptop stays out."""
        times = self._ejected.get(key, 0)
        self._ejected[key] = times + 1
        return float(min(LONGEST_BAR_S, BARRED_S * 2 ** min(times, 10)))
