"""A look: a deck of cards, a card back, a table cloth. It changes nothing that laptops must agree on.

Plain data for ``ui``, which checks drawings and colours before it uses them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class Look:
    """Card faces, a card back and colours of the window, as far as they are given."""

    id: str
    version: str
    title: str
    cards: str = ""
    """Folder beside the plugin's file with 24 drawings, ``10H.svg`` and so on, 5 wide by 7 high."""
    back: str = ""
    """Drawing of the back of all cards, a file beside the plugin's."""
    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Role to colour: ``{"felt_middle": "#3A1420"}``; roles are those of docs/look.md 2."""
    base: str = "green"
    """The cloth whose colours stand for those not given: green, blue or contrast."""
