"""Frames (docs/log.md 2)."""

from __future__ import annotations

import pytest

from pinochle_lan.codec import CodecError, encode
from pinochle_lan.log.frames import FRAME_BYTES, pack, unpack


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
