"""The greeting: one small UDP packet by which two pinochle-lan tell each other that they are there.

Its form never changes, so that laptops of different versions still learn why they do not meet. An answer is
as long as its question: nobody can be flooded with it. Pure; what comes in is hostile and proves nothing.

    "pinochle-lan" | kind u8 | way u8 | nonce 8 bytes | protocol u32 | engine u32 | TCP port u16
    (little-endian)
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

NONCE_BYTES: Final = 8
_MAGIC: Final = b"pinochle-lan"
_FORM: Final = struct.Struct(f"<{len(_MAGIC)}sBB{NONCE_BYTES}sIIH")


class Kind(IntEnum):
    """What a packet is."""

    ASK = 1
    ANSWER = 2
    """To the one who asked."""
    ANSWER_ALL = 3
    """The same by multicast: whoever hears it knows that multicast arrives."""
    DIAL = 4
    """Please connect to my TCP port, so that I see whether I can be reached."""


class Way(IntEnum):
    """How a question was sent; its answer repeats it."""

    DIRECT = 0
    BROADCAST = 1
    MULTICAST = 2


@dataclass(frozen=True, slots=True)
class Greeting:
    """One packet."""

    kind: Kind
    way: Way
    nonce: bytes
    protocol: int
    engine: int
    port: int
    """TCP port of the sender; 0 = none."""

    def pack(self) -> bytes:
        """32 bytes."""
        return _FORM.pack(_MAGIC, self.kind, self.way, self.nonce, self.protocol, self.engine, self.port)


def read(data: bytes) -> Greeting | None:
    """The greeting in a packet; None if it is none."""
    if len(data) != _FORM.size or not data.startswith(_MAGIC):
        return None
    _, kind, way, nonce, protocol, engine, port = _FORM.unpack(data)
    try:
        return Greeting(Kind(kind), Way(way), nonce, protocol, engine, port)
    except ValueError:
        return None
