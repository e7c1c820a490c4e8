"""The shown name of a laptop's person: cleaned when it is taken, never empty (field faults F38 and F39)."""

from __future__ import annotations

from typing import Final

from pinochle_lan.shown import NAME_BYTES, clean

LONGEST: Final = 24
"""Characters of a shown name: what fits a chair's plate."""


def player(name: str, fallback: str = "Player") -> str:
    """``name`` in one line of at most 24 characters and 48 bytes; ``fallback`` if nothing is left.

    >>> player("  Oma\\n\\u202e ")
    'Oma'
    """
    return clean(name, NAME_BYTES, LONGEST) or fallback
