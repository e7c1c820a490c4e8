"""The set of entries a laptop holds: past, open and early, by step and place; of a double several versions.

Owns the early window's caps (docs/log.md 3). Order of arrival means nothing. Entries it is given are signed
by their author; whether they fit is the ledger's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pinochle_lan.log.entry import Entry, Key

EARLY_ENTRIES: Final = 256
EARLY_BYTES: Final = 1024 * 1024
"""What one author's early entries may take (docs/log.md 3)."""


VERSIONS_KEPT: Final = 4
"""Two for one place are a proof already; but what counts in the end may be any that a liar told somebody."""


class Store:
    """Entries by step and place; of one that was written several times at most VERSIONS_KEPT."""

    def __init__(self) -> None:
        self._steps: dict[int, dict[Key, tuple[Entry, ...]]] = {}
        self._count = 0
        self._early: dict[int, dict[bytes, tuple[int, int]]] = {}  # author -> id -> (step, bytes)
        self._doubled: dict[int, None] = {}
        """Steps with two entries for one place."""

    @property
    def count(self) -> int:
        """How many entries are here."""
        return self._count

    def at(self, step: int) -> dict[Key, tuple[Entry, ...]]:
        """The step's entries by place: one, or the versions of a double."""
        return self._steps.get(step, {})

    def has(self, entry: Entry) -> bool:
        """Whether this very entry is held."""
        return any(entry.id == other.id for other in self.at(entry.step).get(entry.key, ()))

    def steps(self) -> Iterator[int]:
        """Numbers of the steps with entries, ascending."""
        return iter(sorted(self._steps))

    def doubled(self, step: int) -> list[int]:
        """The steps from this one on in which somebody wrote two entries for one place, ascending."""
        return sorted(double for double in self._doubled if double >= step)

    def beyond(self, step: int) -> bool:
        """Whether entries for later steps are here."""
        return max(self._steps, default=step) > step

    def add(self, entry: Entry, counts: bytes = b"") -> Entry | None:
        """Keeps an entry for a step that is open or past. Gives the other one if it makes a double.

        Where its place has too many the last one makes room, but not the one with the id ``counts``.
        """
        places = self._steps.setdefault(entry.step, {})
        held = places.get(entry.key, ())
        if len(held) == VERSIONS_KEPT:
            goes = next(other for other in reversed(held) if other.id != counts)
            held = tuple(other for other in held if other is not goes)
            self._count -= 1
        places[entry.key] = (*held, entry)
        self._count += 1
        if len(held) == 1:
            self._doubled[entry.step] = None
        return held[0] if len(held) == 1 else None

    def add_early(self, entry: Entry) -> tuple[bool, Entry | None]:
        """Keeps an entry for a later step, within its author's caps; gives (kept, the other one of a double).

        When full, the author's entries for the highest steps go first: low steps are needed sooner, and what
        is dropped is asked for again.
        """
        window = self._early.setdefault(entry.author, {})
        window[entry.id] = (entry.step, len(entry.payload()))
        other = self.add(entry)
        while len(window) > EARLY_ENTRIES or sum(size for _, size in window.values()) > EARLY_BYTES:
            last = max(window, key=lambda thing: (window[thing][0], thing))
            self._drop(entry.author, window.pop(last)[0], last)
        return entry.id in window, other if entry.id in window else None

    def opened(self, step: int) -> None:
        """The step is not early any more: its entries stop counting against the caps."""
        for window in self._early.values():
            for thing in [thing for thing, (at, _) in window.items() if at <= step]:
                del window[thing]

    def remove(self, entry: Entry) -> None:
        """Forgets an entry that turned out not to fit when its step became open."""
        self._drop(entry.author, entry.step, entry.id)

    def _drop(self, author: int, step: int, thing: bytes) -> None:
        places = self._steps.get(step, {})
        for key in [key for key in places if key[0] == author]:
            rest = tuple(entry for entry in places[key] if entry.id != thing)
            self._count -= len(places[key]) - len(rest)
            if rest:
                places[key] = rest
            else:
                del places[key]
        if not any(len(held) > 1 for held in places.values()):
            self._doubled.pop(step, None)
        if not places:
            self._steps.pop(step, None)
