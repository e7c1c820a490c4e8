"""Frames: the numbers of their types, canonical ``[type, fields...]``, and length prefixes for a byte stream.

A frame in memory is a tuple whose first item is the type; ``pack`` and ``unpack`` turn it into canonical
bytes. ``prefixed`` and ``Reader`` add and remove the u32 little-endian length (docs/log.md 2).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from pinochle_lan.codec import FRAME, CodecError, Value, decode, encode

FRAME_BYTES: Final = 64 * 1024
"""Most bytes of one frame, without its length prefix (docs/log.md 2)."""
PREFIX_BYTES: Final = 4


class FrameType(IntEnum):
    """Every type of the wire. A type that is not here is ignored and counted."""

    ENTRY = 1
    """``Entry.wire()``: fields, signature, (body, riders)."""
    ACK = 2
    """``Ack.wire()``: fields, signature."""
    HAVE = 3
    """``sync.Have.wire()``: what the sender holds; asks for what it lacks."""
    STORE = 4
    """Answer to HAVE: table, list of frames of the types 1, 2 and 5 to 8."""
    VOTE = 5
    """``Ballot.wire()``: fields, signature."""
    CONFIRM = 6
    RIDER = 7
    """``Rider.wire()``: a small signed request."""
    CERTIFICATE = 8
    """``Certificate.wire()``: place, votes, confirms; travels within STORE only."""
    HELLO = 16
    """16 to 23 belong to the lobby (``pinochle_lan.table``)."""
    DRAFT = 17
    CONSENT = 18
    GENESIS = 19
    LOBBY_4 = 20
    LOBBY_5 = 21
    LOBBY_6 = 22
    LOBBY_7 = 23
    PRESENCE = 24
    """24 and up: outside the log (docs/log.md 13), never in a digest."""
    CHAT = 25


Frame = tuple[Value, ...]
"""``(type, fields...)``."""


def pack(frame: Frame) -> bytes:
    """Canonical bytes of a frame, no length prefix. Raises CodecError if it is over 64 KiB."""
    data = encode(frame)
    if len(data) > FRAME_BYTES:
        raise CodecError(f"a frame of {len(data)} bytes, at most {FRAME_BYTES} are allowed")
    return data


def unpack(data: bytes) -> Frame:
    """The frame in ``data``. Raises CodecError for all but a canonical array that begins with a type."""
    frame = decode(data, FRAME)
    if not isinstance(frame, tuple) or not frame or type(frame[0]) is not int or frame[0] < 0:
        raise CodecError("a frame begins with its type number")
    return frame


def prefixed(data: bytes) -> bytes:
    """``data`` with its length before it: u32, little-endian."""
    return len(data).to_bytes(PREFIX_BYTES, "little") + data


class Reader:
    """Cuts a byte stream into frames' bytes; holds at most one unfinished frame."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The frames completed by ``data``, without prefixes. Raises CodecError if one is over 64 KiB."""
        self._held += data
        done: list[bytes] = []
        at = 0
        while len(self._held) - at >= PREFIX_BYTES:
            length = int.from_bytes(self._held[at : at + PREFIX_BYTES], "little")
            if length > FRAME_BYTES:
                raise CodecError(f"a frame of {length} bytes is announced, at most {FRAME_BYTES} are allowed")
            if len(self._held) - at - PREFIX_BYTES < length:
                break
            at += PREFIX_BYTES
            done.append(bytes(self._held[at : at + length]))
            at += length
        del self._held[:at]
        return done
