"""SVG in the small dialect that the game can read: paths, circles, ellipses, rectangles, turned groups.

The drawing library of the game (nanosvg) knows no text, use, clipPath, pattern or filter, so letters are
outlines and everything stays inside its frame by construction.
All measures are on the card grid of 250 x 350.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

WIDE: Final = 250
HIGH: Final = 350
FONT: Final = Path(__file__).resolve().parent / "fonts" / "PinochleSans-Black.ttf"

PAPER: Final = "#FFFDF8"
EDGE: Final = "#B9AF9C"
GOLD: Final = "#E3AE35"
GOLD_DARK: Final = "#A8741A"
GOLD_LIGHT: Final = "#F7D98A"
CREAM: Final = "#FFF6E3"

SUITS: Final = "SHDC"
RANKS: Final = ("A", "10", "K", "Q", "J", "9")
INK: Final = {"S": "#15191F", "H": "#CC2A1A", "D": "#1463C4", "C": "#0E7D5F"}
"""The four-colour set; the game puts other colours in its place when it loads a face."""
TINT: Final = {"S": "#E9EBEF", "H": "#FCEBE8", "D": "#E7F0FB", "C": "#E5F3EE"}

SHAPES: Final = {
    "H": "M0,47 C-10,29 -50,9 -50,-19 C-50,-38 -36,-47 -24,-47 C-12,-47 -4,-39 0,-28 C4,-39 12,-47 24,-47 "
    "C36,-47 50,-38 50,-19 C50,9 10,29 0,47Z",
    "D": "M0,-52 C9,-34 25,-13 40,0 C25,13 9,34 0,52 C-9,34 -25,13 -40,0 C-25,-13 -9,-34 0,-52Z",
    "S": "M0,-50 C9,-30 48,-10 48,17 C48,32 37,39 26,39 C17,39 9,35 4,27 C5,37 10,45 20,50 L-20,50 "
    "C-10,45 -5,37 -4,27 C-9,35 -17,39 -26,39 C-37,39 -48,32 -48,17 C-48,-10 -9,-30 0,-50Z",
    "C": "M0,-50 C13,-50 23,-40 23,-27 C23,-19 18,-11 11,-6 C16,-9 21,-10 26,-10 C39,-10 49,0 49,13 "
    "C49,26 39,36 26,36 C16,36 8,30 4,22 C5,35 10,44 20,50 L-20,50 C-10,44 -5,35 -4,22 C-8,30 -16,36 -26,36 "
    "C-39,36 -49,26 -49,13 C-49,0 -39,-10 -26,-10 C-21,-10 -16,-9 -11,-6 C-18,-11 -23,-19 -23,-27 "
    "C-23,-40 -13,-50 0,-50Z",
}
"""Suit shapes around (0, 0), about 100 high."""


def path(d: str, fill: str = "none", stroke: str = "", width: float = 0.0, extra: str = "") -> str:
    """A shape, a line (with ``stroke``) or both."""
    line = (
        f' stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"'
        if stroke
        else ""
    )
    return f'<path fill="{fill}"{line}{" " + extra if extra else ""} d="{d}"/>'


def circle(  # noqa: PLR0917 - as in SVG
    x: float, y: float, radius: float, fill: str = "none", stroke: str = "", width: float = 0.0
) -> str:
    """A circle."""
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:g}" fill="{fill}"{line}/>'


def ellipse(x: float, y: float, across: float, down: float, fill: str) -> str:
    """An ellipse with its two radii."""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{across:g}" ry="{down:g}" fill="{fill}"/>'


def rect(  # noqa: PLR0917 - as in SVG
    x: float,
    y: float,
    wide: float,
    high: float,
    radius: float,
    fill: str = "none",
    stroke: str = "",
    width: float = 0.0,
) -> str:
    """A rounded rectangle."""
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{radius:g}" fill="{fill}"{line}/>'
    )


def mirrored(drawing: str) -> str:
    """A drawing together with its mirror image about the middle column."""
    return f'<g>{drawing}</g><g transform="translate({WIDE},0) scale(-1,1)">{drawing}</g>'


def turned(drawing: str) -> str:
    """The drawing turned upside down about the middle of the card."""
    return f'<g transform="translate({WIDE},{HIGH}) rotate(180)">{drawing}</g>'


def two_way(drawing: str) -> str:
    """The drawing and its upside-down image."""
    return f"<g>{drawing}</g>{turned(drawing)}"


def pip(
    suit: str, x: float, y: float, size: float, fill: str, *, upside: bool = False, hollow: bool = False
) -> str:
    """A suit shape of about ``size`` around (x, y); ``hollow`` draws only its line."""
    scale = size / 100
    look = (
        f'fill="{PAPER}" stroke="{fill}" stroke-width="13" stroke-linejoin="round"'
        if hollow
        else f'fill="{fill}"'
    )
    shrink = 0.88 if hollow else 1.0  # the line stands half outside of the shape
    down = -scale if upside else scale
    where = f"translate({x:.4g},{y:.4g}) scale({scale * shrink:.4f},{down * shrink:.4f})"
    return f'<path {look} transform="{where}" d="{SHAPES[suit]}"/>'


@cache
def _font() -> TTFont:
    return TTFont(FONT)


@cache
def _cap_height() -> float:
    pen = BoundsPen(_font().getGlyphSet())
    _font().getGlyphSet()[_font().getBestCmap()[ord("H")]].draw(pen)
    return float(pen.bounds[3])


def letters(
    text: str, cap: float, x: float, base: float, fill: str, *, squeeze: float = 1.0, track: float = 0.0
) -> str:
    """``text`` as outlines, its ink centred on ``x``, standing on ``base``, capitals ``cap`` high."""
    glyphs, names = _font().getGlyphSet(), _font().getBestCmap()
    scale = cap / _cap_height()
    across = scale * squeeze
    at, first, last = 0.0, None, 0.0
    drawn: list[tuple[str, float]] = []
    for letter in text:
        glyph = glyphs[names[ord(letter)]]
        outline = SVGPathPen(glyphs, ntos=lambda value: f"{value:.0f}")
        glyph.draw(outline)
        bounds = BoundsPen(glyphs)
        glyph.draw(bounds)
        first = bounds.bounds[0] * across if first is None else first
        last = at + bounds.bounds[2] * across
        drawn.append((outline.getCommands(), at))
        at += glyph.width * across + track
    start = x - ((first or 0.0) + last) / 2
    size = f"scale({across:.5f},{-scale:.5f})"
    return "".join(
        f'<path fill="{fill}" transform="translate({start + left:.2f},{base:g}) {size}" d="{d}"/>'
        for d, left in drawn
    )


def svg(drawing: str, wide: float = WIDE, high: float = HIGH) -> str:
    """The whole file."""
    size = f'width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawing}</svg>\n'
