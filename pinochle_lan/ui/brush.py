"""Areas, lines and suit shapes in units on the window's surface: what writing, marks and cards build upon.

Knows no text layout, no card, no scene and no input.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from pinochle_lan.cards import Suit
from pinochle_lan.ui.cardart import WIDEST, CardArt
from pinochle_lan.ui.fonts import Fonts
from pinochle_lan.ui.geometry import Rect, Scale
from pinochle_lan.ui.shapes import Point, ShapeCache
from pinochle_lan.ui.text import TextCache
from pinochle_lan.ui.theme import FOUR_COLOURS, GREEN, SuitColours, Theme


class Brush:
    """A surface, a scale, a theme and the caches: areas and suit shapes."""

    def __init__(
        self,
        surface: pygame.Surface,
        scale: Scale,
        theme: Theme = GREEN,
        suits: SuitColours = FOUR_COLOURS,
        *,
        fonts: Fonts | None = None,
        cards: CardArt | None = None,
    ) -> None:
        self.surface = surface
        self.scale = scale
        self.theme = theme
        self.suits = suits
        self.texts = TextCache(fonts or Fonts(), scale)
        self.shapes = ShapeCache()
        self.cards = cards or CardArt(colours=suits, back=theme.back)
        self.cards.fit(scale.px(WIDEST))
        self.now_ms = 0
        """Time of the frame being drawn; set by the window, read for carets, dots and pressed keys."""
        self.boxes: list[tuple[str, Rect]] | None = None
        """Set to a list to collect every text drawn with its box: for layout checks."""
        self._shift = (0.0, 0.0)

    @property
    def area(self) -> Rect:
        """The whole surface in units."""
        wide, high = self.surface.get_size()
        return Rect(0, 0, self.scale.units(wide), self.scale.units(high))

    def resize(self, surface: pygame.Surface, scale: Scale) -> None:
        """Draw on another surface at another scale; what was kept for the old one is dropped."""
        self.surface = surface
        if scale != self.scale:
            self.scale = scale
            self.texts.rescale(scale)
            self.shapes.clear()
            self.cards.fit(scale.px(WIDEST))

    def restyle(self, theme: Theme, suits: SuitColours, cards: CardArt) -> None:
        """Another theme, colour set or deck from now on."""
        self.theme, self.suits = theme, suits
        self.cards = cards
        self.cards.fit(self.scale.px(WIDEST))

    def ink(self, suit: Suit, *, paper: bool = False) -> str:
        """Colour of a suit on paper or, by default, on dark."""
        return self.suits.paper[suit] if paper else self.suits.dark[suit]

    @contextmanager
    def clip(self, rect: Rect) -> Iterator[None]:
        """Draw only inside ``rect`` while the block runs."""
        before = self.surface.get_clip()
        self.surface.set_clip(before.clip(pygame.Rect(self.scale.box(self._moved(rect)))))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    @contextmanager
    def shifted(self, dx: float, dy: float) -> Iterator[None]:
        """Draw everything ``dx``, ``dy`` units away while the block runs (scrolling, sliding)."""
        before = self._shift
        self._shift = (before[0] + dx, before[1] + dy)
        try:
            yield
        finally:
            self._shift = before

    # ------------------------------------------------------------------ areas

    def felt(self) -> None:
        """The table cloth over the whole surface."""
        self.surface.blit(self.shapes.felt(self.surface.get_size(), self.theme), (0, 0))

    def veil(self, rect: Rect, alpha: int = 150) -> None:
        """Darken ``rect``, for what stands behind a dialog."""
        self.panel(rect, radius=0, fill=self.theme.felt_edge, fill_alpha=alpha)

    def panel(
        self,
        rect: Rect,
        *,
        radius: float = 10,
        fill: str | None = None,
        fill_alpha: int = 255,
        border: str | None = None,
        border_width: float = 1.4,
        border_alpha: int = 255,
        gradient: int = 0,
        shadow: float = 0,
        shadow_alpha: int = 110,
        shadow_dy: float | None = None,
    ) -> None:
        """A rounded rectangle with border, light from above and soft shadow (blur in units)."""
        left, top, wide, high = self.scale.box(self._moved(rect))
        corner = self.scale.px(radius)
        if shadow:
            blur = max(1, self.scale.px(shadow))
            down = self.scale.px(shadow * 0.4 if shadow_dy is None else shadow_dy)
            sheet = self.shapes.shadow((wide, high), corner, blur, shadow_alpha)
            self.surface.blit(sheet, (left - 2 * blur, top - 2 * blur + down))
        line = max(1.0, border_width * self.scale.k) if border else 0.0
        sheet = self.shapes.panel(
            (wide, high),
            corner,
            fill,
            fill_alpha=fill_alpha,
            border=border,
            border_px=line,
            border_alpha=border_alpha,
            gradient=gradient,
        )
        self.surface.blit(sheet, (left, top))

    def glow(self, rect: Rect, colour: str, *, radius: float = 10, blur: float = 7) -> None:
        """A light around ``rect``."""
        left, top, wide, high = self.scale.box(self._moved(rect))
        soft = max(2, self.scale.px(blur))
        sheet = self.shapes.glow((wide, high), self.scale.px(radius), soft, colour)
        self.surface.blit(sheet, (left - 2 * soft, top - 2 * soft))

    def focus_ring(self, rect: Rect, *, radius: float = 10, paper: bool = False) -> None:
        """The ring that marks where the keyboard is: 2.5 wide, 4 outside."""
        colour = self.theme.focus_paper if paper else self.theme.focus
        self.panel(rect.inset(-4), radius=radius + 4, border=colour, border_width=2.5)

    def hairline(self, x: float, y: float, width: float, colour: str | None = None) -> None:
        """A level line one pixel or more high."""
        high = max(1.0, self.scale.k) / self.scale.k
        self.panel(Rect(x, y, width, high), radius=0, fill=colour or self.theme.line)

    def bar(self, rect: Rect, share: float, colour: str, trough: str = "#000000", alpha: int = 140) -> None:
        """A progress bar; ``share`` from 0 to 1."""
        round_end = rect.h / 2
        self.panel(rect, radius=round_end, fill=trough, fill_alpha=alpha)
        if share > 0:
            wide = max(rect.h, rect.w * min(1.0, share))
            self.panel(rect._replace(w=wide), radius=round_end, fill=colour, gradient=30)

    def suit(
        self,
        suit: Suit,
        x: float,
        y: float,
        size: float,
        colour: str | None = None,
        *,
        outline: str | None = None,
    ) -> None:
        """A suit shape centred on (x, y); by default in its colour on dark ground."""
        px = max(6, self.scale.px(size))
        sheet = self.shapes.suit(suit, px, colour or self.ink(suit), outline)
        self._put(sheet, x, y, premultiplied=True)

    def polygon(self, rect: Rect, points: tuple[Point, ...], colour: str) -> None:
        """A filled shape; points are shares (0 to 1) of ``rect``."""
        left, top, wide, high = self.scale.box(self._moved(rect))
        self.surface.blit(self.shapes.polygon((wide, high), points, colour), (left, top))

    def _moved(self, rect: Rect) -> Rect:
        return rect.moved(*self._shift)

    def _put(self, sheet: pygame.Surface, x: float, y: float, *, premultiplied: bool = False) -> None:
        """Blit ``sheet`` centred on (x, y) units."""
        middle = (self.scale.px(x + self._shift[0]), self.scale.px(y + self._shift[1]))
        flags = pygame.BLEND_PREMULTIPLIED if premultiplied else 0
        self.surface.blit(sheet, sheet.get_rect(center=middle), special_flags=flags)
