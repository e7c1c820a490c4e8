"""What the rules want next: the asks of one step.

The engine speaks of seats and slots only. ``pinochle_lan.table`` turns an ask into places of the log, that is
into (laptop, kind); which key shares those need follows from the slots named here and the audience of their
zone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Sort(Enum):
    """How a contribution comes about (docs/engine.md 2)."""

    CHOICE = "choice"
    """A person or a bot decides; stands alone in its step."""
    REVEAL = "reveal"
    """Opens a secret; sent by the program, only when the whole roster acknowledged the step before."""
    AUTO = "auto"
    """Sent by the program; opens nothing."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that is due in the next step.

    ``kind`` is the word of docs/engine.md 3: call, name, pass, bury, meld, card, lay, take, go, proof?,
    answer, settle (``seat`` set: due from that seat's host) or ready, draw, shuffle, deal, show, remix.

    - ready: from every laptop (the table adds the commitment where a draw follows).
    - draw: every laptop reveals its 32 bytes; the engine gets them back as ``actions.Drawn``.
    - shuffle: a fresh pack; ``slot_map`` names for each slot the seat it is dealt to, or a zone.
    - deal: ``slots`` come to ``seat`` and are known to its host alone.
    - show: ``slots`` of ``zone`` become known to all; back as ``actions.Faces``.
    - remix: the face-down ``slots`` of ``seat`` become ``new`` slots, known to its host alone.

    A step holds one choice, or any number of reveals and autos.
    """

    kind: str
    seat: int | None = None
    sort: Sort = Sort.CHOICE
    slots: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    zone: str = ""
    slot_map: tuple[int | str, ...] = ()
