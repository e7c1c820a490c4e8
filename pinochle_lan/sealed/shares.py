"""Key shares of slots, with one proof for all of them (docs/sealed-deal.md 2, Shares).

A share D = x A removes one laptop's part of the seal from a slot. The weights make a lie about two shares
that cancel in the sum impossible. Knows points and the text ``what``; which slots are due, the deal knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from pinochle_lan.sealed.group import POINT, join, need_length, pieces
from pinochle_lan.sealed.hashing import HandHash
from pinochle_lan.sealed.refused import Refused, Rule


def what_text(purpose: str, slots: Sequence[int]) -> str:
    """The purpose and its exact slots, ascending: ``open 3 5 7``. Raises ValueError for another order."""
    if not ascending(slots):
        raise ValueError("slots must be named in ascending order, and at least one")
    return f"{purpose} {' '.join(map(str, slots))}"


def ascending(slots: Sequence[int]) -> bool:
    """Whether there is at least one slot, and each is higher than the one before."""
    return bool(slots) and all(slots[i] < slots[i + 1] for i in range(len(slots) - 1))


def length(count: int) -> int:
    """Bytes of the shares of ``count`` slots: D_1..D_m, c, s."""
    return (count + 2) * POINT


def prove(
    hashes: HandHash, secret: int, public: bytes, a: Sequence[bytes], what: str, *, nonce: int
) -> bytes:
    """The body D_1..D_m, c, s with D_k = secret A_k. A nonce serves one statement only. Raises GroupError."""
    group = hashes.group
    shares = [group.mul(secret, point) for point in a]
    base, combined = a[0], shares[0]
    if len(a) > 1:
        base = group.dot(_weights(hashes, public, a, shares, what), a)
        combined = group.mul(secret, base)
    c = hashes.scalar("dleq", what, public, base, combined, group.base(nonce), group.mul(nonce, base))
    s = (nonce + c * secret) % group.q
    return join(shares) + c.to_bytes(POINT, "little") + s.to_bytes(POINT, "little")


def check(hashes: HandHash, public: bytes, a: Sequence[bytes], what: str, body: object) -> tuple[bytes, ...]:
    """The shares, proved to be made with the secret of ``public``. Raises Refused."""
    group = hashes.group
    *shares, raw_c, raw_s = pieces(need_length(body, length(len(a))))
    c, s = group.scalar(raw_c), group.scalar(raw_s)
    base, combined = a[0], shares[0]
    if len(a) > 1:
        weights = _weights(hashes, public, a, shares, what)
        base, combined = group.dot(weights, a), group.dot(weights, shares)
    w1 = group.sub(group.base(s), group.mul(c, public))
    w2 = group.sub(group.mul(s, base), group.mul(c, combined))
    if c != hashes.scalar("dleq", what, public, base, combined, w1, w2):
        raise Refused(Rule.CHALLENGE)
    return tuple(shares)


def _weights(
    hashes: HandHash, public: bytes, a: Sequence[bytes], shares: Sequence[bytes], what: str
) -> list[int]:
    """r_k = Hc("batch", what, X, all A, all D, k): known only when the shares stand."""
    return hashes.weights("batch", what, public, join(a), join(shares), count=len(a))
