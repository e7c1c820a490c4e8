"""The frame a screen is laid out in, in units: how a window of any size becomes 1280x720 units and back.

Pure arithmetic (look.md 5, 13): no pygame, no snapshot. One unit is ``k`` pixels of the surface;
``ratio`` is surface pixels per window point, above 1 on high-density screens. Per-screen layouts
(``layout_*.py``) return boxes made here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from pinochle_lan.ui.geometry import TEXT_FLOOR, Rect, Scale

BAR_H: Final = 48.0
"""Height of the top bar."""
SIDE_W: Final = 276.0
"""Width of the side panel."""
SIDE_FROM: Final = 1180.0
"""Window width, in points, from which the side panel shows."""
TABLE_MAX: Final = 1500.0
"""Widest table on ultrawide screens."""
MARGIN: Final = 24.0
"""Outer margin."""


def columns(box: Rect, count: int, gap: float = 0.0) -> tuple[Rect, ...]:
    """``count`` equal boxes side by side."""
    w = (box.w - gap * (count - 1)) / count
    return tuple(Rect(box.x + i * (w + gap), box.y, w, box.h) for i in range(count))


def rows(box: Rect, count: int, gap: float = 0.0) -> tuple[Rect, ...]:
    """``count`` equal boxes one under the other."""
    h = (box.h - gap * (count - 1)) / count
    return tuple(Rect(box.x, box.y + i * (h + gap), box.w, h) for i in range(count))


@dataclass(frozen=True, slots=True)
class Frame:
    """A window: surface size in pixels, pixels per point, and the text size set by the person (1 = 100 %)."""

    width_px: int
    height_px: int
    ratio: float = 1.0
    text: float = 1.0

    @property
    def scale(self) -> Scale:
        """Units to pixels, for the kit."""
        return Scale.fit(self.width_px, self.height_px, self.text)

    @property
    def k(self) -> float:
        """Pixels per unit."""
        return self.scale.k

    @property
    def grow(self) -> float:
        """How much more room text needs than at the reference size; 1 there."""
        return max(self.k, TEXT_FLOOR) * self.text / self.k

    @property
    def w(self) -> float:
        """Width in units."""
        return self.width_px / self.k

    @property
    def h(self) -> float:
        """Height in units."""
        return self.height_px / self.k

    @property
    def whole(self) -> Rect:
        """The whole window."""
        return Rect(0, 0, self.w, self.h)

    @property
    def side(self) -> bool:
        """Whether the side panel shows; otherwise it is a drawer."""
        return self.width_px / self.ratio >= SIDE_FROM

    @property
    def table(self) -> Rect:
        """The felt that the table is laid out on: below the bar, beside the panel, at most TABLE_MAX wide."""
        free = self.w - (SIDE_W if self.side else 0.0)
        w = min(free, TABLE_MAX)
        return Rect((free - w) / 2, BAR_H, w, self.h - BAR_H)

    @property
    def panel(self) -> Rect:
        """The side panel, or the drawer where there is no room for it."""
        return Rect(self.w - SIDE_W, BAR_H, SIDE_W, self.h - BAR_H)


class Pose(NamedTuple):
    """Where a card lies: middle and width in units, tilt in degrees clockwise."""

    cx: float
    cy: float
    w: float
    tilt: float = 0.0

    @property
    def box(self) -> Rect:
        """The untilted rectangle (5:7)."""
        return Rect.at(self.cx, self.cy, self.w, self.w * 1.4)

    def raised(self, up: float) -> Pose:
        """The same, lifted towards the upper edge."""
        return Pose(self.cx, self.cy - up, self.w, self.tilt)


CARD_W: Final = 124.0
"""Card width of the own hand."""
SLIVER: Final = 0.30
"""Least visible part of a card, of its width: the index lies in the left 26 % (look.md 4)."""


def fan(count: int, cx: float, cy: float, room: float, w: float = CARD_W) -> tuple[Pose, ...]:
    """The own hand as one row: arc and tilt about (cx, cy), at most ``room`` wide (look.md 5).

    Where even a sliver of each card would not fit, the cards shrink to 0.86 of ``w``; beyond that the sliver
    gives way, since two copies of a face lie side by side anyway.
    """
    if count == 0:
        return ()
    if count > 1 and (room - w) / (count - 1) < SLIVER * w:
        w *= 0.86
    step = min(0.82 * w, (room - w) / max(1, count - 1))
    poses = []
    for i in range(count):
        off = (i - (count - 1) / 2) * step
        poses.append(Pose(cx + off, cy + min(off * off * 0.00011, 26.0), w, round(off * 0.0088, 1)))
    return tuple(poses)


def backs(count: int, cx: float, cy: float, most: float, w: float = 40.0) -> tuple[Pose, ...]:
    """An opponent's face-down cards as a small fan, at most ``most`` wide."""
    if count == 0:
        return ()
    step = 18.0 if count <= 7 else 13.0 if count <= 12 else 8.0
    step = min(step, (most - w) / max(1, count - 1))
    poses = []
    for i in range(count):
        off = (i - (count - 1) / 2) * step
        poses.append(Pose(cx + off, cy + off * off * 0.0022, w, round(off * 0.16 * min(1.0, 13 / step), 1)))
    return tuple(poses)


def row(count: int, left: float, cy: float, w: float, step: float) -> tuple[Pose, ...]:
    """Cards side by side, the first one's left edge at ``left``."""
    return tuple(Pose(left + w / 2 + i * step, cy, w) for i in range(count))


def row_width(count: int, w: float, step: float) -> float:
    """How wide ``row`` gets."""
    return w + step * (count - 1) if count else 0.0
