"""Text as surfaces: cleaning, measuring, shortening, wrapping, and sentences with suit shapes inside.

A sentence is a list of segments: plain text, ``Span`` (own weight or colour), ``Card`` (rank and suit shape)
or ``Suit`` (shape alone). Colours are ``#RRGGBB``; widths are in units, surfaces in pixels. Draws nothing on
the window: the painter does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from pinochle_lan.cards import Card, Suit, card
from pinochle_lan.ui.cache import Cache
from pinochle_lan.ui.fonts import Fonts, Weight
from pinochle_lan.ui.geometry import Scale
from pinochle_lan.ui.page import Run

ELLIPSIS: Final = "…"
_KEEP: Final = 400
_CARD_WORD: Final = re.compile(r"(?<![\w-])(10|[AKQJ9])([SHDC♠♥♦♣♤♡♢♧])(?!\w)|([♠♥♦♣♤♡♢♧])")
_SHAPES: Final = {
    "♠": Suit.SPADES,
    "♤": Suit.SPADES,
    "♥": Suit.HEARTS,
    "♡": Suit.HEARTS,
    "♦": Suit.DIAMONDS,
    "♢": Suit.DIAMONDS,
    "♣": Suit.CLUBS,
    "♧": Suit.CLUBS,
}
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class Span:
    """Text with its own weight or colour inside a sentence; None = the sentence's."""

    text: str
    weight: Weight | None = None
    colour: str | None = None


Segment = str | Span | Card | Suit
Rich = Sequence[Segment]


def clean(text: str, limit: int = _KEEP) -> str:
    """Untrusted text made drawable: one line, no control, bidi, private or broken characters (F39).

    At most ``limit`` characters; runs of blanks become one.
    """
    kept: list[str] = []
    for letter in unicodedata.normalize("NFC", text[: limit * 4].encode("utf-8", "ignore").decode("utf-8")):
        if letter.isspace():
            kept.append(" ")
        elif letter not in _BIDI and unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn"):
            kept.append(letter)
    return re.sub(" +", " ", "".join(kept))[:limit]


def enrich(sentence: str, keep: Collection[str] = ()) -> list[Segment]:
    """A plain sentence with its cards (``10H``) and suit signs as segments; words in ``keep`` stay words.

    >>> enrich("Ben played 10H.")
    ['Ben played ', Card(10H), '.']
    """
    parts: list[Segment] = []
    at = 0
    for found in _CARD_WORD.finditer(sentence):
        if found[0] in keep:
            continue
        if found.start() > at:
            parts.append(sentence[at : found.start()])
        if found[3]:
            parts.append(_SHAPES[found[3]])
        else:
            sign = _SHAPES[found[2]].value if found[2] in _SHAPES else found[2]
            parts.append(card(found[1] + sign))
        at = found.end()
    if at < len(sentence):
        parts.append(sentence[at:])
    return parts


def plain(parts: Rich) -> str:
    """The sentence as bare text, for narration and logs."""
    return "".join(
        part.text if isinstance(part, Span) else part.title if isinstance(part, Suit) else str(part)
        for part in parts
    )


