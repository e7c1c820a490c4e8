"""What is said over the table for a moment: tooltips and toasts.

Drawing functions only; when something shows is up to the screen.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.painter import Painter

_MARGIN: Final = 8.0
_TAIL_H: Final = 10.0
_TAIL: Final = ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0))
_TAIL_UP: Final = ((0.0, 1.0), (1.0, 1.0), (0.5, 0.0))


def tooltip(painter: Painter, target: Rect, sentence: str, area: Rect) -> Rect:
    """A sentence about a control, above it or, where there is no room, below. Gives its rectangle."""
    theme, texts = painter.theme, painter.texts
    lines = texts.wrap([sentence], 272, 14, Weight.SEMIBOLD)
    wide = max(texts.rich_width(row, 14, Weight.SEMIBOLD) for row in lines) + 28
    step = texts.line_height(14)
    high = len(lines) * step + 18
    over = target.y - 2 - _TAIL_H - high >= area.y + _MARGIN
    top = target.y - 2 - _TAIL_H - high if over else target.bottom + 2 + _TAIL_H
    left = min(max(target.cx - wide / 2, area.x + _MARGIN), area.right - _MARGIN - wide)
    box = Rect(left, top, wide, high)
    painter.panel(
        box, fill=theme.raised, border=theme.control_line, border_width=1.6, shadow=9, shadow_alpha=140
    )
    tip = min(max(target.cx, left + 18), left + wide - 18)
    edge = box.bottom - 1.8 if over else box.y + 1.8 - _TAIL_H
    painter.polygon(Rect(tip - 10, edge, 20, _TAIL_H), _TAIL if over else _TAIL_UP, theme.raised)
    for i, row in enumerate(lines):
        y = box.y + 9 + step * (i + 0.5)
        painter.rich(row, box.x + 14, y, size=14, weight=Weight.SEMIBOLD, colour=theme.text)
    return box


def toast(painter: Painter, cx: float, y: float, sentence: str) -> Rect:
    """News that goes away by itself, on a raised pill; ``y`` is its middle. Gives its rectangle."""
    theme, texts = painter.theme, painter.texts
    wide = min(texts.width(sentence, 15, Weight.SEMIBOLD), 620.0)
    box = Rect.at(cx, y, wide + 44, max(36.0, texts.em(15) * 2.2))
    painter.panel(
        box, radius=12, fill=theme.raised, fill_alpha=245, border=theme.control_line, shadow=8,
        shadow_alpha=120,
    )  # fmt: skip
    painter.rich([sentence], cx, y, size=15, weight=Weight.SEMIBOLD, align="center", max_width=620)
    return box
