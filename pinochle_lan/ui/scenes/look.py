"""What a scene needs besides the front: the frame, the window's memory and settings, a trick held on the
table.

Also the top bar, which every table scene shares. Scenes are functions from these to a page; they keep
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinochle_lan.rules.view import TrickView, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import presence, words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import BAR_H, Frame
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.page import Hot, Local, Mark
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.sheet import Sheet
from pinochle_lan.ui.text import TextCache

PILL_W: Final = 118.0
PILL_MOST: Final = 160.0
"""Of a score pill, at the largest text size."""
TRUMP_ROOM: Final = 212.0
"""What the trump card takes at the left of the felt."""


@dataclass(frozen=True, slots=True)
class Look:
    """Frame, text measures, the window's memory and settings, and the trick held on the table."""

    frame: Frame
    text: TextCache
    memory: Memory
    settings: UiSettings
    held: TrickView | None = None

    def sheet(self, name: str) -> Sheet:
        """An empty page."""
        return Sheet(name, self.frame, self.text)


def top_bar(s: Sheet, snap: Snapshot, where: str) -> None:
    """The opaque bar: menu, where the game stands, scores, network."""
    w = s.frame.w
    s.shape(Rect(-2, -12, w + 4, BAR_H + 12), "bar", line="", radius=0, line_w=0, alpha=255)
    s.rule(-2, BAR_H - 1, w + 4, "bar_line")
    s.add(Hot("bar:menu", Rect(4, 2, 46, 44), (Local("dialog", "menu"),), "Menu", keys=("escape",)))
    s.mark(27.5, 24, 19, "menu")

    right = w - 18
    words_net, tone, bars = presence.network_line(snap)
    if not s.frame.side:
        words_net = words_net.rpartition(" · ")[2] if tone == "good" else words_net
    net_w = min(s.width(words_net, 13, "m") + 2, 230)
    s.add(
        Hot("bar:net", Rect(right - net_w - 34, 4, net_w + 42, 40), (Local("dialog", "laptops"),), "Laptops")
    )
    s.line_at(
        right - net_w,
        24,
        net_w,
        words_net,
        size=13,
        weight="m",
        tone="muted" if tone == "good" else tone,
        align="r",
    )
    s.add(Mark(Rect(right - net_w - 24, 16, 16, 16), f"wifi{bars}", "good" if tone == "good" else "amber"))
    left_of = right - net_w - 46

    view = snap.view
    if view is not None:
        pills = len(view.sides)
        told = [
            (words.side_short(snap, view, side), words.number(view.sides[side].score), side)
            for side in _sides(view)
        ]
        wide = 35 + max(s.width(name, 12, "x") + s.width(score, 17, "x") for name, score, _ in told)
        pill_w = max(PILL_W, min(wide, PILL_MOST))
        x0 = min(left_of, w - 231 if s.frame.side else w - 104) - pills * (pill_w + 8) + 8
        for place, (name, score, side) in enumerate(told):
            tone = words.side_tone(view, side)
            box = Rect(x0 + place * (pill_w + 8), 9, pill_w, 30)
            s.shape(box, "black", line=tone, radius=8, line_w=1.2, alpha=90)
            score_w = s.width(score, 17, "x") + 2
            s.line_at(
                box.right - 10 - score_w, 24, score_w, score, size=17, weight="x", tone="text", align="r"
            )
            s.line_at(
                box.x + 11,
                24,
                pill_w - 27 - score_w,
                name,
                size=12,
                weight="x",
                tone=tone,
            )
        left_of = x0 - 10

    x = 52.0
    if s.frame.side:
        x = s.inline(x, 24, "Pinochle", size=17, weight="h") + 12
    s.line_at(
        x,
        24,
        max(10.0, left_of - x),
        where,
        size=14 if s.frame.side else 16,
        weight="r" if s.frame.side else "h",
        tone="muted" if s.frame.side else "text",
    )


def strip_box(s: Sheet, snap: Snapshot, y: float, wide: float) -> Rect:
    """Where a strip with a question stands over the felt: in the middle, or beside the trump card."""
    felt = s.frame.table
    left = felt.x + (TRUMP_ROOM if snap.view is not None and snap.view.trump is not None else 16.0)
    w = min(wide, felt.right - 16 - left)
    x = min(max(left, felt.cx - w / 2), felt.right - 16 - w)
    return Rect(x, y, w, 40)


def _sides(view: View) -> list[int]:
    """Ours first."""
    mine = words.my_side(view)
    return sorted(range(len(view.sides)), key=lambda side: side != mine)


ordered_sides = _sides
"""Sides in the order in which they are shown: ours first."""
