"""What a hand's sealed deal is about, fixed before the first key: who, which pack, which slot goes where.

All of it goes into the hand id (docs/sealed-deal.md 1). Knows laptops by identity key, seats by number.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from pinochle_lan import codec
from pinochle_lan.sealed import escrow
from pinochle_lan.sealed.group import MOST_CARDS


@dataclass(frozen=True)
class Setup:
    """The public terms of one attempt at one hand. Raises ValueError if they cannot be dealt."""

    table_id: bytes
    hand: int
    attempt: int
    suite: int
    rules_hash: bytes
    """Of variant, options and plugin fingerprints."""
    types: tuple[str, ...]
    """Face names in deck order, copies as often as they occur."""
    peers: tuple[bytes, ...]
    """Identity keys of the laptops that hold a key of this hand, by member number; 1 to 4."""
    seat_peer: tuple[int, ...]
    """For each seat the index into ``peers`` of the laptop that hosts it."""
    slot_map: tuple[int | str, ...]
    """For each slot the seat it is dealt to, or the name of a zone."""
    box_keys: tuple[bytes, ...] = ()
    """X25519 keys by laptop, each signed by its owner when it sat down; without them takeover is off."""

    def __post_init__(self) -> None:
        """Refuses what the protocol has no place for."""
        if not 1 <= len(self.peers) <= 4 or len(set(self.peers)) != len(self.peers):
            raise ValueError("a sealed deal is made by one to four laptops, each with its own identity")
        if not 1 <= len(self.types) <= MOST_CARDS or len(self.slot_map) != len(self.types):
            raise ValueError(f"a pack has 1 to {MOST_CARDS} cards, and the slot map one entry for each")
        if any(not 0 <= peer < len(self.peers) for peer in self.seat_peer):
            raise ValueError("every seat is hosted by one of the laptops of the deal")
        if any(isinstance(to, int) and not 0 <= to < len(self.seat_peer) for to in self.slot_map):
            raise ValueError("the slot map names a seat that does not exist")
        if self.box_keys and len(self.box_keys) != len(self.peers):
            raise ValueError("either every laptop of the deal has a box key, or none")
        if not all(escrow.usable_box_key(key) for key in self.box_keys):
            raise ValueError("one of the box keys cannot be used; it should have been refused at the door")

    @property
    def takeover(self) -> bool:
        """Whether keys are split among the others, so that a departed laptop's cards can be opened."""
        return bool(self.box_keys) and len(self.peers) >= escrow.FEWEST

    @cached_property
    def hid(self) -> bytes:
        """The hand id: SHA-256 over the canonical encoding of all fields, unused box keys left out."""
        fields: tuple[codec.Value, ...] = (
            self.table_id,
            self.hand,
            self.attempt,
            self.suite,
            self.rules_hash,
            len(self.types),
            self.types,
            self.peers,
            self.seat_peer,
            self.slot_map,
        )
        if self.takeover:
            fields = (*fields, self.box_keys)
        return hashlib.sha256(codec.encode(fields)).digest()
