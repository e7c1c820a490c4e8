"""Draws in units on the window's surface: the one hand that scenes and widgets draw with.

Puts text, shapes, suits and cards of the caches in place at native pixels. Knows no scene, no state and no
input. Colours are ``#RRGGBB``, mostly ``painter.theme.<role>``.
"""

from __future__ import annotations

from typing import Final

import pygame

from pinochle_lan.cards import Card
from pinochle_lan.ui.cardart import CORNER, height
from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.text import clean
from pinochle_lan.ui.theme import AVATARS, hues
from pinochle_lan.ui.writer import Align, Vertical, Writer

__all__ = ["Align", "Painter", "Vertical"]

Strokes = tuple[tuple[tuple[float, float], ...], ...]

_TICK: Final = (((0.16, 0.53), (0.39, 0.77), (0.84, 0.26)),)


class Painter(Writer):
    """Areas, writing, marks and cards on one surface. One lives as long as the window."""

    # ------------------------------------------------------------------ marks

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str,
        border: str | None = None,
        *,
        border_width: float = 2,
    ) -> None:
        """A filled circle."""
        line = max(1.0, border_width * self.scale.k) if border else 0.0
        self._put(self.shapes.disc(max(2, self.scale.px(radius)), fill, line, border), x, y)

    def arc(self, x: float, y: float, radius: float, thick: float, *, share: float, colour: str) -> None:
        """Part of a ring, clockwise from the top: time left, progress."""
        outer, line = max(2, self.scale.px(radius)), max(2, self.scale.px(thick))
        self._put(self.shapes.arc(outer, line, share, colour), x, y)

    def dashed_ring(self, x: float, y: float, radius: float, thick: float, *, colour: str) -> None:
        """A ring of dashes: somebody is away."""
        outer, line = max(2, self.scale.px(radius)), max(2, self.scale.px(thick))
        self._put(self.shapes.dashes(outer, line, colour), x, y)

    def avatar(
        self, x: float, y: float, radius: float, name: str, ring: str | None = None, *, hue: int = -1
    ) -> None:
        """A disc with the first letter of ``name``, in the colour ``hue`` of AVATARS; -1 = by the name."""
        shown = clean(name)
        fill, ink = AVATARS[hue if hue >= 0 else hues((shown or "?",))[0]]
        self.disc(x, y, radius, fill, ring or self.theme.bar)
        letter = shown.strip()[:1].upper() or "?"
        size = (
            radius * self.scale.k / self.scale.font_px(1000) * 1000
        )  # the letter follows the disc, not the text
        self.text(letter, x, y, size=size, weight=Weight.BLACK, colour=ink, align="center")

    def tick(self, x: float, y: float, size: float, colour: str | None = None) -> None:
        """A check mark."""
        self._strokes(_TICK, x, y, size, colour or self.theme.good)

    def warning(self, x: float, y: float, size: float) -> None:
        """A triangle with an exclamation mark."""
        px = max(8, self.scale.px(size))
        sheet = self.shapes.polygon((px, px), ((0.5, 0.07), (0.98, 0.92), (0.02, 0.92)), self.theme.gold)
        self._put(sheet, x, y)
        mark = (((0.5, 0.38), (0.5, 0.62)), ((0.5, 0.78), (0.5, 0.79)))
        self._strokes(mark, x, y, size, self.theme.on_gold, thick=0.11)

    def wifi(self, x: float, y: float, size: float, colour: str | None = None, bars: int = 3) -> None:
        """Three bars, ``bars`` of them lit; (x, y) is the middle of the left edge."""
        for i in range(3):
            high = size * (0.4 + 0.3 * i)
            lit = (colour or self.theme.good) if i < bars else self.theme.line
            box = Rect(x + i * size * 0.34, y + size / 2 - high, size * 0.24, high)
            self.panel(box, radius=size * 0.12, fill=lit)

    def menu(self, x: float, y: float, size: float, colour: str | None = None) -> None:
        """Three level bars, centred."""
        for i in (-1, 0, 1):
            box = Rect.at(x, y + i * size * 0.34, size, size * 0.137)
            self.panel(box, radius=size * 0.07, fill=colour or self.theme.text)

    def oval(self, rect: Rect) -> None:
        """The hairline oval around the trick."""
        _, _, wide, high = self.scale.box(rect)
        self._put(self.shapes.oval((wide, high), self.theme.gold), rect.cx, rect.cy)

    def key_cap(self, label: str, x: float, y: float, colour: str, *, light: bool = True) -> float:
        """A key's name on a small cap; (x, y) is the middle of its left edge. Gives its width."""
        wide = self.key_cap_width(label)
        face = "#FFFFFF" if light else "#000000"
        self.panel(Rect(x, y - 11, wide, 22), radius=5, fill=face, fill_alpha=30 if light else 36)
        self.text(label, x + wide / 2, y, size=12, weight=Weight.BOLD, colour=colour, align="center")
        return wide

    def key_cap_width(self, label: str) -> float:
        """Width of a key cap in units."""
        return max(22.0, self.texts.width(label, 12, Weight.BOLD) + 12)

    # ------------------------------------------------------------------ cards

    def card(
        self,
        card: Card | None,
        x: float,
        y: float,
        width: float,
        *,
        tilt: float = 0.0,
        dim: bool = False,
        shadow: float = 6,
        shadow_alpha: int = 120,
        glow: str | None = None,
        outline: str | None = None,
        moving: bool = False,
    ) -> None:
        """A card (None: its back) centred on (x, y); ``tilt`` in degrees clockwise, in half degrees.

        A ``moving`` one changes its size in every frame: its shadow keeps to few sizes, since a new one is
        slow to blur.
        """
        px = max(8, self.scale.px(width))
        size = (px, round(height(px)))
        corner = round(px * CORNER)
        lean = round(tilt * 2) / 2
        if shadow:
            blur = max(1, self.scale.px(shadow))
            ground = size
            if moving:
                wide = max(8, round(px / 8) * 8)
                ground = (wide, round(height(wide)))
            sheet = self.shapes.shadow(ground, round(ground[0] * CORNER), blur, shadow_alpha)
            self._leaning(("shadow", ground, blur, shadow_alpha), sheet, x, y + shadow * 0.45, lean)
        if glow:
            blur = max(2, self.scale.px(7))
            sheet = self.shapes.glow(size, corner, blur, glow)
            self._leaning(("glow", size, blur, glow), sheet, x, y, lean)
        sheet = self.cards.sprite(card, px, lean, dim)
        self._put(sheet, x, y, premultiplied=True)
        if outline:
            line = max(2.0, 3 * self.scale.k)
            rim = self.shapes.panel(size, corner, None, border=outline, border_px=line)
            self._leaning(("rim", size, outline, line), rim, x, y, lean)

    def card_slot(self, x: float, y: float, width: float, label: str = "", colour: str | None = None) -> None:
        """The empty place of a card."""
        box = Rect.at(x, y, width, height(width))
        line = colour or self.theme.gold
        self.panel(
            box,
            radius=width * CORNER,
            fill="#FFFFFF",
            fill_alpha=14,
            border=line,
            border_width=1.6,
            border_alpha=150,
        )
        if label:
            self.text(
                label, x, y, size=14, weight=Weight.BOLD, colour=self.theme.muted, align="center",
                max_width=width - 12,
            )  # fmt: skip

    def _leaning(
        self, key: tuple[object, ...], sheet: pygame.Surface, x: float, y: float, tilt: float
    ) -> None:
        self._put(self.shapes.turned(key, sheet, tilt) if tilt else sheet, x, y)

    def _strokes(
        self, lines: Strokes, x: float, y: float, size: float, colour: str, *, thick: float = 0.15
    ) -> None:
        px = max(6, self.scale.px(size))
        self._put(self.shapes.strokes((px, px), lines, thick, colour), x, y)
