"""Soft-edged shapes as surfaces in pixels: panels, shadows, glows, discs, arcs, suits, marks, felt.

Everything is made once and kept; the painter places it. All surfaces have the display's own layout, otherwise
a blit takes 20 to 90 times as long. Knows pixels and colours, no units and no widget.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import pygame

from pinochle_lan.cards import Suit
from pinochle_lan.shipped import sprites
from pinochle_lan.ui import cloth
from pinochle_lan.ui.cache import Cache
from pinochle_lan.ui.theme import Theme, rgb

SAMPLES: Final = 4
"""Shapes are drawn this many times larger and averaged down."""

Point = tuple[float, float]


class ShapeCache:
    """Makes shapes and keeps the last 1,500 of them."""

    def __init__(self) -> None:
        self._kept: Cache[pygame.Surface] = Cache(1500)
        self._felts: Cache[pygame.Surface] = Cache(2)

    def clear(self) -> None:
        """Forget all shapes: the window has another size."""
        self._kept.clear()
        self._felts.clear()

    def panel(
        self,
        size: tuple[int, int],
        radius: int,
        fill: str | None,
        *,
        fill_alpha: int = 255,
        border: str | None = None,
        border_px: float = 0.0,
        border_alpha: int = 255,
        gradient: int = 0,
    ) -> pygame.Surface:
        """A rounded rectangle; ``gradient`` is the strength (0 to 255) of a light that fades downwards."""
        key = ("panel", size, radius, fill, fill_alpha, border, border_px, border_alpha, gradient)

        def make() -> pygame.Surface:
            radius_px = min(radius, size[0] // 2 + 1, size[1] // 2 + 1)
            edge = math.ceil(max(radius_px, border_px)) + 1
            small = (min(size[0], 2 * edge + 1), min(size[1], 2 * edge + 1))
            core = _rounded(
                small,
                radius_px,
                fill=fill,
                fill_alpha=fill_alpha,
                border=border,
                border_px=border_px,
                border_alpha=border_alpha,
            )
            sheet = _stretched(core, size, edge)
            if gradient:
                _lighten(sheet, gradient)
            return sheet

        return self._made(key, size, make)

    def shadow(self, size: tuple[int, int], radius: int, blur: int, alpha: int) -> pygame.Surface:
        """A blurred black rounded rectangle; the surface is larger by ``2 * blur`` on every side."""
        key = ("shadow", size, radius, blur, alpha)
        return self._blurred(key, size, radius, blur, ink=(0, 0, 0, alpha), grow=0)

    def glow(self, size: tuple[int, int], radius: int, blur: int, colour: str) -> pygame.Surface:
        """A light around a rounded rectangle; the surface is larger by ``2 * blur`` on every side."""
        key = ("glow", size, radius, blur, colour)
        return self._blurred(key, size, radius, blur, ink=(*rgb(colour), 255), grow=blur // 2)

    def disc(
        self, radius: int, fill: str, border_px: float = 0.0, border: str | None = None
    ) -> pygame.Surface:
        """A filled circle of ``radius``, with a rim inside it."""

        def make() -> pygame.Surface:
            large = radius * SAMPLES
            sheet = _clear((2 * large, 2 * large), border or fill)
            pygame.draw.circle(sheet, border or fill, (large, large), large)
            if border:
                pygame.draw.circle(sheet, fill, (large, large), large - round(border_px * SAMPLES))
            return pygame.transform.smoothscale(sheet, (2 * radius, 2 * radius))

        return self._made(("disc", radius, fill, border_px, border), (2 * radius, 2 * radius), make)

    def arc(self, radius: int, thick: int, share: float, colour: str, start: float = 0.0) -> pygame.Surface:
        """``share`` (0 to 1) of a ring, clockwise from ``start`` turns after twelve o'clock."""
        part = round(min(1.0, max(0.0, share)), 2)

        def make() -> pygame.Surface:
            large = radius * SAMPLES
            sheet = _clear((2 * large, 2 * large), colour)
            steps = max(2, round(160 * part))
            angles = [math.tau * (start + part * i / steps) - math.pi / 2 for i in range(steps + 1)]
            inner = large - thick * SAMPLES
            ring = [(large + large * math.cos(a), large + large * math.sin(a)) for a in angles]
            ring += [(large + inner * math.cos(a), large + inner * math.sin(a)) for a in reversed(angles)]
            pygame.draw.polygon(sheet, colour, ring)
            return pygame.transform.smoothscale(sheet, (2 * radius, 2 * radius))

        return self._made(("arc", radius, thick, part, colour, start), (2 * radius, 2 * radius), make)

    def dashes(self, radius: int, thick: int, colour: str) -> pygame.Surface:
        """A ring of twelve dashes."""

        def make() -> pygame.Surface:
            sheet = _clear((2 * radius, 2 * radius), colour)
            for i in range(12):
                sheet.blit(self.arc(radius, thick, 0.05, colour, i / 12), (0, 0))
            return sheet

        return self._made(("dashes", radius, thick, colour), (2 * radius, 2 * radius), make)

    def suit(self, suit: Suit, px: int, colour: str, outline: str | None = None) -> pygame.Surface:
        """A suit shape in a square of ``px``, premultiplied; ``outline`` draws a rim of that colour."""

        def make() -> pygame.Surface:
            drawing = suit_drawing(suit).replace("#000000", colour)
            if outline:
                drawing = drawing.replace("<path ", f'<path stroke="{outline}" stroke-width="7" ', 1)
            sheet = pygame.image.load_sized_svg(io.BytesIO(drawing.encode()), (px * 3, px * 3))
            return pygame.transform.smoothscale(sheet.premul_alpha(), (px, px))

        return self._made(("suit", suit, px, colour, outline), (px, px), make)

    def strokes(
        self, size: tuple[int, int], lines: Sequence[Sequence[Point]], width: float, colour: str
    ) -> pygame.Surface:
        """Open lines with round ends; points and ``width`` are shares (0 to 1) of ``size`` and height."""
        shape = tuple(tuple(line) for line in lines)

        def make() -> pygame.Surface:
            wide, high = size[0] * SAMPLES, size[1] * SAMPLES
            sheet = _clear((wide, high), colour)
            thick = max(1, round(width * high))
            for line in shape:
                spots = [(x * wide, y * high) for x, y in line]
                pygame.draw.lines(sheet, colour, False, spots, thick)
                for spot in spots:
                    pygame.draw.circle(sheet, colour, spot, thick / 2)
            return pygame.transform.smoothscale(sheet, size)

        return self._made(("strokes", size, shape, width, colour), size, make)

    def polygon(self, size: tuple[int, int], points: Sequence[Point], colour: str) -> pygame.Surface:
        """A filled shape; points are shares (0 to 1) of ``size``."""
        shape = tuple(points)

        def make() -> pygame.Surface:
            wide, high = size[0] * SAMPLES, size[1] * SAMPLES
            sheet = _clear((wide, high), colour)
            pygame.draw.polygon(sheet, colour, [(x * wide, y * high) for x, y in shape])
            return pygame.transform.smoothscale(sheet, size)

        return self._made(("polygon", size, shape, colour), size, make)

    def oval(self, size: tuple[int, int], colour: str) -> pygame.Surface:
        """The hairline double oval on the felt around the trick."""

        def make() -> pygame.Surface:
            large = (size[0] * 2, size[1] * 2)
            sheet = _clear(large, colour)
            line = max(2, size[1] // 120)
            pygame.draw.ellipse(sheet, (255, 255, 255, 10), sheet.get_rect())
            pygame.draw.ellipse(sheet, (*rgb(colour), 70), sheet.get_rect(), line)
            inner = sheet.get_rect().inflate(-size[1] // 12, -size[1] // 12)
            pygame.draw.ellipse(sheet, (*rgb(colour), 34), inner, line)
            return pygame.transform.smoothscale(sheet, size)

        return self._made(("oval", size, colour), size, make)

    def turned(self, key: tuple[object, ...], sheet: pygame.Surface, tilt: float) -> pygame.Surface:
        """``sheet`` turned clockwise by ``tilt`` degrees; ``key`` names the sheet."""

        def make() -> pygame.Surface:
            return pygame.transform.rotozoom(sheet, -tilt, 1)

        return self._kept.get(("turned", key, tilt), lambda: make().convert_alpha())

    def felt(self, size: tuple[int, int], theme: Theme) -> pygame.Surface:
        """The table cloth for a window of ``size``: radial light, vignette, light grain."""

        return self._felts.get((size, theme), lambda: cloth.felt(size, theme))

    def _blurred(
        self,
        key: tuple[object, ...],
        size: tuple[int, int],
        radius: int,
        blur: int,
        *,
        ink: tuple[int, int, int, int],
        grow: int,
    ) -> pygame.Surface:
        full = (size[0] + 4 * blur, size[1] + 4 * blur)

        def make() -> pygame.Surface:
            edge = 4 * blur + radius + 1
            small = (min(full[0], 2 * edge + 1), min(full[1], 2 * edge + 1))
            coarse = max(1, blur // 6)  # a wide blur shows no detail: blur it small, then enlarge
            sheet = pygame.Surface((small[0] // coarse + 1, small[1] // coarse + 1), pygame.SRCALPHA)
            sheet.fill((*ink[:3], 0))
            margin = 2 * blur - grow
            wide, high = small[0] - 2 * margin, small[1] - 2 * margin
            box = (margin / coarse, margin / coarse, wide / coarse, high / coarse)
            pygame.draw.rect(sheet, ink, box, border_radius=(radius + grow) // coarse)
            soft = pygame.transform.gaussian_blur(sheet, max(1, blur // coarse))
            if coarse > 1:
                soft = pygame.transform.smoothscale(soft, small)
            return _stretched(soft.subsurface((0, 0, *small)), full, edge)

        return self._made(key, full, make)

    def _made(
        self, key: tuple[object, ...], size: tuple[int, int], make: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        if min(size) <= 0:
            return self._kept.get("nothing", lambda: pygame.Surface((1, 1), pygame.SRCALPHA).convert_alpha())
        return self._kept.get(key, lambda: make().convert_alpha())


@cache
def suit_drawing(suit: Suit) -> str:
    """The SVG text of a suit shape, black, in a square."""
    return (sprites() / "suits" / f"{suit.name.lower()}.svg").read_text("utf-8")


def _clear(size: tuple[int, int], colour: str) -> pygame.Surface:
    """A transparent surface whose hidden colour is ``colour``, so that averaging darkens no edge."""
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    sheet.fill((*rgb(colour), 0))
    return sheet


def _rounded(
    size: tuple[int, int],
    radius: float,
    *,
    fill: str | None,
    fill_alpha: int,
    border: str | None,
    border_px: float,
    border_alpha: int,
) -> pygame.Surface:
    rim = border if border and border_px else None
    sheet = _clear((size[0] * SAMPLES, size[1] * SAMPLES), rim or fill or "#000000")
    whole = sheet.get_rect()
    inset = round(border_px * SAMPLES) if rim else 0
    inner = whole.inflate(-2 * inset, -2 * inset)
    inner_radius = max(0, round(radius * SAMPLES) - inset)
    if rim:
        pygame.draw.rect(sheet, (*rgb(rim), border_alpha), whole, border_radius=round(radius * SAMPLES))
        # draw writes alpha instead of blending it, so this cuts the inside out again
        pygame.draw.rect(sheet, (*rgb(fill or rim), 0), inner, border_radius=inner_radius)
    if fill:
        pygame.draw.rect(sheet, (*rgb(fill), fill_alpha), inner, border_radius=inner_radius)
    return pygame.transform.smoothscale(sheet, size)


def _stretched(core: pygame.Surface, size: tuple[int, int], edge: int) -> pygame.Surface:
    """``core`` enlarged to ``size`` by repeating its middle row and column; corners are ``edge`` px."""
    wide, high = core.get_size()
    if (wide, high) == size:
        return core
    out = pygame.Surface(size, pygame.SRCALPHA)
    columns = _thirds(wide, size[0], edge)
    rows = _thirds(high, size[1], edge)
    for left, width, to_left, to_width in columns:
        for top, height, to_top, to_height in rows:
            piece = core.subsurface((left, top, width, height))
            if (width, height) != (to_width, to_height):
                piece = pygame.transform.scale(piece, (to_width, to_height))
            out.blit(piece, (to_left, to_top), special_flags=pygame.BLEND_RGBA_MAX)
    return out


def _thirds(have: int, want: int, edge: int) -> list[tuple[int, int, int, int]]:
    """(from, length, to, new length) of the start, the middle and the end of one axis."""
    if have == want:
        return [(0, have, 0, want)]
    return [(0, edge, 0, edge), (edge, 1, edge, want - 2 * edge), (have - edge, edge, want - edge, edge)]


def _lighten(sheet: pygame.Surface, strength: int) -> None:
    """Lay a white light over ``sheet`` that fades to nothing at its bottom; clear parts stay clear."""
    fade = pygame.Surface((1, 2), pygame.SRCALPHA)
    fade.set_at((0, 0), (255, 255, 255, strength))
    fade.set_at((0, 1), (255, 255, 255, 0))
    light = pygame.transform.smoothscale(fade, sheet.get_size())
    shape = sheet.copy()
    shape.fill((255, 255, 255, 255), special_flags=pygame.BLEND_RGB_MAX)
    light.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    sheet.blit(light, (0, 0))
