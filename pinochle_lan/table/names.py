"""Shown names: cleaned when taken, told apart when shown. A name is decoration, never an identity.

Pure text; knows no tables (field faults F38 and F39).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

LONGEST: Final = 24
"""Characters of a shown name."""
LONGEST_BYTES: Final = 48
"""UTF-8 bytes of a shown name: with its prefix it must fit a service label of 63 bytes."""

_DROPPED: Final = ("Cf", "Cs", "Co", "Cn")
"""Marks of direction and joining, half surrogates, private and unassigned code points."""
_BLANK: Final = ("Cc", "Zs", "Zl", "Zp")


def clean(text: str, fallback: str = "Player") -> str:
    """``text`` as a shown name: one line, no invisible marks, not too long; ``fallback`` if nothing is left.

    >>> clean("  Oma\\n\\u202e ")
    'Oma'
    """
    name = one_line(text, LONGEST)
    while len(name.encode()) > LONGEST_BYTES:
        name = name[:-1]
    # Cutting never breaks normal form C, but a trailing blank may be left.
    return name.strip() or fallback


def one_line(text: str, longest: int) -> str:
    """``text`` as one line of at most ``longest`` characters, without what cannot be seen; may be empty."""
    kept = []
    for char in unicodedata.normalize("NFC", _without_surrogates(text[: 16 * longest])):
        category = unicodedata.category(char)
        if category in _BLANK:
            kept.append(" ")
        elif category not in _DROPPED:
            kept.append(char)
    return " ".join("".join(kept).split())[:longest].strip()


def _without_surrogates(text: str) -> str:
    return "".join(char for char in text if not 0xD800 <= ord(char) <= 0xDFFF)


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
