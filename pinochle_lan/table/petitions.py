"""What this laptop asks of the table besides playing: a chair, and its consent to what others ask for.

Gives riders to sign (docs/log.md 11); whether they come to something is the machine's business. A chair is
asked for again in every hand until it is had or somebody else has it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pinochle_lan.codec import Value
from pinochle_lan.log.rider import SEAT, Rider
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.riding import may_have

Petition = tuple[str, tuple[Value, ...]]
"""(type of a rider, its fields)."""


class Petitions:
    """Of one laptop."""

    def __init__(self) -> None:
        self.chair: int | None = None
        """What this laptop's person asked for."""
        self._signed: dict[Petition, None] = {}

    def due(
        self, machine: TableMachine, me: int, asks: bool, requests: Sequence[Rider] = ()
    ) -> list[Petition]:
        """Riders to sign now. ``asks``: the person is asked before somebody who is away loses a chair.

        ``requests``: what the others signed and is not folded yet.

        A bot's chair is given to a person without asking: the door's yes let that person in.
        """
        found: list[Petition] = []
        if self.chair is not None and not may_have(machine, self.chair, me):
            self.chair = None
        if self.chair is not None:
            found.append((SEAT, (self.chair, me, machine.hand)))
        if me in machine.roster:
            asked: list[tuple[int, ...]] = [
                about for _, what, about in machine.attendance.wishes if what == SEAT
            ]
            asked += [about for rider in requests if (about := _asked(rider, machine.hand)) is not None]
            for chair, member in dict.fromkeys(asked):
                free = member != me and may_have(machine, chair, member)
                if free and (machine.terms.seats[chair].bot or not asks):
                    found.append((SEAT, (chair, member, machine.hand)))
        new = [petition for petition in found if petition not in self._signed]
        self._signed.update(dict.fromkeys(new))
        return new


def _asked(rider: Rider, hand: int) -> tuple[int, ...] | None:
    """(chair, member) if the rider's own signer asks for a chair in this hand."""
    match rider.type, rider.fields:
        case "seat", (int() as chair, int() as member, int() as when) if (
            rider.member == member and when == hand
        ):
            return chair, member
    return None
