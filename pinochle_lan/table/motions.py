"""What is wanted of a table and not decided yet, in words for its people. Reads the folded state alone."""

from __future__ import annotations

from dataclasses import replace

from pinochle_lan.log.step import quorum
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.riding import may_have
from pinochle_lan.table.snapshot import Motion


def motions(machine: TableMachine, me: int | None) -> tuple[Motion, ...]:
    """One for each thing that somebody signed in this hand, in the order it came up."""
    found: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for member, what, about in machine.attendance.wishes:
        found.setdefault((what, about), []).append(member)
    made = (_motion(machine, me, what, about, by) for (what, about), by in found.items())
    return tuple(motion for motion in made if motion is not None)


def free_seats(machine: TableMachine, me: int | None) -> tuple[int, ...]:
    """Seats whose chair a member may ask for; for somebody not welcomed yet, the bots'."""
    chairs = machine.state.chairs or tuple(range(len(machine.terms.seats)))
    if me is None:
        return tuple(seat for seat, chair in enumerate(chairs) if machine.terms.seats[chair].bot)
    return tuple(seat for seat, chair in enumerate(chairs) if may_have(machine, chair, me))


def _motion(
    machine: TableMachine, me: int | None, what: str, about: tuple[int, ...], by: list[int]
) -> Motion | None:
    names, roster, here = machine.terms.member_names, machine.roster, machine.attendance
    told = tuple(names[who] for who in by)
    blank = Motion(what, None, None, 0, told, quorum(roster), me in by and me in roster, "")
    if what == "seat" and may_have(machine, *about):
        chairs = machine.state.chairs or tuple(range(len(machine.terms.seats)))
        seat = chairs.index(about[0])
        whose = machine.terms.seat_names(machine.state.chairs)[seat]
        said = f"{names[about[1]]} would like to have {whose}'s chair from the next hand on."
        return replace(blank, member=about[1], seat=seat, sentence=said)
    if what == "kick" and about[0] not in here.faulted:
        return replace(blank, member=about[0], sentence=f"{names[about[0]]} is to leave the table.")
    if what == "turn" and about[0] != here.clock_next:
        said = "The table is to wait for everybody, without a clock, from the next hand on."
        if about[0]:
            said = f"A bot is to play for whoever needs more than {about[0]} seconds, from the next hand on."
        return replace(blank, seconds=about[0], sentence=said)
    if what == "void":
        return replace(blank, needed=len(roster), sentence="This hand is to end and not to count.")
    return None
