"""The one door for signed things: checks them, keeps them, and says what is wrong with the rest.

Owns the refusals of docs/log.md 3 and the proofs of section 7. Everything a peer sends passes here before it
is stored anywhere; who sent it and whose it is are named in every refusal.
"""

from __future__ import annotations

from pinochle_lan.codec import CodecError, Value, decode
from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.effects import DoubleAck, DoubleEntry, DoubleVote, Event, Late, Peer, Refused
from pinochle_lan.log.entry import Ack, Entry, Malformed
from pinochle_lan.log.frames import pack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.line import Line
from pinochle_lan.log.records import Record, RecordType
from pinochle_lan.log.rider import Rider, fault_fields
from pinochle_lan.log.step import ABSENT
from pinochle_lan.log.sync import Shelf

REFUSED_MOST = 256
"""Refused entries remembered, so that one that is sent again and again is told of once."""

PROOFS_MOST = 64
"""Doubles of one author that are told and pushed on; each is a proof, more say nothing new."""


NEWCOMERS_MOST = 4
"""Member numbers beyond the known ones that may belong to newcomers."""


class Intake:
    """Takes entries and acknowledgements of one table into its store and its book."""

    def __init__(self, genesis: Genesis, line: Line, shelf: Shelf) -> None:
        self._table = genesis.table
        self._line = line
        self._store = shelf.store
        self._book = shelf.book
        self._polls = shelf.polls
        self._pool = shelf.pool
        self.lies: dict[int, tuple[Value, ...]] = {}
        """By member the fields of a ``fault`` rider that proves its lie."""
        self.unknown = 0
        """Things passed over so far: by a member whose welcome is not folded here yet."""
        self._refused: dict[bytes, None] = {}
        self._proofs: dict[int, dict[tuple[int, str], None]] = {}

    def entry(self, sender: Peer, entry: Entry) -> list[Event]:
        """Keeps an entry that may be kept."""
        if self._newcomer(entry.table, entry.author):
            return []
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
        if self._late(entry):
            return [] if entry.id in self._refused else self.late(entry)
        why = self._misplaced(entry)
        if held or why is None:
            self._store.add(entry, self._line.counting(entry))
            return self._double(held[0] if len(held) == 1 else None, entry)
        return self.refuse(sender, entry, why)

    def _late(self, entry: Entry) -> bool:
        """Whether its settled step has no room for it because somebody was decided absent there."""
        if entry.step > self._line.settled or ABSENT not in self._line.decided(entry.step).values():
            return False
        chain, state = self._line.settled_claim(entry.step - 1)
        return entry.before == chain and entry.state == state

    def late(self, entry: Entry) -> list[Event]:
        """Tells of an entry whose place was decided absent, or skipped for that reason, once."""
        if entry.id in self._refused:
            return []
        self._remember(entry)
        return [Late(entry.author, entry.step, entry.kind, pack(entry.wire()))]

    def _remember(self, entry: Entry) -> None:
        if len(self._refused) >= REFUSED_MOST:
            del self._refused[next(iter(self._refused))]
        self._refused[entry.id] = None

    def refuse(self, sender: Peer, entry: Entry, why: str) -> list[Event]:
        """Tells of a refused entry, once."""
        if entry.id in self._refused:
            return []
        self._remember(entry)
        return [Refused(sender, entry.author, entry.step, entry.kind, why)]

    def ack(self, sender: Peer, ack: Ack) -> list[Event]:
        """Keeps an acknowledgement."""
        if self._newcomer(ack.table, ack.member):
            return []
        if ack in self._book.acks(ack.member, ack.step) or ack == self._book.latest.get(ack.member):
            return []
        why = self._not_signed(ack.table, ack.member, ack)
        if why is not None:
            return [Refused(sender, ack.member, ack.step, "ack", why, ack.table == self._table)]
        other = self._book.note_ack(ack)
        if other is None or self._told(ack.member, ack.step, "ack"):
            return []
        self.lies.setdefault(ack.member, fault_fields(ack.member, "ack", other, ack))
        return [DoubleAck(ack.member, ack.step, pack(other.wire()), pack(ack.wire()))]

    def ballot(self, sender: Peer, ballot: Ballot) -> list[Event]:
        """Keeps a vote or confirm about a place of the open step, or of one that is not reached yet."""
        if self._newcomer(ballot.table, ballot.member):
            return []
        if ballot.step <= self._line.settled:
            return []  # the question of whoever still votes there brings it the settled step
        poll = self._polls.at(ballot.step).get(ballot.key)
        if poll is not None and poll.has(ballot):
            return []
        wrong = self._not_signed(ballot.table, ballot.member, ballot)
        if wrong is not None:
            hard = ballot.table == self._table
            return [Refused(sender, ballot.member, ballot.step, ballot.tag, wrong, hard)]
        early = ballot.step > self._line.open.number
        why = None if early else self._no_voter(ballot)
        if why is not None:
            return [Refused(sender, ballot.member, ballot.step, ballot.tag, why)]
        _, other = self._polls.add(ballot, early=early)
        if other is None or self._told(ballot.member, ballot.step, ballot.tag):
            return []
        self.lies.setdefault(ballot.member, fault_fields(ballot.member, ballot.tag, other, ballot))
        frames = pack(other.wire()), pack(ballot.wire())
        return [DoubleVote(ballot.member, ballot.step, ballot.kind, *frames)]

    def against(self) -> list[Event]:
        """Tells of those who acknowledged the open step as it stands here and voted against it (7)."""
        step = self._line.open
        polls = self._polls.at(step.number)
        if not polls or step.after is None:
            return []
        found: list[Event] = []
        ids = step.ids()
        for key, poll in polls.items():
            for vote in [b for b in poll.ballots() if b.round == 1 and not b.confirm and key in ids]:
                acks = self._book.acks(vote.member, step.number)
                lie = next((a for a in acks if a.chain == step.after.chain and not a.voted), None)
                if lie is None or vote.value == ids[key] or self._told(vote.member, step.number, "against"):
                    continue
                frames = pack(lie.wire()), pack(vote.wire())
                found.append(DoubleVote(vote.member, step.number, vote.kind, *frames))
        return found

    def _no_voter(self, ballot: Ballot) -> str | None:
        step = self._line.open
        if step.place(ballot.key) is None:
            return f"'{ballot.kind}' is not due from member {ballot.author} in step {step.number}"
        if ballot.member not in step.roster:
            return f"member {ballot.member} has no vote in step {step.number}"
        if (ballot.member, ballot.round, ballot.value, ballot.confirm) == (ballot.author, 1, ABSENT, False):
            return "nobody calls itself absent"
        return None

    def rider(self, sender: Peer, rider: Rider) -> list[Event]:
        """Keeps a rider that may be folded now or later."""
        if self._pool.has(rider) or self._newcomer(rider.table, rider.member):
            return []
        why = self._pool.rules.unsound(rider, self._line.keys)
        if why is not None:
            key = self._line.keys.get(rider.member)
            forged = rider.table == self._table and key is not None and not rider.signed_by(key)
            return [Refused(sender, rider.member, None, f"rider {rider.type}", why, forged)]
        self._pool.add(rider, self._line.open.past)
        return []

    def record(self, record: Record) -> Entry | Ack | Ballot | Certificate | Rider | None:
        """Keeps what a record of one's own file holds; None if nothing in it can be used."""
        try:
            value = decode(record.payload)
            match record.type:
                case RecordType.ENTRY | RecordType.LATE:
                    return self._restored(Entry.read(value))
                case RecordType.ACK:
                    ack = Ack.read(value)
                    if not self._newcomer(ack.table, ack.member) and (
                        self._not_signed(ack.table, ack.member, ack) is None
                    ):
                        self._book.note_ack(ack)
                        return ack
                case RecordType.VOTE | RecordType.CONFIRM:
                    return self._counted(Ballot.read(value, confirm=record.type == RecordType.CONFIRM))
                case RecordType.CERTIFICATE:
                    certificate = Certificate.read(value)
                    counted = [self._counted(ballot) for ballot in certificate.ballots()]
                    return certificate if None not in counted else None
                case RecordType.RIDER:
                    rider = Rider.read(value)
                    if not self._newcomer(rider.table, rider.member) and self._sound(rider):
                        self._pool.add(rider, self._line.open.past)
                        return rider
        except (CodecError, Malformed):
            return None
        return None

    def take_back(self, record: Record) -> None:
        """Forgets what a record of one's own file would have held, which could not be saved."""
        value = decode(record.payload)
        me = self._line.me
        if record.type == RecordType.ENTRY:
            entry = Entry.read(value)
            if entry.author == me and entry.step >= self._line.open.number:
                self._store.remove(entry)
        elif record.type == RecordType.ACK and (ack := Ack.read(value)).member == me:
            self._book.withdraw(ack)
        elif record.type in (RecordType.VOTE, RecordType.CONFIRM):
            ballot = Ballot.read(value, confirm=record.type == RecordType.CONFIRM)
            if ballot.member == me:
                self._polls.remove(ballot)
        elif record.type == RecordType.RIDER:
            self._pool.remove(Rider.read(value))

    def _sound(self, rider: Rider) -> bool:
        return self._pool.rules.unsound(rider, self._line.keys) is None

    def _counted(self, ballot: Ballot) -> Ballot | None:
        if self._newcomer(ballot.table, ballot.member):
            return None
        if self._not_signed(ballot.table, ballot.member, ballot) is not None:
            return None
        self._polls.add(ballot, early=False)
        return ballot

    def _restored(self, entry: Entry) -> Entry | None:
        if self._newcomer(entry.table, entry.author):
            return None
        if self._not_signed(entry.table, entry.author, entry) is not None or self._store.has(entry):
            return None
        self._store.add(entry)
        self._note(entry)
        return entry

    def _not_signed(self, table: bytes, author: int, thing: Entry | Ack | Ballot) -> str | None:
        if table != self._table:
            return "it belongs to another table"
        keys = self._line.keys
        if author not in keys:
            return f"nobody at this table has the number {author}"
        return None if thing.signed_by(keys[author]) else "the signature is wrong"

    def _newcomer(self, table: bytes, author: int) -> bool:
        """Whether the member may have been welcomed in a step that is not here yet: others bring it again."""
        last = max(self._line.keys)
        found = table == self._table and last < author <= last + NEWCOMERS_MOST
        self.unknown += found
        return found

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
        self.lies.setdefault(second.author, fault_fields(second.author, "entry", first, second))
        frames = pack(first.wire()), pack(second.wire())
        return [DoubleEntry(second.author, second.step, second.kind, *frames)]
