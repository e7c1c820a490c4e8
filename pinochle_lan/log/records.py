"""The game file's bytes: header and records, written and read without touching a disk.

Owns the format of docs/log.md 14. A record is ``A5 5A | length u32 | type u8 | payload | CRC-32 of type and
payload``, little-endian. Reading never fails: damage is named, and the next good record searched for.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

MAGIC: Final = b"pinochle-lan log"
VERSION: Final = 2
HEADER_BYTES: Final = len(MAGIC) + 2 + 16
MARKER: Final = b"\xa5\x5a"
PAYLOAD_MOST: Final = 64 * 1024
"""No payload is longer than a frame."""
_HEAD: Final = len(MARKER) + 4 + 1
_TAIL: Final = 4


class RecordType(IntEnum):
    """What a record holds. Types not listed here are kept and passed over."""

    GENESIS = 1
    ENTRY = 2
    LATE = 3
    VOTE = 4
    CONFIRM = 5
    CERTIFICATE = 6
    RIDER = 7
    ACK = 8


@dataclass(frozen=True, slots=True)
class Record:
    """One good record: its type, its payload and the byte offset it was found at."""

    type: int
    payload: bytes
    at: int = 0


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that are no record: offset and length."""

    at: int
    length: int


@dataclass(frozen=True, slots=True)
class Records:
    """What a file holds. ``end`` is where the next record belongs: everything after it is a torn tail."""

    table: bytes
    version: int
    found: tuple[Record, ...]
    damage: tuple[Damage, ...]
    """Before ``end``."""
    end: int
    torn: int
    """Bytes after ``end``."""


def header(table: bytes) -> bytes:
    """The file's first bytes: magic, version u16, table id (16 bytes)."""
    return MAGIC + VERSION.to_bytes(2, "little") + table


def pack_record(kind: int, payload: bytes) -> bytes:
    """A whole record."""
    body = bytes([kind]) + payload
    return MARKER + len(payload).to_bytes(4, "little") + body + zlib.crc32(body).to_bytes(4, "little")


def read_records(data: bytes) -> Records:
    """Every record whose marker, length and CRC are right, in file order. Never raises."""
    whole = data[: len(MAGIC)] == MAGIC and len(data) >= HEADER_BYTES
    version = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 2], "little") if whole else 0
    table = data[len(MAGIC) + 2 : HEADER_BYTES] if whole else b""
    found: list[Record] = []
    damage: list[Damage] = []
    end = HEADER_BYTES if whole else 0
    at = end
    while at < len(data):
        record = _record_at(data, at)
        if record is None:
            at = data.find(MARKER, at + 1)
            if at < 0:
                break
            continue
        if at > end:
            damage.append(Damage(end, at - end))
        found.append(record)
        at += _HEAD + len(record.payload) + _TAIL
        end = at
    return Records(table, version, tuple(found), tuple(damage), end, len(data) - end)


def _record_at(data: bytes, at: int) -> Record | None:
    if data[at : at + len(MARKER)] != MARKER:
        return None
    length = int.from_bytes(data[at + len(MARKER) : at + _HEAD - 1], "little")
    stop = at + _HEAD + length + _TAIL
    if length > PAYLOAD_MOST or stop > len(data):
        return None
    body = data[at + _HEAD - 1 : stop - _TAIL]
    if zlib.crc32(body).to_bytes(4, "little") != data[stop - _TAIL : stop]:
        return None
    return Record(body[0], body[1:], at)
