"""The frame of every dialog: veil, panel, title, close button."""

from __future__ import annotations

from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Do, Local, Veil
from pinochle_lan.ui.sheet import Sheet


def frame(s: Sheet, title: str, w: float, h: float, *, closes: bool = True) -> Rect:
    """Veil, panel, title; returns what is left inside."""
    close: Do = (Local("dialog", ""),) if closes else ()
    s.add(Veil(s.frame.whole, 165, close))
    h = min(h, s.frame.h - 40)
    box = Rect.at(s.frame.w / 2, s.frame.h / 2, min(w, s.frame.w - 40), h)
    s.shape(box, "panel", line="panel_line", radius=18, line_w=1.4, alpha=255, shadow=20)
    s.line_at(box.x + 28, box.y + 38, box.w - 150, title, size=23, weight="s")
    if closes:
        s.button(
            "dialog:close",
            Rect(box.right - 110, box.y + 18, 86, 38),
            "Close",
            close,
            "ghost",
            keys=("escape",),
            cap="Esc",
            size=14,
        )
    s.first = ""
    return Rect(box.x + 28, box.y + 70, box.w - 56, box.h - 94)
