"""The tables that were seen, and whether they answer: what mDNS said, corrected by our own questions. Pure.

Time is an argument in milliseconds; knows neither zeroconf nor sockets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import Value
from pinochle_lan.net import versions
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.notice import Notice

PROBE_MS: Final = 5_000
"""Between two questions to a laptop that answers."""
AGAIN_MS: Final = 1_500
"""After one that was not answered."""
MISSES: Final = 2
"""Unanswered questions until a table is greyed: one may be lost on a bad radio."""
GHOST_MS: Final = 60_000
"""How long a grey row stays in the list."""
HIDDEN_MS: Final = 20_000
"""Between two questions to a laptop whose row is gone: it may come back."""
MAX_SIGHTINGS: Final = 64
"""Announcements kept; the rest is counted. A household has a handful."""


@dataclass(frozen=True, slots=True)
class Host:
    """A laptop that announces a table."""

    key: bytes
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A row of the list. Joined, host after host, by ``mesh.dial(host.addresses, key=host.key)``."""

    notice: Notice
    hosts: tuple[Host, ...]
    """Those that answered first."""
    answered: bool = False
    """At least one of them was asked and said that it has this table."""
    ghost: bool = False
    """None of them answers any more."""
    rtt_ms: int | None = None
    hello: Value = None
    """The newest answer's."""

    @property
    def table_id(self) -> bytes:
        """Whose identity this is (never the name, F38)."""
        return self.notice.table_id


@dataclass(slots=True)
class Sighting:
    """One announcement and what came of asking its laptop."""

    instance: str
    notice: Notice
    host: Host
    next_ms: int
    """When to ask."""
    asking: bool = False
    misses: int = 0
    answered: bool = False
    gone_ms: int | None = None
    """Since when it counts as a ghost."""
    rtt_ms: int | None = None
    hello: Value = None


class Sightings:
    """All announcements by instance name."""

    def __init__(self) -> None:
        self._by_instance: dict[str, Sighting] = {}
        self.crowded_out = 0
        """Announcements not kept because there were too many."""

    def seen(self, instance: str, notice: Notice, host: Host, now_ms: int) -> bool:
        """An announcement came, perhaps again. True if the list may look different now."""
        known = self._by_instance.get(instance)
        if known is None:
            if len(self._by_instance) >= MAX_SIGHTINGS and not self._make_room():
                self.crowded_out += 1
                return False
            self._by_instance[instance] = Sighting(instance, notice, host, now_ms)
            return True
        changed = (known.notice, known.host) != (notice, host)
        if changed:
            known.notice, known.host = notice, host
            known.next_ms = min(known.next_ms, now_ms)
        return changed

    def withdrawn(self, instance: str) -> bool:
        """A goodbye came."""
        return self._by_instance.pop(instance, None) is not None

    def ask_all(self, now_ms: int) -> None:
        """Ask everybody at once (after sleep, or because the person wants to know)."""
        for sighting in self._by_instance.values():
            sighting.next_ms = min(sighting.next_ms, now_ms)

    def due(self, now_ms: int) -> tuple[Sighting, ...]:
        """Whom to ask now. Each must get ``answered`` or ``missed``."""
        asked = tuple(s for s in self._by_instance.values() if not s.asking and s.next_ms <= now_ms)
        for sighting in asked:
            sighting.asking = True
        return asked

    def next_ms(self) -> int | None:
        """When somebody is due; None if nobody is."""
        return min((s.next_ms for s in self._by_instance.values() if not s.asking), default=None)

    def answered(self, sighting: Sighting, hello: Value, rtt_ms: int, now_ms: int) -> None:
        """It is there. A laptop that is there without the table has closed it: as good as a goodbye."""
        sighting.asking = False
        ids = versions.tables(hello)
        if sighting.notice.table_id not in ids:
            sighting.misses = MISSES
            self.missed(sighting, now_ms)
            return
        sighting.misses = 0
        sighting.answered = True
        sighting.gone_ms = None
        sighting.hello = hello
        sighting.rtt_ms = rtt_ms
        sighting.next_ms = now_ms + PROBE_MS

    def alive(self, sighting: Sighting, now_ms: int) -> None:
        """It answers, but in another version: the row stays and says so."""
        sighting.asking = False
        sighting.misses = 0
        sighting.gone_ms = None
        sighting.next_ms = now_ms + PROBE_MS

    def missed(self, sighting: Sighting, now_ms: int) -> None:
        """It did not answer."""
        sighting.asking = False
        sighting.misses += 1
        sighting.rtt_ms = None
        if sighting.misses >= MISSES and sighting.gone_ms is None:
            sighting.gone_ms = now_ms
        hidden = sighting.gone_ms is not None and now_ms - sighting.gone_ms >= GHOST_MS
        sighting.next_ms = now_ms + (
            HIDDEN_MS if hidden else PROBE_MS if sighting.misses >= MISSES else AGAIN_MS
        )

    def tables(self, now_ms: int) -> tuple[FoundTable, ...]:
        """The list: one row a table, however many laptops announce it, in a steady order."""
        rows: dict[bytes, list[Sighting]] = {}
        for sighting in self._by_instance.values():
            if sighting.gone_ms is None or now_ms - sighting.gone_ms < GHOST_MS:
                rows.setdefault(sighting.notice.table_id, []).append(sighting)
        tables = [_row(sorted(row, key=_trust)) for row in rows.values()]
        return tuple(sorted(tables, key=lambda t: (t.ghost, t.notice.name.casefold(), t.table_id)))

    def _make_room(self) -> bool:
        for instance, sighting in self._by_instance.items():
            if sighting.gone_ms is not None and not sighting.asking:
                del self._by_instance[instance]
                return True
        return False


def _trust(sighting: Sighting) -> tuple[bool, bool, bool, str]:
    """Smallest first: there, asked and answered, the founder itself."""
    founder = sighting.host.key == sighting.notice.founder_key
    return sighting.gone_ms is not None, not sighting.answered, not founder, sighting.instance


def _row(row: Sequence[Sighting]) -> FoundTable:
    best = row[0]
    return FoundTable(
        notice=best.notice,
        hosts=tuple(sighting.host for sighting in row),
        answered=best.answered,
        ghost=best.gone_ms is not None,
        rtt_ms=best.rtt_ms,
        hello=best.hello,
    )
