"""The points of a table that is being set up: every meld by multiple, the cards by rank, the last trick."""

from __future__ import annotations

from typing import Final

from pinochle_lan.form import CARDS, LAST, RANKS, Form, PointsInfo
from pinochle_lan.intents import ChangeTable
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.page import Do, Local
from pinochle_lan.ui.scenes import parts
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.setup_options import foot
from pinochle_lan.ui.sheet import Sheet

ROW_H: Final = 44.0
CARDS_H: Final = 84.0
NAME_W: Final = 176.0
_MULTIPLES: Final = ("single", "double", "triple", "fourfold")


def show(s: Sheet, look: Look, snap: Snapshot, form: Form, box: Rect) -> None:
    """Melds in two columns, the cards below; what differs from the game's own is gold."""
    melds = [info for info in form.points if info.name not in (CARDS, LAST)]
    head, gap = 22.0, 28.0
    foot_y = box.bottom - 44 - CARDS_H
    per_col = max(1, int((foot_y - box.y - head) // ROW_H))
    pages = max(1, -(-len(melds) // (per_col * 2)))
    page = min(look.memory.scrolled("points"), pages - 1)
    col_w = (box.w - gap) / 2
    per_col = min(per_col, max(6, -(-len(melds) // 2)))
    shown = melds[page * per_col * 2 : (page + 1) * per_col * 2]
    for col in range(2):
        column = shown[col * per_col : (col + 1) * per_col]
        x = box.x + col * (col_w + gap)
        for line, info in enumerate(column):
            row = Rect(x, box.y + head + line * ROW_H, col_w, ROW_H)
            _meld(s, snap, info, row, _cell_w(column, col_w))
        _heads(s, column, Rect(x, box.y, col_w, head))
    _cards(s, snap, form, Rect(box.x, foot_y, box.w, CARDS_H))
    end = foot(s, snap, form, box)
    changed = any(info.now != info.usual for info in form.points)
    if changed and snap.founder:
        kept = tuple((name, value) for name, value in form.settings if name not in _names(form))
        cell = Rect(end + 12, box.bottom - 39, 130, 38)
        do = (ChangeTable(form.variant, kept),)
        s.button("points:reset", cell, "Usual points", do, "ghost", size=14)
    parts.pager(s, "points", page, pages, box)


def _names(form: Form) -> tuple[str, ...]:
    return tuple(info.name for info in form.points)


def _cell_w(column: list[PointsInfo], room: float) -> float:
    most = max((len(info.now) for info in column), default=1)
    return min(78.0, (room - NAME_W) / most)


def _heads(s: Sheet, column: list[PointsInfo], box: Rect) -> None:
    most = max((len(info.now) for info in column), default=0)
    w = _cell_w(column, box.w)
    for place in range(most if most > 1 else 0):
        word = s.fitting((_MULTIPLES[min(place, 3)], f"×{place + 1}"), w - 6, 12.5, "m")
        x = box.x + NAME_W + place * w
        s.line_at(x, box.y + 10, w - 6, word, size=12.5, weight="m", tone="muted", align="m")


def _meld(s: Sheet, snap: Snapshot, info: PointsInfo, row: Rect, w: float) -> None:
    tone = "text" if info.now[0] else "muted"
    s.line_at(row.x, row.cy, NAME_W - 8, info.title, size=14.5, weight="b", tone=tone)
    for place in range(len(info.now)):
        _cell(s, snap, info, place, Rect(row.x + NAME_W + place * w, row.y + 3, w - 6, 38))


def _cards(s: Sheet, snap: Snapshot, form: Form, box: Rect) -> None:
    s.rule(box.x, box.y, box.w)
    s.line_at(box.x, box.y + 52, NAME_W - 8, "Card points", size=14.5, weight="b")
    x = box.x + NAME_W
    rows = [info for name in (CARDS, LAST) for info in form.points if info.name == name]
    w = min(84.0, (box.w - NAME_W) / 7)
    for info in rows:
        for place in range(len(info.now)):
            head = RANKS[place] if info.name == CARDS else info.title
            s.line_at(x, box.y + 18, w - 6, head, size=13.5, weight="b", tone="muted", align="m")
            _cell(s, snap, info, place, Rect(x, box.y + 32, w - 6, 38))
            x += w


def _cell(s: Sheet, snap: Snapshot, info: PointsInfo, place: int, cell: Rect) -> None:
    points, usual = info.now[place], info.usual[place]
    meld = info.name not in (CARDS, LAST)
    text = words.number(points) if points or not meld else "–"
    changed = points != usual
    if not snap.founder:
        s.label(cell, text, size=15, weight="b", tone="gold" if changed else "text", align="m")
        return
    do: Do = (Local("field", ("number", str(points))), Local("dialog", f"number:{info.name}:{place}"))
    why = (
        f"Usually {words.number(usual)}"
        if changed
        else "Write a number; 0 takes the meld out"
        if meld
        else ""
    )
    s.button(f"points:{info.name}:{place}", cell, text, do, "chip", size=15, chosen=changed, why=why)
