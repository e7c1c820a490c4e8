"""One laptop's secrets of one hand, all derived from a 32-byte seed (docs/sealed-deal.md 5).

A laptop that crashes and comes back derives the same bytes again, so it never answers one question in two
ways: letter, index and the whole statement are in every nonce. The caller keeps the seed on disk before
the key is sent, and deletes it with the hand. The secret of the box key opens the parts of others' keys that
the log holds: it goes as soon as no hand is left that was set up with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from pinochle_lan.sealed import escrow, mix, pok, shares
from pinochle_lan.sealed.deal import OPEN, SUB, Deal
from pinochle_lan.sealed.group import POINT, SUITE1, Group, join
from pinochle_lan.sealed.hashing import HandHash, Part, field
from pinochle_lan.sealed.refused import GroupError
from pinochle_lan.sealed.setup import Setup
from pinochle_lan.sealed.shares import what_text

SEED: Final = 32
_MASK: Final = 2**253 - 1


class Secrets:
    """What laptop ``peer`` alone knows of a hand. Every method is a pure function of seed and deal.

    The methods raise ValueError where they are asked for something that would give a card away or is not due
    from this laptop; that is a fault of the caller, never of a peer.
    """

    def __init__(
        self,
        seed: bytes,
        setup: Setup,
        peer: int,
        identity_key: bytes,
        group: Group = SUITE1,
        *,
        box_secret: bytes | None = None,
    ) -> None:
        if len(seed) != SEED:
            raise ValueError(f"a hand seed has {SEED} bytes")
        if setup.peers[peer] != identity_key:
            raise ValueError("this identity is not the laptop of that number in the deal")
        if setup.takeover and (box_secret is None or escrow.box_key(box_secret) != setup.box_keys[peer]):
            raise ValueError("takeover is on, and this is not the secret of this laptop's box key")
        self._seed = seed
        self._setup = setup
        self._peer = peer
        self._group = group
        self._hashes = HandHash(setup.hid, group)
        self._x = self._hashes.scalar("x", seed)
        self._public = group.base(self._x)
        self._box_secret = box_secret
        self._sub_keys: dict[tuple[int, bytes, bytes], int | None] = {}
        self._last_mix: tuple[tuple[str, mix.Deck], tuple[list[int], list[int], mix.Deck]] | None = None

    def __repr__(self) -> str:
        return f"Secrets(peer={self._peer}, hand={self._setup.hand})"

    # --- the shuffle -------------------------------------------------------------------------------------

    def key_payload(self) -> bytes:
        """X and the proof that this laptop knows its secret: 96 bytes, and 112 for each custodian."""
        setup, author = self._setup, self._setup.peers[self._peer]
        nonce = self._nonce("pok", 0, author, self._public)
        key = self._public + pok.prove(self._hashes, author, self._x, self._public, nonce=nonce)
        if not setup.takeover:
            return key
        parts = escrow.split(self._hashes, self._seed, self._x, self._peer, len(setup.peers))
        return key + escrow.prepare(self._hashes, self._seed, parts, author, setup.box_keys)

    def mix_payload(self, deal: Deal, k: int) -> bytes:
        """The deck after this laptop's shuffle, the ``k``-th (from 1): 64 N bytes.

        Raises GroupError if the deck before, not yet proved, is not ``mixable``: its proof cannot pass.
        """
        self._my_turn(k)
        if not deal.mixable(k - 1):
            raise GroupError(f"deck {k - 1} cannot be mixed")
        return join(self._mixed(deal, f"deal {k}", deal.deck(k - 1))[2])

    def proof_payload(self, deal: Deal, k: int) -> bytes:
        """The proof of the ``k``-th shuffle; ``deal`` holds the mix. 128 N + 160 bytes."""
        self._my_turn(k)
        return self._prove(deal, f"deal {k}", deal.deck(k - 1), deal.deck(k))

    def seal_payload(self, deal: Deal) -> bytes:
        """S over all that was folded: 64 bytes, and the numbers of ``bad_boxes``, a byte each."""
        return deal.seal_value + bytes(self.bad_boxes(deal))

    def bad_boxes(self, deal: Deal) -> tuple[int, ...]:
        """The laptops whose box to this one does not open or does not hold its part: no escrow for them."""
        if not self._setup.takeover:
            return ()
        return tuple(of for of in deal.custodians(self._peer) if self._sub_key(deal, of) is None)

    # --- the hand ----------------------------------------------------------------------------------------

    def share_payload(self, deal: Deal, purpose: str, slots: Sequence[int]) -> bytes:
        """Shares of ``slots`` for their holders (``deal``, ``draw``, ``remix 2``) or for all (a zone)."""
        if not deal.sealed:
            raise ValueError("no share leaves this laptop before everybody sealed the shuffle")
        why = deal.share_place(self._peer, purpose, slots)
        if why is not None:
            raise ValueError(f"this laptop must not share these slots: {why}")
        return self._share(deal, purpose, slots, self._x, self._public)

    def sub_payload(self, deal: Deal, of: int, slots: Sequence[int]) -> bytes:
        """This laptop's parts of the shares of ``of``, which is taken over: 32 m + 64 bytes."""
        why = deal.sub_place(self._peer, of, slots)
        if why is not None:
            raise ValueError(f"this laptop must not give sub-shares of these slots: {why}")
        return self._sub_share(deal, of, f"{SUB} {of}", slots)

    def open_payload(self, deal: Deal, slots: Sequence[int]) -> bytes:
        """Opens slots of this laptop's seats, or of one it stands in at, to all: 32 m + 64 bytes."""
        why = deal.open_place(self._peer, slots)
        if why is not None:
            raise ValueError(f"this laptop cannot open these slots: {why}")
        owner = deal.owner_peer(slots[0])
        if owner is None or owner == self._peer:
            return self._share(deal, OPEN, slots, self._x, self._public)
        return self._sub_share(deal, owner, OPEN, slots)

    def remix_payload(self, deal: Deal, seat: int, old: Sequence[int], new: Sequence[int]) -> bytes:
        """The face-down ``old`` slots of ``seat`` mixed into ``new``, and the proof: 192 m + 160 bytes."""
        why = deal.remix_place(self._peer, seat, old, new)
        if why is not None:
            raise ValueError(f"this laptop cannot remix these slots: {why}")
        what, deck = what_text(f"remix {seat}", new), deal.cards(old)
        out = self._mixed(deal, what, deck)[2]
        return join(out) + self._prove(deal, what, deck, out)

    def faces(self, deal: Deal, slots: Sequence[int]) -> dict[int, str]:
        """The faces this laptop may see now: public ones, and its seats' once all other shares are in.

        Its seats are its own, also while it is away, and those it stands in at. Slots of others, of the stock
        or the dummy are left out, also where this laptop holds the only key.
        """
        found: dict[int, str] = {}
        for number in slots:
            face = deal.face(number)
            if face is None and not deal.waits_for(self._peer, number):
                face = self._private_face(deal, number)
            if face is not None:
                found[number] = face
        return found

    def _private_face(self, deal: Deal, number: int) -> str | None:
        slot, owner = deal.slots[number], deal.owner_peer(number)
        if slot.seat is None or owner is None:
            return None
        if owner == self._peer:
            last = self._group.mul(self._x, slot.a)
        elif deal.host(slot.seat) == self._peer:
            part = self._known_part(deal, owner)
            others = (sub for custodian, sub in slot.subs_of(owner).items() if custodian != self._peer)
            last = self._group.sum((self._group.mul(part, slot.a), *others))
        else:
            return None
        rest = (share for peer, share in slot.shares if peer != owner)
        return deal.face_of(self._group.sub(slot.b, self._group.sum((last, *rest))), number)

    # --- derivation --------------------------------------------------------------------------------------

    def _nonce(self, letter: str, index: int, *statement: Part) -> int:
        return self._hashes.scalar("nonce", self._seed, letter, index, *statement)

    def _share(self, deal: Deal, purpose: str, slots: Sequence[int], secret: int, public: bytes) -> bytes:
        what = what_text(purpose, slots)
        a = [deal.slots[slot].a for slot in slots]
        nonce = self._nonce("dleq", 0, what, public, join(a))
        return shares.prove(self._hashes, secret, public, a, what, nonce=nonce)

    def _sub_share(self, deal: Deal, of: int, purpose: str, slots: Sequence[int]) -> bytes:
        return self._share(deal, purpose, slots, self._known_part(deal, of), deal.sub_key(of, self._peer)[0])

    def _known_part(self, deal: Deal, of: int) -> int:
        part = self._sub_key(deal, of)
        if part is None:
            raise ValueError(f"this laptop holds no part of laptop {of}'s key, and has said so in its seal")
        return part

    def _sub_key(self, deal: Deal, of: int) -> int | None:
        """The part of another laptop's key that is boxed to this one; None if the box is bad."""
        point, box = deal.sub_key(of, self._peer)
        if (of, point, box) not in self._sub_keys and self._box_secret is not None:
            part = escrow.unboxed(self._hashes, self._box_secret, self._setup.peers[of], point, box)
            self._sub_keys[of, point, box] = part
        return self._sub_keys[of, point, box]

    def _mixed(self, deal: Deal, what: str, deck: mix.Deck) -> tuple[list[int], list[int], mix.Deck]:
        """Permutation, blinding and result; the last one is kept, since the proof follows right after."""
        if self._last_mix is None or self._last_mix[0] != (what, deck):
            count = len(deck) // 2
            perm = self._permutation(what, deck, count)
            rho = self._blinding(what, deck, count)
            self._last_mix = (what, deck), (perm, rho, mix.mix(self._group, deal.joint_key, deck, perm, rho))
        return self._last_mix[1]

    def _prove(self, deal: Deal, what: str, deck: mix.Deck, out: mix.Deck) -> bytes:
        perm, rho, mine = self._mixed(deal, what, deck)
        if mine != out:
            raise ValueError(
                "the log holds another mix than this laptop makes of that deck; it must not prove it"
            )
        return mix.prove(self._hashes, mix.Statement(what, deal.joint_key, deck, out), perm, rho, self._nonce)

    def _my_turn(self, k: int) -> None:
        if k != self._peer + 1:
            raise ValueError(f"mix {k} is not this laptop's")

    def _permutation(self, what: str, deck: mix.Deck, count: int) -> list[int]:
        """Fisher-Yates over a SHAKE-256 stream with rejection sampling: every order equally likely."""
        stream = self._stream("perm", what, deck)
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            limit = 2**32 - 2**32 % (last + 1)
            draw = stream.number(4)
            while draw >= limit:
                draw = stream.number(4)
            place = draw % (last + 1)
            order[last], order[place] = order[place], order[last]
        return order

    def _blinding(self, what: str, deck: mix.Deck, count: int) -> list[int]:
        """Uniform scalars between 0 and q."""
        stream = self._stream("rho", what, deck)
        found: list[int] = []
        while len(found) < count:
            draw = stream.number(POINT) & _MASK
            if 0 < draw < self._group.q:
                found.append(draw)
        return found

    def _stream(self, purpose: str, what: str, deck: mix.Deck) -> _Stream:
        deck_hash = hashlib.sha256(join(deck)).digest()
        parts: tuple[Part, ...] = (purpose, self._seed, self._setup.hid, what, deck_hash)
        return _Stream(b"".join(map(field, parts)))


class _Stream:
    """SHAKE-256 output read piece by piece."""

    def __init__(self, key: bytes) -> None:
        self._shake = hashlib.shake_256(key)
        self._bytes = self._shake.digest(4096)
        self._at = 0

    def number(self, size: int) -> int:
        """The next ``size`` bytes as a big-endian number."""
        if self._at + size > len(self._bytes):
            self._bytes = self._shake.digest(2 * len(self._bytes))
        self._at += size
        return int.from_bytes(self._bytes[self._at - size : self._at], "big")
