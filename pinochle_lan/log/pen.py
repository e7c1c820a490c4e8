"""What one laptop signs at one table: its entries, acknowledgements, ballots and requests.

Laws (docs/log.md 3, 4, 7, 9, 10):
1. A place is written once, ever, and only on a settled prefix; a reveal only with everybody there.
2. Saved before sent: among the effects a Save stands before the Send that rests on it.
3. An acknowledgement never contradicts an own vote or an own acknowledgement.
4. While proofs of the hand that runs are put off, nothing is signed but requests (docs/log.md 6).

Looks at the line and at what is held; takes nothing in. Without an identity it signs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pinochle_lan.codec import Value
from pinochle_lan.log.acks import Claim
from pinochle_lan.log.agreement import Agreement
from pinochle_lan.log.ballot import Ballot
from pinochle_lan.log.effects import Effect, Send
from pinochle_lan.log.entry import Ack, Entry, Key, Malformed
from pinochle_lan.log.frames import pack
from pinochle_lan.log.journal import Journal
from pinochle_lan.log.line import Line
from pinochle_lan.log.machine import Place, Sort
from pinochle_lan.log.rider import FAULT, Rider
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.step import Step
from pinochle_lan.log.sync import Shelf
from pinochle_lan.log.talk import Talk
from pinochle_lan.log.voting import Voting

COURTESY_MS: Final = 2_000
"""How long a laptop at a table of up to three waits for the acknowledgements of the linked others (4)."""


class LedgerError(Exception):
    """This laptop asked its own ledger for something that the laws forbid; a fault of the caller."""


class Pen:
    """The signing hand of a ledger."""

    def __init__(
        self,
        table: bytes,
        identity: Identity | None,
        *,
        line: Line,
        shelf: Shelf,
        agreement: Agreement,
        talk: Talk,
        voting: Voting,
        journal: Journal,
        lies: Mapping[int, tuple[Value, ...]],
    ) -> None:
        """``identity``: None for checkers; they and spectators sign nothing. ``lies``: proofs, by author."""
        self.identity = identity
        """None: nothing is signed (any more)."""
        self._table = table
        self._line = line
        self._store = shelf.store
        self._book = shelf.book
        self._polls = shelf.polls
        self._pool = shelf.pool
        self._agreement = agreement
        self._talk = talk
        self._voting = voting
        self._journal = journal
        self._lies = lies
        self._acked: dict[Key, bytes] = {}
        """Entry ids of the open step that this laptop acknowledged without a vote."""
        self._voted = False
        """Whether this laptop voted in the last settled step; its acknowledgement of that says so."""
        self._settled_ms: int | None = None

    @property
    def signs(self) -> bool:
        """Whether this laptop signs anything now."""
        return self._line.me is not None and self.identity is not None and not self._talk.muted

    def signed(self, ack: Ack) -> bool:
        """Whether this laptop signed it, perhaps before it is a member again."""
        own = None if self.identity is None else self.identity.key
        return ack.member == self._line.me or (own is not None and self._line.keys.get(ack.member) == own)

    def lay_down(self) -> None:
        """Sign nothing any more."""
        self.identity = None

    # Contributions

    def wanted(self, now_ms: int) -> tuple[Place, ...]:
        """Own places of the open step that may be signed now, in fold order."""
        me, step = self._line.me, self._line.open
        if me is None or not self.signs or self._line.binds or self._waits_kindly(now_ms):
            return ()
        gated = bool(self.behind())
        return tuple(place for place in step.open_for(me) if not (gated and place.sort is Sort.REVEAL))

    def behind(self) -> tuple[int, ...]:
        """Who has not acknowledged what is settled: nobody opens a secret before they have (4)."""
        step = self._line.open
        awaited = (member for member in step.roster if member not in step.absentees)
        return tuple(member for member in awaited if not self._agreement.on_settled(member))

    def write(self, place: Place, body: Value, now_ms: int) -> list[Effect]:
        """Signs a contribution into its place, saves it, then sends it. Raises LedgerError or CodecError."""
        if self._line.me is None or self.identity is None:
            raise LedgerError("a spectator signs nothing")
        step = self._line.open
        if place.key not in [other.key for other in self.wanted(now_ms)]:
            raise LedgerError(f"'{place.kind}' cannot be signed now in step {step.number}")
        why = step.judge(place, body)
        if why is not None:
            raise LedgerError(f"'{place.kind}' would be refused: {why}")
        out = self._accuse(self.identity, self._line.me)
        entry = Entry.make(
            self.identity,
            table=self._table,
            step=step.number,
            author=self._line.me,
            kind=place.kind,
            body=body,
            before=step.chain,
            state=step.state,
            riders=tuple(rider.wire()[1:] for rider in self._pool.load(step.past)),
        )
        self._store.add(entry)
        step.put(entry, judged=True)
        for held in step.entries.values():
            out += self._journal.entry(held)
        return [*out, Send(None, pack(entry.wire()))]

    def request(self, type_: str, fields: tuple[Value, ...]) -> list[Effect]:
        """Signs a rider, for the next entry that anybody signs. Raises LedgerError."""
        if self._line.me is None or self.identity is None or not self.signs:
            raise LedgerError("nothing can be asked for now")
        try:
            rider = Rider.make(self.identity, self._table, self._line.me, type_, fields)
        except Malformed as error:
            raise LedgerError(str(error)) from None
        if not self._pool.add(rider, self._line.open.past):
            return []
        return [*self._journal.rider(rider), Send(None, pack(rider.wire()))]

    def _accuse(self, identity: Identity, me: int) -> list[Effect]:
        """Makes the riders that prove lies, for the entry that is about to be signed (7)."""
        out: list[Effect] = []
        past = self._line.open.past
        held = [rider.offender for rider in self._pool.fresh(past)]
        for offender, fields in sorted(self._lies.items()):
            if offender in self._line.open.roster and offender not in past.faults and offender not in held:
                rider = Rider.make(identity, self._table, me, FAULT, fields)
                if self._pool.add(rider, past):
                    out += self._journal.rider(rider)
        return out

    # Ballots

    def vote(self, may_vote: Callable[[Place], bool], now_ms: int) -> list[Effect]:
        """Casts the next ballot, after what it rests on; empty if there is none."""
        if self._line.me is None or self.identity is None or not self.signs or self._line.binds:
            self._voting.rest()
            return []
        move = self._voting.move(self._acked, may_vote, self._talk.peers, now_ms)
        if move is None:
            return []
        ballot = Ballot.make(
            self.identity,
            confirm=move.confirm,
            table=self._table,
            step=self._line.open.number,
            key=move.key,
            round_=move.round,
            value=move.value,
            member=self._line.me,
        )
        out: list[Effect] = []
        if move.entry is not None:
            out += self._journal.entry(move.entry)
        out += self._journal.ballots([*move.basis, ballot])
        self._polls.add(ballot, early=False)
        if move.entry is not None:
            out.append(Send(None, pack(move.entry.wire())))
        return [*out, Send(None, pack(ballot.wire()))]

    # Acknowledgements

    def acknowledge(self) -> list[Effect]:
        """Acknowledges the open step, once it is complete and nothing about it is undecided (3, 7)."""
        step = self._line.open
        after = step.after
        if after is None or self._line.me is None or not self.signs or self._line.binds:
            return []
        if self._line.doubles(step) or any(
            self._voting.own(place.key) and place.key not in step.decided and not step.skipped(place)
            for place in step.places
        ):
            return []
        voted = any(place.key in step.decided and not step.skipped(place) for place in step.places)
        held = self.own_acks(step)
        if any(ack.claim == after.claim for ack in held) or self._acked_step > step.number:
            return []
        if not voted and any(ack.chain != after.chain for ack in held):
            return []
        if not voted:
            self._acked = dict(step.ids())
        return self._sign_ack(step.number, after.claim, voted)

    def acknowledge_settled(self) -> list[Effect]:
        """Says where it stands, if the last settled step was settled without it (4: reveals wait for all)."""
        step, claim = self._line.before
        if self._line.me is None or not self.signs or step < 0 or self._acked_step > step or self._line.binds:
            return []
        said = self._book.claims(self._line.me, step)
        voted = self._voted or bool(self._line.decided(step))
        if self._line.me in self._line.open.roster and claim not in said and (voted or not said):
            return self._sign_ack(step, claim, voted)
        return []

    def own_acks(self, step: Step) -> tuple[Ack, ...]:
        """What this laptop acknowledged of a step."""
        return () if self._line.me is None else self._book.acks(self._line.me, step.number)

    def stands_by(self, ids: Mapping[Key, bytes]) -> None:
        """These entries of the open step were acknowledged without a vote, before a restart perhaps."""
        self._acked = dict(ids)

    def settled(self, voted: bool, now_ms: int) -> None:
        """The open step was settled; ``voted``: this laptop voted in it."""
        self._voted = voted
        self._settled_ms = now_ms
        self._acked = {}

    @property
    def _acked_step(self) -> int:
        latest = None if self._line.me is None else self._book.latest.get(self._line.me)
        return -1 if latest is None else latest.step

    def _sign_ack(self, step: int, claim: Claim, voted: bool) -> list[Effect]:
        assert self._line.me is not None
        assert self.identity is not None
        ack = Ack.make(
            self.identity,
            table=self._table,
            member=self._line.me,
            step=step,
            chain=claim[0],
            state=claim[1],
            voted=voted,
        )
        self._book.note_ack(ack)
        return [*self._journal.ack(ack), Send(None, pack(ack.wire()))]

    # Courtesy

    def wake_at_ms(self, now_ms: int) -> int | None:
        """When courtesy ends, or patience in a vote; None if nobody is waited for."""
        times = [self._voting.wake_at_ms if self.signs else None]
        if self._settled_ms is not None and self._waits_kindly(now_ms):
            times.append(self._settled_ms + COURTESY_MS)
        return min((time for time in times if time is not None), default=None)

    def _waits_kindly(self, now_ms: int) -> bool:
        """At a table of up to three: waits a moment for the acknowledgements of the linked others (4)."""
        roster = self._line.open.roster
        if self._settled_ms is None or len(roster) > 3 or now_ms >= self._settled_ms + COURTESY_MS:
            return False
        return any(m in self._talk.peers and not self._agreement.on_settled(m) for m in roster)
