"""Draws buttons: primary (one a screen), secondary, ghost, paper (on light ground), danger."""

from __future__ import annotations

from typing import Literal

from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.painter import Painter
from pinochle_lan.ui.theme import Theme, mix

Kind = Literal["primary", "secondary", "ghost", "paper", "danger"]


def button(
    painter: Painter,
    box: Rect,
    label: str,
    kind: Kind = "secondary",
    *,
    cap: str = "",
    size: float = 16,
    enabled: bool = True,
    chosen: bool = False,
    hovered: bool = False,
    held: bool = False,
    focused: bool = False,
) -> None:
    """A button with its key's ``cap`` inside; ``chosen``: the one in force (sort order, tool that is on)."""
    theme = painter.theme
    fill, ink, line = _colours(theme, kind, enabled=enabled, chosen=chosen)
    down = enabled and held and hovered
    if fill and enabled and hovered and not down:
        fill = mix(fill, "#FFFFFF", 0.08)
    box = box.moved(0, 1.0 if down else 0.0)
    raised = enabled and kind in ("primary", "secondary", "danger")
    gradient = 0
    if enabled and fill:
        gradient = 46 if kind == "primary" else 14
    painter.panel(
        box,
        fill=fill,
        border=line,
        border_width=1.5,
        gradient=gradient,
        shadow=0 if down or not raised else 5,
        shadow_alpha=90,
    )
    if kind == "ghost" and enabled and hovered:
        painter.panel(box, fill="#FFFFFF", fill_alpha=20)
    if focused:
        painter.focus_ring(box, paper=kind == "paper")
    _label(painter, box, label, cap, ink, size=size, dark=kind in ("primary", "paper"))


def _label(painter: Painter, box: Rect, label: str, cap: str, ink: str, *, size: float, dark: bool) -> None:
    extra = painter.key_cap_width(cap) + 9 if cap else 0.0
    room = box.w - 16
    wide = painter.texts.width(label, size, Weight.HEAVY)
    if wide + extra > room:
        cap, extra = "", 0.0  # the words matter more than the cap
    least = min(12.5, size / painter.scale.text)
    while wide > room and size > least:
        size = max(least, size - 0.5)
        wide = painter.texts.width(label, size, Weight.HEAVY)
    wide = min(wide, room - extra)
    left = box.cx - (wide + extra) / 2
    painter.text(
        label, left, box.cy, size=size, weight=Weight.HEAVY, colour=ink, max_width=max(8.0, room - extra)
    )
    if cap:
        painter.key_cap(cap, left + wide + 9, box.cy, ink, light=not dark)


def _colours(theme: Theme, kind: Kind, *, enabled: bool, chosen: bool) -> tuple[str | None, str, str | None]:
    """Fill, label and border."""
    if not enabled:
        return theme.disabled, theme.on_disabled, None
    if kind == "primary":
        return theme.gold, theme.on_gold, None
    if kind == "danger":
        return theme.danger, theme.on_danger, None
    if kind == "paper":
        return theme.paper, theme.ink, theme.ink_muted
    if chosen:
        return theme.gold_dark, theme.gold, theme.gold
    if kind == "secondary":
        return theme.control, theme.text, theme.control_line
    return None, theme.text, theme.control_line
