"""Who is at the table: off the roster, at fault, about to leave or to come back; and this hand's wishes.

Part of the machine's state, so folded alike on every laptop (docs/log.md 10 to 12). Knows members only; what
follows for seats and cards is the machine's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pinochle_lan.codec import Value

MOST_MISSED = 2
"""Absences in one hand after which a laptop is back at the next hand only: no flapping (docs/log.md 10)."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """The members' comings and goings. The first block lives for the game, the second for one hand."""

    away: tuple[int, ...] = ()
    """Members whose laptops are off the roster, in the order they went."""
    faulted: tuple[int, ...] = ()
    """Those among them who lied, or were asked to go: they do not come back."""
    kicked: tuple[int, ...] = ()
    """Those among them whom more than half asked to go: the door is closed to them."""
    hand: int = 1
    """Number of the deal that the second block is about."""
    missed: tuple[int, ...] = ()
    """Members decided absent in this hand, as often as it happened."""
    leaving: tuple[int, ...] = ()
    """They go at the hand's end."""
    coming: tuple[int, ...] = ()
    """They are back at the next hand's start."""
    wishes: tuple[tuple[int, str, tuple[int, ...]], ...] = ()
    """(who signed, type of the rider, its fields without the hand)."""
    promised: tuple[tuple[int, int], ...] = ()
    """(chair, member): who gets a chair at the next hand's start."""
    voided: int = 0
    """The last hand that everybody wanted to end."""
    clock: int = 0
    """Seconds a person has for a choice before a bot makes it; 0 = the table waits."""
    clock_next: int = 0
    """The clock of the next hand."""

    def value(self) -> Value:
        """For the state digest."""
        return (
            self.away,
            self.faulted,
            self.kicked,
            self.hand,
            self.missed,
            self.leaving,
            self.coming,
            self.wishes,
            self.promised,
            self.voided,
            self.clock,
            self.clock_next,
        )

    def off(self, member: int, *, missed: bool = False, fault: bool = False) -> Attendance:
        """Without the member: absent (``missed``), at fault, or gone of its own will."""
        if member in self.away:
            return self
        return replace(
            self,
            away=(*self.away, member),
            missed=(*self.missed, member) if missed else self.missed,
            faulted=(*self.faulted, member) if fault else self.faulted,
            leaving=tuple(m for m in self.leaving if m != member),
        )

    def back(self, member: int) -> Attendance:
        """With the member again, unless it lied."""
        if member in self.faulted:
            return self
        return replace(
            self,
            away=tuple(m for m in self.away if m != member),
            coming=tuple(m for m in self.coming if m != member),
        )

    def may_return(self, member: int) -> bool:
        """Whether a ``back`` of the member counts at once."""
        known = member in self.away and member not in self.faulted
        return known and self.missed.count(member) < MOST_MISSED

    def later(self, member: int) -> Attendance:
        """The member is back at the next hand's start."""
        known = member not in self.away or member in self.faulted or member in self.coming
        return self if known else replace(self, coming=(*self.coming, member))

    def leave_later(self, member: int, *, fault: bool = False) -> Attendance:
        """The member goes at the hand's end; with ``fault`` for good."""
        if member in self.away or member in self.leaving:
            return self
        faulted = (*self.faulted, member) if fault and member not in self.faulted else self.faulted
        return replace(self, leaving=(*self.leaving, member), faulted=faulted)

    def wish(self, member: int, what: str, about: tuple[int, ...] = ()) -> Attendance:
        """The member signed that it wants this in this hand."""
        wish = member, what, about
        return self if wish in self.wishes else replace(self, wishes=(*self.wishes, wish))

    def wanted(self, roster: Sequence[int], what: str, about: tuple[int, ...] = ()) -> int:
        """How many of the roster signed it."""
        return sum((member, what, about) in self.wishes for member in roster)

    def promise(self, chair: int, member: int) -> Attendance:
        """The member gets the chair at the next hand's start."""
        return replace(self, promised=(*self.promised, (chair, member)))

    def taken(self, member: int) -> Attendance:
        """The member sits on its new chair: it is at the table, however it went before."""
        return replace(self.back(member), promised=tuple(one for one in self.promised if one[1] != member))

    def header(self, hand: int, roster: Sequence[int]) -> Attendance:
        """At the start of a deal: leavers out, as long as somebody is left, and those who come back in."""
        after = self
        for member in self.coming:
            after = after.back(member)
        here = [member for member in roster if member not in after.away]
        for member in self.leaving:
            if len(here) > 1 and member in here:
                after = after.off(member)
                here.remove(member)
        return replace(after, hand=hand, missed=(), leaving=(), coming=(), wishes=(), clock=self.clock_next)
