"""A source as lines to read: numbered, wrapped, with nothing in it that could hide.

Signs that turn or hide text (Unicode's control and format characters) are written out, since what a person
says yes to must be what would run. Pure.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

TAB = 4


class Row(NamedTuple):
    """One line on the screen."""

    number: int
    """Of the line of the source; 0 = the line above goes on."""
    indent: int
    """Blanks before the text."""
    text: str
    odd: bool = False
    """It holds signs that had to be written out."""


def rows(source: str, letters: int) -> list[Row]:
    """The whole source in rows of at most ``letters`` (20 or more)."""
    found: list[Row] = []
    for number, line in enumerate(source.removesuffix("\n").split("\n"), 1):
        plain = line.expandtabs(TAB)
        shown = "".join(_seen(letter) for letter in plain)
        odd = shown != plain
        indent = min(len(shown) - len(shown.lstrip(" ")), letters // 2)
        rest = shown.strip(" ")
        room = letters - indent
        for place, piece in enumerate(_pieces(rest, room)):
            found.append(Row(0 if place else number, indent, piece, odd))
    return found


def _pieces(text: str, room: int) -> list[str]:
    """The text cut to pieces of at most ``room`` letters, behind a blank where one is near."""
    pieces = []
    while len(text) > room:
        blank = text.rfind(" ", room - room // 4, room)
        at = blank + 1 if blank > 0 else room
        pieces.append(text[:at])
        text = text[at:]
    return [*pieces, text]


def _seen(letter: str) -> str:
    """The letter, or what stands for it where it could not be seen."""
    if letter == " ":
        return letter
    if letter.isspace() or unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return f"<U+{ord(letter):04X}>"
    return letter
