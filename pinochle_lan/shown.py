"""Text that people or strangers chose, made fit to be shown in one line: names, titles, remarks (F38, F39).

Pure text. A name is decoration, never an identity: ``unique`` tells equal ones apart where they are shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

NAME_BYTES: Final = 48
"""UTF-8 bytes of a shown name: with its prefix it fits a TXT value and a service label of 63 bytes."""
_MARKS: Final = 2
"""Combining marks in a row; more would paint over the lines above and below."""
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Control, direction and joining marks, half surrogates, private and unassigned code points."""


def clean(text: str, most_bytes: int = NAME_BYTES, most: int | None = None) -> str:
    """``text`` in NFC, in one line, without what cannot be seen, at most so many bytes and characters long.

    Never raises; empty if nothing is left. ``most``: characters; None = only the bytes count.

    >>> clean("  Oma\\n \\u202eAnni\\x00 ")
    'Oma Anni'
    """
    # First a cut, so that a megabyte costs no more than a line; each kept character has at least one byte.
    text = text[: most_bytes * 4]
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if char.isspace():
            kept.append(" ")
        elif category in _UNSEEN:
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks <= _MARKS:
                kept.append(char)
            continue
        else:
            kept.append(char)
        marks = 0
    line = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    # Cutting never breaks normal form C, but a blank may be left at the end.
    return clip(line[:most], most_bytes).strip()


def clip(text: str, most_bytes: int) -> str:
    """The longest beginning of ``text`` that fits so many bytes of UTF-8."""
    return text.encode(errors="ignore")[:most_bytes].decode(errors="ignore")


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """The names in order, each different from those before it by a number: ``Oma``, ``Oma 2``.

    Upper and lower case do not tell names apart.

    >>> unique(["Oma", "Ben", "oma"])
    ('Oma', 'Ben', 'oma 2')
    """
    taken: list[str] = []
    found = []
    for name in names:
        shown, number = name, 1
        while shown.casefold() in taken:
            number += 1
            shown = f"{name} {number}"
        taken.append(shown.casefold())
        found.append(shown)
    return tuple(found)
