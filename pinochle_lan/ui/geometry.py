"""Rectangles in units and the scale that turns units into pixels.

A unit is one pixel of a 1280 x 720 window. Pure arithmetic: knows no pygame, no theme and no widget.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

UNIT_WIDTH: Final = 1280
UNIT_HEIGHT: Final = 720
TEXT_FLOOR: Final = 0.92
"""Text never shrinks below this share of its size, however small the window (docs/design.md, look)."""
MIN_FONT_PX: Final = 12
_HALF: Final = 0.5 + 1e-6
"""Rounds halves up, also those that floating point makes a little less."""
HIT: Final = 36.0
"""Smallest side of anything that can be clicked, in units."""


class Rect(NamedTuple):
    """A rectangle in units: left, top, width, height. Right and bottom edges are outside."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def at(cls, cx: float, cy: float, w: float, h: float) -> Self:
        """The rectangle of size ``w`` x ``h`` centred on (cx, cy)."""
        return cls(cx - w / 2, cy - h / 2, w, h)

    @property
    def right(self) -> float:
        """First unit column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """First unit row below it."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """Middle column."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """Middle row."""
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Smaller by ``dx`` left and right and ``dy`` (default ``dx``) above and below; negative grows."""
        down = dx if dy is None else dy
        return Rect(self.x + dx, self.y + down, self.w - 2 * dx, self.h - 2 * down)

    def moved(self, dx: float, dy: float) -> Rect:
        """The same size, shifted."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def covers(self, other: Rect, slack: float = 0.0) -> bool:
        """Whether ``other`` lies inside, give or take ``slack`` units."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Rect) -> bool:
        """Whether the two share any area."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

    def hit_area(self) -> Rect:
        """Itself, grown around its middle to at least 36 x 36 units."""
        return Rect.at(self.cx, self.cy, max(self.w, HIT), max(self.h, HIT))


@dataclass(frozen=True, slots=True)
class Scale:
    """Pixels per unit ``k`` and the person's own text factor ``text`` (1, 1.25 or 1.5)."""

    k: float = 1.0
    text: float = 1.0

    @classmethod
    def fit(cls, width: int, height: int, text: float = 1.0, zoom: float = 1.0) -> Scale:
        """The scale of a surface of ``width`` x ``height`` pixels; ``zoom`` is the setting from 1 to 3."""
        fitted = min(width / UNIT_WIDTH, height / UNIT_HEIGHT)
        return cls(max(0.05, fitted * zoom), text)

    def px(self, units: float) -> int:
        """A length or place in whole pixels."""
        return math.floor(units * self.k + _HALF)

    def units(self, pixels: float) -> float:
        """Pixels back to units."""
        return pixels / self.k

    def box(self, rect: Rect) -> tuple[int, int, int, int]:
        """Left, top, width, height in pixels; neighbours in units stay neighbours in pixels."""
        left, top = self.px(rect.x), self.px(rect.y)
        return left, top, max(0, self.px(rect.right) - left), max(0, self.px(rect.bottom) - top)

    def font_px(self, size: float) -> int:
        """Pixel size of text of ``size`` units: ``max(k, 0.92) x text``, never below 12."""
        return max(MIN_FONT_PX, round(size * max(self.k, TEXT_FLOOR) * self.text))
