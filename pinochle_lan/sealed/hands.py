"""The slots of a sealed pack: who holds each, whose share of it is public, which faces follow.

Also who plays for whom: while a laptop is taken over, its seats are a stand-in's, or lie face up. Checks no
proof (the deal does), holds no secret, and knows no rule of the game: the engine says which slots go where.

Laptops are numbered from 0 by their place in ``setup.peers``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, Self

from pinochle_lan import codec
from pinochle_lan.sealed import escrow, mix
from pinochle_lan.sealed.refused import BrokenDeal
from pinochle_lan.sealed.shares import ascending
from pinochle_lan.sealed.shuffle import Shuffle
from pinochle_lan.sealed.slots import Slot

_NONE: Final[Mapping[int, Slot]] = MappingProxyType({})
_NO_FACES: Final[Mapping[int, str]] = MappingProxyType({})
_NO_STAND_INS: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True)
class Hands(Shuffle):
    """A shuffle, and once it is sealed its slots."""

    slots: Mapping[int, Slot] = field(default_factory=lambda: _NONE, repr=False)
    """The living slots, once sealed; a remix takes the old ones out."""
    faces: Mapping[int, str] = field(default_factory=lambda: _NO_FACES)
    """Public faces of living slots."""
    next_slot: int = 0
    """The lowest number never used for a slot."""
    away: int | None = None
    """The laptop that is taken over."""
    stand_ins: Mapping[int, int] = field(default_factory=lambda: _NO_STAND_INS)
    """Which laptop plays each seat of the one away; its seats that are not here lie face up."""
    shuffled: bytes = field(default=b"", repr=False, compare=False)
    """Digest of the whole shuffle, once sealed: it does not change any more, and every step asks for it."""

    def with_seal(self, peer: int, payload: bytes) -> Self:
        """With the seal of a laptop; after the last one the slots are there."""
        sealed = super().with_seal(peer, payload)
        if not sealed.sealed:
            return sealed
        last = sealed.deck(len(self.setup.peers))
        slots = {
            number: Slot(last[2 * number], last[2 * number + 1], holder)
            for number, holder in enumerate(self.setup.slot_map)
        }
        whole = sealed._transcript
        return replace(sealed, slots=MappingProxyType(slots), next_slot=len(slots), shuffled=whole)

    @property
    def _transcript(self) -> bytes:
        """SHA-256 over the shuffle so far."""
        return hashlib.sha256(codec.encode((self.keys, self.mixes, self.proofs, self.seals))).digest()

    # --- who holds a slot, and who plays for whom --------------------------------------------------------

    def owner_peer(self, number: int) -> int | None:
        """The laptop whose key guards a slot in a hand, away or not; None while it lies in a zone."""
        seat = self.slots[number].seat
        return None if seat is None else self.setup.seat_peer[seat]

    def host(self, seat: int) -> int | None:
        """The laptop that plays a seat now: its own, or a stand-in; None if its hand lies face up."""
        peer = self.setup.seat_peer[seat]
        return peer if peer != self.away else self.stand_ins.get(seat)

    def takeover_place(self, of: int, present: Sequence[int]) -> str | None:
        """Whether a laptop can be taken over by those present now; None or why the hand must wait."""
        if not self.sealed:
            return "the shuffle is not sealed yet; it is done again without the laptop"
        if self.away is not None:
            return f"laptop {self.away} is taken over already, and one at a time can be"
        if not self.setup.takeover:
            return "takeover is off in this hand"
        if not self.escrowed(of):
            return f"the parts of laptop {of}'s key did not all arrive well"
        if not {*self.custodians(of)} <= {*present}:
            return "it takes all the other laptops of the hand"
        return None

    def with_takeover(self, of: int, stand_ins: Mapping[int, int]) -> Self:
        """A laptop is taken over: each of its seats has a stand-in, or lies face up if none is named.

        A seat keeps its stand-in throughout a hand: what another one would keep back may be public already.
        Raises ValueError if it cannot be, or a stand-in is named for a seat of another or is no custodian.
        """
        why = self.takeover_place(of, self.custodians(of))
        if why is not None:
            raise ValueError(f"laptop {of} cannot be taken over: {why}")
        for seat, peer in stand_ins.items():
            if self.setup.seat_peer[seat] != of or peer not in self.custodians(of):
                raise ValueError(f"laptop {peer} cannot stand in at seat {seat}")
        return replace(self, away=of, stand_ins=MappingProxyType(dict(stand_ins)))

    def with_return(self) -> Self:
        """The laptop that was away plays its seats again, with its own key."""
        return replace(self, away=None, stand_ins=_NO_STAND_INS)

    def custodians(self, of: int) -> tuple[int, ...]:
        """The laptops that hold the parts of a laptop's key: all others of the hand."""
        return escrow.custodians(of, len(self.keys))

    def moved(self, numbers: Sequence[int], holder: int | str) -> Self:
        """``move``: the slots are held by another seat, or lie in a zone. No share is touched."""
        return self._with_slots({number: self.slots[number].held_by(holder) for number in numbers})

    # --- what is due -------------------------------------------------------------------------------------

    def slots_for_share(self, peer: int) -> tuple[int, ...]:
        """At the deal: the slots dealt to other laptops' seats, ascending (not kitty, stock, dummy, own)."""
        owners = ((number, self.owner_peer(number)) for number in sorted(self.slots))
        return tuple(number for number, owner in owners if owner not in (None, peer))

    def slots_for_sub(self, peer: int, numbers: Iterable[int]) -> tuple[int, ...]:
        """Which of the slots a custodian owes a sub-share of the laptop away, ascending.

        Left out: where that share is public, where this one gave its part, and what it plays itself as the
        stand-in: there its part is the missing one that opens the card.
        """
        of = self.away
        if of is None or peer == of:
            return ()
        return tuple(
            number
            for number in sorted(numbers)
            if of in self.missing_shares(number)
            and peer not in self.slots[number].subs_of(of)
            and not self._kept_back(peer, number)
        )

    @cached_property
    def behind(self) -> tuple[int, ...]:
        """Slots in hands of which the share of a laptop other than the owner's is not public, ascending.

        None in most of a hand; asked after every card.
        """
        found = []
        for number, slot in sorted(self.slots.items()):
            if slot.seat is None:
                continue
            owner = self.setup.seat_peer[slot.seat]
            if sum(peer != owner for peer, _ in slot.shares) < len(self.keys) - 1:
                found.append(number)
        return tuple(found)

    def missing_shares(self, number: int, besides: int | None = None) -> tuple[int, ...]:
        """The laptops whose share of a slot is not public, ``besides`` not counted."""
        given = dict(self.slots[number].shares)
        return tuple(p for p in range(len(self.keys)) if p not in given and p != besides)

    def waits_for(self, peer: int, number: int) -> bool:
        """Whether the host of a slot, ``peer``, still waits for shares or sub-shares of others."""
        owner = self.owner_peer(number)
        if self.missing_shares(number, owner):
            return True
        if owner is None or owner == peer:
            return False
        given = self.slots[number].subs_of(owner)
        return any(custodian not in given for custodian in self.custodians(owner) if custodian != peer)

    def cards(self, numbers: Sequence[int]) -> mix.Deck:
        """The sealed cards of slots, as a deck."""
        return tuple(point for number in numbers for point in (self.slots[number].a, self.slots[number].b))

    # --- what is known -----------------------------------------------------------------------------------

    def face(self, number: int) -> str | None:
        """The public face of a slot, None while it is hidden from anybody."""
        return self.faces.get(number)

    def face_of(self, point: bytes, number: int) -> str:
        """The face whose point was found in a slot. Raises BrokenDeal if there is none."""
        face = self._table.get(point)
        if face is None:
            raise BrokenDeal(f"slot {number} opened to no card of the pack; please report this game file")
        return face

    def digest(self) -> bytes:
        """SHA-256 over all that the later course of the hand depends on, for the state digest."""
        slots = tuple(
            (number, slot.a, slot.b, slot.holder, slot.shares, slot.subs)
            for number, slot in sorted(self.slots.items())
        )
        takeover = (self.away, tuple(sorted(self.stand_ins.items())))
        state = (self.setup.hid, self.shuffled or self._transcript, slots, self.next_slot, takeover)
        return hashlib.sha256(codec.encode(state)).digest()

    # --- within ------------------------------------------------------------------------------------------

    @cached_property
    def _table(self) -> dict[bytes, str]:
        return {self.group.card(face): face for face in self.setup.types}

    def _unknown(self, numbers: Sequence[int]) -> str | None:
        if not ascending(numbers):
            return "slots must be named in ascending order, and at least one"
        for number in numbers:
            if number not in self.slots:
                return f"slot {number} is not in the game"
        return None

    def _kept_back(self, peer: int, number: int) -> bool:
        seat = self.slots[number].seat
        return seat is not None and self.owner_peer(number) == self.away and self.host(seat) == peer

    def _with_slots(self, changed: Mapping[int, Slot]) -> Self:
        """With these slots in place of the old ones, and the faces of those that are complete now."""
        slots = MappingProxyType(dict(self.slots) | dict(changed))
        shown = {
            number: self.face_of(self.group.sub(slot.b, self.group.sum(s for _, s in slot.shares)), number)
            for number, slot in changed.items()
            if len(slot.shares) == len(self.keys) and number not in self.faces
        }
        return replace(self, slots=slots, faces=MappingProxyType(dict(self.faces) | shown))
