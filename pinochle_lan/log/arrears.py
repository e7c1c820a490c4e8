"""Proofs that were put off: of steps which more than half of the others settled while this laptop was away.

Owns what is still to be checked, in which order, and the first that does not hold. A step is taken in here
only when it is settled on the word of more than half of its roster, this laptop not counted; docs/protocol.md
("Catching up") says why that is safe. Until nothing is left of the hand that runs, nothing is signed in it.
Knows machines, not cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pinochle_lan.codec import Value
from pinochle_lan.log.effects import IllegalContent
from pinochle_lan.log.entry import Key
from pinochle_lan.log.machine import Machine, Place
from pinochle_lan.log.step import Step


@dataclass(frozen=True, slots=True)
class Owed:
    """One proof that is still to be checked, with all that it is about."""

    step: int
    machine: Machine
    """The state before the step."""
    place: Place
    body: Value
    held: Mapping[Key, Value]
    """Bodies of the step, by place."""


class Arrears:
    """What one laptop still has to check."""

    def __init__(self) -> None:
        self._owed: dict[int, list[Owed]] = {}
        """By hand; of one hand the oldest first."""
        self.lie: IllegalContent | None = None
        """What more than half of the table let stand although it does not hold."""

    def take(self, step: Step) -> None:
        """A step was settled with proofs put off."""
        held = step.bodies()
        for key in step.unproved:
            place = step.place(key)
            assert place is not None
            owed = Owed(step.number, step.machine, place, step.entries[key].body, held)
            self._owed.setdefault(step.machine.hand, []).append(owed)

    def kinds(self, hand: int = -1) -> tuple[str, ...]:
        """Kinds of the places that are still to be checked, of this hand and later ones."""
        return tuple(one.place.kind for of in self._owed if of >= hand for one in self._owed[of])

    def binds(self, hand: int, step: int) -> bool:
        """Whether nothing may be signed in this hand, whose last settled step is given.

        A proof of the hand or of that step is open (whose acknowledgement would say that it was checked), or
        some proof was false.
        """
        if self.lie is not None:
            return True
        return any(of >= hand or owed[-1].step >= step for of, owed in self._owed.items())

    def check(self) -> IllegalContent | None:
        """Checks one proof, of the newest hand first; gives what does not hold."""
        hand = max(self._owed)
        one = self._owed[hand].pop(0)
        if not self._owed[hand]:
            del self._owed[hand]
        why = one.machine.judge(one.place, one.body, one.held, False)
        if why is not None:
            self.lie = IllegalContent(one.place.author, one.step, one.place.kind, why)
            self._owed.clear()
        return self.lie

    def __bool__(self) -> bool:
        """Whether anything is left to be checked."""
        return bool(self._owed)
