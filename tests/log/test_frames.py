"""Frames and their length prefixes (docs/log.md 2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_lan.codec import CodecError, encode
from pinochle_lan.log.frames import FRAME_BYTES, Reader, pack, prefixed, unpack


def test_a_frame_comes_back() -> None:
    frame = (1, b"fields", ("x", None, True))
    assert unpack(pack(frame)) == frame


@pytest.mark.parametrize("value", [(), 5, b"x", ("entry",), (True, 1), (-1,), (None,)])
def test_a_frame_begins_with_its_type(value: object) -> None:
    with pytest.raises(CodecError):
        unpack(encode(value))  # type: ignore[arg-type]


def test_a_frame_is_64_kib_at_most() -> None:
    with pytest.raises(CodecError, match="at most 65536"):
        pack((1, b"x" * FRAME_BYTES))


def test_the_prefix_is_little_endian() -> None:
    assert prefixed(b"abc") == b"\x03\x00\x00\x00abc"


@given(st.lists(st.binary(max_size=50), max_size=8), st.data())
def test_however_a_stream_is_cut_the_same_frames_come_out(frames: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(prefixed(frame) for frame in frames)
    reader, out = Reader(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        out += reader.feed(stream[:size])
        stream = stream[size:]
    assert out == frames


def test_F55_a_huge_announced_frame_is_refused_before_it_is_awaited() -> None:
    with pytest.raises(CodecError, match="announced"):
        Reader().feed(b"\x01\x00\x01\x00")
    with pytest.raises(CodecError, match="announced"):
        Reader().feed(b"\xff\xff\xff\xff")
