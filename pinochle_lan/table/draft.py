"""The draft of a table: genesis before everybody signed it, with chairs that may be free (docs/log.md 2).

Frozen data and its form on the wire. Who may change it is the door's business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.genesis import Genesis, Member, SeatPlan
from pinochle_lan.table.hosts import person_plan

MOST_CHAIRS = 8
LONGEST_TITLE = 64


@dataclass(frozen=True, slots=True)
class Draft:
    """A table that is being set up. ``counter`` rises with every change; a "ready" is for one counter."""

    terms: Genesis
    """Everything but the chairs; its ``seats`` are empty."""
    title: str
    """The table's shown name."""
    chairs: tuple[SeatPlan | None, ...]
    """None = free."""
    counter: int = 0
    ready: tuple[int, ...] = ()
    """Members who signed this draft, ascending."""
    shares: bool = True
    """The founder's laptop hands plugin files to those who lack them."""

    @property
    def free(self) -> tuple[int, ...]:
        """Chairs that nobody took, ascending."""
        return tuple(seat for seat, plan in enumerate(self.chairs) if plan is None)

    @property
    def genesis(self) -> Genesis | None:
        """What is signed, once every chair is taken: the members are those who hold or host a chair."""
        plans = [plan for plan in self.chairs if plan is not None]
        if len(plans) < len(self.chairs):
            return None
        needed = [plan.holder for plan in plans] + [plan.host for plan in plans]
        members = tuple(member for member in self.terms.members if member.number in needed)
        return replace(self.terms, seats=tuple(plans), members=members, signatures=())

    def seat_of(self, member: int) -> int | None:
        """The chair where a member sits as a person."""
        for seat, plan in enumerate(self.chairs):
            if plan is not None and not plan.bot and plan.holder == member:
                return seat
        return None

    @property
    def agreement(self) -> bytes:
        """What a laptop says yes to before it sits down: SHA-256 over the plugins with their fingerprints."""
        return hashlib.sha256(encode(self.terms.plugins)).digest()

    def member(self, number: int) -> Member | None:
        """The member of that number."""
        return next((member for member in self.terms.members if member.number == number), None)

    # --- changes: each asks for new clicks on "ready"

    def _changed(self, terms: Genesis, chairs: Sequence[SeatPlan | None]) -> Draft:
        return replace(self, terms=terms, chairs=tuple(chairs), counter=self.counter + 1, ready=())

    def with_member(self, member: Member) -> Draft:
        """With one more member, without a chair."""
        return self._changed(replace(self.terms, members=(*self.terms.members, member)), self.chairs)

    def without_member(self, number: int) -> Draft:
        """Without a member and its chairs."""
        members = tuple(member for member in self.terms.members if member.number != number)
        chairs = [
            None if plan is not None and number in (plan.holder, plan.host) else plan for plan in self.chairs
        ]
        return self._changed(replace(self.terms, members=members), chairs)

    def seated(self, member: int, seat: int) -> Draft:
        """With the member moved to a chair."""
        chairs = list(self.chairs)
        old = self.seat_of(member)
        if old is not None:
            chairs[old] = None
        chairs[seat] = person_plan(member)
        return self._changed(self.terms, chairs)

    def with_plan(self, seat: int, plan: SeatPlan | None) -> Draft:
        """With a bot on a chair, or with the chair free."""
        chairs = list(self.chairs)
        chairs[seat] = plan
        return self._changed(self.terms, chairs)

    def with_game(
        self,
        variant: str,
        options: tuple[tuple[str, int | bool | str], ...],
        plugins: tuple[tuple[str, bytes], ...],
        chairs: int,
    ) -> Draft:
        """With another game; whoever sat on a chair that is gone takes the first free one."""
        terms = replace(self.terms, variant=variant, options=options, plugins=plugins)
        kept = list(self.chairs[:chairs]) + [None] * (chairs - len(self.chairs))
        for plan in self.chairs[chairs:]:
            if plan is not None and not plan.bot and None in kept:
                kept[kept.index(None)] = plan
        return self._changed(terms, kept)

    def with_ready(self, members: Sequence[int]) -> Draft:
        """With these members ready; the draft itself is the same."""
        return replace(self, ready=tuple(sorted(members)))

    # --- the wire

    def wire(self) -> Frame:
        """The DRAFT frame."""
        chairs = tuple(None if plan is None else (plan.holder, plan.bot, plan.host) for plan in self.chairs)
        fields = (self.counter, self.title, self.terms.wire(), chairs, self.ready, self.shares)
        return int(FrameType.DRAFT), *fields

    @classmethod
    def read(cls, parts: tuple[Value, ...]) -> Draft:
        """The draft in a DRAFT frame's fields (without the type). Raises Malformed."""
        match parts:
            case (
                int() as counter,
                str() as title,
                wire,
                tuple() as chairs,
                tuple() as ready,
                bool() as shares,
            ) if counter >= 0 and len(title) <= LONGEST_TITLE and 1 <= len(chairs) <= MOST_CHAIRS:
                pass
            case _:
                raise Malformed("a draft has a counter, a name, terms, chairs, who is ready and if it shares")
        terms = Genesis.read(wire)
        if terms.seats or terms.signatures:
            raise Malformed("a draft is not signed and seats nobody in its terms")
        numbers = [member.number for member in terms.members]
        plans = tuple(_plan(chair, numbers) for chair in chairs)
        named = tuple(_number(member, numbers) for member in ready)
        return cls(terms, title, plans, counter, named, shares)


def _plan(chair: Value, numbers: Sequence[int]) -> SeatPlan | None:
    match chair:
        case None:
            return None
        case (int() as holder, str() as bot, int() as host) if len(bot) <= LONGEST_TITLE:
            return SeatPlan(_number(holder, numbers), bot, _number(host, numbers))
    raise Malformed("a chair is free, or has a holder, a bot and a host")


def _number(value: Value, numbers: Sequence[int]) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in numbers:
        raise Malformed("a chair or a click belongs to a member of the table")
    return value
