"""What floats over the page for a while: the one tooltip that is due, and news at the top.

Keeps when the pointer came and when the focus moved. Draws nothing.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.page import CardItem, Page, Target

HOVER_TIP_MS: Final = 400
FOCUS_TIP_MS: Final = 120
TOAST_MS: Final = 3500


class Notes:
    """Tooltips and news of one screen (look.md 6: 400 ms after hover, 120 ms after focus by key)."""

    def __init__(self) -> None:
        self._hover_since = 0
        self._focus_since = 0
        self._toast: tuple[str, int] = ("", 0)

    def hovered(self, something: bool, now_ms: int) -> None:
        """The pointer came to something else, or to nothing."""
        self._hover_since = now_ms if something else 0

    def focused(self, now_ms: int) -> None:
        """A key moved the focus."""
        self._focus_since = now_ms

    def say(self, sentence: str, now_ms: int) -> None:
        """News at the top that goes away by itself."""
        self._toast = (sentence, now_ms + TOAST_MS)

    def toast(self, now_ms: int) -> str:
        """The news to show; empty = none."""
        return self._toast[0] if now_ms < self._toast[1] else ""

    def tooltip(self, page: Page, memory: Memory, now_ms: int) -> tuple[Rect, str] | None:
        """The one tooltip that is due: of what is hovered, else of what has the focus by key."""
        hovered = page.find(memory.hover)
        if hovered is not None and self._hover_since and now_ms >= self._hover_since + HOVER_TIP_MS:
            return _tip_of(hovered)
        focused = page.find(memory.focus)
        if focused is not None and memory.ring and now_ms >= self._focus_since + FOCUS_TIP_MS:
            return _tip_of(focused)
        return None

    def waits(self, memory: Memory, now_ms: int) -> list[int]:
        """In how many ms something here changes by itself."""
        times = [self._toast[1]] if now_ms < self._toast[1] else []
        if self._hover_since and now_ms < self._hover_since + HOVER_TIP_MS:
            times.append(self._hover_since + HOVER_TIP_MS)
        if memory.ring and now_ms < self._focus_since + FOCUS_TIP_MS:
            times.append(self._focus_since + FOCUS_TIP_MS)
        return [time - now_ms for time in times]


def _tip_of(target: Target) -> tuple[Rect, str] | None:
    why = getattr(target, "why", "")
    if not why or isinstance(target, CardItem):
        return None
    return target.box, why
