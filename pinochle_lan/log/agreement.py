"""Who stands where: how many back a step, whose word differs, what more than half say.

Owns the comparing of docs/log.md 3, 4 and 7 over the line and the acknowledgements. Changes neither of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from pinochle_lan.log.acks import AckBook, Claim
from pinochle_lan.log.effects import Differs
from pinochle_lan.log.entry import Ack
from pinochle_lan.log.line import Line
from pinochle_lan.log.step import Step, quorum


class Agreement:
    """What the members' words say about this laptop's line."""

    def __init__(self, line: Line, book: AckBook) -> None:
        self._line = line
        self._book = book
        self.differing: dict[int, int] = {}
        """Members whose last word is not ours, and the step it is about."""

    def on_settled(self, member: int) -> bool:
        """Whether the member acknowledged the last settled step with our content; one's own word is given."""
        if member == self._line.me or self._line.settled < 0:
            return True
        stands = itertools.chain([self._line.before], self._line.standing(self._line.settled))
        return self._book.supports(member, stands, self._line.certified)

    def on_open(self, member: int) -> bool:
        """Whether the member acknowledged the open step with our content."""
        return self._book.supports(member, self._line.standing(self._line.open.number), self._line.certified)

    def settles(self) -> bool:
        """Whether more than half of the roster stand on the open step as it is complete here.

        This laptop's own word counts for nothing as long as it put off proofs of the step.
        """
        step = self._line.open
        mine = None if not step.unproved else self._line.me
        stand = sum(member != mine and self.on_open(member) for member in step.roster)
        return stand >= quorum(step.roster)

    def passed(self, step: Step) -> bool:
        """Whether more than half of the roster, this laptop not counted, say that they are past a step."""
        others = (member for member in step.roster if member != self._line.me)
        gone = sum(self._book.furthest(member) >= step.number for member in others)
        return gone >= quorum(step.roster)

    def backing(self, members: Iterable[int]) -> list[Ack]:
        """For each member the first acknowledgement that backs the open step or one ahead of it."""
        found: list[Ack] = []
        for member in members:
            for step in self._book.acked(member):
                claim = self._line.claim_of(step)
                acks = [ack for ack in self._book.acks(member, step) if ack.claim == claim]
                if acks and (not acks[0].voted or self._line.certified(step)):
                    found.append(acks[0])
                    break
        return found

    def most(self) -> Claim | None:
        """What more than half of the roster say about the open step, ours or not."""
        step = self._line.open
        count: dict[Claim, int] = {}
        for member in step.roster:
            for claim in self._book.claims(member, step.number):
                count[claim] = count.get(claim, 0) + 1
        return next((claim for claim, number in count.items() if number >= quorum(step.roster)), None)

    def compare(self, members: Iterable[int]) -> list[Differs]:
        """News about whose word on the last settled or the open step is not ours."""
        out: list[Differs] = []
        for member in members:
            for step, claim in (self._line.before, *itertools.islice(self._line.claims(), 1)):
                out += self.compare_one(member, step, claim)
        return out

    def compare_one(self, member: int, step: int, ours: Claim) -> list[Differs]:
        """News about one member's word on one step; told once until it agrees again."""
        theirs = self._book.claims(member, step)
        if member == self._line.me or step < 0 or not theirs:
            return []
        if ours in theirs:
            if self.differing.get(member, step) <= step:
                self.differing.pop(member, None)
            return []
        history = all(chain != ours[0] for chain, _ in theirs)
        if history and not self._lies_or_errs(member, step):
            return []
        if member in self.differing:
            return []
        self.differing[member] = step
        return [Differs(member, step, rules=not history)]

    def parted(self, member: int, step: int) -> list[Differs]:
        """The first step at which a member settled something else was found; told once."""
        if self.differing.get(member) == step:
            return []
        self.differing[member] = step
        return [Differs(member, step, rules=False)]

    def _lies_or_errs(self, member: int, step: int) -> bool:
        """Whether no vote that one of us does not know yet can explain another history (docs/log.md 9)."""
        if self._line.decided(step):
            return False
        return step <= self._line.settled or any(not ack.voted for ack in self._book.acks(member, step))
