"""Finds what is wrong with a page: texts that overlap or leave their panel, places too small to hit, cut
words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pinochle_lan.ui.geometry import HIT, Rect
from pinochle_lan.ui.layout import Frame
from pinochle_lan.ui.page import (
    Block,
    Button,
    CardItem,
    Item,
    Label,
    Page,
    Plate,
    Sentence,
    Shape,
    Tip,
    Veil,
    hit_box,
)
from pinochle_lan.ui.sheet import WEIGHTS, Sheet
from pinochle_lan.ui.text import TextCache

SLACK = 1.5


class Ink(NamedTuple):
    """Where a text's letters are, and its place in the drawing order."""

    place: int
    text: str
    box: Rect
    room: float
    wanted: float


def inks(page: Page, frame: Frame, text: TextCache) -> list[Ink]:
    """The inked part of every line of text."""
    sheet = Sheet("", frame, text)
    found: list[Ink] = []
    for place, item in enumerate(page.items):
        if isinstance(item, Label):
            wanted = text.width(item.text, item.size, WEIGHTS[item.weight])
            found.append(_ink(place, item.text, item, wanted, text))
        elif isinstance(item, Sentence):
            wanted = sheet.runs_width(item.runs, item.size, item.weight)
            found.append(_ink(place, "".join(run.text for run in item.runs), item, wanted, text))
        elif isinstance(item, Block):
            found.append(Ink(place, item.text, item.box, item.box.w, 0.0))
    return [ink for ink in found if ink.text.strip()]


def _ink(place: int, words: str, item: Label | Sentence, wanted: float, text: TextCache) -> Ink:
    box = item.box
    wide = min(wanted, box.w)
    high = min(text.em(item.size), box.h) * 0.8
    left = {"l": box.x, "m": box.cx - wide / 2, "r": box.right - wide}[item.align]
    return Ink(place, words, Rect(left, box.cy - high / 2, wide, high), box.w, wanted)


def covers(item: Item, box: Rect) -> bool:
    """Whether an item hides what lies under it there."""
    if isinstance(item, Veil):
        return True
    if isinstance(item, Shape):
        return bool(item.fill) and item.alpha >= 180 and item.box.covers(box, 3)
    if isinstance(item, Plate | Tip):
        return item.box.covers(box, 3)
    return isinstance(item, CardItem) and item.pose.box.covers(box, 6)


def faults(page: Page, frame: Frame, text: TextCache) -> Iterator[str]:
    """One sentence per fault; none on a good page."""
    found = inks(page, frame, text)
    for place, one in enumerate(found):
        if not frame.whole.covers(one.box, 2):
            yield f"'{one.text}' leaves the window: {one.box}"
        home = _home(page, one)
        if home is not None and not home.covers(one.box, SLACK):
            yield f"'{one.text}' leaves its panel {home}: {one.box}"
        for other in found[place + 1 :]:
            if _overlap(one.box, other.box) and not _hidden(page, one, other):
                yield f"'{one.text}' and '{other.text}' overlap: {one.box} {other.box}"
    for target in page.targets():
        box = hit_box(target)
        if box.w < HIT - 0.5 or box.h < HIT - 0.5:
            yield f"{target.id} is too small to hit: {box}"
        if not isinstance(target, CardItem) and not frame.whole.covers(target.box, 1):
            yield f"{target.id} leaves the window: {target.box}"
    buttons = [(place, item) for place, item in enumerate(page.items) if isinstance(item, Button)]
    for count, (place, one_) in enumerate(buttons):
        for later, other_ in buttons[count + 1 :]:
            veiled = any(isinstance(item, Veil) for item in page.items[place:later])
            if _overlap(one_.box, other_.box) and not veiled:
                yield f"{one_.id} and {other_.id} overlap: {one_.box} {other_.box}"
    ids = [target.id for target in page.targets() if target.id.partition(":")[0] not in ("suits",)]
    for name in ids:
        if ids.count(name) > 1:
            yield f"two targets are called {name}"


def cut(page: Page, frame: Frame, text: TextCache) -> list[str]:
    """Texts that are shortened."""
    return [ink.text for ink in inks(page, frame, text) if ink.wanted > ink.room + 1.5]


def _home(page: Page, ink: Ink) -> Rect | None:
    """The panel a text stands on: the last shape before it that holds its middle."""
    homes = [
        item.box
        for item in page.items[: ink.place]
        if isinstance(item, Shape) and item.box.holds(ink.box.cx, ink.box.cy)
    ]
    return homes[-1] if homes else None


def _overlap(one: Rect, other: Rect) -> bool:
    return (
        min(one.right, other.right) - max(one.x, other.x) > SLACK
        and min(one.bottom, other.bottom) - max(one.y, other.y) > SLACK
    )


def _hidden(page: Page, one: Ink, other: Ink) -> bool:
    low, high = (one, other) if one.place < other.place else (other, one)
    return any(covers(item, low.box) for item in page.items[low.place + 1 : high.place])
