"""What goes to the game file, once each: turns things into Save effects and remembers what is saved.

Owns the rule that nothing is written twice (docs/log.md 14). Knows record types; the disk is the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable

from pinochle_lan.codec import encode
from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.effects import Save
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.records import RecordType, pack_record
from pinochle_lan.log.rider import Rider

Thing = Entry | Ack | Ballot | Certificate | Rider


class Journal:
    """The things of one table that are in its file, or will be when the effects so far are carried out."""

    def __init__(self) -> None:
        self._saved: dict[bytes, None] = {}

    def noted(self, thing: Thing) -> None:
        """The thing was found in the file."""
        self._saved[_name(thing)] = None

    def entry(self, entry: Entry, *, late: bool = False) -> list[Save]:
        """Saves an entry; ``late`` = it may stand beside its step, not in it."""
        return self._save(RecordType.LATE if late else RecordType.ENTRY, entry)

    def ack(self, ack: Ack) -> list[Save]:
        """Saves an acknowledgement."""
        return self._save(RecordType.ACK, ack)

    def ballots(self, ballots: Iterable[Ballot]) -> list[Save]:
        """Saves votes and confirms."""
        kinds = {False: RecordType.VOTE, True: RecordType.CONFIRM}
        return [save for ballot in ballots for save in self._save(kinds[ballot.confirm], ballot)]

    def certificate(self, certificate: Certificate) -> list[Save]:
        """Saves the proof of a decision; one a place is enough."""
        return self._save(RecordType.CERTIFICATE, certificate)

    def rider(self, rider: Rider) -> list[Save]:
        """Saves a rider."""
        return self._save(RecordType.RIDER, rider)

    def _save(self, kind: RecordType, thing: Thing) -> list[Save]:
        if _name(thing) in self._saved:
            return []
        self.noted(thing)
        return [Save(pack_record(kind, thing.payload()))]


def _name(thing: Thing) -> bytes:
    match thing:
        case Entry() | Rider():
            return thing.id
        case Certificate():
            return encode((thing.step, thing.key))
        case Ack() | Ballot():
            return thing.signature
