"""Text that strangers chose, made fit to be shown in one line (F39). Pure."""

from __future__ import annotations

import unicodedata
from typing import Final

NAME_BYTES: Final = 48
"""UTF-8 bytes of a shown name: fits a TXT value and a chair's plate."""
_MARKS: Final = 2
"""Combining marks in a row; more would paint over the lines above and below."""


def clean(text: str, most: int = NAME_BYTES) -> str:
    """``text`` in NFC, one line, no control or direction characters, at most ``most`` bytes of UTF-8.

    Never raises; empty if nothing is left.

    >>> clean("  Oma\\n \\u202eAnni\\x00 ")
    'Oma Anni'
    """
    # First a cut, so that a megabyte costs no more than a line; each kept character has at least one byte.
    text = text[: most * 4]
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if char.isspace():
            kept.append(" ")
        elif category in ("Cc", "Cf", "Cs", "Co", "Cn"):
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
    return clip(line, most).strip()


def clip(text: str, most: int) -> str:
    """The longest beginning of ``text`` that fits ``most`` bytes of UTF-8."""
    return text.encode(errors="ignore")[:most].decode(errors="ignore")