class TextCache:
    """Rendered lines by (text, weight, pixels, colour), and measures in units of ``scale``."""

    def __init__(self, fonts: Fonts, scale: Scale) -> None:
        self._fonts = fonts
        self.scale = scale
        self._lines: Cache[pygame.Surface] = Cache(2048)
        self._widths: Cache[int] = Cache(8192)
        self.broken: Cache[list[tuple[Run, ...]]] = Cache(512)
        """Sentences in lines, as ``Sheet.wrapped`` broke them at this scale."""

    def rescale(self, scale: Scale) -> None:
        """Measure and draw for another scale from now on."""
        self.scale = scale
        self._lines.clear()
        self._widths.clear()
        self.broken.clear()

    def line(self, text: str, size: float, weight: Weight, colour: str) -> pygame.Surface:
        """``text`` drawn on a clear surface with the height of the face; text is cleaned first."""
        px = self.scale.font_px(size)
        key = (text, weight, px, colour)
        return self._lines.get(key, lambda: self._render(clean(text), weight, px, colour))

    def width(self, text: str, size: float, weight: Weight = Weight.REGULAR) -> float:
        """Width of ``text`` in units."""
        px = self.scale.font_px(size)
        pixels = self._widths.get((text, weight, px), lambda: self._measure(clean(text), weight, px))
        return self.scale.units(pixels)

    def cap(self, size: float, weight: Weight = Weight.REGULAR) -> float:
        """Height of a capital H in units: text is centred on it, which looks centred."""
        return self.scale.units(self._cap_px(weight, self.scale.font_px(size)))

    def em(self, size: float) -> float:
        """What ``size`` units of text really measure after the text factor, in units."""
        return self.scale.units(self.scale.font_px(size))

    def line_height(self, size: float) -> float:
        """Distance of two lines of body text, in units."""
        return self.em(size) * 1.4

    def baseline(self, size: float, weight: Weight) -> int:
        """Pixels from the top of a rendered line to its base line."""
        return self._fonts.font(weight, self.scale.font_px(size)).get_ascent()

    def fit(self, text: str, width: float, size: float, weight: Weight = Weight.REGULAR) -> str:
        """``text``, or as much of it as fits ``width`` units followed by an ellipsis."""
        shown = clean(text)
        if self.width(shown, size, weight) <= width:
            return shown
        low, high = 0, len(shown)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(shown[:middle].rstrip() + ELLIPSIS, size, weight) <= width:
                low = middle
            else:
                high = middle - 1
        return shown[:low].rstrip() + ELLIPSIS

    def segment_width(self, part: Segment, size: float, weight: Weight) -> float:
        """Width of one segment in units."""
        if isinstance(part, str):
            return self.width(part, size, weight)
        if isinstance(part, Span):
            return self.width(part.text, size, part.weight or weight)
        if isinstance(part, Suit):
            return self.em(size) * 1.0
        return self.width(str(part.rank), size, Weight.BOLD) + self.em(size) * 1.1

    def rich_width(self, parts: Rich, size: float, weight: Weight = Weight.REGULAR) -> float:
        """Width of a sentence on one line, in units."""
        return sum(self.segment_width(part, size, weight) for part in parts)

    def wrap(
        self, parts: Rich | str, width: float, size: float, weight: Weight = Weight.REGULAR
    ) -> list[list[Segment]]:
        """The sentence in lines of at most ``width`` units, broken at blanks; a longer word is shortened."""
        lines: list[list[Segment]] = [[]]
        used = 0.0
        for whole in _atoms([parts] if isinstance(parts, str) else parts):
            atom = whole
            wide = self.rich_width(atom, size, weight)
            blank = len(atom) == 1 and _text_of(atom[0]).isspace()
            if used and not blank and used + wide > width:
                lines[-1] = _trimmed(lines[-1])
                lines.append([])
                used = 0.0
            if blank and not used:
                continue
            if wide > width and len(atom) == 1 and isinstance(atom[0], str | Span):
                short = self.fit(_text_of(atom[0]), width, size, _weight_of(atom[0], weight))
                atom = [_with_text(atom[0], short)]
                wide = self.rich_width(atom, size, weight)
            for part in atom:
                _append(lines[-1], part)
            used += wide
        return [_trimmed(line) for line in lines]

    def _measure(self, text: str, weight: Weight, px: int) -> int:
        return sum(font.size(part)[0] for part, font in self._fonts.runs(text, weight, px))

    def _cap_px(self, weight: Weight, px: int) -> int:
        metrics = self._fonts.font(weight, px).metrics("H")[0]
        return metrics[3] if metrics else round(px * 0.72)

    def _render(self, text: str, weight: Weight, px: int, colour: str) -> pygame.Surface:
        runs = self._fonts.runs(text, weight, px)
        base = self._fonts.font(weight, px)
        if len(runs) == 1 and runs[0][1] is base:
            return base.render(runs[0][0], True, colour).convert_alpha()
        pieces = [(font.render(part, True, colour), font.get_ascent()) for part, font in runs]
        width = max(1, sum(piece.get_width() for piece, _ in pieces))
        sheet = pygame.Surface((width, base.get_height()), pygame.SRCALPHA)
        sheet.fill((*pygame.Color(colour)[:3], 0))
        left = 0
        for piece, ascent in pieces:
            sheet.blit(piece, (left, base.get_ascent() - ascent))
            left += piece.get_width()
        return sheet.convert_alpha()


def _text_of(part: Segment) -> str:
    return part.text if isinstance(part, Span) else part if isinstance(part, str) else "x"


def _weight_of(part: Segment, otherwise: Weight) -> Weight:
    return part.weight or otherwise if isinstance(part, Span) else otherwise


def _with_text(part: Segment, text: str) -> Segment:
    return Span(text, part.weight, part.colour) if isinstance(part, Span) else text


def _atoms(parts: Rich) -> list[list[Segment]]:
    """Pieces that must not be torn apart: words with what clings to them, and single runs of blanks."""
    atoms: list[list[Segment]] = []
    glued = False
    for part in parts:
        words = re.findall(r"\s+|\S+", _text_of(part)) if isinstance(part, str | Span) else [""]
        for word in words:
            piece = _with_text(part, word) if isinstance(part, str | Span) else part
            if word.isspace():
                atoms.append([piece])
                glued = False
            elif glued:
                atoms[-1].append(piece)
            else:
                atoms.append([piece])
                glued = True
    return atoms


def _append(line: list[Segment], part: Segment) -> None:
    """Add a piece, joined with its neighbour where both look alike, so that kerning works across words."""
    last = line[-1] if line else None
    if isinstance(last, str) and isinstance(part, str):
        line[-1] = last + part
    elif (
        isinstance(last, Span)
        and isinstance(part, Span)
        and (last.weight, last.colour) == (part.weight, part.colour)
    ):
        line[-1] = Span(last.text + part.text, last.weight, last.colour)
    else:
        line.append(part)


def _trimmed(line: list[Segment]) -> list[Segment]:
    if line and isinstance(line[-1], str | Span):
        text = _text_of(line[-1]).rstrip()
        return [*line[:-1], _with_text(line[-1], text)] if text else line[:-1]
    return line
