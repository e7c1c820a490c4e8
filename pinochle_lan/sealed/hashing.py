"""The hashes of one hand: T, Hs and Hc of docs/sealed-deal.md 1.

The hand id stands in every one of them, so that nothing carries over to another hand, attempt, table or set
of rules. Knows fields, not what they mean.
"""

from __future__ import annotations

import hashlib
from typing import Final

from pinochle_lan.sealed.group import Group

_DOMAIN: Final = b"pinochle-lan/deal/1\0"

Part = bytes | str | int
"""A field: bytes as they are, text as UTF-8, a number as 4 bytes big-endian."""


def field(part: Part) -> bytes:
    """A field with its 4-byte big-endian length in front."""
    if isinstance(part, int):
        return b"\0\0\0\4" + part.to_bytes(4, "big")
    raw = part.encode() if isinstance(part, str) else part
    return len(raw).to_bytes(4, "big") + raw


class HandHash:
    """The hash functions of the hand ``hid``, and the group that its scalars belong to."""

    __slots__ = ("group", "hid")

    def __init__(self, hid: bytes, group: Group) -> None:
        self.hid = hid
        self.group = group

    def t(self, tag: str, *parts: Part) -> bytes:
        """T(tag, parts): 64 bytes."""
        state = hashlib.sha512(_DOMAIN + tag.encode() + b"\0" + self.hid)
        for part in parts:
            state.update(field(part))
        return state.digest()

    def scalar(self, tag: str, *parts: Part) -> int:
        """Hs: T as a little-endian number mod q."""
        return int.from_bytes(self.t(tag, *parts), "little") % self.group.q

    def weight(self, tag: str, *parts: Part) -> int:
        """Hc: the first 16 bytes of T as a little-endian number, 0 replaced by 1."""
        return int.from_bytes(self.t(tag, *parts)[:16], "little") or 1

    def weights(self, tag: str, *parts: Part, count: int) -> list[int]:
        """Hc(tag, parts, k) for k = 1..count, the common beginning hashed once."""
        state = hashlib.sha512(_DOMAIN + tag.encode() + b"\0" + self.hid)
        for part in parts:
            state.update(field(part))
        found = []
        for k in range(1, count + 1):
            branch = state.copy()
            branch.update(field(k))
            found.append(int.from_bytes(branch.digest()[:16], "little") or 1)
        return found
