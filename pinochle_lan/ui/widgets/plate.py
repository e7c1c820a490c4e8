"""Draws the plate of a seat: avatar, name, one line of state, dealer chip, turn ring."""

from __future__ import annotations

from typing import Final

from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.page import Plate
from pinochle_lan.ui.painter import Painter

DOT_MS: Final = 420
"""How long each dot of a thinking bot is lit."""


def plate(painter: Painter, item: Plate) -> None:
    """A seat's plate, usually 176 x 52; each state is told by shape or word, not by colour alone (F58)."""
    theme = painter.theme
    box = item.box
    away, lost = item.link == "gone", item.link == "waiting"
    line = {"us": theme.us, "them": theme.them}.get(item.tone, theme.control_line)
    if item.turn:
        painter.panel(
            box.inset(-4), radius=17, fill=theme.gold, fill_alpha=70, border=theme.gold, border_width=2.4
        )
    painter.panel(
        box,
        radius=14,
        fill=theme.disabled if away else theme.panel,
        fill_alpha=238,
        border=theme.on_disabled if away else line,
        border_alpha=150,
        shadow=6,
    )
    _avatar(painter, item, line)
    left = box.x + 57
    room = box.right - left - (34 if item.dealer or item.ready or item.passed else 14)
    ink = theme.on_disabled if away else theme.text
    _line(painter, item.name, left, box.cy - 9.5, size=16, weight=Weight.HEAVY, colour=ink, room=room)
    quiet = theme.amber if lost else theme.on_disabled if away else theme.muted
    room = box.right - left - (46 if item.thinks else 8)
    _line(painter, item.state, left, box.cy + 11, size=13, weight=Weight.SEMIBOLD, colour=quiet, room=room)
    _corner(painter, item)
    if item.thinks:
        _dots(painter, item)
    if item.tag:
        wide = painter.texts.width(item.tag, 12, Weight.BOLD) + 16
        label = box.at(box.cx, box.bottom, wide, 18)
        painter.panel(label, radius=9, fill=theme.raised, border=theme.control_line, border_width=1.2)
        painter.text(
            item.tag, label.cx, label.cy, size=12, weight=Weight.BOLD, colour=theme.muted, align="center"
        )


def _line(
    painter: Painter, text: str, x: float, y: float, *, size: float, weight: Weight, colour: str, room: float
) -> None:
    size = painter.squeezed(text, size, weight, room)
    painter.text(text, x, y, size=size, weight=weight, colour=colour, max_width=room)


def phase(now_ms: int) -> int:
    """Which of a thinking bot's dots is lit."""
    return now_ms // DOT_MS % 3


def _dots(painter: Painter, item: Plate) -> None:
    """Three slow dots in the lower right corner."""
    theme = painter.theme
    for place in range(3):
        lit = place == phase(painter.now_ms)
        x = item.box.right - 36 + place * 10
        painter.disc(x, item.box.cy + 12, 3.4, theme.gold if lit else theme.control_line)


def _avatar(painter: Painter, item: Plate, line: str) -> None:
    theme = painter.theme
    x, y = item.box.x + 29, item.box.cy
    if item.link == "gone":
        painter.disc(x, y, 18, theme.control, theme.on_disabled)
        letter = item.name.strip()[:1].upper() or "?"
        painter.text(letter, x, y, size=18, weight=Weight.BLACK, colour=theme.on_disabled, align="center")
    else:
        painter.avatar(x, y, 18, item.name, line, hue=item.hue)
    if item.left >= 0:
        painter.arc(x, y, 22, 3.2, share=item.left / 1000, colour=theme.gold)
    if item.link == "waiting":
        painter.dashed_ring(x, y, 23, 3.2, colour=theme.amber)


def _corner(painter: Painter, item: Plate) -> None:
    """Dealer chip, and a tick for ready or a dash for passed, in the upper right corner."""
    theme = painter.theme
    x, y = item.box.right - 19, item.box.cy - 10
    if item.dealer:
        painter.disc(x, y, 9.5, theme.paper, theme.gold_deep, border_width=1.5)
        painter.text("D", x, y, size=11, weight=Weight.BLACK, colour=theme.on_gold, align="center")
        y += 20
    if item.ready:
        painter.tick(x, y, 14, theme.good)
    elif item.passed:
        painter.panel(item.box.at(x, y, 12, 2.4), radius=1.2, fill=theme.muted)
