"""Comings and goings at a table in words: who was let in, who gets whose chair, who was asked to go.

Compares two states; knows no links. What votes decide stands in the diary.
"""

from __future__ import annotations

from collections.abc import Iterator

from pinochle_lan.table.machine import TableMachine


def told(before: TableMachine, after: TableMachine) -> Iterator[str]:
    """Sentences for what a step changed."""
    names = after.terms.member_names
    old, new = before.attendance, after.attendance
    for newcomer in after.terms.newcomers[len(before.terms.newcomers) :]:
        yield f"{names[newcomer.number]} came in and watches."
    for chair, member in new.promised:
        if (chair, member) not in old.promised:
            yield f"{names[member]} gets {_chair(before, chair)}'s chair from the next hand on."
    for chair, plan in enumerate(after.terms.seats):
        if plan != before.terms.seats[chair]:
            yield f"{names[plan.holder]} sits down on {_chair(before, chair)}'s chair."
    for member in new.kicked[len(old.kicked) :]:
        yield f"More than half of the table asked {names[member]} to leave: after this hand a stand-in plays."
    for member in new.leaving:
        if member not in old.leaving and member not in new.kicked:
            yield f"{names[member]} leaves at the end of this hand."
    if new.clock_next != old.clock_next:
        yield clock(new.clock_next)
    if new.voided != old.voided:
        yield "Everybody wants this hand to end: it does not count."


def clock(seconds: int) -> str:
    """What a turn clock means."""
    if not seconds:
        return "From the next hand on the table waits for everybody, however long it takes."
    return f"From the next hand on a bot plays for whoever needs more than {seconds} seconds."


def _chair(machine: TableMachine, chair: int) -> str:
    """The name of who has a chair."""
    chairs = machine.state.chairs or tuple(range(len(machine.terms.seats)))
    return machine.terms.seat_names(machine.state.chairs)[chairs.index(chair)]
