"""The ledger: orders signed things into settled steps, for one laptop at one table.

Laws (docs/log.md 3, 4, 6 to 11):
1. Everybody shows a step as soon as it is complete, and signs only on a settled prefix.
2. Settled = acknowledged by more than half of the step's roster; it never changes again.
3. A place is written once, ever. Saved before sent: among effects a Save stands before what rests on it.
4. Absence is a decision of those present; its outcome binds everybody, the owner too.
5. Whoever sends or signs nonsense is named; nothing it sends is stored outside the caps.

Synchronous: frames and the time come in, effects go out. Knows a Machine, not cards; peers, not sockets. What
is read of it stands in ``standing``, what it signs in ``pen``, what it hears in ``hearing``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pinochle_lan.codec import Value
from pinochle_lan.log.acks import AckBook, Claim
from pinochle_lan.log.agreement import Agreement
from pinochle_lan.log.effects import (
    Decided,
    Effect,
    IllegalContent,
    Peer,
    Refused,
    Repaired,
    RosterChanged,
    Save,
    Send,
    StepSettled,
    StepShown,
)
from pinochle_lan.log.entry import Ack, Key, Malformed, OtherTable
from pinochle_lan.log.frames import Frame, FrameType, pack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.hearing import Hearing, type_name
from pinochle_lan.log.intake import Intake
from pinochle_lan.log.journal import Journal
from pinochle_lan.log.line import Line
from pinochle_lan.log.machine import Illegal, Machine, Place
from pinochle_lan.log.parting import Parting
from pinochle_lan.log.past import RiderRules
from pinochle_lan.log.pen import LedgerError, Pen
from pinochle_lan.log.polls import Polls
from pinochle_lan.log.pool import Pool
from pinochle_lan.log.records import Record, read_records
from pinochle_lan.log.rider import BACK, LEAVE
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.standing import Standing
from pinochle_lan.log.step import ABSENT
from pinochle_lan.log.store import Store
from pinochle_lan.log.sync import Shelf
from pinochle_lan.log.talk import Talk
from pinochle_lan.log.voting import Voting

__all__ = ["Ledger", "LedgerError"]


class Ledger(Standing):
    """One table's log on one laptop."""

    def __init__(
        self, genesis: Genesis, me: int | None, identity: Identity | None, machine: Machine, *, now_ms: int
    ) -> None:
        """An empty log on ``machine``, the state at the table's beginning.

        ``me`` is this laptop's member number; None for spectators and checkers, who sign nothing. A spectator
        becomes a member when a step is settled that welcomes the key of its ``identity``.
        """
        self.genesis = genesis
        self._now = now_ms
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
        self._line = Line(genesis.digest, machine, store=self._store, polls=self._polls, rules=rules, me=me)
        self._agreement = Agreement(self._line, self._book)
        self._line.passed = self._agreement.passed
        shelf = Shelf(self._store, self._book, self._polls, self._pool)
        self._intake = Intake(genesis, self._line, shelf)
        parting = Parting(genesis.table, self._line, shelf)
        self._talk = Talk(genesis.table, self._line, shelf, parting)
        self._voting = Voting(self._line, self._store, self._polls)
        self._journal = Journal()
        self._hearing = Hearing(
            genesis.table,
            self._line,
            agreement=self._agreement,
            intake=self._intake,
            talk=self._talk,
            parting=parting,
            journal=self._journal,
        )
        self._pen = Pen(
            genesis.table,
            identity,
            line=self._line,
            shelf=shelf,
            agreement=self._agreement,
            talk=self._talk,
            voting=self._voting,
            journal=self._journal,
            lies=self._intake.lies,
        )
        self._told: dict[Key, bytes] = {}
        """Outcomes of the open step that were told."""
        self._shown_claim: Claim | None = None
        self._repaired = -1

    @property
    def ignored(self) -> int:
        """Frames of unknown types that came."""
        return self._hearing.ignored

    # Writing

    def wanted(self) -> tuple[Place, ...]:
        """Own places of the open step that may be signed now, in fold order (docs/log.md 3 and 4)."""
        return self._pen.wanted(self._now)

    def behind(self) -> tuple[int, ...]:
        """Members whose acknowledgement keeps others from opening a secret (docs/log.md 4)."""
        return self._pen.behind()

    def write(self, place: Place, body: Value) -> list[Effect]:
        """Signs a contribution; once per place, ever.

        Raises LedgerError if the place is not wanted now, or the machine calls the content illegal. Raises
        CodecError if the body has no canonical bytes or is over its limits.
        """
        out = self._pen.write(place, body, self._now)
        self._advance(out)
        return out

    def request(self, type_: str, fields: tuple[Value, ...]) -> list[Effect]:
        """Signs a rider of this laptop, for the next entry that anybody signs (docs/log.md 11).

        Raises LedgerError if this laptop signs nothing now or the rider is over its limits.
        """
        return self._pen.request(type_, fields)

    def come_back(self) -> list[Effect]:
        """Asks to be on the roster again; does nothing unless this laptop is away (docs/log.md 10)."""
        since = None if self.me is None else self._line.open.past.since(self.me)
        return [] if since is None or not self._pen.signs else self.request(BACK, (since,))

    def leave(self) -> list[Effect]:
        """Asks to be off the roster, politely (docs/log.md 11). Raises LedgerError."""
        return self.request(LEAVE, (self.settled_step,))

    # Hearing

    def receive(self, sender: Peer, frame: Frame, now_ms: int) -> list[Effect]:
        """A frame came over the link with ``sender``. Hostile ones give Refused events, never exceptions."""
        self._now = now_ms
        out: list[Effect] = []
        try:
            if frame[:1] == (FrameType.STORE,):
                self._take_answer(sender, frame[1:], out)
            else:
                out += self._hearing.take(sender, frame)
        except Malformed as error:
            hard = not isinstance(error, OtherTable)
            out.append(Refused(sender, None, None, type_name(frame), str(error), hard))
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
        """Time passed: asks and answers what is due, checks one proof that was put off.

        Call it at ``wake_at_ms``; earlier does no harm.
        """
        self._now = now_ms
        out: list[Effect] = []
        if now_ms >= self._talk.still_ms:
            self._check(out)
        self._advance(out)
        return out

    @property
    def wake_at_ms(self) -> int | None:
        """When ``tick`` is due next; None if nothing is planned."""
        more = max(self._now, self._talk.still_ms) if self._line.unchecked else None
        times = (self._talk.wake_at_ms, self._pen.wake_at_ms(self._now), more)
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
        waiting = list(records)
        while waiting and (later := self._read(waiting)) != waiting:
            waiting = later
        self._book.capped = self._polls.capped = True
        self._line.restart()
        if self._pen.identity is not None:
            self._talk.restored()
        out: list[Effect] = []
        self._advance(out)
        while self._line.open.unproved and self._line.unchecked:
            self._check(out)  # what nobody else vouches for is looked at before anything is shown
            self._advance(out)
        out += [Send(None, pack(frame)) for frame in self._talk.own_things()]
        return out

    def _read(self, records: Sequence[Record]) -> list[Record]:
        """Takes records; gives those whose authors the steps so far do not know."""
        later: list[Record] = []
        for record in records:
            unknown = self._intake.unknown
            thing = self._intake.record(record)
            if self._intake.unknown > unknown:
                later.append(record)
            if thing is not None:
                self._journal.noted(thing)
            if isinstance(thing, Ack) and self._pen.signed(thing):
                self._line.trusted[thing.step] = thing.claim
        if later:
            self._line.restart()
            self._line.grow()
        return later

    def save_failed(self, lost: Sequence[Save]) -> None:
        """The disk took none of these: what they hold of ours is taken back, and nothing is signed any more.

        Receiving and showing go on (docs/log.md 14: "cannot save, so cannot play").
        """
        self._pen.lay_down()
        for save in lost:
            for record in read_records(save.record).found:
                self._intake.take_back(record)
        self._line.restart()

    # Inside

    def _take_answer(self, sender: Peer, parts: tuple[Value, ...], out: list[Effect]) -> None:
        before = self.open_step, self._store.count, self._polls.count
        for thing in self._hearing.answer(parts):
            unknown = self._intake.unknown
            out += self._hearing.take(sender, thing)
            if self._intake.unknown > unknown:
                self._advance(out)  # what came before may welcome its author
                out += self._hearing.take(sender, thing)
        self._advance(out)
        if (self.open_step, self._store.count, self._polls.count) != before:
            out += self._talk.ask_on(sender, self._now)
        if self.open_step != before[0]:
            self._talk.brought_ms = self._now

    def _check(self, out: list[Effect]) -> None:
        """Checks one proof that was put off, if there is one."""
        lie = self._line.check()
        if lie is not None:
            out.append(lie)
            self._pen.lay_down()

    def _advance(self, out: list[Effect]) -> None:
        while True:
            self._talk.meet()
            for entry, why in self._line.grow():
                out += self._hearing.tell(self._intake.refuse(entry.author, entry, why))
            self._choose_version()
            if self._line.open.unproved and not self._agreement.settles():
                break  # its proofs are checked first, one at each tick
            self._save_open(out)
            self._conclude(out)
            self._announce(out)
            if ballots := self._pen.vote(self.may_vote, self._now):
                out += ballots
                continue
            out += self._pen.acknowledge()
            out += self._agreement.compare(self._line.keys)
            if not self._repair(out) and not self._settle(out):
                break
        out += self._pen.acknowledge_settled()
        out += self._talk.due(self._now)

    def _choose_version(self) -> None:
        """With double entries in the open step, turns to the version that others settled, if they did (7).

        Else to the one that this laptop acknowledged before it was restarted.
        """
        step = self._line.open
        if step.after is not None and self._line.doubles(step):
            own = [ack.claim for ack in self._pen.own_acks(step) if not ack.voted]
            wanted = self._agreement.most() or (own[0] if own else None)
            if wanted is not None and wanted != step.after.claim:
                self._line.turn_to(wanted)
        doubled = self._store.doubled(self.open_step)
        if doubled and not self._agreement.settles():
            self._line.turn_towards(self._agreement.settles)
        step = self._line.open
        if step.after is not None and any(
            ack.chain == step.after.chain and not ack.voted for ack in self._pen.own_acks(step)
        ):
            self._pen.stands_by(step.ids())

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
        out += self._hearing.tell(self._intake.against())
        for key in [key for key in step.decided if step.absent(key)]:
            for entry in self._store.at(step.number).get(key, ()):
                out += self._hearing.tell(self._intake.late(entry))

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

    def _settle(self, out: list[Effect]) -> bool:
        number = self.open_step
        if self._line.open.after is None or not self._agreement.settles():
            return False
        for ack in self._agreement.backing(self._line.keys):
            out += self._journal.ack(ack)
        before = self._line.open.roster
        voted = any(self._voting.own(place.key) for place in self._line.open.places)
        after = self._line.settle()
        self._book.forget_before(number)
        self._pool.settled(number, after.past)
        self._pen.settled(voted, self._now)
        if self.me is None and self._pen.identity is not None:
            own = self._pen.identity.key
            self._line.me = next((n for n, key in after.machine.members.items() if key == own), None)
        self._shown_claim = None
        self._told = {}
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


def _never(_place: Place) -> bool:
    return False
