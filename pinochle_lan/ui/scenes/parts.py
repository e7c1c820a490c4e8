"""Pieces that several pages are made of: a stepper, the row that turns pages, tabs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Do, Hot, Local
from pinochle_lan.ui.sheet import Sheet

T = TypeVar("T")

PAGER_W: Final = 290.0
PAGER_H: Final = 40.0


def stepper(
    s: Sheet, name: str, cell: Rect, text: str, *, down: Do, up: Do, edit: Do = (), changed: bool = False
) -> None:
    """A value between two arrows; ``edit`` is what a click on the value does. 40 units high."""
    tone = "gold" if changed else "text"
    s.shape(cell, "bar", line="panel_line", radius=10, line_w=1.3, alpha=220)
    middle = Rect(cell.x + 41, cell.y + 2, cell.w - 82, 36)
    s.button(
        f"less:{name}",
        Rect(cell.x + 2, cell.y + 2, 36, 36),
        "‹",
        down,
        "step",
        size=20,
        enabled=bool(down),
        why="" if down else "That is the lowest.",
    )
    size = 15 if s.width(text, 15, "b") <= middle.w else 13
    s.label(middle, text, size=size, weight="b", tone=tone, align="m")
    if edit:
        s.add(Hot(f"value:{name}", middle, edit, "Write a number"))
    s.button(
        f"more:{name}",
        Rect(cell.right - 38, cell.y + 2, 36, 36),
        "›",
        up,
        "step",
        size=20,
        enabled=bool(up),
        why="" if up else "That is the highest.",
    )


def pager(s: Sheet, name: str, page: int, pages: int, box: Rect) -> None:
    """Back, where, on, at the lower right of ``box``; nothing where there is one page."""
    if pages <= 1:
        return
    right, y = box.right, box.bottom - PAGER_H
    left = right - PAGER_W
    for word, title, to, x, keys in (
        ("back", "Back", page - 1, left, ("pageup",)),
        ("more", "More", page + 1, right - 96, ("pagedown",)),
    ):
        s.button(
            f"{name}:{word}",
            Rect(x, y, 96, PAGER_H),
            title,
            (Local("scroll", (name, to)),),
            keys=keys,
            size=14,
            enabled=0 <= to < pages,
        )
    where = f"{page + 1} of {pages}"
    s.line_at(left + 100, y + 20, 90, where, size=14, weight="b", tone="muted", align="m")


def tabs(s: Sheet, group: str, titles: Sequence[tuple[str, str]], chosen: str, box: Rect) -> None:
    """Words side by side from the left, one of them chosen: (part, title). 36 high."""
    x = box.x
    for part, title in titles:
        w = s.width(title, 14, "h") + 30
        s.button(
            f"{group}:{part}",
            Rect(x, box.y, w, 36),
            title,
            (Local("part", part),),
            "chip",
            size=14,
            chosen=part == chosen,
        )
        x += w + 8


def pages_of(items: Sequence[T], heights: Sequence[float], room: float) -> list[list[T]]:
    """The items in pages no higher than ``room``; an item higher than that has a page of its own."""
    pages: list[list[T]] = [[]]
    used = 0.0
    for item, height in zip(items, heights, strict=True):
        if pages[-1] and used + height > room:
            pages.append([])
            used = 0.0
        pages[-1].append(item)
        used += height
    return pages
