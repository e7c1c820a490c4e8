"""The forms of entry bodies: ``[basis, payload]`` and what a basis is over.

Knows bytes and places; what a payload means is judged elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

from pinochle_lan.codec import Value, encode

Key = tuple[int, str]
"""(author, kind): a place within its step."""

BASIS_BYTES: Final = 32
CANNOT: Final = b""
"""Payload of a shuffler who cannot go on because what came before cannot be mixed at all."""


def basis(needs: Iterable[Key], bodies: Mapping[Key, Value]) -> bytes:
    """SHA-256 over the SHA-256 of each needed body, in fold order (docs/sealed-deal.md 1).

    Over bodies and not over entry ids: a judge holds nothing else, and riders of an entry have no part in it.
    """
    whole = hashlib.sha256()
    for key in needs:
        whole.update(hashlib.sha256(encode(bodies[key])).digest())
    return whole.digest()


def split(body: Value) -> tuple[bytes, Value] | None:
    """(basis, payload) of a body, or None if it has another form."""
    match body:
        case (bytes() as base, payload) if len(base) == BASIS_BYTES:
            return base, payload
    return None
