"""Writes in units on the window's surface: lines, sentences with suit shapes, paragraphs.

Knows no widget and no scene; measuring and breaking lines is ``text``'s.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from pinochle_lan.cards import Card, Suit
from pinochle_lan.ui.brush import Brush
from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.text import Rich, Segment, Span, clean

Align = Literal["left", "center", "right"]
Vertical = Literal["middle", "top", "bottom"]


class _Look(NamedTuple):
    """How the segments of one sentence look unless they say otherwise."""

    size: float
    weight: Weight
    ink: str
    paper: bool


class Writer(Brush):
    """A brush that writes."""

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float = 16,
        weight: Weight = Weight.REGULAR,
        colour: str | None = None,
        align: Align = "left",
        valign: Vertical = "middle",
        max_width: float | None = None,
    ) -> Rect:
        """One line, cleaned; ``middle`` puts the middle of the capitals on ``y``. Gives the box it covers."""
        shown = clean(text) if max_width is None else self.texts.fit(text, max_width, size, weight)
        if not shown:
            return Rect(x, y, 0, 0)
        sheet = self.texts.line(shown, size, weight, colour or self.theme.text)
        left, top = self.scale.px(x + self._shift[0]), self.scale.px(y + self._shift[1])
        wide, high = sheet.get_size()
        if align == "center":
            left -= wide // 2
        elif align == "right":
            left -= wide
        if valign == "middle":
            cap = round(self.texts.cap(size, weight) * self.scale.k)
            top += cap // 2 - self.texts.baseline(size, weight)
        elif valign == "bottom":
            top -= high
        self.surface.blit(sheet, (left, top))
        units = self.scale.units
        box = Rect(units(left), units(top), units(wide), units(high)).moved(-self._shift[0], -self._shift[1])
        if self.boxes is not None:
            self.boxes.append((shown, box.moved(*self._shift)))
        return box

    def rich(
        self,
        parts: Rich,
        x: float,
        y: float,
        *,
        size: float = 16,
        weight: Weight = Weight.REGULAR,
        colour: str | None = None,
        align: Align = "left",
        paper: bool = False,
        max_width: float | None = None,
    ) -> float:
        """A sentence with suit shapes on one line, centred on ``y``. Gives the width in units.

        ``paper`` takes the suit colours for light ground. With ``max_width`` the segment that would cross it
        is shortened and the rest left out.
        """
        look = _Look(size, weight, colour or self.theme.text, paper)
        total = self.texts.rich_width(parts, size, weight)
        shown = min(total, max_width) if max_width is not None else total
        left = x - (shown / 2 if align == "center" else shown if align == "right" else 0)
        end = left + shown + 0.5
        at = left
        for part in parts:
            wide = self.texts.segment_width(part, size, weight)
            if at + wide > end:
                if isinstance(part, str | Span):
                    self._segment(part, at, y, look, end - at)
                break
            self._segment(part, at, y, look)
            at += wide
        return shown

    def squeezed(self, text: str, size: float, weight: Weight, room: float) -> float:
        """The size for one line: at a large text size words first give that back, before they are cut."""
        least = size / self.scale.text
        while size > least and self.texts.width(text, size, weight) > room:
            size = max(least, size - 0.4)
        return size

    def paragraph(
        self,
        parts: Rich | str,
        x: float,
        y: float,
        width: float,
        *,
        size: float = 15,
        weight: Weight = Weight.REGULAR,
        colour: str | None = None,
        align: Align = "left",
        paper: bool = False,
    ) -> float:
        """Wrapped text whose first line is centred on ``y``. Gives its height in units."""
        step = self.texts.line_height(size)
        lines = self.texts.wrap(parts, width, size, weight)
        for i, line in enumerate(lines):
            self.rich(
                line, x, y + i * step, size=size, weight=weight, colour=colour, align=align, paper=paper
            )
        return len(lines) * step

    def _segment(
        self,
        part: Segment,
        x: float,
        y: float,
        look: _Look,
        max_width: float | None = None,
    ) -> None:
        em = self.texts.em(look.size)
        if isinstance(part, Suit):
            self.suit(part, x + em * 0.5, y, em * 0.9, self.ink(part, paper=look.paper))
        elif isinstance(part, Card):
            self.text(str(part.rank), x, y, size=look.size, weight=Weight.BOLD, colour=look.ink)
            after = x + self.texts.width(str(part.rank), look.size, Weight.BOLD)
            self.suit(part.suit, after + em * 0.55, y, em * 0.9, self.ink(part.suit, paper=look.paper))
        else:
            span = part if isinstance(part, Span) else Span(part)
            self.text(
                span.text,
                x,
                y,
                size=look.size,
                weight=span.weight or look.weight,
                colour=span.colour or look.ink,
                max_width=max_width,
            )
