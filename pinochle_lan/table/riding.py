"""What riders do to a table (docs/log.md 11): who is back, who goes, what more than half of the roster want.

Pure, folded alike on every laptop. The log checked form, signature and freshness; one that is not valid now
folds to nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pinochle_lan.log.rider import Rider
from pinochle_lan.log.step import quorum
from pinochle_lan.table.folding import accused

if TYPE_CHECKING:
    from pinochle_lan.table.machine import TableMachine

CLOCKS: Final = (0, 15, 30, 60, 120)
"""Turn clocks that a table may have, in seconds; 0 = it waits for people (docs/log.md 11, "turn")."""


def ridden(now: TableMachine, rider: Rider) -> TableMachine:
    """After a rider (docs/log.md 11); one that is not valid now folds to nothing."""
    who, here, match_ = rider.member, now.attendance, (rider.type, rider.fields)
    if now.stopped:
        return now
    match match_:
        case "back", _ if who in now.blocked or here.may_return(who) or now.running is None:
            return replace(now, attendance=here.back(who))
        case "back", _:
            return replace(now, attendance=here.later(who))
        case "leave", (int(),) if who in now.roster:
            return replace(now, attendance=here.off(who) if _spares(now, who) else here.leave_later(who))
        case "fault", (int() as offender, *_):
            return accused(now, offender, "lie", "two signed things that contradict each other")
        case "kick", (int() as member, now.hand) if who in now.roster and member in now.roster:
            return _kicked(now, who, member)
        case "void", (now.hand,) if who in now.roster and now.running is not None:
            after = here.wish(who, "void")
            if after.wanted(now.roster, "void") == len(now.roster):
                state = replace(now.state, ended="redeal-next", pending=())
                return replace(now, state=state, attendance=replace(after, voided=now.hand)).applied(())
            return replace(now, attendance=after)
        case "welcome", (bytes() as key, str() as name, _) if who in now.roster:
            return replace(now, terms=now.terms.welcomed(key, name))
        case "seat", (int() as chair, int() as member, now.hand) if may_have(now, chair, member):
            return _seated(now, who, chair, member)
        case "turn", (int() as seconds, now.hand) if who in now.roster and seconds in CLOCKS:
            after = here.wish(who, "turn", (seconds,))
            if after.wanted(now.roster, "turn", (seconds,)) >= quorum(now.roster):
                after = replace(after, clock_next=seconds)
            return replace(now, attendance=after)
    return now


def may_have(now: TableMachine, chair: int, member: int) -> bool:
    """Whether a member may ask for a chair: a bot's, or that of somebody who went (docs/log.md 11)."""
    seats, here = now.terms.seats, now.attendance
    if not 0 <= chair < len(seats) or member not in now.terms.keys or member in here.faulted:
        return False
    if any(plan.holder == member and not plan.bot for plan in seats):
        return False
    free = seats[chair].bot or seats[chair].holder in here.away
    return bool(free) and all(chair != one and member != other for one, other in here.promised)


def _seated(now: TableMachine, who: int, chair: int, member: int) -> TableMachine:
    """Somebody of the roster, or the one who asks, wants the member to have the chair."""
    if who != member and who not in now.roster:
        return now
    after = now.attendance.wish(who, "seat", (chair, member))
    if after.wanted(now.roster, "seat", (chair, member)) >= quorum(now.roster):
        after = after.promise(chair, member)
    return replace(now, attendance=after)


def _kicked(now: TableMachine, who: int, member: int) -> TableMachine:
    """More than half want the member to go: at the hand's end, or at once between two hands."""
    after = now.attendance.wish(who, "kick", (member,))
    if member not in after.kicked and after.wanted(now.roster, "kick", (member,)) >= quorum(now.roster):
        rest = len(now.roster) > 1 and now.running is None
        after = after.off(member, fault=True) if rest else after.leave_later(member, fault=True)
        after = replace(after, kicked=(*after.kicked, member))
    return replace(now, attendance=after)


def _spares(now: TableMachine, member: int) -> bool:
    """Whether the others can go on at once without a member that takes its leave."""
    deal = now.running
    if deal is None or member not in now.peers:
        return len(now.roster) > 1
    rest = [now.peers.index(m) for m in now.roster if m != member and m in now.peers]
    return len(now.roster) > 2 and deal.takeover_place(now.peers.index(member), rest) is None
