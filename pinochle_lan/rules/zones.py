"""Zones: where each slot lies, who owns it and whether its face is public (docs/engine.md 1).

Owns the names of the zones and the arithmetic of moving slots between them. Never holds a private face.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from pinochle_lan.cards import Card

HAND: Final = "hand"
KITTY: Final = "kitty"
STOCK: Final = "stock"
TURN_UP: Final = "turn-up"
DUMMY: Final = "dummy"
PASSED: Final = "passed"
BURIED: Final = "buried"
MELD: Final = "meld"
TRICK: Final = "trick"
WON: Final = "won"
GONE: Final = "gone"
"""A slot that died in a remix, or a number kept free for one that is due."""

ZONES: Final = (HAND, KITTY, STOCK, TURN_UP, DUMMY, PASSED, BURIED, MELD, TRICK, WON)
"""All zones that hold cards; together they hold every card of the pack once."""


class Slot(NamedTuple):
    """Where one slot lies.

    ``owner`` is a seat, in WON a side, or nobody; ``card`` is the public face or None.
    """

    zone: str
    owner: int | None = None
    card: Card | None = None
    open: bool = False
    """In a hand although public: meld shown and taken back. A kitty card before its remix is not open."""


Slots = tuple[Slot, ...]
"""All slots of the hand by number; a remix adds numbers and never takes any away."""


def held(slots: Slots, zone: str, owner: int | None = None) -> tuple[int, ...]:
    """Numbers of the slots in ``zone`` that belong to ``owner``, ascending."""
    return tuple(n for n, slot in enumerate(slots) if slot.zone == zone and slot.owner == owner)


def in_zone(slots: Slots, zone: str) -> tuple[int, ...]:
    """Numbers of all slots in ``zone``, whoever owns them, ascending."""
    return tuple(n for n, slot in enumerate(slots) if slot.zone == zone)


def face_down(slots: Slots, seat: int) -> tuple[int, ...]:
    """The slots of a hand that a remix takes in: all but the open ones (docs/engine.md 6, trap 7)."""
    return tuple(n for n in held(slots, HAND, seat) if not slots[n].open)


def move(slots: Slots, which: Iterable[int], zone: str, owner: int | None = None) -> Slots:
    """The slots after ``which`` went to ``zone``; what is public stays public."""
    after = list(slots)
    for n in which:
        after[n] = after[n]._replace(zone=zone, owner=owner)
    return tuple(after)


def reveal(slots: Slots, faces: Iterable[tuple[int, Card]], *, open: bool = True) -> Slots:
    """The slots after faces became public; ``open`` = they stay so in a hand."""
    after = list(slots)
    for n, card in faces:
        after[n] = after[n]._replace(card=card, open=open)
    return tuple(after)


def reserve(slots: Slots, count: int) -> tuple[Slots, tuple[int, ...]]:
    """Room for ``count`` new numbers, counted on from the highest so far (docs/sealed-deal.md, remix)."""
    new = tuple(range(len(slots), len(slots) + count))
    return slots + (Slot(GONE),) * count, new


def remixed(slots: Slots, seat: int, old: Iterable[int], new: Iterable[int]) -> Slots:
    """The slots after a remix: ``old`` ones die, ``new`` ones are the seat's hand."""
    after = list(slots)
    for n in old:
        after[n] = Slot(GONE)
    for n in new:
        after[n] = Slot(HAND, seat)
    return tuple(after)


def unplayed(slots: Slots) -> int:
    """How many cards are still to be played to tricks: in hands, on the table as meld, in the stock, turned
    up.
    """
    return sum(slot.zone in (HAND, MELD, STOCK, TURN_UP) for slot in slots)


def cards_held(slots: Slots) -> int:
    """How many slots lie in a zone: the size of the pack at any time (docs/engine.md 6, trap 12)."""
    return sum(slot.zone != GONE for slot in slots)
