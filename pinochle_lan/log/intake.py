"""The one door for signed things: checks them, keeps them, and says what is wrong with the rest.

Owns the refusals of docs/log.md 3 and the proofs of section 7. Everything a peer sends passes here before it
is stored anywhere; who sent it and whose it is are named in every refusal.
"""

from __future__ import annotations

from pinochle_lan.codec import CodecError, decode
from pinochle_lan.log.acks import AckBook
from pinochle_lan.log.effects import DoubleAck, DoubleEntry, Event, Peer, Refused
from pinochle_lan.log.entry import Ack, Entry, Malformed
from pinochle_lan.log.frames import pack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.line import Line
from pinochle_lan.log.records import Record, RecordType
from pinochle_lan.log.store import Store

REFUSED_MOST = 256
"""Refused entries remembered, so that one that is sent again and again is told of once."""

PROOFS_MOST = 64
"""Doubles of one author that are told and pushed on; each is a proof, more say nothing new."""


class Intake:
    """Takes entries and acknowledgements of one table into its store and its book."""

    def __init__(self, genesis: Genesis, line: Line, store: Store, book: AckBook) -> None:
        self._table = genesis.table
        self._keys = {member.number: member.key for member in genesis.members}
        self._line = line
        self._store = store
        self._book = book
        self._refused: dict[bytes, None] = {}
        self._proofs: dict[int, dict[tuple[int, str], None]] = {}

    def entry(self, sender: Peer, entry: Entry) -> list[Event]:
        """Keeps an entry that may be kept."""
        if entry.table == self._table and self._store.has(entry):
            return []
        why = self._not_signed(entry.table, entry.author, entry)
        if why is not None:
            hard = entry.table == self._table
            return [Refused(sender, entry.author, entry.step, entry.kind, why, hard)]
        self._note(entry)
        if entry.step > self._line.open.number:
            return self._double(self._store.add_early(entry)[1], entry)
        held = self._store.at(entry.step).get(entry.key, ())
        why = self._misplaced(entry)
        if held or why is None:
            self._store.add(entry)
            return self._double(held[0] if len(held) == 1 else None, entry)
        return self.refuse(sender, entry, why)

    def refuse(self, sender: Peer, entry: Entry, why: str) -> list[Event]:
        """Tells of a refused entry, once."""
        if entry.id in self._refused:
            return []
        if len(self._refused) >= REFUSED_MOST:
            del self._refused[next(iter(self._refused))]
        self._refused[entry.id] = None
        return [Refused(sender, entry.author, entry.step, entry.kind, why)]

    def ack(self, sender: Peer, ack: Ack) -> list[Event]:
        """Keeps an acknowledgement."""
        why = self._not_signed(ack.table, ack.member, ack)
        if why is not None:
            return [Refused(sender, ack.member, ack.step, "ack", why, ack.table == self._table)]
        other = self._book.note_ack(ack)
        if other is None or self._told(ack.member, ack.step, "ack"):
            return []
        return [DoubleAck(ack.member, ack.step, pack(other.wire()), pack(ack.wire()))]

    def record(self, record: Record) -> Entry | Ack | None:
        """Keeps what a record of one's own file holds; None if nothing in it can be used."""
        try:
            value = decode(record.payload)
            match record.type:
                case RecordType.ENTRY | RecordType.LATE:
                    return self._restored(Entry.read(value))
                case RecordType.ACK:
                    ack = Ack.read(value)
                    if self._not_signed(ack.table, ack.member, ack) is None:
                        self._book.note_ack(ack)
                        return ack
        except (CodecError, Malformed):
            return None
        return None

    def _restored(self, entry: Entry) -> Entry | None:
        if self._not_signed(entry.table, entry.author, entry) is not None or self._store.has(entry):
            return None
        self._store.add(entry)
        self._note(entry)
        return entry

    def _not_signed(self, table: bytes, author: int, thing: Entry | Ack) -> str | None:
        if table != self._table:
            return "it belongs to another table"
        if author not in self._keys:
            return f"nobody at this table has the number {author}"
        if not thing.signed_by(self._keys[author]):
            return "the signature is wrong"
        return None

    def _misplaced(self, entry: Entry) -> str | None:
        """Why an entry for the open step or an older one cannot fill its place."""
        if entry.step <= self._line.settled:
            return f"step {entry.step} is settled without it"
        return self._line.open.misfit(entry)

    def _note(self, entry: Entry) -> None:
        """An entry acknowledges the step before its own (docs/log.md 3)."""
        if entry.step > self._line.settled:
            self._book.note(entry.author, entry.step - 1, (entry.before, entry.state))

    def _told(self, author: int, step: int, kind: str) -> bool:
        """Whether this double was told already, or so many of the author that more say nothing."""
        told = self._proofs.setdefault(author, {})
        if (step, kind) in told or len(told) >= PROOFS_MOST:
            return True
        told[step, kind] = None
        return False

    def _double(self, first: Entry | None, second: Entry) -> list[Event]:
        if first is None or self._told(second.author, second.step, second.kind):
            return []
        frames = pack(first.wire()), pack(second.wire())
        return [DoubleEntry(second.author, second.step, second.kind, *frames)]
