"""Where everything lies on the table: seats, trick, hand, trump card, overlays, side panel (look.md 5).

Pure arithmetic on the frame and the number of seats. Seats are counted from the viewer: 0 is the viewer,
1 the next one clockwise, which is at the left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import BAR_H, CARD_W, MARGIN, Frame, Pose

PLATE_W: Final = 176.0
PLATE_H: Final = 52.0
TRICK_W: Final = 102.0
TOOL_H: Final = 36.0


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """One chair: plate, fan of backs (middle and greatest width), trick card, speech bubble, meld."""

    plate: Rect
    backs: tuple[float, float, float]
    trick: Pose
    bubble: Rect
    meld: Rect
    below: bool
    """The fan lies under the plate; otherwise over it, half behind the bar."""


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """Everything that has a fixed place on the felt."""

    felt: Rect
    seats: tuple[SeatPlace, ...]
    trump: Rect
    progress: Rect
    oval: Rect
    message: Rect
    tools: Rect
    hand: tuple[float, float, float]
    """Middle and room of the own hand."""
    panel: Rect
    """The bidding panel and its like."""
    tray: Rect
    """Slots to fill when passing or burying."""
    kitty: Rect
    kitty_aside: Rect
    """Where the kitty lies while a panel stands in the middle."""
    dummy: tuple[float, float, float]
    stock: Pose
    turn_up: Pose
    stock_label: Rect
    boxes: tuple[Rect, ...]
    """Stock games: the opponent's melds, one's own."""
    meld_box: Rect
    summary: Rect


def table(
    frame: Frame, seats: int, stock: bool = False, *, melding: bool = False, bidding: bool = False
) -> TablePlaces:
    """The places for a table of ``seats``; ``stock`` = a stock game; ``melding`` = melds under the plates.

    ``bidding``: no trick and no trump card yet, so the plates at the sides stand level with the panel.

    Raises ValueError for a number of seats that no game here has.
    """
    if seats not in (2, 3, 4):
        raise ValueError(f"no layout for {seats} seats")
    felt = frame.table
    left, right, cx = felt.x, felt.right, felt.cx
    h = frame.h
    spare = (h - 720) / 2
    stock = stock and seats == 2
    mid_x, mid_y = (cx - 30, 258 + spare) if stock else (cx, 300 + spare)
    line = h - CARD_W * 1.4 - 58
    side_y = 204.0 if melding else (250 if bidding else 296) + spare
    meld_top = h - 354
    tools_w = 168.0 if frame.side else 246.0
    tools = Rect(right - MARGIN - tools_w, line - TOOL_H / 2, tools_w, TOOL_H)
    half = min(cx - left - 216, tools.x - 12 - cx)
    oval = Rect.at(mid_x, mid_y, 420, 216) if stock else Rect.at(mid_x, mid_y, 590, 340)

    me = SeatPlace(
        plate=Rect.at(left + 112, line, PLATE_W, PLATE_H),
        backs=(cx, h - CARD_W * 0.7 - 8, felt.w - 40),
        trick=Pose(mid_x + 70, mid_y + 4, 92) if stock else Pose(mid_x, mid_y + 74, TRICK_W),
        bubble=Rect(left + MARGIN + PLATE_W + 10, line - 17, 90, 34),
        meld=Rect(cx - 430, meld_top + 40, 860, 164),
        below=True,
    )
    if seats == 4:
        others = [
            _side(left + 112, side_y, Pose(mid_x - 122, mid_y - 2, TRICK_W, -5), left, meld_top, right=False),
            _top(cx, Pose(mid_x, mid_y - 76, TRICK_W, 1.5), felt, meld_top, cx - 196, width=392),
            _side(
                right - 112,
                side_y,
                Pose(mid_x + 122, mid_y - 2, TRICK_W, 5),
                right - 282,
                meld_top,
                right=True,
            ),
        ]
    elif seats == 3:
        one, two = left + felt.w * 0.30, left + felt.w * 0.74
        others = [
            _top(one, Pose(mid_x - 112, mid_y - 40, TRICK_W, -4), felt, meld_top, left + 212, width=290),
            _top(two, Pose(mid_x + 112, mid_y - 40, TRICK_W, 4), felt, meld_top, two - 216, width=440),
        ]
        bubble = others[0].plate.x - 96
        others[0] = replace(others[0], bubble=Rect(bubble, 99, 90, 34))
    elif stock:
        others = [_top(cx - 150, Pose(mid_x - 70, mid_y - 4, 92, -4), felt, meld_top, cx - 300, width=400)]
    else:
        others = [_top(cx, Pose(mid_x, mid_y - 76, TRICK_W, 1.5), felt, meld_top, cx - 260, width=520)]

    return TablePlaces(
        felt=felt,
        seats=(me, *others),
        trump=Rect(left + MARGIN, 60 if melding else 66, PLATE_W, 104),
        progress=Rect(left + MARGIN, 180, PLATE_W, 58),
        oval=oval,
        message=Rect.at(cx, line, 2 * half, 36),
        tools=tools,
        hand=(cx, h - CARD_W * 0.7 - 8, felt.w - 40),
        panel=Rect.at(cx, 300 + spare, 548, 284),
        tray=Rect.at(cx, 290 + spare, 560, 252),
        kitty=Rect.at(mid_x, mid_y - 60, 330, 130),
        kitty_aside=Rect.at(left + felt.w * 0.52 if seats == 3 else cx + 310, 112, 176, 72),
        dummy=(left + 86, 290 + spare, 128),
        stock=Pose(left + 84, 250 + spare, 88),
        turn_up=Pose(left + 104, 264 + spare, 88, 90),
        stock_label=Rect(left + 26, 332 + spare, 170, 30),
        boxes=(Rect(right - 306, 62, 282, 172 + spare), Rect(right - 306, 248 + spare, 282, 172 + spare)),
        meld_box=Rect(cx - 452, meld_top, 904, 204),
        summary=Rect(cx - 452, h - 138, 904, 124),
    )


def _side(x: float, y: float, trick: Pose, meld_x: float, meld_bottom: float, *, right: bool) -> SeatPlace:
    plate = Rect.at(x, y, PLATE_W, PLATE_H)
    meld_left = meld_x if right else meld_x + MARGIN
    return SeatPlace(
        plate=plate,
        backs=(x, y + 68, 200),
        trick=trick,
        bubble=Rect(x - 45, y - 64, 90, 34),
        meld=Rect(meld_left, plate.bottom + 8, 258, meld_bottom - plate.bottom - 14),
        below=True,
    )


def _top(x: float, trick: Pose, felt: Rect, bottom: float, left: float, *, width: float) -> SeatPlace:
    plate = Rect.at(x, 116, PLATE_W, PLATE_H)
    return SeatPlace(
        plate=plate,
        backs=(x, BAR_H + 16, min(felt.w * 0.24, 250)),
        trick=trick,
        bubble=Rect(plate.right + 6, 99, 90, 34),
        meld=Rect(left, plate.bottom + 8, width, bottom - plate.bottom - 14),
        below=False,
    )


@dataclass(frozen=True, slots=True)
class SidePlaces:
    """The side panel: its head (auction table, last trick, meld count), tabs, list, foot."""

    ground: Rect
    head: Rect
    tabs: Rect
    body: Rect
    foot: Rect


def side(frame: Frame, head: float, foot_h: float = 66.0) -> SidePlaces:
    """The side panel or drawer with a head and a foot of so many units."""
    ground = frame.panel
    x, w = ground.x + 12, ground.w - 24
    foot = Rect(x, ground.bottom - foot_h - 10, w, foot_h)
    tabs_y = 62 + head
    body_y = tabs_y + 44
    return SidePlaces(
        ground=ground,
        head=Rect(x, 58, w, head),
        tabs=Rect(x, tabs_y, w, 36),
        body=Rect(x, body_y, w, foot.y - body_y - 6),
        foot=foot,
    )
