"""The greeting packet: its form, and that everything else is nothing."""

from __future__ import annotations

import random

import pytest

from pinochle_lan.net.greeting import Greeting, Kind, Way, read

ONE = Greeting(Kind.ASK, Way.MULTICAST, b"12345678", 1, 2, 47470)


def test_the_form_is_fixed_for_all_versions() -> None:
    assert ONE.pack() == b"pinochle-lan\x01\x0212345678\x01\0\0\0\x02\0\0\0\x6e\xb9"
    assert len(ONE.pack()) == 32
    assert read(ONE.pack()) == ONE


@pytest.mark.parametrize(
    "data",
    [b"", ONE.pack()[:-1], ONE.pack() + b"\0", b"P" + ONE.pack()[1:], b"pinochle-lan\x09" + ONE.pack()[13:],
     b"pinochle-lan\x01\x09" + ONE.pack()[14:], bytes(32), b"\xff" * 65507],
)  # fmt: skip
def test_F55_anything_else_is_nothing(data: bytes) -> None:
    assert read(data) is None


def test_F55_random_packets_never_raise() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        data = bytearray(ONE.pack())
        for _ in range(rng.randrange(4)):
            data[rng.randrange(32)] = rng.randrange(256)
        found = read(bytes(data))
        assert found is None or found.pack() == bytes(data)
