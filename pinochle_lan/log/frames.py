"""Frames: the numbers of their types, canonical ``[type, fields...]``, and length prefixes for a byte stream.

A frame in memory is a tuple whose first item is the type; ``pack`` and ``unpack`` turn it into canonical
bytes. The u32 little-endian length before each (docs/log.md 2) is the link's business.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from pinochle_lan.codec import FRAME, CodecError, Value, decode, encode

FRAME_BYTES: Final = 64 * 1024
"""Most bytes of one frame, without its length prefix (docs/log.md 2)."""


class FrameType(IntEnum):
    """Every type of the wire. A type that is not here is ignored and counted."""

    ENTRY = 1
    """``Entry.wire()``: fields without the hash of what follows, signature, (body, riders)."""
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
    CHAIN = 9
    """Table, step, chain value after it, whether it asks for the other's: where do two histories part?"""
    HELLO = 16
    """16 to 23 belong to the lobby (``pinochle_lan.table``)."""
    DRAFT = 17
    CONSENT = 18
    GENESIS = 19
    SIT = 20
    REFUSED = 21
    PEERS = 22
    BYE = 23
    PRESENCE = 24
    """24 and up: outside the log (docs/log.md 13), never in a digest."""
    CHAT = 25
    LOOKED = 26
    """The sender has put the melds of a hand away."""
    PLUGIN_WANT = 27
    """Asks the founder's laptop for a plugin file, before the game."""
    PLUGIN_FILE = 28
    WITNESS = 29
    """What plugin code gave in a step that laptops fold to different states."""


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
