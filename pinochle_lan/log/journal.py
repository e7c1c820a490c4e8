"""What goes to the game file, once each: turns things into Save effects and remembers what is saved.

Owns the rule that nothing is written twice (docs/log.md 14). Knows record types; the disk is the caller's.
"""

from __future__ import annotations

from pinochle_lan.log.effects import Save
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.records import RecordType, pack_record


class Journal:
    """The things of one table that are in its file, or will be when the effects so far are carried out."""

    def __init__(self) -> None:
        self._saved: dict[bytes, None] = {}

    def noted(self, thing: Entry | Ack) -> None:
        """The thing was found in the file."""
        self._saved[_name(thing)] = None

    def entry(self, entry: Entry, *, late: bool = False) -> list[Save]:
        """Saves an entry; ``late`` = it may stand beside its step, not in it."""
        return self._save(RecordType.LATE if late else RecordType.ENTRY, entry)

    def ack(self, ack: Ack) -> list[Save]:
        """Saves an acknowledgement."""
        return self._save(RecordType.ACK, ack)

    def _save(self, kind: RecordType, thing: Entry | Ack) -> list[Save]:
        if _name(thing) in self._saved:
            return []
        self.noted(thing)
        return [Save(pack_record(kind, thing.payload()))]


def _name(thing: Entry | Ack) -> bytes:
    return thing.id if isinstance(thing, Entry) else thing.signature
