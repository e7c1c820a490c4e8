"""The name under which a table knows a plugin: ``house rule tens-around 1.0``, kind, id and version.

Older game files have no version in it. Knows no registry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pinochle_lan.pluginhost.registry import KINDS

LONGEST_ID: Final = 32
LONGEST_VERSION: Final = 16
ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class Named:
    """A plugin as a table names it."""

    kind: str
    """One of KINDS; empty if the name says nothing that is known here."""
    id: str
    version: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.id} {self.version}".strip()

    @property
    def plain(self) -> str:
        """Without the version."""
        return f"{self.kind} {self.id}".strip()

    @property
    def fit(self) -> bool:
        """Whether a plugin file could have that name; peers may write anything."""
        return bool(self.kind and len(self.id) <= LONGEST_ID and ID.match(self.id))


def parse(name: str) -> Named:
    """The parts of a table's name for a plugin. Never raises."""
    for kind in KINDS:
        if name.startswith(f"{kind} "):
            id, _, version = name.removeprefix(f"{kind} ").partition(" ")
            return Named(kind, id, version)
    return Named("", name)
