"""One click, one choice: lets at most one choice through for each step and each burst of presses (F37).

Pure; knows no page. Presses that follow each other closely are one burst: a double click on the card
that wins a trick must not lead the next one.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.intents import Act
from pinochle_lan.table.snapshot import Snapshot

BURST_MS: Final = 300
"""Presses closer than this are one burst."""
LONGEST_MS: Final = 1000
"""So long after a choice the next press may send one, however quickly somebody goes on pressing."""
PATIENCE_MS: Final = 2000
"""A choice that was sent locks its step; if nothing comes of it for so long, the person may try again."""


class Guard:
    """Stands between activated items and the bridge."""

    def __init__(self) -> None:
        self._sent: tuple[bytes, int] | None = None
        self._sent_at = 0
        self._press_at = -BURST_MS
        self._spent = False
        """This burst has sent its choice."""

    def press(self, now_ms: int) -> None:
        """A key or button goes down."""
        if now_ms - self._press_at >= BURST_MS or now_ms - self._sent_at >= LONGEST_MS:
            self._spent = False
        self._press_at = now_ms

    def lets(self, snap: Snapshot | None, act: Act, now_ms: int) -> bool:
        """Whether the choice may be sent now; if so it counts as sent."""
        if snap is None or snap.pending or self._spent or act.step != snap.step:
            return False
        place = (snap.table_id, snap.step)
        if self._sent == place and now_ms - self._sent_at < PATIENCE_MS:
            return False
        self._sent, self._sent_at, self._spent = place, now_ms, True
        return True
