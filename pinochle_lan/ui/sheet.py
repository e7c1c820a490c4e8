"""The builder scenes write a page with, and the measuring of text in units.

Knows the kit's text measuring, but draws nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from pinochle_lan.cards import Card, Suit
from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Frame, Pose
from pinochle_lan.ui.page import (
    Block,
    Button,
    CardItem,
    Do,
    Glyph,
    Item,
    Label,
    Mark,
    Page,
    Run,
    Sentence,
    Shape,
)
from pinochle_lan.ui.text import TextCache

WEIGHTS: Final[Mapping[str, Weight]] = MappingProxyType(
    {
        "r": Weight.REGULAR,
        "m": Weight.SEMIBOLD,
        "b": Weight.BOLD,
        "h": Weight.HEAVY,
        "x": Weight.BLACK,
        "i": Weight.ITALIC,
        "s": Weight.SERIF,
        "c": Weight.MONO,
    }
)


class Sheet:
    """Collects the items of one page, back to front."""

    def __init__(self, name: str, frame: Frame, text: TextCache) -> None:
        self.name = name
        self.frame = frame
        self.text = text
        self.items: list[Item] = []
        self.first = ""
        self.say = ""

    def page(self) -> Page:
        """The finished page."""
        return Page(self.name, tuple(self.items), self.first, self.say)

    def add(self, *items: Item) -> None:
        """Put ready items on top."""
        self.items.extend(items)

    # --- measuring ---

    def width(self, text: str, size: float, weight: str = "r") -> float:
        """Width of a line in units."""
        return self.text.width(text, size, WEIGHTS[weight])

    def line(self, size: float) -> float:
        """Height a line of text needs, in units; at least 1.3 times its size."""
        return max(size * 1.3, self.text.em(size) * 1.25)

    @property
    def grow(self) -> float:
        """How much further apart lines of small text stand at this text size."""
        return min(1.35, max(1.0, self.line(14) / 18.2))

    def fitting(self, texts: Iterable[str], width: float, size: float, weight: str = "r") -> str:
        """The first of several ways to say something that is no wider than ``width``; else the last one."""
        text = ""
        for text in texts:
            if self.width(text, size, weight) <= width:
                break
        return text

    def shrunk(self, text: str, width: float, size: float, weight: str = "r") -> float:
        """The size at which a word is no wider than ``width``: ``size``, or down to three quarters of it."""
        wide = self.width(text, size, weight)
        return size if wide <= width else max(0.75 * size, size * width / wide - 0.1)

    def lines_high(self, text: str, width: float, size: float, weight: str = "r") -> float:
        """Height of a text in lines no wider than ``width``, in units."""
        return len(self.text.wrap(text, width, size, WEIGHTS[weight])) * self.text.line_height(size)

    def runs_width(self, runs: Iterable[Run], size: float, weight: str = "r") -> float:
        """Width of a sentence in units."""
        em = self.text.em(size)
        return sum(
            em if run.suit is not None else self.width(run.text, size, run.weight or weight) for run in runs
        )

    def wrapped(
        self, runs: Iterable[Run], width: float, size: float, weight: str = "r", most: int = 3
    ) -> list[tuple[Run, ...]]:
        """A sentence in lines no wider than ``width``, broken at blanks; at most ``most`` of them."""
        said = tuple(runs)
        key = (said, width, size, weight, most)
        return self.text.broken.get(key, lambda: self._broken(said, width, size, weight, most))

    def _broken(
        self, runs: tuple[Run, ...], width: float, size: float, weight: str, most: int
    ) -> list[tuple[Run, ...]]:
        lines: list[list[Run]] = [[]]
        used = 0.0
        for piece in _pieces(runs):
            wide = self.runs_width(piece, size, weight)
            blank = len(piece) == 1 and piece[0].suit is None and not piece[0].text.strip()
            if lines[-1] and not blank and used + wide > width and len(lines) < most:
                lines.append([])
                used = 0.0
            if blank and not lines[-1]:
                continue
            lines[-1].extend(piece)
            used += wide
        return [_joined(line) for line in lines]

    # --- pieces ---

    def label(
        self,
        box: Rect,
        text: str,
        *,
        size: float = 15.0,
        weight: str = "r",
        tone: str = "text",
        align: str = "l",
    ) -> None:
        """A line of text, shortened to its box."""
        self.items.append(Label(box, text, size, weight, tone, align))

    def inline(
        self,
        x: float,
        cy: float,
        text: str,
        *,
        size: float = 15.0,
        weight: str = "r",
        tone: str = "text",
        most: float = 1e6,
    ) -> float:
        """A line of text as wide as it is, from ``x``; returns where it ends."""
        w = min(self.width(text, size, weight) + 1, most)
        h = self.line(size)
        self.items.append(Label(Rect(x, cy - h / 2, w, h), text, size, weight, tone))
        return x + w

    def line_at(
        self,
        x: float,
        cy: float,
        w: float,
        text: str,
        *,
        size: float = 15.0,
        weight: str = "r",
        tone: str = "text",
        align: str = "l",
    ) -> None:
        """A line of text in a box of width ``w`` with its middle at ``cy``."""
        h = self.line(size)
        self.items.append(Label(Rect(x, cy - h / 2, w, h), text, size, weight, tone, align))

    def sentence(
        self,
        box: Rect,
        runs: Iterable[Run],
        *,
        size: float = 15.0,
        weight: str = "r",
        tone: str = "text",
        align: str = "l",
        paper: bool = False,
    ) -> None:
        """A line with suits and bold words in it."""
        self.items.append(Sentence(box, tuple(runs), size, weight, tone, align, paper))

    def block(
        self,
        box: Rect,
        text: str,
        *,
        size: float = 15.0,
        weight: str = "r",
        tone: str = "muted",
        align: str = "l",
    ) -> None:
        """Wrapped text."""
        self.items.append(Block(box, text, size, weight, tone, align))

    def shape(
        self,
        box: Rect,
        fill: str = "panel",
        *,
        line: str = "",
        radius: float = 14.0,
        line_w: float = 1.4,
        alpha: int = 246,
        shadow: float = 0.0,
    ) -> None:
        """A rounded rectangle."""
        self.items.append(Shape(box, fill, line, radius, line_w, alpha, shadow))

    def rule(self, x: float, y: float, w: float, tone: str = "line") -> None:
        """A hairline."""
        self.items.append(Shape(Rect(x, y, w, 1.2), tone, "", 0, 0, 255))

    def caps(self, x: float, cy: float, w: float, text: str, tone: str = "muted") -> None:
        """A small heading in capitals."""
        self.line_at(x, cy, w, text.upper(), size=12, weight="x", tone=tone)

    def button(
        self,
        id: str,
        box: Rect,
        label: str,
        do: Do,
        kind: str = "secondary",
        *,
        keys: tuple[str, ...] = (),
        cap: str = "",
        size: float = 16.0,
        enabled: bool = True,
        why: str = "",
        chosen: bool = False,
    ) -> None:
        """A button; a primary one takes the first focus and the Enter key."""
        if kind == "primary":
            keys = (*keys, "return")
            cap = cap or "Enter"
            self.first = self.first or (id if enabled else "")
        self.items.append(Button(id, box, label, do, kind, keys, cap, size, enabled, why, chosen))

    def glyph(self, cx: float, cy: float, size: float, suit: Suit, *, paper: bool = False) -> None:
        """A suit."""
        self.items.append(Glyph(Rect.at(cx, cy, size, size), suit, paper))

    def mark(self, cx: float, cy: float, size: float, kind: str, tone: str = "text") -> None:
        """A small sign."""
        self.items.append(Mark(Rect.at(cx, cy, size, size), kind, tone))

    def card(self, id: str, pose: Pose, card: Card | None, shadow: float = 5.0) -> None:
        """A card that is only looked at."""
        self.items.append(CardItem(id, pose, card, shadow=shadow))

    def chip(
        self,
        x: float,
        cy: float,
        text: str,
        *,
        fill: str = "control",
        tone: str = "text",
        size: float = 13.0,
        line: str = "",
        align: str = "l",
        of: str = "",
    ) -> float:
        """A pill with a word in it, starting, centred or ending at ``x``; returns its width.

        ``of``: the card it belongs to and appears with.
        """
        w = self.width(text, size, "b") + 20
        h = max(24.0, self.line(size) + 4)
        left = x - w / 2 if align == "m" else x - w if align == "r" else x
        self.items.append(Shape(Rect(left, cy - h / 2, w, h), fill, line, h / 2, 1.2, 255, of=of))
        box = Rect(left + 6, cy - h / 2, w - 12, h)
        self.items.append(Label(box, text, size, "b", tone, "m", of))
        return w


def _pieces(runs: Iterable[Run]) -> list[list[Run]]:
    """Words with what clings to them (a rank and its suit, a full stop), and single blanks."""
    pieces: list[list[Run]] = []
    glued = False
    for run in runs:
        if run.suit is not None:
            pieces[-1:] = [[*pieces[-1], run]] if pieces and glued else [*pieces[-1:], [run]]
            glued = True
            continue
        for part in re.findall(r"\s+|\S+", run.text):
            word = run._replace(text=part)
            if part.isspace():
                pieces.append([word])
                glued = False
            elif glued:
                pieces[-1].append(word)
            else:
                pieces.append([word])
                glued = True
    return pieces


def _joined(line: list[Run]) -> tuple[Run, ...]:
    """Neighbours that look alike as one run, so that words keep their spacing."""
    done: list[Run] = []
    for run in line:
        last = done[-1] if done else None
        if last is not None and run.suit is None and last[1:] == run[1:]:
            done[-1] = run._replace(text=last.text + run.text)
        else:
            done.append(run)
    return tuple(done)
