"""A seat's melds as groups of cards with their names, as large as fits; the rest becomes "+2 more"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pinochle_lan.rules.view import MeldView, SeatView
from pinochle_lan.ui import words
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.page import CardItem, Hot, Label, Local, Shape
from pinochle_lan.ui.sheet import Sheet

LABEL_W: Final = 180.0
"""Widest label of a meld (look.md 3)."""
GAP: Final = 18.0
ROW_GAP: Final = 4.0
FULL, SHORT, BARE = range(3)
"""Names: whole, without the suit (the cards show it), none but the points."""


class _Fit(NamedTuple):
    size: float
    style: int
    lines: list[list[MeldView]]


def groups(s: Sheet, seat: SeatView, box: Rect, sizes: Sequence[float], *, centre: float) -> None:
    """All melds of a seat inside ``box``. Rows stand about ``centre``, or at the left for 0."""
    melds = seat.meld
    if not melds:
        return
    label_h = s.line(13) + 6
    fit = _fitted(s, melds, sizes, box, label_h)
    shown = sum(len(line) for line in fit.lines)
    seen: set[int] = set()
    number = 0
    more_x = box.x
    for row, line in enumerate(fit.lines):
        widths = [_width(s, meld, fit.size, fit.style) for meld in line]
        total = sum(widths) + GAP * (len(line) - 1)
        end = box.right - (_more_width(s) if row == 0 and shown < len(melds) else 0.0)
        middle = max(min(centre, end - total / 2), box.x + total / 2)
        x = middle - total / 2 if centre else box.x
        top = box.y + row * (fit.size * 1.4 + label_h + ROW_GAP)
        for meld, width in zip(line, widths, strict=True):
            place = Rect(x, top, width, fit.size * 1.4 + label_h)
            _group(s, f"meld-{seat.seat}-{number}", meld, place, fit=fit, seen=seen)
            number += 1
            x += width + GAP
        more_x = x if row == 0 else more_x
    if shown < len(melds):
        _more(s, seat, melds[shown:], min(more_x, box.right - _more_width(s) + 8), box.y + 14)


def _more_width(s: Sheet) -> float:
    """Room that is kept for what does not fit."""
    return s.width("+9 more", 13, "b") + 30


def _more(s: Sheet, seat: SeatView, rest: Sequence[MeldView], x: float, y: float) -> None:
    """What does not fit, in a tooltip; a click opens the list."""
    w = s.chip(x, y, f"+{len(rest)} more", fill="control", tone="text", size=13)
    told = ", ".join(f"{meld.title} {words.number(meld.points)}" for meld in rest)
    show = (Local("tab", "meld"), Local("drawer")) if not s.frame.side else (Local("tab", "meld"),)
    s.add(Hot(f"more:{seat.seat}", Rect.at(x + w / 2, y, max(36.0, w), 36), show, told))


def _fitted(s: Sheet, melds: Sequence[MeldView], sizes: Sequence[float], box: Rect, label_h: float) -> _Fit:
    """The largest cards at which all melds fit, with the longest names; else as many as possible."""
    ways = [(size, style) for size in sizes for style in (FULL, SHORT)] + [(size, BARE) for size in sizes]
    best, most = _Fit(sizes[0], FULL, []), 0
    for size, style in ways:
        fit = max(1, int((box.h + ROW_GAP + 1) // (size * 1.4 + label_h + ROW_GAP)))
        lines = _broken(s, melds, size, style, width=box.w)
        if len(lines) <= fit:
            return _Fit(size, style, lines)
        lines = _broken(s, melds, size, style, width=box.w - _more_width(s))[:fit]
        count = sum(len(line) for line in lines)
        if count > most:
            best, most = _Fit(size, style, lines), count
    return best


def _broken(
    s: Sheet, melds: Sequence[MeldView], size: float, style: int, *, width: float
) -> list[list[MeldView]]:
    lines: list[list[MeldView]] = [[]]
    used = 0.0
    for meld in melds:
        wide = _width(s, meld, size, style)
        if lines[-1] and used + GAP + wide > width:
            lines.append([])
            used = 0.0
        used += wide + (GAP if lines[-1] else 0)
        lines[-1].append(meld)
    return lines


def _step(size: float) -> float:
    return size * (0.72 if size >= 80 else 0.45)


def _title(s: Sheet, meld: MeldView, style: int) -> str:
    if style == BARE:
        return ""
    short = meld.title.partition(" in ")[0].partition(" of ")[0]
    return short if style == SHORT else s.fitting((meld.title, short), LABEL_W, 13, "b")


def _label_width(s: Sheet, meld: MeldView, style: int) -> tuple[float, float]:
    title = _title(s, meld, style)
    name = min(s.width(title, 13, "b") + 1, LABEL_W) if title else -8.0
    return name, s.width(words.number(meld.points), 14, "x") + 1


def _width(s: Sheet, meld: MeldView, size: float, style: int) -> float:
    cards = size + _step(size) * (len(meld.cards) - 1)
    return max(cards, sum(_label_width(s, meld, style)) + 30)


def _group(s: Sheet, name: str, meld: MeldView, box: Rect, *, fit: _Fit, seen: set[int]) -> None:
    size, step = fit.size, _step(fit.size)
    left = box.cx - (size + step * (len(meld.cards) - 1)) / 2
    for place, (slot, card) in enumerate(zip(meld.slots, meld.cards, strict=True)):
        pose = Pose(left + size / 2 + place * step, box.y + size * 0.7, size)
        s.add(CardItem(f"{name}:{slot}", pose, card, link=slot in seen, shadow=5))
    seen.update(meld.slots)
    wide, points = _label_width(s, meld, fit.style)
    high = s.line(13) + 7
    pill = Rect.at(box.cx, box.y + size * 1.4 + (box.h - size * 1.4) / 2 + 2, wide + points + 30, high)
    last = f"{name}:{meld.slots[-1]}"
    s.add(Shape(pill, "bar", "", pill.h / 2, 0, 225, of=last))
    title = _title(s, meld, fit.style)
    if title:
        s.add(Label(Rect(pill.x + 11, pill.y, wide, pill.h), title, 13, "b", of=last))
    value = Rect(pill.right - 11 - points, pill.y, points, pill.h)
    s.add(Label(value, words.number(meld.points), 14, "x", "gold", "r", last))
