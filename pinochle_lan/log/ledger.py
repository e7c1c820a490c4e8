"""The ledger: orders signed things into settled steps, for one laptop at one table.

Laws (docs/log.md 3, 4, 6, 7, 8; votes, riders and branches are not here):
1. Everybody shows a step as soon as it is complete, and signs only on a settled prefix.
2. Settled = acknowledged by more than half of the step's roster; it never changes again.
3. A place is written once, ever. Saved before sent: among effects a Save stands before what rests on it.
4. Whoever sends or signs nonsense is named; nothing it sends is stored outside the caps.

Synchronous: frames and the time come in, effects go out. Knows a Machine, not cards; peers, not sockets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pinochle_lan.codec import Value, decode
from pinochle_lan.log.acks import AckBook, Claim
from pinochle_lan.log.agreement import Agreement
from pinochle_lan.log.effects import (
    DoubleAck,
    DoubleEntry,
    Effect,
    Event,
    IllegalContent,
    Peer,
    Refused,
    Repaired,
    Save,
    Send,
    StepSettled,
    StepShown,
)
from pinochle_lan.log.entry import Ack, Entry, Key, Malformed, OtherTable
from pinochle_lan.log.frames import Frame, FrameType, pack, unpack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.intake import Intake
from pinochle_lan.log.journal import Journal
from pinochle_lan.log.line import Line
from pinochle_lan.log.machine import Illegal, Machine, Place, Sort
from pinochle_lan.log.records import Record, RecordType, read_records
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.store import Store
from pinochle_lan.log.sync import Have
from pinochle_lan.log.talk import Talk

COURTESY_MS: Final = 2_000
"""How long a laptop at a table of up to three waits for the acknowledgements of the linked others (4)."""


class LedgerError(Exception):
    """This laptop asked its own ledger for something that the laws forbid; a fault of the caller."""


class Ledger:
    """One table's log on one laptop."""

    def __init__(
        self, genesis: Genesis, me: int | None, identity: Identity | None, machine: Machine, *, now_ms: int
    ) -> None:
        """An empty log on ``machine``, the state at the table's beginning.

        ``me`` is this laptop's member number; None for spectators and checkers, who sign nothing.
        """
        self.genesis = genesis
        self.me = me
        self.ignored = 0
        """Frames of unknown types."""
        self._identity = identity
        self._now = now_ms
        self._members = tuple(member.number for member in genesis.members)
        self._store = Store()
        self._book = AckBook()
        self._line = Line(genesis.digest, machine, self._store)
        self._agreement = Agreement(self._line, self._book, me)
        self._intake = Intake(genesis, self._line, self._store, self._book)
        self._talk = Talk(genesis.table, me, self._line, self._store, self._book)
        self._journal = Journal()
        self._shown_claim: Claim | None = None
        self._settled_ms: int | None = None
        self._repaired = -1

    # What there is

    @property
    def settled_step(self) -> int:
        """The last settled step, -1 before the first."""
        return self._line.settled

    @property
    def open_step(self) -> int:
        """The step after the settled ones."""
        return self._line.open.number

    @property
    def settled(self) -> Machine:
        """The state after the settled steps."""
        return self._line.open.machine

    @property
    def shown(self) -> Machine:
        """The state after the settled steps and the open one, if that is complete."""
        after = self._line.open.after
        return after.machine if after is not None else self._line.open.machine

    @property
    def chain(self) -> bytes:
        """The chain value of what is shown."""
        after = self._line.open.after
        return after.chain if after is not None else self._line.open.chain

    @property
    def chains(self) -> Sequence[bytes]:
        """c_0 to the chain value after the last settled step."""
        return self._line.chains

    @property
    def over(self) -> bool:
        """The game is over and its last step settled."""
        return self._line.open.over

    @property
    def complete(self) -> bool:
        """The open step is complete here: shown, and waiting for acknowledgements."""
        return self._line.open.after is not None

    def places(self) -> tuple[Place, ...]:
        """What is due in the open step, in fold order."""
        return self._line.open.places

    def missing(self) -> tuple[Place, ...]:
        """Places of the open step that nobody here has, in fold order."""
        return self._line.open.missing

    def held(self) -> Mapping[Key, Value]:
        """Legal bodies of the open step held so far, by (author, kind)."""
        return self._line.open.bodies()

    def ids(self) -> Mapping[Key, bytes]:
        """Entry ids of the open step held so far, by (author, kind)."""
        return self._line.open.ids()

    def acked_step(self, member: int) -> int:
        """The highest step that the member acknowledged, -1 for none."""
        latest = self._book.latest.get(member)
        return -1 if latest is None else latest.step

    def unacknowledged(self) -> tuple[int, ...]:
        """Who of the roster has not acknowledged the open step if it is complete, else the step before."""
        stands = self._agreement.on_open if self.complete else self._agreement.on_settled
        return tuple(member for member in self._line.open.roster if not stands(member))

    def differs(self) -> Mapping[int, int]:
        """Members whose last word differs from ours, and the step it is about."""
        return self._agreement.differing

    @property
    def muted(self) -> bool:
        """Signs nothing yet: restored from a file, and too few of the others were asked what they hold.

        A file may be damaged or older than the others' memory (docs/log.md 14); only the others can tell.
        """
        return self._talk.muted

    # Writing

    def wanted(self) -> tuple[Place, ...]:
        """Own places of the open step that may be signed now, in fold order (docs/log.md 3 and 4)."""
        if self.me is None or self._identity is None or self.muted or self._waits_kindly():
            return ()
        step = self._line.open
        gated = not all(self._agreement.on_settled(member) for member in step.roster)
        return tuple(place for place in step.open_for(self.me) if not (gated and place.sort is Sort.REVEAL))

    def write(self, place: Place, body: Value) -> list[Effect]:
        """Signs a contribution; once per place, ever.

        Raises LedgerError if the place is not wanted now, or the machine calls the content illegal. Raises
        CodecError if the body has no canonical bytes or is over its limits.
        """
        if self.me is None or self._identity is None:
            raise LedgerError("a spectator signs nothing")
        if place.key not in [other.key for other in self.wanted()]:
            raise LedgerError(f"'{place.kind}' cannot be signed now in step {self.open_step}")
        step = self._line.open
        why = step.judge(place, body)
        if why is not None:
            raise LedgerError(f"'{place.kind}' would be refused: {why}")
        entry = Entry.make(
            self._identity,
            table=self.genesis.table,
            step=step.number,
            author=self.me,
            kind=place.kind,
            body=body,
            before=step.chain,
            state=step.state,
        )
        out: list[Effect] = []
        self._store.add(entry)
        step.put(entry, judged=True)
        self._save_open(out)
        out.append(Send(None, pack(entry.wire())))
        self._advance(out)
        return out

    # Hearing

    def receive(self, sender: Peer, frame: Frame, now_ms: int) -> list[Effect]:
        """A frame came over the link with ``sender``. Hostile ones give Refused events, never exceptions."""
        self._now = now_ms
        out: list[Effect] = []
        try:
            self._take(sender, frame, out)
        except Malformed as error:
            hard = not isinstance(error, OtherTable)
            out.append(Refused(sender, None, None, _type_name(frame), str(error), hard))
        self._advance(out)
        return out

    def linked(self, peer: Peer, now_ms: int) -> list[Effect]:
        """A link stands: asks what the peer has, and sends one's own things of the open step."""
        self._now = now_ms
        return [*self._talk.linked(peer, now_ms)]

    def unlinked(self, peer: Peer) -> list[Effect]:
        """A link is gone."""
        self._talk.unlinked(peer)
        return []

    def tick(self, now_ms: int) -> list[Effect]:
        """Time passed: asks and answers what is due. Call it at ``wake_at_ms``; earlier does no harm."""
        self._now = now_ms
        out: list[Effect] = []
        self._advance(out)
        return out

    @property
    def wake_at_ms(self) -> int | None:
        """When ``tick`` is due next; None if nothing is planned."""
        times = [self._talk.wake_at_ms]
        if self._waits_kindly() and self._settled_ms is not None:
            times.append(self._settled_ms + COURTESY_MS)
        return min((time for time in times if time is not None), default=None)

    def restore(self, records: Sequence[Record], now_ms: int) -> list[Effect]:
        """Takes what the game file holds, in any order: folds to the last complete step, resends own things.

        Records whose signature does not verify, or of unknown types, are passed over. Afterwards nothing is
        signed until the others' knowledge was compared (``muted``). Raises LedgerError if the log has begun.
        """
        if self.open_step > 0 or self._line.open.entries:
            raise LedgerError("a file is restored into an empty ledger only")
        self._now = now_ms
        self._book.capped = False
        for record in records:
            thing = self._intake.record(record)
            if thing is not None:
                self._journal.noted(thing)
            if isinstance(thing, Ack) and thing.member == self.me:
                self._line.trusted[thing.step] = thing.claim
        self._book.capped = True
        self._line.restart()
        if self.me is not None:
            self._talk.restored()
        out: list[Effect] = []
        self._advance(out)
        out += [Send(None, pack(frame)) for frame in self._talk.own_things()]
        return out

    def save_failed(self, lost: Sequence[Save]) -> None:
        """The disk took none of these: what they hold of ours is taken back, and nothing is signed any more.

        Receiving and showing go on (docs/log.md 14: "cannot save, so cannot play").
        """
        self._identity = None
        for save in lost:
            for record in read_records(save.record).found:
                self._take_back(record)
        self._line.restart()

    # Inside: hearing

    def _take(self, sender: Peer, frame: Frame, out: list[Effect]) -> None:
        match frame[0] if frame else None:
            case FrameType.ENTRY:
                self._tell(self._intake.entry(sender, Entry.read(frame[1:])), out)
            case FrameType.ACK:
                ack = Ack.read(frame[1:])
                self._tell(self._intake.ack(sender, ack), out)
                if ack.step < self.settled_step:
                    # Older than what is counted; still it names the step at which two histories part.
                    ours = self._line.settled_claim(ack.step)
                    out += self._agreement.compare_one(ack.member, ack.step, ours)
            case FrameType.HAVE:
                self._talk.have(sender, Have.read(frame[1:]))
            case FrameType.STORE:
                self._take_store(sender, frame[1:], out)
            case _:
                self.ignored += 1

    def _take_store(self, sender: Peer, parts: tuple[Value, ...], out: list[Effect]) -> None:
        match parts:
            case (bytes() as table, tuple() as things) if table == self.genesis.table:
                pass
            case _:
                raise Malformed("an answer names its table and holds a list")
        before = self.open_step, self._store.count
        for thing in things:
            if not isinstance(thing, tuple) or not thing or thing[0] not in (FrameType.ENTRY, FrameType.ACK):
                raise Malformed("an answer holds entries and acknowledgements only")
            self._take(sender, thing, out)
        self._advance(out)
        if (self.open_step, self._store.count) != before:
            out += self._talk.ask_on(sender, self._now)

    def _tell(self, events: list[Event], out: list[Effect]) -> None:
        """Hands on events; both halves of a proof are kept and pushed (docs/log.md 7)."""
        for event in events:
            if isinstance(event, DoubleEntry | DoubleAck):
                for frame in (event.first, event.second):
                    thing = unpack(frame)[1:]
                    if isinstance(event, DoubleEntry):
                        out += self._journal.entry(Entry.read(thing), late=True)
                    else:
                        out += self._journal.ack(Ack.read(thing))
                    out.append(Send(None, frame))
            out.append(event)

    # Inside: moving on

    def _advance(self, out: list[Effect]) -> None:
        while True:
            self._talk.meet()
            for entry, why in self._line.grow():
                self._tell(self._intake.refuse(entry.author, entry, why), out)
            self._choose_version()
            self._save_open(out)
            self._announce(out)
            self._acknowledge(out)
            out += self._agreement.compare(self._members)
            if not self._repair(out) and not self._settle(out):
                break
        out += self._talk.due(self._now)

    def _choose_version(self) -> None:
        """With double entries in the open step, turns to the version that others settled, if they did (7)."""
        after = self._line.open.after
        if after is not None and self._line.doubles():
            most = self._agreement.most()
            if most is not None and most != after.claim:
                self._line.turn_to(most)

    def _save_open(self, out: list[Effect]) -> None:
        for entry in self._line.open.entries.values():
            out += self._journal.entry(entry)

    def _announce(self, out: list[Effect]) -> None:
        step = self._line.open
        after = step.after
        if after is None or after.claim == self._shown_claim:
            return
        for place, content in after.contents:
            if isinstance(content, Illegal):
                out.append(IllegalContent(place.author, step.number, place.kind, content.why))
        out.append(StepShown(step.number, after.contents, replaced=self._shown_claim is not None))
        self._shown_claim = after.claim

    def _acknowledge(self, out: list[Effect]) -> None:
        """Acknowledges the open step, once it is complete and no place of it has two entries (7)."""
        step = self._line.open
        after = step.after
        if after is None or self.me is None or self._identity is None or self.muted or self._line.doubles():
            return
        held = self._book.ack(self.me, step.number)
        if held is not None and (held.claim == after.claim or held.chain != after.chain):
            return
        if self.acked_step(self.me) > step.number:
            return
        ack = Ack.make(
            self._identity,
            table=self.genesis.table,
            member=self.me,
            step=step.number,
            chain=after.chain,
            state=after.state,
        )
        self._book.note_ack(ack)
        out += self._journal.ack(ack)
        out.append(Send(None, pack(ack.wire())))

    def _settle(self, out: list[Effect]) -> bool:
        number = self.open_step
        if not self.complete or not self._agreement.settles():
            return False
        for ack in self._agreement.backing(self._members):
            out += self._journal.ack(ack)
        after = self._line.settle()
        self._book.forget_before(number)
        self._settled_ms = self._now
        self._shown_claim = None
        out.append(StepSettled(number, after.chain, after.state))
        return True

    def _repair(self, out: list[Effect]) -> bool:
        """If more than half have another state on the same entries, we are the odd one: fold again (7)."""
        step = self._line.open
        after = step.after
        most = self._agreement.most()
        if after is None or most is None or self._repaired == step.number:
            return False
        if most[0] != after.chain or most[1] == after.state:
            return False
        self._repaired = step.number
        if not self._line.fold_again():
            return False
        self._line.grow()
        again = self._line.open.after
        if again is None or again.claim != most:
            return False
        out.append(Repaired(step.number))
        return True

    def _waits_kindly(self) -> bool:
        """At a table of up to three: waits a moment for the acknowledgements of the linked others (4)."""
        roster = self._line.open.roster
        if self._settled_ms is None or len(roster) > 3 or self._now >= self._settled_ms + COURTESY_MS:
            return False
        return any(m in self._talk.peers and not self._agreement.on_settled(m) for m in roster)

    def _take_back(self, record: Record) -> None:
        value = decode(record.payload)
        if record.type == RecordType.ENTRY:
            entry = Entry.read(value)
            if entry.author == self.me and entry.step >= self.open_step:
                self._store.remove(entry)
        elif record.type == RecordType.ACK and (ack := Ack.read(value)).member == self.me:
            self._book.withdraw(ack)


def _type_name(frame: Frame) -> str:
    number = frame[0] if frame else None
    return next((kind.name.lower() for kind in FrameType if kind == number), "frame")
