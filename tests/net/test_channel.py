"""Frames and encryption: any bytes give frames or a LinkError, and memory stays small (F55)."""

from __future__ import annotations

import struct

import pytest
from helpers_net import shaken
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.net.channel import MAX_FRAME, OVERHEAD, Channel, Framer, Kind, pack
from pinochle_lan.net.errors import LinkError

RECEIVER = Channel(shaken()[1])


def pair() -> tuple[Channel, Channel]:
    mine, theirs = shaken()
    return Channel(mine), Channel(theirs)


def payloads(framer: Framer, data: bytes) -> list[bytes]:
    framer.push(data)
    out = []
    while (payload := framer.pop()) is not None:
        out.append(payload)
    return out


@given(st.lists(st.binary(min_size=1, max_size=50), max_size=8), st.integers(1, 40))
def test_frames_survive_any_cutting(parts: list[bytes], size: int) -> None:
    stream = b"".join(pack(part) for part in parts)
    framer = Framer(64)
    got = [
        payload for at in range(0, len(stream), size) for payload in payloads(framer, stream[at : at + size])
    ]
    assert got == parts
    assert framer.held == 0


@given(st.lists(st.binary(max_size=200), max_size=20))
@settings(max_examples=200)
def test_F55_any_bytes_give_frames_or_a_link_error(chunks: list[bytes]) -> None:
    framer = Framer(64)
    for chunk in chunks:
        try:
            for payload in payloads(framer, chunk):
                assert 0 < len(payload) <= 64
        except LinkError:
            return
        assert framer.held < 4 + 64


@given(st.binary(min_size=1, max_size=200))
def test_F55_any_payload_is_refused_unless_sealed(payload: bytes) -> None:
    with pytest.raises(LinkError):
        RECEIVER.open(payload)


@pytest.mark.parametrize("length", [0, 65, 2**31, 2**32 - 1])
def test_F55_impossible_lengths_are_refused_before_anything_is_kept(length: int) -> None:
    framer = Framer(64)
    framer.push(struct.pack("<I", length) + bytes(10))
    with pytest.raises(LinkError, match="announced"):
        framer.pop()
    assert framer.held == 0
    with pytest.raises(LinkError, match="broken"):
        framer.pop()


def test_both_directions_and_the_longest_frame() -> None:
    ann, bob = pair()
    framer = Framer(MAX_FRAME + OVERHEAD)
    for size in (0, 1, MAX_FRAME):
        body = bytes(size)
        assert [bob.open(p) for p in payloads(framer, ann.seal(Kind.FRAME, body))] == [(Kind.FRAME, body)]
        assert [ann.open(p) for p in payloads(framer, bob.seal(Kind.PING, body))] == [(Kind.PING, body)]
    with pytest.raises(ValueError, match="longer than"):
        ann.seal(Kind.FRAME, bytes(MAX_FRAME + 1))


def test_tampering_with_any_byte_is_noticed() -> None:
    ann, _ = pair()
    sealed = ann.seal(Kind.FRAME, b"ten of hearts")[4:]
    for place in range(len(sealed)):
        forged = bytearray(sealed)
        forged[place] ^= 0x80
        _, bob = pair()
        with pytest.raises(LinkError):
            bob.open(bytes(forged))


def test_replay_reorder_and_loss_are_noticed() -> None:
    mine, theirs = shaken()
    ann = Channel(mine)
    one, two = (ann.seal(Kind.FRAME, body)[4:] for body in (b"one", b"two"))
    replayed = Channel(theirs)
    assert replayed.open(one) == (Kind.FRAME, b"one")
    with pytest.raises(LinkError):
        replayed.open(one)
    with pytest.raises(LinkError):
        Channel(theirs).open(two)


def test_reflection_is_noticed() -> None:
    mine, _ = shaken()
    ann = Channel(mine)
    with pytest.raises(LinkError):
        ann.open(ann.seal(Kind.FRAME, b"mine")[4:])


@pytest.mark.parametrize("size", [1, 15, 16, 17])
def test_payloads_that_no_seal_could_have_made(size: int) -> None:
    _, bob = pair()
    with pytest.raises(LinkError):
        bob.open(bytes(size))
