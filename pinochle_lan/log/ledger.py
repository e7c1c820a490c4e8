"""The ledger: orders signed things into settled steps, for one laptop at one table.

Laws (docs/log.md 3, 4, 6 to 11):
1. Everybody shows a step as soon as it is complete, and signs only on a settled prefix.
2. Settled = acknowledged by more than half of the step's roster; it never changes again.
3. A place is written once, ever. Saved before sent: among effects a Save stands before what rests on it.
4. Absence is a decision of those present; its outcome binds everybody, the owner too.
5. Whoever sends or signs nonsense is named; nothing it sends is stored outside the caps.

Synchronous: frames and the time come in, effects go out. Knows a Machine, not cards; peers, not sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pinochle_lan.codec import Value, decode
from pinochle_lan.log.acks import AckBook, Claim
from pinochle_lan.log.agreement import Agreement
from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.effects import (
    Decided,
    DoubleAck,
    DoubleEntry,
    DoubleVote,
    Effect,
    Event,
    IllegalContent,
    Late,
    Peer,
    Refused,
    Repaired,
    RosterChanged,
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
from pinochle_lan.log.past import RiderRules
from pinochle_lan.log.polls import Polls
from pinochle_lan.log.pool import Pool
from pinochle_lan.log.records import Record, RecordType, read_records
from pinochle_lan.log.rider import BACK, FAULT, Rider
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.step import ABSENT, Step
from pinochle_lan.log.store import Store
from pinochle_lan.log.sync import Have, Shelf
from pinochle_lan.log.talk import Talk
from pinochle_lan.log.voting import Voting

SIGNED: Final = (
    FrameType.ENTRY,
    FrameType.ACK,
    FrameType.VOTE,
    FrameType.CONFIRM,
    FrameType.RIDER,
    FrameType.CERTIFICATE,
)
"""Frames that an answer may hold."""
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
        self.may_vote: Callable[[Place], bool] = _never
        """The table's policy: whether a missing place may be put to the vote now (docs/log.md 9).

        True once nobody heard its author for 10 s, and the contribution is automatic, or the author's laptop
        hosts only bots there, or a person present chose "Let a bot play". Asked again at every ``tick``.
        """
        rules = RiderRules(genesis)
        self._store = Store()
        self._book = AckBook()
        self._polls = Polls()
        self._pool = Pool(rules)
        self._line = Line(genesis.digest, machine, self._store, self._polls, rules)
        self._agreement = Agreement(self._line, self._book, me)
        shelf = Shelf(self._store, self._book, self._polls, self._pool)
        self._intake = Intake(genesis, self._line, shelf)
        self._talk = Talk(genesis.table, me, self._line, shelf)
        self._voting = Voting(me, self._line, self._store, self._polls)
        self._journal = Journal()
        self._acked: dict[Key, bytes] = {}
        """Entry ids of the open step that this laptop acknowledged without a vote."""
        self._voted = False
        """Whether this laptop voted in the last settled step; its acknowledgement of that says so."""
        self._told: dict[Key, bytes] = {}
        """Outcomes of the open step that were told."""
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

    def polling(self) -> tuple[Place, ...]:
        """Places of the open step that are under vote, in fold order."""
        return self._voting.polling()

    def decided(self) -> Mapping[Key, bytes]:
        """Outcomes of votes in the open step: an entry's id, empty for absent."""
        return self._line.open.decided

    @property
    def away(self) -> Mapping[int, int]:
        """Members off the settled roster that were on it, and the step after which they went."""
        return dict(self._line.open.past.away)

    def returning(self) -> tuple[int, ...]:
        """Away members whose ``back`` is held here: whoever stands in for one signs HAND_BACK at once."""
        return self._pool.returning(self._line.open.past)

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
        awaited = [member for member in step.roster if member not in step.absentees]
        gated = not all(self._agreement.on_settled(member) for member in awaited)
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
        out: list[Effect] = []
        self._accuse(self._identity, self.me, out)
        entry = Entry.make(
            self._identity,
            table=self.genesis.table,
            step=step.number,
            author=self.me,
            kind=place.kind,
            body=body,
            before=step.chain,
            state=step.state,
            riders=tuple(rider.wire()[1:] for rider in self._pool.load(step.past)),
        )
        self._store.add(entry)
        step.put(entry, judged=True)
        self._save_open(out)
        out.append(Send(None, pack(entry.wire())))
        self._advance(out)
        return out

    def request(self, type_: str, fields: tuple[Value, ...]) -> list[Effect]:
        """Signs a rider of this laptop, for the next entry that anybody signs (docs/log.md 11).

        Raises LedgerError if this laptop signs nothing now or the rider is over its limits.
        """
        if self.me is None or self._identity is None or self.muted:
            raise LedgerError("nothing can be asked for now")
        try:
            rider = Rider.make(self._identity, self.genesis.table, self.me, type_, fields)
        except Malformed as error:
            raise LedgerError(str(error)) from None
        if not self._pool.add(rider, self._line.open.past):
            return []
        return [*self._journal.rider(rider), Send(None, pack(rider.wire()))]

    def come_back(self) -> list[Effect]:
        """Asks to be on the roster again; does nothing unless this laptop is away (docs/log.md 10)."""
        since = None if self.me is None else self._line.open.past.since(self.me)
        return [] if since is None or self.muted else self.request(BACK, (since,))

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
        if self._signs:
            times.append(self._voting.wake_at_ms)
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
        self._book.capped = self._polls.capped = False
        for record in records:
            thing = self._intake.record(record)
            if thing is not None:
                self._journal.noted(thing)
            if isinstance(thing, Ack) and thing.member == self.me:
                self._line.trusted[thing.step] = thing.claim
        self._book.capped = self._polls.capped = True
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
            case FrameType.VOTE | FrameType.CONFIRM:
                ballot = Ballot.read(frame[1:], confirm=frame[0] == FrameType.CONFIRM)
                self._tell(self._intake.ballot(sender, ballot), out)
            case FrameType.RIDER:
                self._tell(self._intake.rider(sender, Rider.read(frame[1:])), out)
            case FrameType.CERTIFICATE:
                for ballot in Certificate.read(frame[1:]).ballots():
                    self._tell(self._intake.ballot(sender, ballot), out)
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
        before = self.open_step, self._store.count, self._polls.count
        for thing in things:
            if not isinstance(thing, tuple) or not thing or thing[0] not in SIGNED:
                raise Malformed("an answer holds signed things only")
            self._take(sender, thing, out)
        self._advance(out)
        if (self.open_step, self._store.count, self._polls.count) != before:
            out += self._talk.ask_on(sender, self._now)

    def _tell(self, events: list[Event], out: list[Effect]) -> None:
        """Hands on events; both halves of a proof are kept and pushed (docs/log.md 7)."""
        for event in events:
            match event:
                case DoubleEntry() | DoubleAck() | DoubleVote():
                    for frame in (event.first, event.second):
                        out += self._keep(unpack(frame))
                        out.append(Send(None, frame))
                case Late():
                    out += self._keep(unpack(event.entry))
            out.append(event)

    def _keep(self, frame: Frame) -> list[Save]:
        """Saves a thing that stands beside the steps: half of a proof, or a late entry."""
        match frame[0]:
            case FrameType.ENTRY:
                return self._journal.entry(Entry.read(frame[1:]), late=True)
            case FrameType.ACK:
                return self._journal.ack(Ack.read(frame[1:]))
            case _:
                return self._journal.ballots([Ballot.read(frame[1:], confirm=frame[0] == FrameType.CONFIRM)])

    # Inside: moving on

    def _advance(self, out: list[Effect]) -> None:
        while True:
            self._talk.meet()
            for entry, why in self._line.grow():
                self._tell(self._intake.refuse(entry.author, entry, why), out)
            self._choose_version()
            self._save_open(out)
            self._conclude(out)
            self._announce(out)
            if self._vote(out):
                continue
            self._acknowledge(out)
            out += self._agreement.compare(self._members)
            if not self._repair(out) and not self._settle(out):
                break
        self._acknowledge_settled(out)
        out += self._talk.due(self._now)

    def _choose_version(self) -> None:
        """With double entries in the open step, turns to the version that others settled, if they did (7).

        Else to the one that this laptop acknowledged before it was restarted.
        """
        step = self._line.open
        if step.after is not None and self._line.doubles():
            own = [ack.claim for ack in self._own_acks(step) if not ack.voted]
            wanted = self._agreement.most() or (own[0] if own else None)
            if wanted is not None and wanted != step.after.claim:
                self._line.turn_to(wanted)
        step = self._line.open
        if step.after is not None and any(
            ack.chain == step.after.chain and not ack.voted for ack in self._own_acks(step)
        ):
            self._acked = dict(step.ids())

    def _own_acks(self, step: Step) -> tuple[Ack, ...]:
        return () if self.me is None else self._book.acks(self.me, step.number)

    @property
    def _signs(self) -> bool:
        """Whether this laptop signs anything of its own accord."""
        return self.me is not None and self._identity is not None and not self.muted

    def _conclude(self, out: list[Effect]) -> None:
        """Saves and tells what votes decided about the open step (docs/log.md 9, rule 6)."""
        step = self._line.open
        for key, value in step.decided.items():
            if self._told.get(key) == value:
                continue
            self._told[key] = value
            certificate = self._polls.at(step.number)[key].certificate(step.roster)
            assert certificate is not None
            out += self._journal.certificate(certificate)
            out.append(Decided(key[0], step.number, key[1], absent=value == ABSENT))
        self._tell(self._intake.against(), out)
        for key in [key for key in step.decided if step.absent(key)]:
            for entry in self._store.at(step.number).get(key, ()):
                self._tell(self._intake.late(entry), out)

    def _vote(self, out: list[Effect]) -> bool:
        """Casts the next ballot, after what it rests on; gives whether there was one."""
        if self.me is None or self._identity is None or self.muted:
            return False
        move = self._voting.move(self._acked, self.may_vote, self._talk.peers, self._now)
        if move is None:
            return False
        ballot = Ballot.make(
            self._identity,
            confirm=move.confirm,
            table=self.genesis.table,
            step=self.open_step,
            key=move.key,
            round_=move.round,
            value=move.value,
            member=self.me,
        )
        if move.entry is not None:
            out += self._journal.entry(move.entry)
        out += self._journal.ballots([*move.basis, ballot])
        self._polls.add(ballot, early=False)
        if move.entry is not None:
            out.append(Send(None, pack(move.entry.wire())))
        out.append(Send(None, pack(ballot.wire())))
        return True

    def _accuse(self, identity: Identity, me: int, out: list[Effect]) -> None:
        """Makes the riders that prove lies, for the entry that is about to be signed (7)."""
        past = self._line.open.past
        held = [rider.offender for rider in self._pool.fresh(past)]
        for offender, fields in sorted(self._intake.lies.items()):
            if offender in self._line.open.roster and offender not in past.faults and offender not in held:
                rider = Rider.make(identity, self.genesis.table, me, FAULT, fields)
                if self._pool.add(rider, past):
                    out += self._journal.rider(rider)

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
        replaced = self._shown_claim is not None
        out.append(StepShown(step.number, after.contents, replaced, after.machine))
        self._shown_claim = after.claim

    def _acknowledge(self, out: list[Effect]) -> None:
        """Acknowledges the open step, once it is complete and nothing about it is undecided (3, 7)."""
        step = self._line.open
        after = step.after
        if after is None or self.me is None or self._identity is None or self.muted:
            return
        if self._line.doubles() or any(
            self._voting.own(place.key) and place.key not in step.decided and not step.skipped(place)
            for place in step.places
        ):
            return
        voted = any(place.key in step.decided and not step.skipped(place) for place in step.places)
        held = self._own_acks(step)
        if any(ack.claim == after.claim for ack in held) or self.acked_step(self.me) > step.number:
            return
        if not voted and any(ack.chain != after.chain for ack in held):
            return
        if not voted:
            self._acked = dict(step.ids())
        self._sign_ack(self._identity, step.number, after.claim, voted, out)

    def _acknowledge_settled(self, out: list[Effect]) -> None:
        """Says where it stands, if the last settled step was settled without it (4: reveals wait for all)."""
        step, claim = self._line.before
        if self.me is None or self._identity is None or self.muted or step < 0:
            return
        if self.acked_step(self.me) > step:
            return
        said = self._book.claims(self.me, step)
        voted = self._voted or bool(self._line.decided(step))
        if self.me in self._line.open.roster and claim not in said and (voted or not said):
            self._sign_ack(self._identity, step, claim, voted, out)

    def _sign_ack(self, identity: Identity, step: int, claim: Claim, voted: bool, out: list[Effect]) -> None:
        assert self.me is not None
        ack = Ack.make(
            identity,
            table=self.genesis.table,
            member=self.me,
            step=step,
            chain=claim[0],
            state=claim[1],
            voted=voted,
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
        before = self._line.open.roster
        self._voted = any(self._voting.own(place.key) for place in self._line.open.places)
        after = self._line.settle()
        self._book.forget_before(number)
        self._pool.settled(number, after.past)
        self._settled_ms = self._now
        self._shown_claim = None
        self._acked, self._told = {}, {}
        out.append(StepSettled(number, after.chain, after.state))
        now = self._line.open.roster
        if now != before:
            gone = tuple(member for member in before if member not in now)
            out.append(RosterChanged(number, gone, tuple(m for m in now if m not in before)))
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
        elif record.type in (RecordType.VOTE, RecordType.CONFIRM):
            ballot = Ballot.read(value, confirm=record.type == RecordType.CONFIRM)
            if ballot.member == self.me:
                self._polls.remove(ballot)
        elif record.type == RecordType.RIDER:
            self._pool.remove(Rider.read(value))


def _never(_place: Place) -> bool:
    return False


def _type_name(frame: Frame) -> str:
    number = frame[0] if frame else None
    return next((kind.name.lower() for kind in FrameType if kind == number), "frame")
