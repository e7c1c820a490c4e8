"""Frames on a byte stream, and the encryption around them. No socket, no clock.

Laws of this file: any bytes give frames or a LinkError, nothing else; after an error the stream is dead;
what a peer can make us hold is one frame and one read.
"""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import Final

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from pinochle_lan.net.errors import LinkError
from pinochle_lan.net.handshake import Secrets

MAX_FRAME: Final = 64 * 1024
"""Longest frame of the table (docs/log.md 2)."""
OVERHEAD: Final = SecretBox.MACBYTES + 1
"""What the channel adds to a frame: the seal and one byte for its kind."""
_LENGTH: Final = struct.Struct("<I")


class Kind(IntEnum):
    """What is inside a sealed frame. Unknown kinds are ignored, for the future's sake."""

    FRAME = 0
    """A frame of the table: the mesh does not look into it."""
    PING = 1
    PONG = 2
    BYE = 3
    """Encoded [reason, words]."""
    CHOSEN = 4
    """This link is the one that stays; only the side with the smaller key says so."""
    HELLO = 5
    """The first thing either side says."""


def pack(payload: bytes) -> bytes:
    """A frame: u32 little-endian length, then the payload."""
    return _LENGTH.pack(len(payload)) + payload


class Framer:
    """Cuts a byte stream into payloads. ``limit`` may be raised while it runs."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._dead = False

    def push(self, data: bytes) -> None:
        """Take what was read."""
        self._buffer += data

    def pop(self) -> bytes | None:
        """The next payload, or None if more bytes are needed. Raises LinkError on an impossible length."""
        if self._dead:
            raise LinkError("The stream is broken.")
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if not 0 < length <= self.limit:
            self._dead = True
            self._buffer.clear()
            raise LinkError(f"A frame of {length} bytes was announced; {self.limit} is the most.")
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return payload

    @property
    def held(self) -> int:
        """Bytes waiting."""
        return len(self._buffer)


class Channel:
    """Seals and opens payloads: a key and a counter for each direction, so nothing can be repeated."""

    def __init__(self, secrets: Secrets) -> None:
        self._send = SecretBox(secrets.send)
        self._receive = SecretBox(secrets.receive)
        self._sent = 0
        self._received = 0

    def seal(self, kind: Kind, body: bytes = b"") -> bytes:
        """Wire bytes of one frame. Raises ValueError if the body is longer than MAX_FRAME (our mistake)."""
        if len(body) > MAX_FRAME:
            raise ValueError(f"a frame of {len(body)} bytes is longer than {MAX_FRAME}")
        sealed = self._send.encrypt(bytes((kind,)) + body, _nonce(self._sent)).ciphertext
        self._sent += 1
        return pack(sealed)

    def open(self, payload: bytes) -> tuple[int, bytes]:
        """(kind, body) of one payload. Raises LinkError: forged, damaged, repeated or out of order."""
        try:
            plain = self._receive.decrypt(payload, _nonce(self._received))
        except (CryptoError, ValueError):
            raise LinkError("A frame was damaged or forged on the way.") from None
        if not plain:
            raise LinkError("An empty frame came.")
        self._received += 1
        return plain[0], plain[1:]


def _nonce(counter: int) -> bytes:
    return counter.to_bytes(SecretBox.NONCE_SIZE, "little")
