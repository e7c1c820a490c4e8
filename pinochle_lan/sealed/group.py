"""The group in which the cards are hidden: points, scalars, and fixed points nobody knows a relation of.

Suite 1 is the prime-order subgroup of edwards25519 from libsodium (docs/sealed-deal.md 1). The group is an
object that everything else is handed, so a later suite is one more class. Of cards it knows the names only.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

import nacl.exceptions
from nacl import bindings

from pinochle_lan.sealed.refused import GroupError, Refused, Rule

POINT: Final = 32
"""Bytes of a point, and of a scalar."""
MOST_CARDS: Final = 80
"""H_1..H_80: no deck and no remix is larger."""
_NAMES: Final = "pinochle-lan/deal/1/"


class Group(ABC):
    """A group of prime order ``q``, written additively; points are 32 bytes, scalars Python ints.

    ``mul`` is where a received point is proved to lie in the group: it raises GroupError for anything else.
    """

    suite: int
    q: int
    identity: bytes

    def __init__(self) -> None:
        self._named: dict[str, bytes] = {}
        self._h: tuple[bytes, ...] = ()

    @abstractmethod
    def mul(self, scalar: int, point: bytes) -> bytes:
        """``scalar`` times ``point``. Raises GroupError for no point, the identity, or a scalar 0 mod q."""

    @abstractmethod
    def base(self, scalar: int) -> bytes:
        """``scalar`` times the base point G. Raises GroupError if the scalar is 0 mod q."""

    @abstractmethod
    def add(self, a: bytes, b: bytes) -> bytes:
        """The sum. Raises GroupError if one of them cannot be decoded."""

    @abstractmethod
    def sub(self, a: bytes, b: bytes) -> bytes:
        """The difference. Raises GroupError if one of them cannot be decoded."""

    @abstractmethod
    def from_uniform(self, seed: bytes) -> bytes:
        """A point made of 32 uniform bytes, its relation to all others unknown."""

    @abstractmethod
    def is_valid(self, point: bytes) -> bool:
        """Whether the bytes are a point of the group other than the identity."""

    def sum(self, points: Iterable[bytes]) -> bytes:
        """The sum of all points; the identity of none. Raises GroupError."""
        total: bytes | None = None
        for point in points:
            total = point if total is None else self.add(total, point)
        return self.identity if total is None else total

    def dot(self, scalars: Iterable[int], points: Iterable[bytes]) -> bytes:
        """The sum of the products, each point thereby validated. Raises GroupError."""
        mul = self.mul
        return self.sum([mul(s, p) for s, p in zip(scalars, points, strict=True)])

    def named(self, name: str) -> bytes:
        """The fixed point of a name: from_uniform(first 32 bytes of SHA-512), computed once a process."""
        point = self._named.get(name)
        if point is None:
            digest = hashlib.sha512((_NAMES + name).encode()).digest()
            point = self._named[name] = self.from_uniform(digest[:POINT])
        return point

    def card(self, face: str) -> bytes:
        """M_t, the point that stands for a face such as ``10H``."""
        return self.named("card/" + face)

    @property
    def h(self) -> tuple[bytes, ...]:
        """H_0..H_80, the points that a shuffle commits to its permutation with."""
        if not self._h:
            self._h = tuple(self.named(f"H/{i}") for i in range(MOST_CARDS + 1))
        return self._h

    def scalar(self, raw: bytes) -> int:
        """The scalar in 32 little-endian bytes. Raises Refused unless 0 < s < q (libsodium takes s + q)."""
        value = int.from_bytes(raw, "little")
        if not 0 < value < self.q:
            raise Refused(Rule.SCALAR)
        return value

    def scalars(self, raws: Iterable[bytes]) -> list[int]:
        """All of them; raises Refused like ``scalar``."""
        return [self.scalar(raw) for raw in raws]


class Edwards25519(Group):
    """Suite 1: the prime-order subgroup of edwards25519, by libsodium without clamping."""

    suite = 1
    q = 2**252 + 27742317777372353535851937790883648493
    identity = (1).to_bytes(POINT, "little")

    def mul(self, scalar: int, point: bytes) -> bytes:
        """See Group. libsodium refuses what is off the curve, not canonical or outside the subgroup."""
        try:
            return bindings.crypto_scalarmult_ed25519_noclamp(
                (scalar % self.q).to_bytes(POINT, "little"), point
            )
        except (nacl.exceptions.CryptoError, nacl.exceptions.TypeError, RuntimeError) as error:
            raise GroupError from error

    def base(self, scalar: int) -> bytes:
        """See Group."""
        try:
            return bindings.crypto_scalarmult_ed25519_base_noclamp(
                (scalar % self.q).to_bytes(POINT, "little")
            )
        except (nacl.exceptions.CryptoError, nacl.exceptions.TypeError, RuntimeError) as error:
            raise GroupError from error

    def add(self, a: bytes, b: bytes) -> bytes:
        """See Group."""
        try:
            return bindings.crypto_core_ed25519_add(a, b)
        except (nacl.exceptions.CryptoError, nacl.exceptions.TypeError, RuntimeError) as error:
            raise GroupError from error

    def sub(self, a: bytes, b: bytes) -> bytes:
        """See Group."""
        try:
            return bindings.crypto_core_ed25519_sub(a, b)
        except (nacl.exceptions.CryptoError, nacl.exceptions.TypeError, RuntimeError) as error:
            raise GroupError from error

    def from_uniform(self, seed: bytes) -> bytes:
        """See Group."""
        return bindings.crypto_core_ed25519_from_uniform(seed)

    def is_valid(self, point: bytes) -> bool:
        """See Group."""
        return len(point) == POINT and bindings.crypto_core_ed25519_is_valid_point(point)


SUITE1: Final = Edwards25519()


def suite(number: int) -> Group:
    """The group of a suite number in genesis. Raises ValueError for all but 1."""
    if number != SUITE1.suite:
        raise ValueError(
            f"this table uses sealed-deal suite {number}; this program knows suite {SUITE1.suite} only"
        )
    return SUITE1


def pieces(data: bytes) -> tuple[bytes, ...]:
    """The 32-byte pieces of a list of points or scalars. The caller has checked the length."""
    return tuple(data[i : i + POINT] for i in range(0, len(data), POINT))


def need_length(data: object, length: int) -> bytes:
    """``data`` as bytes of exactly ``length``. Raises Refused for anything else, whatever its type."""
    if not isinstance(data, bytes) or len(data) != length:
        raise Refused(Rule.LENGTH, f"{length} bytes are due")
    return data


def join(points: Sequence[bytes]) -> bytes:
    """A list of points as one field, point after point."""
    return b"".join(points)
