"""The codec: one value, one byte string; nothing else gets in (docs/log.md 2 and 15; F55, F56)."""

from __future__ import annotations

import tracemalloc
import unicodedata
from enum import IntEnum
from typing import Any, NamedTuple

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.codec import BODY, INT_LEAST, INT_MOST, CodecError, Limits, Value, array, decode, encode

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(INT_LEAST, INT_MOST),
    st.binary(max_size=300),
    st.text(max_size=40).map(lambda text: unicodedata.normalize("NFC", text)),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=6).map(tuple), max_leaves=40
)


@given(VALUES)
def test_a_value_comes_back_as_it_was(value: Value) -> None:
    back = decode(encode(value), Limits(depth=60))
    assert back == value
    assert repr(back) == repr(value), "true is not 1"


@given(st.binary(max_size=60))
def test_bytes_decode_to_their_own_encoding_or_not_at_all(data: bytes) -> None:
    try:
        value = decode(data)
    except CodecError:
        return
    assert encode(value) == data


@given(VALUES, st.data())
def test_a_flipped_bit_never_gives_the_same_value(value: Value, data: st.DataObject) -> None:
    good = encode(value)
    at = data.draw(st.integers(0, len(good) * 8 - 1))
    bad = bytearray(good)
    bad[at // 8] ^= 1 << at % 8
    try:
        other = decode(bytes(bad))
    except CodecError:
        return
    assert repr(other) != repr(value)


@given(VALUES, st.binary(min_size=1, max_size=4))
def test_a_cut_or_a_tail_is_refused(value: Value, tail: bytes) -> None:
    good = encode(value)
    with pytest.raises(CodecError):
        decode(good[:-1])
    with pytest.raises(CodecError):
        decode(good + tail)


@pytest.mark.parametrize(
    "data",
    [
        b"\xcc\x05",  # 5 in two bytes
        b"\xcd\x00\xff",
        b"\xce\x00\x00\xff\xff",
        b"\xcf\x00\x00\x00\x00\xff\xff\xff\xff",
        b"\xd0\x05",  # positive as signed
        b"\xd0\xff",  # -1 in two bytes
        b"\xd1\xff\x80",
        b"\xd9\x01a",  # short text with a long header
        b"\xda\x00\x01a",
        b"\xc5\x00\x01a",
        b"\xc6\x00\x00\x00\x01a",
        b"\xdc\x00\x01\x05",
        b"\xdd\x00\x00\x00\x01\x05",
    ],
)
def test_F56_a_longer_form_of_a_value_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        decode(data)


@pytest.mark.parametrize(
    "value",
    [{}, {1: 2}, 1.0, -0.0, msgpack.ExtType(1, b"x"), msgpack.Timestamp(1), {"a": None}],
    ids=repr,
)
def test_F56_maps_floats_and_extensions_are_refused_both_ways(value: Any) -> None:
    with pytest.raises(CodecError):
        encode(value)
    with pytest.raises(CodecError):
        decode(msgpack.packb(value))
    with pytest.raises(CodecError):
        decode(msgpack.packb([value]))


def test_F56_lists_and_tuples_are_one_thing_and_come_back_as_tuples() -> None:
    listed: Any = [1, [2, b"x"]]
    assert encode(listed) == encode((1, (2, b"x")))
    assert decode(encode(listed)) == (1, (2, b"x"))


class Number(IntEnum):
    ONE = 1


class Pair(NamedTuple):
    left: int
    right: int


@pytest.mark.parametrize("value", [Number.ONE, Pair(1, 2), bytearray(b"x"), {1}, object()], ids=str)
def test_what_would_come_back_as_something_else_is_not_encoded(value: Any) -> None:
    with pytest.raises(CodecError):
        encode(value)


@pytest.mark.parametrize("value", [INT_MOST + 1, INT_LEAST - 1, 10**40])
def test_integers_out_of_range_are_refused(value: int) -> None:
    with pytest.raises(CodecError, match="out of range"):
        encode(value)


@pytest.mark.parametrize("number", [INT_LEAST, -129, -128, -33, -32, -1, 0, 127, 128, 255, 256, INT_MOST])
def test_integers_at_the_edges_of_their_forms(number: int) -> None:
    assert decode(encode(number)) == number


def test_text_must_be_in_normal_form_c() -> None:
    with pytest.raises(CodecError, match="normal form"):
        encode("e\u0301")
    with pytest.raises(CodecError, match="normal form"):
        decode(msgpack.packb("e\u0301"))
    assert decode(encode("\u00e9")) == "\u00e9"


@pytest.mark.parametrize("data", [b"\xa1\xff", b"\xa3\xed\xa0\x80", b"\xa2\xc0\x80"])
def test_text_must_be_utf_8(data: bytes) -> None:
    with pytest.raises(CodecError):
        decode(data)


def test_half_a_surrogate_pair_is_not_text() -> None:
    with pytest.raises(CodecError, match="surrogate"):
        encode("\ud800")


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\xc0"


def test_depth_is_limited_both_ways() -> None:
    assert encode(decode(nested(12))) == nested(12)
    with pytest.raises(CodecError, match="deep"):
        decode(nested(13))
    value: Value = None
    for _ in range(13):
        value = (value,)
    with pytest.raises(CodecError, match="deep"):
        encode(value)


def test_limits_of_size_and_items() -> None:
    with pytest.raises(CodecError, match="at most 10"):
        decode(encode(b"x" * 20), Limits(size=10))
    assert decode(encode((1, (2,))), Limits(items=4)) == (1, (2,))
    with pytest.raises(CodecError, match="more than 3 items"):
        decode(encode((1, (2,))), Limits(items=3))
    with pytest.raises(CodecError):
        decode(encode(b"x" * (BODY.size + 1)), BODY)


HUGE = [
    b"\xdd\xff\xff\xff\xff",
    b"\xdd\x7f\xff\xff\xff" * 1000,
    b"\xdf\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\xdb\xff\xff\xff\xff",
    b"\xc9\xff\xff\xff\xff\x01",
    b"\x91" * 100_000,
    b"\xdc\xff\xff" * 20_000,
    (b"\xdc\x20\x00" * 11).ljust(60_000, b"\xc0"),
]


@pytest.mark.parametrize("data", HUGE, ids=range(len(HUGE)))
def test_F55_a_few_bytes_that_announce_much_cost_nothing(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(CodecError):
            decode(data)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


@settings(max_examples=60)
@given(st.binary(max_size=2_000))
def test_F55_random_bytes_raise_one_error_only(data: bytes) -> None:
    for candidate in (data, b"\xdc" + data, b"\x9f" + data):
        try:
            value = decode(candidate)
        except CodecError:
            continue
        assert encode(value) == candidate


@given(st.lists(VALUES, max_size=40))
def test_an_array_is_put_together_from_its_items(values: list[Any]) -> None:
    assert array([encode(value) for value in values]) == encode(tuple(values))


@pytest.mark.parametrize("count", [0, 15, 16, 65_535, 65_536])
def test_an_array_of_any_length_has_the_shortest_head(count: int) -> None:
    assert array([b"\xc0"] * count) == encode((None,) * count)
