"""Where everything lies in the lobby and around a table that is being set up (look.md 7). Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import BAR_H, MARGIN, Frame

DETAIL_W: Final = 436.0
ROW_H: Final = 104.0
ROW_STEP: Final = 116.0
CHAIR_W: Final = 118.0
CHAIR_H: Final = 38.0
SEATS_W: Final = 420.0
ME_W: Final = 484.0


@dataclass(frozen=True, slots=True)
class LobbyPlaces:
    """The lobby: person, list, own table, joining by code, details."""

    me: Rect
    tables: Rect
    rows: tuple[Rect, ...]
    own: Rect
    join: Rect
    detail: Rect


def lobby(frame: Frame) -> LobbyPlaces:
    """The lobby in a frame; spare height shows more tables, spare width widens the list."""
    w, h = min(frame.w, 1780.0), frame.h
    left = (frame.w - w) / 2 + MARGIN
    right = (frame.w + w) / 2 - MARGIN
    detail = Rect(right - DETAIL_W, 124, DETAIL_W, h - 124 - MARGIN)
    list_w = detail.x - MARGIN - left
    join = Rect(left, h - 68, list_w, 40)
    own = Rect(left, join.y - 102, list_w, 86)
    tables = Rect(left, 162, list_w, own.y - 12 - 162)
    count = max(1, int((tables.h + ROW_STEP - ROW_H) // ROW_STEP))
    rows = tuple(Rect(left, tables.y + place * ROW_STEP, list_w, ROW_H) for place in range(count))
    return LobbyPlaces(Rect(right - ME_W, 34, ME_W, 56), tables, rows, own, join, detail)


@dataclass(frozen=True, slots=True)
class SetupPlaces:
    """A table that is being set up: who sits where, and what is played."""

    chairs: Rect
    game: Rect


def setup(frame: Frame) -> SetupPlaces:
    """Two panels under the bar."""
    w = min(frame.w, 1500.0)
    left = (frame.w - w) / 2 + MARGIN
    right = (frame.w + w) / 2 - MARGIN
    chairs = Rect(left, BAR_H + 20, SEATS_W, frame.h - BAR_H - 44)
    return SetupPlaces(chairs, Rect(chairs.right + MARGIN, chairs.y, right - chairs.right - MARGIN, chairs.h))


@dataclass(frozen=True, slots=True)
class SeatMap:
    """A table seen from above: its top, the chairs clockwise from the lower one, and where the map ends."""

    table: Rect
    chairs: tuple[Rect, ...]
    bottom: float


def seat_map(box: Rect, seats: int) -> SeatMap:
    """The map in the upper part of a panel. Raises ValueError for a number of seats no game here has."""
    if seats not in (2, 3, 4):
        raise ValueError(f"no map for {seats} seats")
    cx, cy = box.cx, box.y + 138
    ring = {
        2: ((0.0, 64.0), (0.0, -64.0)),
        3: ((0.0, 64.0), (-142.0, -34.0), (142.0, -34.0)),
        4: ((0.0, 64.0), (-142.0, 0.0), (0.0, -64.0), (142.0, 0.0)),
    }[seats]
    chairs = tuple(Rect.at(cx + dx, cy + dy, CHAIR_W, CHAIR_H) for dx, dy in ring)
    return SeatMap(Rect.at(cx, cy, 148, 80), chairs, cy + 104)
