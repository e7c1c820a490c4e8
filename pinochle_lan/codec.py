"""Canonical msgpack with limits: the only encoder and decoder of wire, log and digest bytes.

One value, one byte string (docs/log.md 2): arrays, byte strings, text in NFC, integers in their shortest
form, true, false, nil. No maps, floats or extensions. Bytes are hostile until decoded: nothing is allocated
on the word of a header before size, depth and number of items are checked. Knows nothing of what values mean.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import msgpack  # type: ignore[import-untyped]

Value = None | bool | int | str | bytes | tuple["Value", ...]
"""What travels. Lists are taken by ``encode`` as tuples; ``decode`` gives tuples only."""

INT_LEAST: Final = -(2**63)
INT_MOST: Final = 2**64 - 1


class CodecError(ValueError):
    """A value that has no canonical bytes, or bytes that are not the canonical form of a value."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a decoder accepts: bytes in all, arrays within arrays, items in all (arrays count as one each)."""

    size: int = 64 * 1024
    depth: int = 12
    items: int = 8192


FRAME: Final = Limits()
"""One frame of the wire (docs/log.md 2)."""
BODY: Final = Limits(size=32 * 1024, depth=8, items=4096)
"""The body of an entry (docs/log.md 15)."""


def encode(value: Value) -> bytes:
    """The canonical bytes of ``value``. Raises CodecError for other types, long integers, depth over 12.

    >>> encode((1, "ten", None))
    b'\\x93\\x01\\xa3ten\\xc0'
    """
    _check(value, FRAME.depth)
    return cast(bytes, msgpack.packb(value, use_bin_type=True))


def array(items: Sequence[bytes]) -> bytes:
    """The canonical bytes of an array whose items' canonical bytes are given.

    >>> array((encode(1), encode("ten"))) == encode((1, "ten"))
    True
    """
    count = len(items)
    if count < 16:
        head = bytes((0x90 | count,))
    elif count < 1 << 16:
        head = b"\xdc" + count.to_bytes(2, "big")
    else:
        head = b"\xdd" + count.to_bytes(4, "big")
    return head + b"".join(items)


def decode(data: bytes, limits: Limits = FRAME) -> Value:
    """The value whose canonical bytes ``data`` are, arrays as tuples.

    Raises CodecError for every other byte string. ``encode(decode(data)) == data``.
    """
    _measure(data, limits)
    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            max_str_len=len(data),
            max_bin_len=len(data),
            max_array_len=len(data),
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise CodecError(f"text is not valid UTF-8 ({type(error).__name__})") from None
    _check(value, limits.depth)
    if msgpack.packb(value, use_bin_type=True) != data:
        raise CodecError("not the shortest form")
    return cast(Value, value)


_AS_IS: Final = frozenset({bytes, bool, type(None)})
"""Types of which every value has canonical bytes."""


def _check(value: object, depth: int) -> None:
    """Raises CodecError unless ``value`` has canonical bytes and nests at most ``depth`` arrays."""
    kind = type(value)
    if kind in _AS_IS:
        return
    if kind is int:
        if not INT_LEAST <= cast(int, value) <= INT_MOST:
            raise CodecError("integer out of range")
    elif kind is str:
        _check_text(cast(str, value))
    elif kind is tuple or kind is list:
        if depth == 0:
            raise CodecError("arrays nested too deep")
        for item in cast("tuple[Any, ...]", value):
            # Most items need no look inside; a state digest takes twice as long without these lines.
            inner = type(item)
            if inner in _AS_IS or (inner is str and item.isascii()):
                continue
            if inner is not int or not INT_LEAST <= item <= INT_MOST:
                _check(item, depth - 1)
    else:
        # Subclasses too: an IntEnum or a named tuple would come back as something else.
        raise CodecError(f"a {kind.__name__} cannot be encoded")


def _check_text(text: str) -> None:
    if text.isascii():
        return
    if not unicodedata.is_normalized("NFC", text):
        raise CodecError("text is not in normal form C")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CodecError("text holds half a surrogate pair") from None


_LONG: Final = {
    # first byte -> (bytes of the number after it, whether that number of bytes follows)
    **{code: (1 << (code - 0xCC), False) for code in range(0xCC, 0xD0)},  # unsigned
    **{code: (1 << (code - 0xD0), False) for code in range(0xD0, 0xD4)},  # signed
    **{code: (1 << (code - 0xC4), True) for code in range(0xC4, 0xC7)},  # byte strings
    **{code: (1 << (code - 0xD9), True) for code in range(0xD9, 0xDC)},  # text
}


def _measure(data: bytes, limits: Limits) -> None:
    """Raises CodecError unless ``data`` is one item of the allowed types within ``limits``.

    Reads the headers only: a header that announces more than there is costs nothing (field fault F55).
    """
    end = len(data)
    if end > limits.size:
        raise CodecError(f"{end} bytes, at most {limits.size} are allowed")
    at = 0
    budget = limits.items
    open_arrays = [1]  # items still to come, per array around the reading point
    while open_arrays:
        if open_arrays[-1] == 0:
            open_arrays.pop()
            continue
        open_arrays[-1] -= 1
        budget -= 1
        if budget < 0:
            raise CodecError(f"more than {limits.items} items")
        if at >= end:
            raise CodecError("bytes end in the middle")
        code = data[at]
        at += 1
        if code < 0x80 or code >= 0xE0 or code in (0xC0, 0xC2, 0xC3):
            continue
        if 0xA0 <= code < 0xC0:
            at += code - 0xA0
        elif 0x90 <= code < 0xA0 or code in (0xDC, 0xDD):
            if code < 0xA0:
                count = code - 0x90
            else:
                width = 2 if code == 0xDC else 4
                count = int.from_bytes(data[at : at + width], "big")
                at += width
            if count > end - at:
                raise CodecError("an array announces more items than there are bytes")
            if len(open_arrays) > limits.depth:
                raise CodecError("arrays nested too deep")
            open_arrays.append(count)
        elif code in _LONG:
            width, counted = _LONG[code]
            number = int.from_bytes(data[at : at + width], "big") if counted else 0
            at += width + number
        else:
            raise CodecError(f"byte {code:#04x} begins a type that is not allowed")
    if at != end:
        raise CodecError("bytes end in the middle" if at > end else "bytes follow the value")
