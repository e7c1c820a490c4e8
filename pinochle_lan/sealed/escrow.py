"""A key in parts, one for each other laptop, so that all of them together can stand in for its owner.

x_j is the sum of the sub-keys x_j>i. Public are their points; each sub-key itself travels in a box that only
its custodian i can open (docs/sealed-deal.md 6). A box has the form of a libsodium sealed box, but hand and
author are in its nonce: a box copied from another laptop's key does not open, so nobody can be made to hold,
and later to use, a part of a key that is not its author's. Knows laptops by number and bytes, no slots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import nacl.exceptions
from nacl import bindings

from pinochle_lan.sealed.group import POINT, Group, pieces
from pinochle_lan.sealed.hashing import HandHash
from pinochle_lan.sealed.refused import GroupError, Refused, Rule

FEWEST: Final = 3
"""Laptops a table needs for it: of two, "all the others" would be the one opponent."""
BOX: Final = POINT + bindings.crypto_box_SEALBYTES
"""Bytes of a box: ephemeral key, tag, sub-key."""
PART: Final = POINT + BOX
"""Bytes for each other laptop in a key payload."""


def box_key(secret: bytes) -> bytes:
    """The public box key of 32 secret random bytes. Raises ValueError for another length."""
    if len(secret) != POINT:
        raise ValueError(f"the secret of a box key has {POINT} bytes")
    return bindings.crypto_scalarmult_base(secret)


def usable_box_key(raw: object) -> bool:
    """Whether a box key, as somebody sent it, can be boxed to; ask before its owner sits down."""
    if not isinstance(raw, bytes) or len(raw) != POINT:
        return False
    try:
        bindings.crypto_scalarmult(bytes(POINT), raw)
    except nacl.exceptions.CryptoError:  # of small order: everybody could open its boxes
        return False
    return True


def custodians(of: int, count: int) -> tuple[int, ...]:
    """The laptops that hold the parts of a key: all others, ascending."""
    return tuple(peer for peer in range(count) if peer != of)


def split(hashes: HandHash, seed: bytes, secret: int, of: int, count: int) -> dict[int, int]:
    """The sub-keys by custodian: derived from the seed, the last one so that all add up to ``secret``."""
    *free, last = custodians(of, count)
    parts = {peer: hashes.scalar("escrow", seed, peer) for peer in free}
    return parts | {last: (secret - sum(parts.values())) % hashes.group.q}


def prepare(
    hashes: HandHash, seed: bytes, parts: Mapping[int, int], author: bytes, box_keys: Sequence[bytes]
) -> bytes:
    """The escrow part of a key payload: point and box for every custodian in order. Same seed, same bytes."""
    found = []
    for peer, part in parts.items():
        ephemeral = hashes.t("box secret", seed, peer, box_keys[peer])[:POINT]
        found.append(hashes.group.base(part) + _boxed(hashes, ephemeral, author, box_keys[peer], part))
    return b"".join(found)


def points(escrow: bytes) -> tuple[bytes, ...]:
    """The points X_j>i of an escrow part, in order of the custodians."""
    return tuple(escrow[at : at + POINT] for at in range(0, len(escrow), PART))


def boxes(escrow: bytes) -> tuple[bytes, ...]:
    """The boxes of an escrow part, in order of the custodians."""
    return tuple(escrow[at + POINT : at + PART] for at in range(0, len(escrow), PART))


def check(group: Group, public: bytes, escrow: bytes) -> None:
    """Raises Refused unless the points are of the group and add up to the key; boxes it leaves alone.

    Without the first, points of small order could cancel in the sum and put a custodian in the wrong later.
    """
    shown = points(escrow)
    if not all(group.is_valid(point) for point in shown):
        raise GroupError
    if group.sum(shown) != public:
        raise Refused(Rule.ESCROW)


def unboxed(hashes: HandHash, box_secret: bytes, author: bytes, point: bytes, box: bytes) -> int | None:
    """The sub-key in a box to me; None if it does not open, or holds another one than ``point`` tells."""
    group, ephemeral = hashes.group, box[:POINT]
    nonce = _nonce(hashes, author, ephemeral, box_key(box_secret))
    try:
        shared = bindings.crypto_box_beforenm(ephemeral, box_secret)
        (raw,) = pieces(bindings.crypto_box_open_afternm(box[POINT:], nonce, shared))
        part = group.scalar(raw)
    except (nacl.exceptions.CryptoError, Refused):
        return None
    return part if group.base(part) == point else None


def _boxed(hashes: HandHash, ephemeral: bytes, author: bytes, to: bytes, part: int) -> bytes:
    public = box_key(ephemeral)
    shared = bindings.crypto_box_beforenm(to, ephemeral)
    raw = part.to_bytes(POINT, "little")
    return public + bindings.crypto_box_afternm(raw, _nonce(hashes, author, public, to), shared)


def _nonce(hashes: HandHash, author: bytes, ephemeral: bytes, to: bytes) -> bytes:
    return hashes.t("box", author, ephemeral, to)[: bindings.crypto_box_NONCEBYTES]
