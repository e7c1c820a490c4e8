"""Identity keys, signatures and the ids of signed things.

Owns the one form of what is signed (docs/log.md 2). Knows nothing of entries, tables or files.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from pinochle_lan.codec import Value, encode

SEED_BYTES = 32
KEY_BYTES = 32
SIGNATURE_BYTES = 64


def signed_bytes(tag: str, fields: tuple[Value, ...]) -> bytes:
    """What a signature covers: ``"pinochle-lan/" + tag + "/1" + 00 + msgpack(fields)`` (docs/log.md 2)."""
    return b"pinochle-lan/" + tag.encode("ascii") + b"/1\x00" + encode(fields)


def thing_id(tag: str, fields: tuple[Value, ...]) -> bytes:
    """The 32-byte id of a signed thing; the signature is not in it (docs/log.md 2)."""
    return hashlib.sha256(signed_bytes(tag, fields)).digest()


def verify(key: bytes, tag: str, fields: tuple[Value, ...], signature: bytes) -> bool:
    """Whether ``signature`` is by ``key`` over these fields. Never raises for hostile keys or signatures."""
    public = _public(key)
    if public is None or len(signature) != SIGNATURE_BYTES:
        return False
    try:
        public.verify(signed_bytes(tag, fields), signature)
    except BadSignatureError:
        return False
    return True


@lru_cache(maxsize=64)
def _public(key: bytes) -> VerifyKey | None:
    return VerifyKey(key) if len(key) == KEY_BYTES else None


class Identity:
    """A player profile's Ed25519 key pair. Its seed never leaves the object."""

    __slots__ = ("_signer", "key")

    def __init__(self, seed: bytes) -> None:
        """From the profile's 32-byte seed. Raises ValueError for another length."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"an identity seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._signer = SigningKey(seed)
        self.key = bytes(self._signer.verify_key)
        """The 32-byte public key."""

    def sign(self, tag: str, fields: tuple[Value, ...]) -> bytes:
        """The 64-byte signature; the same bytes every time (docs/log.md 14)."""
        return bytes(self._signer.sign(signed_bytes(tag, fields)).signature)

    def __repr__(self) -> str:
        return f"Identity({self.key.hex()[:8]})"
