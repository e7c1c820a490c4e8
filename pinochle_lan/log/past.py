"""What the log itself remembers of folded steps, and which riders of an entry may be folded on top of it.

Part of every laptop's fold, so a function of the chain and nothing else: who is off the roster since when,
and which riders were folded (docs/log.md 10 and 11).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pinochle_lan.log.entry import Entry, Malformed
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.rider import BACK, FAULT, LEAVE, WELCOME, Rider, consents, is_proof


@dataclass(frozen=True, slots=True)
class Past:
    """The memory after a step. Immutable."""

    away: tuple[tuple[int, int], ...] = ()
    """(member, the step after which it was off the roster), ascending."""
    faults: tuple[int, ...] = ()
    """Members whose lie was folded and who are not back since."""
    here: tuple[tuple[int, int], ...] = ()
    """(member, the step after which it came on the roster last), ascending; none since the beginning."""
    folded: Mapping[bytes, None] = field(default_factory=dict, repr=False)
    """Ids of folded riders."""

    def since(self, member: int) -> int | None:
        """The step after which the member was off the roster; None while it is on it, or never was."""
        return dict(self.away).get(member)

    def came(self, member: int) -> int:
        """The step after which the member came on the roster last; -1 = it is there since the beginning."""
        return dict(self.here).get(member, -1)

    def after(
        self, step: int, before: tuple[int, ...], now: tuple[int, ...], riders: tuple[Rider, ...]
    ) -> Past:
        """The memory after a step that made the roster ``now`` of the roster ``before``."""
        if before == now and not riders:
            return self
        away = {member: since for member, since in self.away if member not in now}
        away |= {member: step for member in before if member not in now}
        named = [rider.offender for rider in riders if rider.type == FAULT and rider.offender is not None]
        returned = [member for member in now if member not in before]
        here = {**dict(self.here), **dict.fromkeys(returned, step)}
        faults = sorted({**dict.fromkeys(self.faults), **dict.fromkeys(named)})
        folded = {**self.folded, **dict.fromkeys(rider.id for rider in riders)} if riders else self.folded
        lying = tuple(m for m in faults if m not in returned)
        return Past(tuple(sorted(away.items())), lying, tuple(sorted(here.items())), folded)


NO_PAST: Final = Past()
"""Before the first step."""


class RiderRules:
    """Which riders of one table are sound, and which may still be folded."""

    def __init__(self, genesis: Genesis) -> None:
        """For the table of a genesis; who is a member is asked of the state."""
        self._table = genesis.table
        self._genesis = genesis.digest

    def unsound(self, rider: Rider, keys: Mapping[int, bytes]) -> str | None:
        """Why the rider is good for nothing, ever; None if it may be folded some time. ``keys``: members'."""
        if rider.table != self._table:
            return "it belongs to another table"
        if rider.member not in keys:
            return f"nobody at this table has the number {rider.member}"
        if not rider.signed_by(keys[rider.member]):
            return "the signature is wrong"
        if rider.type == FAULT:
            offender = -1 if rider.offender is None else rider.offender
            if not is_proof(rider.fields, self._table, keys.get(offender, b"")):
                return "it proves nothing"
        if rider.type == WELCOME and not consents(rider.fields, self._table, self._genesis):
            return "the newcomer did not sign it"
        return None

    def fresh(self, rider: Rider, past: Past) -> bool:
        """Whether folding the rider now would be no repetition and not too late."""
        if rider.id in past.folded:
            return False
        if rider.type == BACK:
            since = past.since(rider.member)
            return since is not None and rider.fields == (since,)
        if rider.type == LEAVE:
            return not outdated(rider, past)
        return rider.type != FAULT or rider.offender not in past.faults

    def carried(self, entry: Entry, past: Past, keys: Mapping[int, bytes]) -> list[Rider]:
        """The riders of an entry that count, by id; the rest folds to nothing on every laptop alike."""
        found: dict[bytes, Rider] = {}
        for value in entry.riders:
            try:
                rider = Rider.read(value)
            except Malformed:
                continue
            if self.fresh(rider, past) and self.unsound(rider, keys) is None:
                found[rider.id] = rider
        return [found[thing] for thing in sorted(found)]


def outdated(rider: Rider, past: Past) -> bool:
    """Whether a ``leave`` was said before the member came back, or names no step."""
    match rider.fields:
        case (int() as step,) if type(step) is int:
            return step < past.came(rider.member)
    return True
