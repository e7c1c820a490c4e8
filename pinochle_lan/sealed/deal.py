"""The public side of one hand's sealed deal: what every laptop and every spectator knows and can check.

Goes on where the shuffle ends: shares, openings, remixes, and sub-shares of a laptop that is taken over, each
with its ``check_`` and ``with_``; ``_place`` tells whether it is this laptop's to send. Immutable, like the
shuffle. Holds no secret (those are in ``secrets``).

Laptops are numbered from 0 by their place in ``setup.peers``, shuffles from 1: mix ``k`` is of laptop
``k - 1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Self

from pinochle_lan.sealed import mix, shares
from pinochle_lan.sealed.group import POINT, need_length, pieces
from pinochle_lan.sealed.hands import Hands
from pinochle_lan.sealed.shares import what_text
from pinochle_lan.sealed.shuffle import KEY_LENGTH, reason
from pinochle_lan.sealed.slots import Slot

__all__ = ["GAINS", "KEY_LENGTH", "OPEN", "SUB", "Deal"]

OPEN: Final = "open"
SUB: Final = "sub"
"""First word of the purpose of sub-shares; the number of the laptop taken over follows: ``sub 2``."""
GAINS: Final = ("deal", "draw", "remix")
"""First words of purposes that tell a slot to its holder alone; every other one is a zone shown to all."""


@dataclass(frozen=True)
class Deal(Hands):
    """The transcript of one hand's deal so far."""

    # --- shares (docs/sealed-deal.md 3 and 4) ------------------------------------------------------------

    def check_share(self, peer: int, purpose: str, numbers: Sequence[int], payload: object) -> str | None:
        """A laptop's shares of ``numbers``. ``purpose``: ``deal``, ``draw``, ``remix 2``, or the zone shown.

        The text that is proved is the purpose and the slots: ``kitty 45 46 47``.
        """
        return self.share_place(peer, purpose, numbers) or self._check_batch(
            self.public_key(peer), purpose, numbers, payload
        )

    def share_place(self, peer: int, purpose: str, numbers: Sequence[int]) -> str | None:
        """Whether these slots are a laptop's to share for this purpose; None or why not."""
        unknown = self._unknown(numbers)
        if unknown is not None:
            return unknown
        word, _, seat = purpose.partition(" ")
        if word == OPEN:
            return "opening a card is its owner's own entry, not a share"
        if word == SUB:
            return "a part of another laptop's share is a sub-share, not a share"
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

    # --- sub-shares (6) ----------------------------------------------------------------------------------

    def check_sub(self, peer: int, of: int, numbers: Sequence[int], payload: object) -> str | None:
        """A custodian's parts of the shares of the laptop ``of``, taken over; text ``sub 2 12 13 14``."""
        return self.sub_place(peer, of, numbers) or self._check_batch(
            self.sub_key(of, peer)[0], f"{SUB} {of}", numbers, payload
        )

    def sub_place(self, peer: int, of: int, numbers: Sequence[int]) -> str | None:
        """Whether sub-shares of these slots are a laptop's to give; None or why not.

        Which shares of the one away are due (its hand, what it owed others, what is shown) the engine says: a
        card it passed on and a kitty taken up look alike here.
        """
        unknown = self._unknown(numbers)
        if unknown is not None:
            return unknown
        if self.away != of:
            return f"laptop {of} is not taken over"
        if peer == of:
            return "no laptop holds a part of its own key"
        for number in numbers:
            if of not in self.missing_shares(number):
                return f"the share of slot {number} is public already"
            if self._kept_back(peer, number):
                return f"slot {number} is played by this laptop: its sub-share opens the card"
        return None

    def with_sub(self, peer: int, of: int, numbers: Sequence[int], payload: bytes) -> Self:
        """With a custodian's sub-shares; all of a slot's add up to the share. Raises BrokenDeal."""
        changed = {}
        for number, point in zip(numbers, pieces(payload)[: len(numbers)], strict=True):
            slot = self.slots[number].with_sub(of, peer, point)
            given = slot.subs_of(of)
            if len(given) == len(self.custodians(of)):
                slot = slot.with_share(of, self.group.sum(given.values()))
            changed[number] = slot
        return self._with_slots(changed)

    # --- openings ----------------------------------------------------------------------------------------

    def check_open(self, peer: int, numbers: Sequence[int], payload: object) -> str | None:
        """The opening of face-down slots by the laptop that hosts their holder now; text ``open 3 5 7``.

        Checked against its own key, or for a seat it stands in at, against its part of that seat's key.
        """
        return self.open_place(peer, numbers) or self._check_batch(
            self._opening_key(peer, numbers), OPEN, numbers, payload
        )

    def open_place(self, peer: int, numbers: Sequence[int]) -> str | None:
        """Whether a laptop can open these slots; None or why not."""
        unknown = self._unknown(numbers)
        if unknown is not None:
            return unknown
        for number in numbers:
            seat = self.slots[number].seat
            if seat is None or self.host(seat) != peer:
                return f"slot {number} is not in a hand of this laptop"
            if number in self.faces:
                return f"slot {number} is open already"
            if self.waits_for(peer, number):
                return f"slot {number} still waits for shares of others"
        if len({self.owner_peer(number) for number in numbers}) > 1:
            return "cards of two laptops are opened one laptop after the other"
        return None

    def with_open(self, peer: int, numbers: Sequence[int], payload: bytes) -> Self:
        """With the opening of a laptop: the faces are public. Raises BrokenDeal."""
        owner = self.owner_peer(numbers[0])
        if owner is None or owner == peer:
            return self.with_share(peer, OPEN, numbers, payload)
        return self.with_sub(peer, owner, numbers, payload)

    # --- remixes -----------------------------------------------------------------------------------------

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
        if not 0 <= seat < len(self.setup.seat_peer) or self.host(seat) != peer:
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

    # --- within ------------------------------------------------------------------------------------------

    def _opening_key(self, peer: int, numbers: Sequence[int]) -> bytes:
        owner = self.owner_peer(numbers[0])
        return self.public_key(peer) if owner in (None, peer) else self.sub_key(owner, peer)[0]

    def _check_batch(
        self, public: bytes, purpose: str, numbers: Sequence[int], payload: object
    ) -> str | None:
        a = [self.slots[number].a for number in numbers]
        what = what_text(purpose, numbers)
        return reason(lambda: shares.check(self.hashes, public, a, what, payload))
