"""Riders that are held and not folded yet: every author puts all of them into its next entry.

Owns the caps (docs/log.md 11). Riders it is given are sound.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.codec import encode
from pinochle_lan.log.entry import RIDERS_BYTES
from pinochle_lan.log.past import Past, RiderRules
from pinochle_lan.log.rider import BACK, LEAVE, Rider

RIDERS_EACH: Final = 16
"""Of one member; a flood pushes out its own only."""


class Pool:
    """Unfolded riders, by id."""

    def __init__(self, rules: RiderRules) -> None:
        self.rules = rules
        self._held: dict[bytes, Rider] = {}

    def riders(self) -> list[Rider]:
        """All held, by id."""
        return [self._held[thing] for thing in sorted(self._held)]

    def has(self, rider: Rider) -> bool:
        """Whether this very rider is held."""
        return rider.id in self._held

    def add(self, rider: Rider, past: Past) -> bool:
        """Keeps a rider that was not folded yet; gives whether it is new here."""
        if rider.id in self._held or rider.id in past.folded:
            return False
        mine = [thing for thing, other in self._held.items() if other.member == rider.member]
        if len(mine) >= RIDERS_EACH:
            del self._held[mine[0]]
        self._held[rider.id] = rider
        return True

    def remove(self, rider: Rider) -> None:
        """Forgets one's own rider, which could not be saved."""
        self._held.pop(rider.id, None)

    def fresh(self, past: Past) -> list[Rider]:
        """Those that may be folded now, by id."""
        return [rider for rider in self.riders() if self.rules.fresh(rider, past)]

    def load(self, past: Past) -> tuple[Rider, ...]:
        """What the next entry carries: all that may be folded, as far as an entry has room."""
        load: list[Rider] = []
        room = RIDERS_BYTES - 4
        for rider in self.fresh(past):
            room -= len(encode(rider.wire()[1:]))
            if room < 0:
                break
            load.append(rider)
        return tuple(load)

    def returning(self, past: Past) -> tuple[int, ...]:
        """Members who are away and whose wish to be back is held, ascending."""
        return tuple(sorted({rider.member for rider in self.fresh(past) if rider.type == BACK}))

    def settled(self, step: int, past: Past) -> None:
        """A step is settled: drops what was folded, and who is back or went again since it asked."""
        for thing, rider in list(self._held.items()):
            dated = rider.type in (BACK, LEAVE) and rider.fields and type(rider.fields[0]) is int
            if thing in past.folded or (
                dated and rider.fields[0] <= step and not self.rules.fresh(rider, past)  # type: ignore[operator]
            ):
                del self._held[thing]
