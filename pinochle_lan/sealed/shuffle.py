"""The public side of a hand's shuffle: keys, mixes, proofs and seals, and what each of them must be.

A Shuffle is immutable; every ``with_`` gives a new one. ``check_`` takes the payload of a log entry, as wild
as it came, and says None or why it is refused; it never raises on what a peer wrote. ``with_`` folds what
was checked. Holds no secret, and knows no slot: that is the deal's business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Self

from pinochle_lan.sealed import escrow, mix, pok, seal
from pinochle_lan.sealed.group import POINT, SUITE1, Group, need_length, pieces
from pinochle_lan.sealed.hashing import HandHash
from pinochle_lan.sealed.refused import Refused, Rule
from pinochle_lan.sealed.setup import Setup

KEY_LENGTH: Final = POINT + pok.LENGTH
"""X, c, s. With takeover on the escrow part follows, ``escrow.PART`` bytes for each other laptop."""


@dataclass(frozen=True)
class Shuffle:
    """The transcript of one attempt at a shuffle so far (docs/sealed-deal.md 3)."""

    setup: Setup
    group: Group = field(repr=False)
    keys: tuple[bytes | None, ...]
    """Key payloads by laptop; None until folded."""
    mixes: tuple[bytes, ...] = field(default=(), repr=False)
    proofs: tuple[bytes, ...] = field(default=(), repr=False)
    seals: tuple[bytes | None, ...] = ()

    @classmethod
    def new(cls, setup: Setup, group: Group = SUITE1) -> Self:
        """Before the first key. Raises ValueError if setup and group differ in suite."""
        if setup.suite != group.suite:
            raise ValueError(f"the hand is set up for suite {setup.suite}, the group is suite {group.suite}")
        nobody = (None,) * len(setup.peers)
        return cls(setup, group, keys=nobody, seals=nobody)

    def check_key(self, peer: int, payload: object) -> str | None:
        """The proof of knowledge, the escrow points, and that the key is new among those folded here.

        Twins must not depend on who was heard first: check again at the fold, the keys before it folded.
        """

        def rules() -> None:
            raw = need_length(payload, self._key_length)
            public = raw[:POINT]
            pok.check(self.hashes, self.setup.peers[peer], public, raw[POINT:KEY_LENGTH])
            if self.setup.takeover:
                escrow.check(self.group, public, raw[KEY_LENGTH:])
            if any(
                key is not None and key[:POINT] == public
                for key in (*self.keys[:peer], *self.keys[peer + 1 :])
            ):
                raise Refused(Rule.TWIN)

        return reason(rules)

    def with_key(self, peer: int, payload: bytes) -> Self:
        """With the key of a laptop."""
        return replace(self, keys=_put(self.keys, peer, payload))

    def with_keys(self, payloads: Sequence[bytes]) -> Self:
        """With the keys of all laptops, by number."""
        if len(payloads) != len(self.keys):
            raise ValueError("one key for each laptop is due")
        return replace(self, keys=tuple(payloads))

    def check_mix(self, k: int, payload: object) -> str | None:
        """Size only: whether the deck is right is the proof's matter."""
        return reason(lambda: need_length(payload, self._deck_length))

    def with_mix(self, k: int, payload: bytes) -> Self:
        """With the deck of shuffle ``k``; mixes come in order, after all keys."""
        if k != len(self.mixes) + 1 or None in self.keys:
            raise ValueError(f"mix {k} is not the next one")
        return replace(self, mixes=(*self.mixes, payload))

    def check_proof(self, k: int, payload: object) -> str | None:
        """That deck ``k`` is deck ``k - 1`` shuffled and nothing else. The mixes up to ``k`` are folded."""
        return reason(lambda: mix.check(self.hashes, self._statement(k), payload))

    def with_proof(self, k: int, payload: bytes) -> Self:
        """With the proof of shuffle ``k``; proofs come in order."""
        if k != len(self.proofs) + 1 or k > len(self.mixes):
            raise ValueError(f"proof {k} is not the next one")
        return replace(self, proofs=(*self.proofs, payload))

    def check_seal(self, peer: int, payload: object) -> str | None:
        """That the seal names exactly what was folded here; another one ends the attempt.

        With takeover on, a byte for each laptop follows whose box to the author is bad: its number in the
        deal. Nobody is blamed for a bad box, since either of the two may have lied.
        """

        def rules() -> None:
            whole, bad = seal.split(payload, len(self.keys) if self.setup.takeover else 1)
            if whole != self.seal_value:
                raise Refused(Rule.TRANSCRIPT)
            if not set(bad) <= {*escrow.custodians(peer, len(self.keys))} or bad != bytes(sorted({*bad})):
                raise Refused(Rule.BOXES)

        return reason(rules)

    def with_seal(self, peer: int, payload: bytes) -> Self:
        """With the seal of a laptop."""
        return replace(self, seals=_put(self.seals, peer, payload))

    @property
    def sealed(self) -> bool:
        """Whether all laptops sealed the shuffle: before that no share may leave a laptop."""
        return None not in self.seals

    @cached_property
    def seal_value(self) -> bytes:
        """S over all key, mix and proof payloads. Raises ValueError before they are complete."""
        keys = [key for key in self.keys if key is not None]
        if not len(keys) == len(self.mixes) == len(self.proofs) == len(self.setup.peers):
            raise ValueError("the shuffle is not complete")
        return seal.seal(self.hashes, keys, self.mixes, self.proofs)

    @cached_property
    def joint_key(self) -> bytes:
        """X, the sum of all keys. Raises ValueError before they are complete."""
        return self.group.sum([self.public_key(peer) for peer in range(len(self.keys))])

    def public_key(self, peer: int) -> bytes:
        """X_j of a laptop. Raises ValueError if it is not folded yet."""
        return self._key(peer)[:POINT]

    def sub_key(self, of: int, custodian: int) -> tuple[bytes, bytes]:
        """The point X_j>i of a laptop's key for a custodian, and the box with the sub-key. Takeover is on."""
        part = self._key(of)[KEY_LENGTH:]
        place = escrow.custodians(of, len(self.keys)).index(custodian)
        return escrow.points(part)[place], escrow.boxes(part)[place]

    def escrowed(self, peer: int) -> bool:
        """Whether the others can stand in for a laptop: sealed, takeover on, and no seal names its boxes."""
        if not self.sealed or not self.setup.takeover:
            return False
        return all(peer not in (said or b"")[seal.LENGTH :] for said in self.seals)

    def deck(self, k: int) -> mix.Deck:
        """The pack after shuffle ``k``. Deck 0 is the pack in order, made by everybody for himself."""
        if k > 0:
            return pieces(self.mixes[k - 1])
        start = self.group.base(1)
        sealed = {
            face: self.group.add(self.group.card(face), self.joint_key)
            for face in dict.fromkeys(self.setup.types)
        }
        return tuple(point for face in self.setup.types for point in (start, sealed[face]))

    def mixable(self, k: int) -> bool:
        """Whether deck ``k``, not yet proved, can be mixed and proved on: its points are of the group.

        Where it is not, proof ``k`` cannot pass; whoever is due after it can only say so.
        """
        return k == 0 or all(self.group.is_valid(point) for point in self.deck(k))

    @cached_property
    def hashes(self) -> HandHash:
        """The hash functions of this hand."""
        return HandHash(self.setup.hid, self.group)

    def _key(self, peer: int) -> bytes:
        key = self.keys[peer]
        if key is None:
            raise ValueError(f"the key of laptop {peer} is not here yet")
        return key

    @property
    def _key_length(self) -> int:
        return KEY_LENGTH + (escrow.PART * (len(self.keys) - 1) if self.setup.takeover else 0)

    @property
    def _deck_length(self) -> int:
        return 2 * POINT * len(self.setup.types)

    def _statement(self, k: int) -> mix.Statement:
        return mix.Statement(f"deal {k}", self.joint_key, self.deck(k - 1), self.deck(k))


def reason(rules: Callable[[], object]) -> str | None:
    """None if the rules pass, else why not."""
    try:
        rules()
    except Refused as refused:
        return str(refused)
    return None


def _put(items: tuple[bytes | None, ...], at: int, payload: bytes) -> tuple[bytes | None, ...]:
    if items[at] is not None:
        raise ValueError(f"laptop {at} has said this already")
    return (*items[:at], payload, *items[at + 1 :])
