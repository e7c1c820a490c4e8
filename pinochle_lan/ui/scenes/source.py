"""A plugin's source on the screen: numbered lines on a dark ground, turned by page."""

from __future__ import annotations

from typing import Final

from pinochle_lan.ui import listing
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.scenes import parts
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.sheet import Sheet

SIZE: Final = 13.0
NUMBERS_W: Final = 46.0


def show(s: Sheet, look: Look, source: str, box: Rect) -> None:
    """The page of it that is open, with the pager below."""
    paper = box._replace(h=box.h - parts.PAGER_H - 12)
    s.shape(paper, "bar", line="panel_line", radius=10, line_w=1.2, alpha=255)
    step = s.line(SIZE)
    letter = s.width("M", SIZE, "c")
    rows = listing.rows(source, max(20, int((paper.w - NUMBERS_W - 24) / letter)))
    room = max(1, int((paper.h - 16) / step))
    pages = max(1, -(-len(rows) // room))
    page = min(look.memory.scrolled("source"), pages - 1)
    for place, row in enumerate(rows[page * room : (page + 1) * room]):
        cy = paper.y + 8 + step * (place + 0.5)
        if row.number:
            s.line_at(
                paper.x + 4, cy, NUMBERS_W - 12, str(row.number), size=12, weight="c", tone="muted", align="r"
            )
        x = paper.x + NUMBERS_W + row.indent * letter
        tone = "amber" if row.odd else "log"
        if row.text:
            s.line_at(x, cy, paper.right - 8 - x, row.text, size=SIZE, weight="c", tone=tone)
    count = source.count("\n") + (0 if source.endswith("\n") else 1)
    text = f"{count} lines" if count != 1 else "1 line"
    s.line_at(
        box.x + 4, box.bottom - 20, box.w - parts.PAGER_W - 16, text, size=13.5, weight="m", tone="muted"
    )
    parts.pager(s, "source", page, pages, box)
