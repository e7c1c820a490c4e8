"""How a laptop stands: what its ledger shows and tells, without changing anything.

Owns the questions that a table asks its log (docs/log.md 3, 4, 8 and 9). Takes nothing in, signs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pinochle_lan.codec import Value
from pinochle_lan.log.acks import AckBook
from pinochle_lan.log.agreement import Agreement
from pinochle_lan.log.effects import IllegalContent
from pinochle_lan.log.entry import Key
from pinochle_lan.log.line import Line
from pinochle_lan.log.machine import Machine, Place
from pinochle_lan.log.polls import Polls
from pinochle_lan.log.pool import Pool
from pinochle_lan.log.rider import Rider
from pinochle_lan.log.step import ABSENT
from pinochle_lan.log.talk import Talk
from pinochle_lan.log.voting import Voting


class Standing:
    """The reading side of a ledger, which sets these parts."""

    _line: Line
    _book: AckBook
    _polls: Polls
    _pool: Pool
    _agreement: Agreement
    _voting: Voting
    _talk: Talk

    @property
    def me(self) -> int | None:
        """This laptop's member number; None at a spectator's."""
        return self._line.me

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
        after = self._line.shown
        return after.machine if after is not None else self._line.open.machine

    @property
    def chain(self) -> bytes:
        """The chain value of what is shown."""
        after = self._line.shown
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
        return self._line.shown is not None

    def unchecked(self, hand: int = -1) -> tuple[str, ...]:
        """Kinds of the contributions whose long proofs are still to be checked, of this hand and later."""
        step = self._line.open
        here = [kind for _, kind in step.unproved] if step.machine.hand >= hand else []
        return (*self._line.arrears.kinds(hand), *here)

    @property
    def lie(self) -> IllegalContent | None:
        """A false proof that more than half of the table let stand: nothing is signed any more."""
        return self._line.arrears.lie

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

    def requests(self) -> tuple[Rider, ...]:
        """Riders held here that may be folded with the next entry, by id."""
        return tuple(self._pool.fresh(self._line.open.past))

    @property
    def muted(self) -> bool:
        """Signs nothing yet: restored from a file, and too few of the others were asked what they hold.

        A file may be damaged or older than the others' memory (docs/log.md 14); only the others can tell.
        """
        return self._talk.muted

    def against(self, key: Key) -> int:
        """How many laptops voted, in the latest round, to go on without a place of the open step."""
        poll, roster = self._polls.at(self.open_step).get(key), self.settled.roster
        if poll is None:
            return 0
        latest = max((poll.voted(member) for member in roster), default=0)
        votes = poll.votes(latest, roster)
        return sum(any(ballot.value == ABSENT for ballot in held) for held in votes.values())
