"""Write the card faces, backs, suit shapes and the icon as SVG files beside this script.

    python sprites/generate.py

Original drawings, no traced art; see LICENSE.md. Needs fontTools (for the outlines of the indices). Running
it again writes the same bytes. Three decks of 24 faces in the four-colour set: ``classic``, ``large`` (giant
index, one giant suit) and ``outline`` (large, with hollow hearts and diamonds).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

import courts
from drawing import (
    EDGE,
    GOLD,
    GOLD_DARK,
    HIGH,
    INK,
    PAPER,
    RANKS,
    SUITS,
    TINT,
    WIDE,
    circle,
    letters,
    path,
    pip,
    rect,
    svg,
    turned,
    two_way,
)

HERE: Final = Path(__file__).resolve().parent
PINOCHLE: Final = (("Q", "S"), ("J", "D"))
"""The pair with gold frames."""

NINE: Final = (
    (92, 58),
    (158, 58),
    (92, 136),
    (158, 136),
    (125, 175),
    (92, 214),
    (158, 214),
    (92, 292),
    (158, 292),
)
TEN: Final = (*NINE[:4], (125, 97), (125, 253), *NINE[5:])


def blank() -> str:
    """The empty card."""
    return rect(1, 1, WIDE - 2, HIGH - 2, 17, PAPER, EDGE, 2)


def lozenge(x: float, y: float, across: float, down: float, *, fill: str, stroke: str = "") -> str:
    """A diamond around (x, y)."""
    points = ((x, y - down), (x + across, y), (x, y + down), (x - across, y))
    corners = " L".join(f"{left:.1f},{top:.1f}" for left, top in points)
    return path(f"M{corners}Z", fill, stroke, 1)


def index(rank: str, suit: str) -> str:
    """Rank and suit of a corner: capitals 54 high, all within the left 26 % of the card."""
    squeeze = {"10": 0.74, "Q": 0.86, "K": 0.95, "A": 0.95}.get(rank, 1.0)
    drawing = letters(rank, 54, 36, 67, INK[suit], squeeze=squeeze, track=-2 if rank == "10" else 0)
    return drawing + pip(suit, 36, 104, 47 if suit == "D" else 44, INK[suit])


def pips(rank: str, suit: str) -> str:
    """The suits of a nine or ten, upside down below the middle."""
    return "".join(pip(suit, x, y, 34, INK[suit], upside=y > 176) for x, y in (NINE if rank == "9" else TEN))


def ace(suit: str) -> str:
    """One suit in a double gold ring."""
    drawing = circle(125, 175, 70, TINT[suit]) + circle(125, 175, 70, stroke=GOLD, width=2.4)
    drawing += circle(125, 175, 64, stroke=GOLD, width=1)
    for i in range(24):
        angle = math.radians(i * 15)
        drawing += circle(125 + 67 * math.cos(angle), 175 + 67 * math.sin(angle), 1.5, GOLD_DARK)
    for i in range(4):
        angle = math.radians(i * 90)
        x, y = 125 + 70 * math.cos(angle), 175 + 70 * math.sin(angle)
        drawing += lozenge(x, y, 6, 6, fill=GOLD, stroke=GOLD_DARK)
    return drawing + pip(suit, 125, 176, 88, INK[suit])


def court(rank: str, suit: str) -> str:
    """A two-way figure in its frame."""
    special = (rank, suit) in PINOCHLE
    drawing = courts.backdrop(suit, TINT[suit], special) + two_way(courts.FIGURES[rank](suit))
    return drawing + courts.belt() + courts.frame(INK[suit], special)


def classic(rank: str, suit: str) -> str:
    """A face of the classic deck."""
    corner = index(rank, suit)
    if rank in ("9", "10"):
        body = pips(rank, suit)
    elif rank == "A":
        body = ace(suit)
    else:
        body = court(rank, suit)
    return svg(blank() + body + corner + turned(corner))


def large(rank: str, suit: str, *, hollow: bool = False) -> str:
    """A face of the large deck: capitals 84 high within the left 34 %, one giant suit, no courts."""
    squeeze = {"10": 0.62, "Q": 0.78, "K": 0.88, "A": 0.84}.get(rank, 1.0)
    empty = hollow and suit in "HD"
    drawing = letters(rank, 84, 47, 102, INK[suit], squeeze=squeeze, track=-5 if rank == "10" else 0)
    drawing += pip(suit, 47, 156, 70, INK[suit], hollow=empty)
    return svg(blank() + drawing + pip(suit, 160, 250, 150, INK[suit], hollow=empty))


def outline(rank: str, suit: str) -> str:
    """A face of the outline deck: the red suits are hollow, so that no colour is needed."""
    return large(rank, suit, hollow=True)


def back(ground: str, shade: str, line: str) -> str:
    """A back: lattice, double border, the four suits in a medallion."""
    drawing = blank() + rect(13, 13, 224, 324, 10, ground)
    for row in range(15):
        for column in range(11):
            x, y = 26 + column * 19.8, 29 + row * 20.9
            if (column + row) % 2 == 0:
                drawing += lozenge(x, y, 10, 11, fill=shade)
            else:
                drawing += circle(x, y, 2.1, line)
    drawing += rect(19, 19, 212, 312, 7, stroke=line, width=2.2)
    drawing += circle(125, 175, 47, ground, line, 2.4) + circle(125, 175, 41, stroke=line, width=1)
    for suit, x, y in (("S", 125, 154), ("H", 146, 175), ("C", 125, 196), ("D", 104, 175)):
        drawing += pip(suit, x, y, 21, line)
    return svg(drawing)


def icon() -> str:
    """The program's icon: the queen of spades before the jack of diamonds, on felt."""
    drawing = rect(4, 4, 248, 248, 54, "#0C3A2E") + rect(4, 4, 248, 248, 54, stroke=GOLD, width=6)
    for rank, suit, x, y, turn in (("J", "D", 16, 66, -14), ("Q", "S", 114, 34, 10)):
        paper = rect(0, 0, 112, 157, 12, PAPER, EDGE, 2) + letters(rank, 54, 33, 66, INK[suit])
        paper += pip(suit, 33 if suit == "D" else 64, 106, 52 if suit == "D" else 82, INK[suit])
        drawing += f'<g transform="translate({x},{y}) rotate({turn}) scale(1.16)">{paper}</g>'
    return svg(drawing, 256, 256)


def suit_file(suit: str) -> str:
    """A suit shape alone, black."""
    return svg(pip(suit, 55, 55, 94, "#000000"), 110, 110)


def write(folder: str, name: str, text: str) -> int:
    """Write one file; gives its size in bytes."""
    target = HERE / folder
    target.mkdir(exist_ok=True)
    data = text.encode()
    (target / f"{name}.svg").write_bytes(data)
    return len(data)


def main() -> None:
    """Write everything and say how large it is."""
    decks: dict[str, Callable[[str, str], str]] = {"classic": classic, "large": large, "outline": outline}
    for folder, face in decks.items():
        size = sum(write(folder, rank + suit, face(rank, suit)) for suit in SUITS for rank in RANKS)
        print(f"{folder}: 24 faces, {size // 1024} KB")
    write("backs", "claret", back("#7A1F2B", "#5B1520", "#E9C46A"))
    write("backs", "navy", back("#1F3F6E", "#152C50", "#E9C46A"))
    for letter, name in (("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs")):
        write("suits", name, suit_file(letter))
    write("icon", "pinochle", icon())


if __name__ == "__main__":
    main()
