"""The public side of one hand's sealed deal: what every laptop and every spectator knows and can check.

Goes on where the shuffle ends: slots, who holds them, which shares are public, which faces follow. Immutable
like the shuffle, with the same ``check_`` and ``with_``. Holds no secret (those are in ``secrets``) and no
rule of the game: the engine says which slots go where.

Laptops are numbered from 0 by their place in ``setup.peers``, shuffles from 1: mix ``k`` is of laptop
``k - 1``. Takeover is off for now: keys carry no escrow part.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, Self

from pinochle_lan import codec
from pinochle_lan.sealed import mix, shares
from pinochle_lan.sealed.group import POINT, need_length, pieces
from pinochle_lan.sealed.refused import BrokenDeal
from pinochle_lan.sealed.shares import ascending, what_text
from pinochle_lan.sealed.shuffle import KEY_LENGTH, Shuffle, reason
from pinochle_lan.sealed.slots import Slot

__all__ = ["GAINS", "KEY_LENGTH", "OPEN", "Deal"]

OPEN: Final = "open"
GAINS: Final = ("deal", "draw", "remix")
"""First words of purposes that tell a slot to its holder alone; every other one is a zone shown to all."""
_NONE: Final[Mapping[int, Slot]] = MappingProxyType({})
_NO_FACES: Final[Mapping[int, str]] = MappingProxyType({})


@dataclass(frozen=True)
class Deal(Shuffle):
    """The transcript of one hand's deal so far."""

    slots: Mapping[int, Slot] = field(default_factory=lambda: _NONE, repr=False)
    """The living slots, once sealed; a remix takes the old ones out."""
    faces: Mapping[int, str] = field(default_factory=lambda: _NO_FACES)
    """Public faces of living slots."""
    next_slot: int = 0
    """The lowest number never used for a slot."""

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
        return replace(sealed, slots=MappingProxyType(slots), next_slot=len(slots))

    # --- the hand: who holds a slot ----------------------------------------------------------------------

    def owner_peer(self, number: int) -> int | None:
        """The laptop that hosts the holder of a slot; None while it lies in a zone."""
        seat = self.slots[number].seat
        return None if seat is None else self.setup.seat_peer[seat]

    def moved(self, numbers: Sequence[int], holder: int | str) -> Self:
        """``move``: the slots are held by another seat, or lie in a zone. No share is touched."""
        return self._with_slots({number: self.slots[number].held_by(holder) for number in numbers})

    def slots_for_share(self, peer: int) -> tuple[int, ...]:
        """At the deal: the slots dealt to other laptops' seats, ascending (not kitty, stock, dummy, own)."""
        owners = ((number, self.owner_peer(number)) for number in sorted(self.slots))
        return tuple(number for number, owner in owners if owner not in (None, peer))

    def missing_shares(self, number: int, besides: int | None = None) -> tuple[int, ...]:
        """The laptops whose share of a slot is not public, ``besides`` not counted."""
        given = dict(self.slots[number].shares)
        return tuple(p for p in range(len(self.keys)) if p not in given and p != besides)

    def cards(self, numbers: Sequence[int]) -> mix.Deck:
        """The sealed cards of slots, as a deck."""
        return tuple(point for number in numbers for point in (self.slots[number].a, self.slots[number].b))

    # --- the hand: share, open, remix (docs/sealed-deal.md 4) --------------------------------------------

    def check_share(self, peer: int, purpose: str, numbers: Sequence[int], payload: object) -> str | None:
        """A laptop's shares of ``numbers``. ``purpose``: ``deal``, ``draw``, ``remix 2``, or the zone shown.

        The text that is proved is the purpose and the slots: ``kitty 45 46 47``.
        """
        return self.share_place(peer, purpose, numbers) or self._check_batch(peer, purpose, numbers, payload)

    def share_place(self, peer: int, purpose: str, numbers: Sequence[int]) -> str | None:
        """Whether these slots are a laptop's to share for this purpose; None or why not."""
        unknown = self._unknown(numbers)
        if unknown is not None:
            return unknown
        if purpose == OPEN:
            return "opening a card is its owner's own entry, not a share"
        word, _, seat = purpose.partition(" ")
        if word in GAINS:
            for number in numbers:
                if self.owner_peer(number) in (None, peer):
                    return f"slot {number} is not in the hand of another laptop"
                if seat and str(self.slots[number].holder) != seat:
                    return f"slot {number} is not in the hand of seat {seat}"
        return None

    def with_share(self, peer: int, purpose: str, numbers: Sequence[int], payload: bytes) -> Self:
        """With the shares of a laptop. A slot all of whose shares are here is public. Raises BrokenDeal."""
        points = pieces(payload)[: len(numbers)]
        return self._with_slots(
            {n: self.slots[n].with_share(peer, point) for n, point in zip(numbers, points, strict=True)}
        )

    def check_open(self, peer: int, numbers: Sequence[int], payload: object) -> str | None:
        """The opening of face-down slots by the laptop that hosts their holder; text ``open 3 5 7``."""
        return self.open_place(peer, numbers) or self._check_batch(peer, OPEN, numbers, payload)

    def open_place(self, peer: int, numbers: Sequence[int]) -> str | None:
        """Whether a laptop can open these slots; None or why not."""
        unknown = self._unknown(numbers)
        if unknown is not None:
            return unknown
        for number in numbers:
            if self.owner_peer(number) != peer:
                return f"slot {number} is not in a hand of this laptop"
            if number in self.faces:
                return f"slot {number} is open already"
            if self.missing_shares(number, peer):
                return f"slot {number} still waits for shares of others"
        return None

    def with_open(self, peer: int, numbers: Sequence[int], payload: bytes) -> Self:
        """With the opening of a laptop: the faces are public. Raises BrokenDeal."""
        return self.with_share(peer, OPEN, numbers, payload)

    def check_remix(
        self, peer: int, seat: int, old: Sequence[int], new: Sequence[int], payload: object
    ) -> str | None:
        """A seat's slots ``old`` mixed into ``new`` by its host: the out deck, then the proof."""

        def rules() -> None:
            raw = need_length(payload, 2 * POINT * len(old) + mix.proof_length(len(old)))
            out, proof = raw[: 2 * POINT * len(old)], raw[2 * POINT * len(old) :]
            what = what_text(f"remix {seat}", new)
            mix.check(self.hashes, mix.Statement(what, self.joint_key, self.cards(old), pieces(out)), proof)

        return self.remix_place(peer, seat, old, new) or reason(rules)

    def remix_place(self, peer: int, seat: int, old: Sequence[int], new: Sequence[int]) -> str | None:
        """Whether a laptop can remix these slots into those numbers; None or why not."""
        unknown = self._unknown(old)
        if unknown is not None:
            return unknown
        if not 0 <= seat < len(self.setup.seat_peer) or self.setup.seat_peer[seat] != peer:
            return f"seat {seat} is not hosted by this laptop"
        if any(self.slots[number].holder != seat for number in old):
            return f"not all of these slots are held by seat {seat}"
        if tuple(new) != tuple(range(new[0], new[0] + len(old))) if new else True:
            return "the new slots must be numbered one after the other, as many as the old ones"
        return None if new[0] >= self.next_slot else f"slot {new[0]} was in use before"

    def with_remix(self, seat: int, old: Sequence[int], new: Sequence[int], payload: bytes) -> Self:
        """The old slots die, the new ones are held by the seat, face down, without shares."""
        out = pieces(payload)
        fresh = {n: Slot(out[2 * i], out[2 * i + 1], seat) for i, n in enumerate(new)}
        kept = {number: slot for number, slot in self.slots.items() if number not in old}
        faces = {number: face for number, face in self.faces.items() if number not in old}
        return replace(
            self,
            slots=MappingProxyType(kept | fresh),
            faces=MappingProxyType(faces),
            next_slot=max(self.next_slot, new[-1] + 1),
        )

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
            (number, slot.a, slot.b, slot.holder, slot.shares) for number, slot in sorted(self.slots.items())
        )
        shuffle = hashlib.sha256(codec.encode((self.keys, self.mixes, self.proofs, self.seals))).digest()
        return hashlib.sha256(codec.encode((self.setup.hid, shuffle, slots, self.next_slot))).digest()

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

    def _check_batch(self, peer: int, purpose: str, numbers: Sequence[int], payload: object) -> str | None:
        a = [self.slots[number].a for number in numbers]
        what = what_text(purpose, numbers)
        return reason(lambda: shares.check(self.hashes, self.public_key(peer), a, what, payload))

    def _with_slots(self, changed: Mapping[int, Slot]) -> Self:
        """With these slots in place of the old ones, and the faces of those that are complete now."""
        slots = MappingProxyType(dict(self.slots) | dict(changed))
        shown = {
            number: self.face_of(self.group.sub(slot.b, self.group.sum(s for _, s in slot.shares)), number)
            for number, slot in changed.items()
            if len(slot.shares) == len(self.keys) and number not in self.faces
        }
        return replace(self, slots=slots, faces=MappingProxyType(dict(self.faces) | shown))
