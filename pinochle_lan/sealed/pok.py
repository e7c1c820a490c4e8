"""Proof that a laptop knows the secret of its key (docs/sealed-deal.md 2, PoK).

The author's identity key is inside the challenge: nobody can take a key over, nor make one that cancels
others.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.sealed.group import POINT, need_length, pieces
from pinochle_lan.sealed.hashing import HandHash
from pinochle_lan.sealed.refused import Refused, Rule

LENGTH: Final = 2 * POINT


def prove(hashes: HandHash, author: bytes, secret: int, public: bytes, *, nonce: int) -> bytes:
    """(c, s) for ``public = secret G``: 64 bytes. A nonce serves one statement only."""
    group = hashes.group
    c = hashes.scalar("pok", author, public, group.base(nonce))
    s = (nonce + c * secret) % group.q
    return c.to_bytes(POINT, "little") + s.to_bytes(POINT, "little")


def check(hashes: HandHash, author: bytes, public: bytes, body: object) -> None:
    """Raises Refused unless the author knows the secret of ``public``: c = Hs("pok", author, X, sG - cX)."""
    group = hashes.group
    c, s = group.scalars(pieces(need_length(body, LENGTH)))
    nonce_point = group.sub(group.base(s), group.mul(c, public))
    if c != hashes.scalar("pok", author, public, nonce_point):
        raise Refused(Rule.CHALLENGE)
