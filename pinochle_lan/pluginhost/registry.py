"""What was found: every variant, house rule, opponent and look that is ready, and every file that is not.

Plain data. Ids are unique within a kind; lists are in order of id, so that nothing depends on the order in
which files were read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pinochle_lan.pluginhost.fingerprint import short

KINDS: Final = ("variant", "house rule", "opponent", "look")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a plugin came from: its file, which of the three places that is in, and its fingerprint."""

    name: str
    """File name without ``.py``, or the entry point's name."""
    path: str
    place: str
    """``shipped``, ``profile`` or ``installed``."""
    fingerprint: bytes = b""


@dataclass(frozen=True, slots=True)
class Plugin:
    """One thing that a file registered and that may be used."""

    kind: str
    """One of KINDS."""
    id: str
    title: str
    version: str
    thing: Any
    """The variant, house rule or look; the class of an opponent."""
    source: Source

    def as_row(self) -> dict[str, str]:
        """What ``plugins list --json`` prints of it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "version": self.version,
            "source": self.source.path,
            "place": self.source.place,
            "fingerprint": short(self.source.fingerprint),
            "state": "ready",
            "why": "",
        }


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that is not used, and why. ``stage`` is read, load, hooks or register."""

    source: Source
    stage: str
    error: str
    """``NameError: name 'x' is not defined``."""
    line: int | None
    """Line in the author's file."""
    hint: str
    """One sentence: what to do."""

    def __str__(self) -> str:
        where = f"{self.source.path}:{self.line}" if self.line else self.source.path
        return f"{where}: {self.error}. {self.hint}"

    def as_row(self) -> dict[str, str]:
        """What ``plugins list --json`` prints of it."""
        return {
            "id": self.source.name,
            "kind": "",
            "title": "",
            "version": "",
            "source": f"{self.source.path}:{self.line}" if self.line else self.source.path,
            "place": self.source.place,
            "fingerprint": short(self.source.fingerprint),
            "state": "broken",
            "why": f"{self.error}. {self.hint}",
        }


class Registry:
    """All plugins of this program, read once at start. Immutable."""

    def __init__(self, plugins: Iterable[Plugin] = (), problems: Iterable[Problem] = ()) -> None:
        self.plugins: tuple[Plugin, ...] = tuple(sorted(plugins, key=lambda p: (KINDS.index(p.kind), p.id)))
        self.problems: tuple[Problem, ...] = tuple(problems)
        self._by_id = {(plugin.kind, plugin.id): plugin for plugin in self.plugins}

    def of_kind(self, kind: str) -> Mapping[str, Any]:
        """Id to thing for one of KINDS, in order of id."""
        return MappingProxyType({p.id: p.thing for p in self.plugins if p.kind == kind})

    @property
    def variants(self) -> Mapping[str, Any]:
        """Games by id."""
        return self.of_kind("variant")

    @property
    def house_rules(self) -> Mapping[str, Any]:
        """House rules by id."""
        return self.of_kind("house rule")

    @property
    def opponents(self) -> Mapping[str, Any]:
        """Opponent classes by id."""
        return self.of_kind("opponent")

    @property
    def looks(self) -> Mapping[str, Any]:
        """Looks by id."""
        return self.of_kind("look")

    def plugin(self, kind: str, id: str) -> Plugin | None:
        """The plugin of that kind and id, or None."""
        return self._by_id.get((kind, id))

    def fingerprint(self, kind: str, id: str) -> bytes:
        """32 bytes. Raises KeyError if there is no such plugin."""
        return self._by_id[kind, id].source.fingerprint
