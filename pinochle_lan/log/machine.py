"""The one seam between the log and what it orders: a machine that says what is due and folds what came.

The ledger knows steps, places and signatures, not cards. ``pinochle_lan.table`` implements Machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol, Self

from pinochle_lan.codec import Value
from pinochle_lan.log.rider import Rider

HAND_BACK: Final[Value] = "hand back"
"""What a stand-in signs instead of a choice while the seat's holder waits to be back (docs/log.md 10).

``judge`` allows it in the place of a stand-in only; folding it changes nothing but what its riders do.
"""


class Sort(Enum):
    """How a contribution comes about (docs/log.md 3 and 4)."""

    CHOICE = "choice"
    REVEAL = "reveal"
    AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Place:
    """One contribution that is due in a step: who, what, and which places of the same step it rests on."""

    author: int
    """Member number."""
    kind: str
    """Name, or name, space, number: ``card 2``, ``mix 1``."""
    sort: Sort
    needs: tuple[tuple[int, str], ...] = ()
    """(author, kind) of places of the same step that must be held before this one is signed or judged."""

    @property
    def key(self) -> tuple[int, str]:
        """(author, kind)."""
        return self.author, self.kind


@dataclass(frozen=True, slots=True)
class Illegal:
    """A well-formed entry whose content is refused: folds like absent plus a fault of its author."""

    why: str


class Blank(Enum):
    """What stands in a place instead of a body."""

    ABSENT = "absent"
    SKIPPED = "skipped"


Content = Value | Illegal | Blank
"""What is folded for one place."""


class Machine(Protocol):
    """A state. Immutable: ``fold`` gives a new one. Deterministic in everything but speed."""

    @property
    def roster(self) -> tuple[int, ...]:
        """Member numbers of the step that is due, ascending."""

    @property
    def members(self) -> Mapping[int, bytes]:
        """The key of every member, on the roster or not; a ``welcome`` adds one, none ever goes."""

    @property
    def hand(self) -> int:
        """Number of the hand, which grows: nothing is signed in it before all its proofs are checked."""

    def has_proof(self, place: Place) -> bool:
        """Whether ``judge`` checks a long proof there that a trusting look leaves out."""

    def due(self) -> Sequence[Place]:
        """The places of the next step in fold order; empty when the game is over."""

    def judge(
        self, place: Place, body: Value, held: Mapping[tuple[int, str], Value], trusted: bool
    ) -> str | None:
        """None if the content may stand, else the reason why it is illegal.

        Called once an entry's ``needs`` are all in ``held``: legal bodies of this step by key, in fold order.
        ``trusted`` = this laptop acknowledged the step before it was restarted, so proofs need no second
        look; if the step then folds to something else than was acknowledged, it is judged anew without trust.
        """

    def fold(
        self,
        contents: Sequence[tuple[Place, Content]],
        ids: Mapping[tuple[int, str], bytes],
        riders: Sequence[Rider] = (),
    ) -> Self:
        """The state after the step.

        ``ids`` are the entry ids by key (for bodies that name their basis). ``Blank.ABSENT`` means that more
        than half of the roster decided so: the place's author is off the roster from the next step, which
        ``roster`` and ``due`` of the result say (docs/log.md 10). ``riders`` are to be folded after all
        bodies, in this order, each once. The log checked their form and signature, that a ``back`` names the
        step its member went with, and that a ``fault`` proves its offender's lie; the rest of docs/log.md 11
        is judged here, and what is invalid folds to nothing. A void step is not folded at all: the same
        state is due again.
        """

    def digest(self) -> bytes:
        """First 8 bytes of SHA-256 over the canonical state."""
