"""The audit of a game file: from its bytes alone, over a machine, to the first fault or none.

Stricter than reading: a writer works step by step, so the order of entries matters here, and nothing stands
there twice. Checks signatures, places, chains, states, contents, acknowledgements, ballots and certificates
(docs/log.md 2, 3, 9, 14).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import CodecError, decode, encode
from pinochle_lan.log.acks import AckBook, Claim
from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.entry import Ack, Entry, Key, Malformed
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.machine import Blank, Machine
from pinochle_lan.log.past import RiderRules
from pinochle_lan.log.poll import Poll
from pinochle_lan.log.records import VERSION, Record, Records, RecordType, read_records
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.step import Step, quorum

KINDS: Final = (
    "damage",
    "torn",
    "genesis",
    "malformed",
    "table",
    "member",
    "signature",
    "doubled",
    "double entry",
    "double vote",
    "order",
    "missing",
    "place",
    "before",
    "state",
    "illegal",
    "ack",
    "certificate",
    "unsettled",
)
"""What can be wrong."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong."""

    step: int | None
    author: int | None
    """Member whose fault it is; None where nobody can be named, such as damage on the disk."""
    kind: str
    """One of KINDS."""
    why: str
    """Names the entry, such as ``'card 2'``, where it is about one."""

    def __str__(self) -> str:
        where = "" if self.step is None else f"step {self.step}: "
        whose = "" if self.author is None else f"member {self.author}: "
        return f"{where}{whose}{self.why}"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of an audit; ``fault`` None = all is well as far as the file goes."""

    fault: Fault | None
    genesis: Genesis | None
    steps: int
    """Complete steps, up to the fault."""
    chain: bytes
    """Chain value after them."""
    over: bool
    """The game came to its end."""


class _Found(Exception):
    """Carries the first fault out of the checks."""

    def __init__(self, step: int | None, author: int | None, kind: str, why: str) -> None:
        super().__init__(why)
        self.fault = Fault(step, author, kind, why)


def verify(data: bytes, machine_of: Callable[[Genesis], Machine]) -> Report:
    """Audits the bytes of a game file. ``machine_of`` gives the first state; its errors pass through."""
    records = read_records(data)
    audit = _Audit(records)
    try:
        audit.start(machine_of)
        for record in records.found[1:]:
            audit.check(record)
        audit.finish()
    except _Found as found:
        return audit.report(found.fault)
    return audit.report(None)


class _Audit:
    """Goes through a file once, record by record."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._genesis: Genesis | None = None
        self._step: Step | None = None
        self._book = AckBook()
        self._claims: list[Claim] = []
        self._rosters: list[tuple[int, ...]] = []
        self._seen: dict[bytes, None] = {}
        self._entries: dict[tuple[int, int, str], bytes] = {}
        self._pending: list[Ack] = []
        self._certificates: dict[int, list[Certificate]] = {}
        self._polls: dict[tuple[int, Key], Poll] = {}
        self._spare: dict[int, tuple[Key, ...]] = {}
        """Places of complete steps that nothing folded fills: an entry for one is late, not misplaced."""

    def start(self, machine_of: Callable[[Genesis], Machine]) -> None:
        """Checks the file's frame and its genesis."""
        self._check_bytes()
        first = self._records.found[0]
        if first.type != RecordType.GENESIS:
            raise _Found(None, None, "genesis", "the file does not begin with a genesis")
        try:
            genesis = Genesis.read(decode(first.payload))
        except (CodecError, Malformed) as error:
            raise _Found(None, None, "genesis", f"the genesis cannot be read: {error}") from None
        if genesis.table != self._records.table:
            raise _Found(None, None, "genesis", "header and genesis name different tables")
        if genesis.unsigned:
            raise _Found(None, genesis.unsigned[0], "genesis", "did not sign the genesis")
        self._genesis = genesis
        self._rules = RiderRules(genesis)
        machine = machine_of(genesis)
        self._find_certificates()
        self._open(Step(0, machine, genesis.digest, machine.digest(), rules=self._rules))
        self._book.capped = False

    def _find_certificates(self) -> None:
        """Reads what was decided by vote, wherever in the file the proof stands."""
        for record in self._records.found:
            if record.type == RecordType.CERTIFICATE:
                try:
                    certificate = Certificate.read(decode(record.payload))
                except (CodecError, Malformed):
                    continue  # named when its turn comes
                self._certificates.setdefault(certificate.step, []).append(certificate)

    def _open(self, step: Step) -> None:
        """A step begins: what was decided about it counts from the start."""
        self._step = step
        for certificate in self._certificates.get(step.number, ()):
            for ballot in certificate.ballots():
                self._voter(ballot, "certificate")
            poll = Poll()
            for ballot in certificate.ballots():
                poll.add(ballot)
            if step.place(certificate.key) is None or poll.decided(step.roster) is None:
                why = f"'{certificate.kind}': too few signatures of the roster"
                raise _Found(step.number, None, "certificate", why)
            step.decide(certificate.key, certificate.value)
        self._go_on()

    def _go_on(self) -> None:
        """The step may be complete: its acknowledgements are counted and the next one begins."""
        step = self._step
        assert step is not None
        after = step.after
        if after is None:
            return
        self._claims.append(after.claim)
        self._rosters.append(step.roster)
        unfilled = [place.key for place, content in after.contents if isinstance(content, Blank)]
        self._spare[step.number] = tuple(unfilled)
        for ack in [ack for ack in self._pending if ack.step == step.number]:
            self._pending.remove(ack)
            self._count(ack)
        following = Step(
            step.number + 1, after.machine, after.chain, after.state, past=after.past, rules=self._rules
        )
        self._open(following)

    def _voter(self, ballot: Ballot, kind: str) -> None:
        assert self._genesis is not None
        if ballot.table != self._genesis.table:
            raise _Found(ballot.step, ballot.member, "table", "it belongs to another table")
        if not ballot.signed_by(self._key(ballot.member)):
            why = "the signature is not this member's"
            raise _Found(ballot.step, ballot.member, kind, why)

    def _check_bytes(self) -> None:
        records = self._records
        if records.version != VERSION:
            raise _Found(None, None, "damage", "the header is damaged, or of another version of pinochle-lan")
        if records.damage:
            first = records.damage[0]
            raise _Found(None, None, "damage", f"{first.length} bytes at byte {first.at} are no record")
        if records.torn:
            raise _Found(None, None, "torn", f"the last {records.torn} bytes are no whole record")
        if not records.found:
            raise _Found(None, None, "genesis", "the file is empty")

    def check(self, record: Record) -> None:
        """Checks one record against all before it."""
        try:
            value = decode(record.payload)
            match record.type:
                case RecordType.ENTRY:
                    self._entry(Entry.read(value))
                case RecordType.LATE:
                    self._late(Entry.read(value))
                case RecordType.ACK:
                    self._ack(Ack.read(value))
                case RecordType.VOTE | RecordType.CONFIRM:
                    self._ballot(Ballot.read(value, confirm=record.type == RecordType.CONFIRM))
                case RecordType.CERTIFICATE:
                    self._certificate(Certificate.read(value))
                case RecordType.RIDER:
                    self._rider(Rider.read(value))
                case RecordType.GENESIS:
                    raise _Found(None, None, "genesis", "there is a second genesis")
                case _:
                    return
        except (CodecError, Malformed) as error:
            raise _Found(None, None, "malformed", f"record at byte {record.at}: {error}") from None

    def _key(self, member: int) -> bytes:
        """Of a member, as far as the file goes; empty bytes for a stranger, which no signature fits."""
        return b"" if self._step is None else self._step.machine.members.get(member, b"")

    def _signed(self, step: int, author: int, thing: Entry | Ack, once: bytes) -> None:
        assert self._genesis is not None
        what = f"'{thing.kind}'" if isinstance(thing, Entry) else "an acknowledgement"
        if thing.table != self._genesis.table:
            raise _Found(step, author, "table", f"{what} belongs to another table")
        key = self._key(author)
        if not key:
            raise _Found(step, author, "member", f"{what} is by member {author}, whom nobody here knows")
        if not thing.signed_by(key):
            raise _Found(step, author, "signature", f"the signature of {what} is not this member's")
        if once in self._seen:
            raise _Found(step, author, "doubled", f"{what} stands there twice")
        self._seen[once] = None

    def _entry(self, entry: Entry) -> None:
        step = self._step
        assert step is not None
        self._signed(entry.step, entry.author, entry, entry.id)
        self._single(entry)
        if entry.key in self._spare.get(entry.step, ()) or (
            entry.step == step.number and step.decided.get(entry.key, entry.id) != entry.id
        ):
            return
        if entry.step > step.number:
            self._gap(step)
        if entry.step < step.number:
            raise _Found(
                entry.step, entry.author, "order", f"'{entry.kind}' comes after its step was complete"
            )
        if step.place(entry.key) is None:
            raise _Found(step.number, entry.author, "place", f"'{entry.kind}' is not due from this member")
        if entry.before != step.chain:
            raise _Found(step.number, entry.author, "before", f"'{entry.kind}' stands on another history")
        if entry.state != step.state:
            why = f"'{entry.kind}' was made by rules that disagree about the steps before"
            raise _Found(step.number, entry.author, "state", why)
        self._book.note(entry.author, entry.step - 1, (entry.before, entry.state))
        step.put(entry)
        for place, why in step.illegal():
            raise _Found(step.number, place.author, "illegal", f"'{place.kind}': {why}")
        self._go_on()

    def _gap(self, step: Step) -> None:
        """An entry of a later step stands where this one is not complete: something was dropped or moved."""
        place = step.missing[0]
        for record in self._records.found:
            if record.type == RecordType.ENTRY:
                entry = Entry.read(decode(record.payload))
                if entry.step == step.number and entry.key == place.key:
                    raise _Found(
                        step.number, place.author, "order", f"'{place.kind}' stands too late in the file"
                    )
        raise _Found(step.number, place.author, "missing", f"'{place.kind}' is not in the file")

    def _single(self, entry: Entry) -> None:
        place = (entry.step, *entry.key)
        if self._entries.setdefault(place, entry.id) != entry.id:
            raise _Found(entry.step, entry.author, "double entry", f"signed two different '{entry.kind}'")

    def _late(self, entry: Entry) -> None:
        self._signed(entry.step, entry.author, entry, entry.id)
        self._single(entry)

    def _ballot(self, ballot: Ballot) -> None:
        if ballot.signature in self._seen:
            raise _Found(ballot.step, ballot.member, "doubled", "the same record stands there twice")
        self._seen[ballot.signature] = None
        self._voter(ballot, "signature")
        poll = self._polls.setdefault((ballot.step, ballot.key), Poll())
        if poll.add(ballot)[1] is not None:
            why = f"signed two different {ballot.tag}s about '{ballot.kind}' in round {ballot.round}"
            raise _Found(ballot.step, ballot.member, "double vote", why)

    def _certificate(self, certificate: Certificate) -> None:
        place = encode((certificate.step, certificate.key))
        if place in self._seen:
            raise _Found(certificate.step, None, "doubled", "two certificates of one place")
        self._seen[place] = None

    def _rider(self, rider: Rider) -> None:
        if rider.id in self._seen:
            raise _Found(None, rider.member, "doubled", "the same record stands there twice")
        self._seen[rider.id] = None
        why = self._rules.unsound(rider, {} if self._step is None else self._step.machine.members)
        if why is not None:
            raise _Found(None, rider.member, "signature", f"rider '{rider.type}': {why}")

    def _ack(self, ack: Ack) -> None:
        self._signed(ack.step, ack.member, ack, ack.signature)
        if ack.step < len(self._claims):
            self._count(ack)
        else:
            # What settled a step may name a later one (docs/log.md 3); it is looked at when that is complete.
            self._pending.append(ack)

    def _count(self, ack: Ack) -> None:
        chain, state = self._claims[ack.step]
        if ack.chain != chain and ack.step in self._certificates:
            return  # said before a vote decided otherwise
        if ack.chain != chain:
            raise _Found(ack.step, ack.member, "ack", "acknowledged another history")
        if ack.state != state:
            raise _Found(ack.step, ack.member, "ack", "acknowledged another state after the same entries")
        if not ack.voted or ack.step in self._certificates:
            self._book.note_ack(ack)

    def finish(self) -> None:
        """Every step on which a complete one stands was acknowledged by more than half of its roster.

        Not the last complete one: what settled it may be the entries of the next, and the laptop was switched
        off when the first of them was written.
        """
        line = list(enumerate(self._claims))
        for number in range(len(line) - 1):
            roster = self._rosters[number]
            backers = [member for member in roster if self._book.supports(member, line[number:])]
            if len(backers) < quorum(roster):
                raise _Found(number, None, "unsettled", "too few acknowledgements for what stands on it")

    def report(self, fault: Fault | None) -> Report:
        """What was found."""
        step = self._step
        if step is None:
            return Report(fault, self._genesis, 0, b"", False)
        return Report(fault, self._genesis, step.number, step.chain, step.over)
