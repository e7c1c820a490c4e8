"""Draws small signs: tick, ring, warning, menu, bars of the network, slots for cards, marks on cards."""

from __future__ import annotations

from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.page import CardItem, Mark
from pinochle_lan.ui.painter import Painter


def mark(p: Painter, item: Mark, tone: str) -> None:
    """A mark of the page in its colour. Raises ValueError for a kind that nobody draws."""
    box = item.box
    match item.kind:
        case "tick":
            p.tick(box.cx, box.cy, box.w, tone)
        case "ring":
            p.arc(box.cx, box.cy, box.w / 2, 1.8, share=1.0, colour=tone)
        case "warn":
            p.warning(box.cx, box.cy, box.w)
        case "menu":
            p.menu(box.cx, box.cy, box.w, tone)
        case "oval":
            p.oval(box)
        case "slot":
            p.card_slot(box.cx, box.cy, box.w)
        case "medal":
            p.disc(box.cx, box.cy, box.w / 2, "#F3EBD6", p.theme.gold_deep, border_width=2)
        case "disc":
            p.disc(box.cx, box.cy, box.w / 2, tone)
        case "rule":
            p.hairline(box.x, box.y, box.w, p.theme.raised)
        case "lock":
            p.arc(box.cx, box.y + 6, 5, 2, share=1.0, colour=tone)
            p.panel(Rect(box.x + 1, box.y + 6, box.w - 2, box.h - 7), radius=3, fill=tone)
        case kind if kind.startswith("wifi"):
            p.wifi(box.x, box.cy, box.w * 0.9, tone, int(kind[4:]))
        case kind:
            raise ValueError(f"nobody draws the mark '{kind}'")


def corners(p: Painter, item: CardItem, pose: Pose) -> None:
    """The dot of a card that just came, and the mark of one that is drawn for a second meld."""
    left, high = pose.cx - pose.w / 2, pose.w * 0.7
    if item.fresh:
        p.disc(left + 14, pose.cy - high + 6, 6, "#6FB1FF", p.theme.paper, border_width=1.6)
    if item.link:
        x, y = left + 8, pose.cy + high - 8
        p.disc(x, y, 7, p.theme.gold, p.theme.on_gold, border_width=1.4)
        p.text("2", x, y, size=10, weight=Weight.BLACK, colour=p.theme.on_gold, align="center")
