"""The table code: eight characters, forgiving to read, tied to an address (DESIGN, "Table code")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_lan.net.addresses import FIRST_PORT, Address, OwnAddress
from pinochle_lan.net.code import (
    SECRETS,
    Doorkeeper,
    TableCode,
    candidates,
    codes,
    looks_like_code,
    parse_code,
)
from pinochle_lan.net.errors import NetError

HOME = OwnAddress("192.168.1.20", 24, "wlan0")


@given(st.integers(0, 0xFFFF), st.integers(0, 15), st.integers(0, SECRETS - 1))
def test_read_back(tail: int, index: int, secret: int) -> None:
    code = TableCode(tail, index, secret)
    text = str(code)
    assert len(text) == 9
    assert text[4] == "-"
    assert looks_like_code(text)
    assert parse_code(text) == code
    assert parse_code(text.lower().replace("-", " ")) == code
    assert parse_code(text.replace("0", "O").replace("1", "l")) == code


def test_published_value() -> None:
    """192.168.1.20, first port, secret 0x5A5A5."""
    assert str(TableCode(0x0114, 0, 0x5A5A5)) == "04A0-B9D5"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("H3T9-PAK", "this one has 7"),
        ("H3T9-PAKDX", "this one has 9"),
        ("", "this one has 0"),
        ("H3T9-PAKU", "“U” is never part"),
        ("H3T9-PA♠D", "“♠” is never part"),
    ],
)
def test_mistyped_codes_say_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(NetError, match=says):
        parse_code(text)


def test_codes_and_addresses_are_told_apart() -> None:
    assert looks_like_code("h3t9 pakd")
    assert not looks_like_code("192.168.1.20")
    assert not looks_like_code("omas-laptop")


def test_one_code_for_each_network_and_none_for_other_ports() -> None:
    own = [HOME, OwnAddress("10.8.0.2", 16, "tun0"), OwnAddress("fe80::1%2", 64, "wlan0")]
    made = codes(own, FIRST_PORT + 2, 99)
    assert [(address.interface, code.tail, code.index) for address, code in made] == [
        ("wlan0", 0x0114, 2),
        ("tun0", 0x0002, 2),
    ]
    assert codes(own, 50_000, 99) == ()


def test_F35_candidates_come_from_own_networks_nearest_first() -> None:
    code = TableCode(0x0107, 3, 5)
    own = [
        OwnAddress("10.8.0.2", 24, "tun0"),
        HOME,
        OwnAddress("192.168.1.21", 24, "eth0"),
        OwnAddress("fe80::1%2", 64, "w"),
    ]
    assert candidates(code, own) == (
        Address("192.168.1.7", FIRST_PORT + 3),
        Address("10.8.1.7", FIRST_PORT + 3),
    )
    assert candidates(code, []) == ()


def test_three_wrong_tries_a_minute_for_each_and_ten_in_all() -> None:
    door = Doorkeeper(7)
    ann, others = b"ann", [bytes([n]) for n in range(9)]
    assert door.try_secret(ann, 7, 0) is None
    for _ in range(3):
        assert "does not open" in (door.try_secret(ann, 8, 0) or "")
    assert "Too many" in (door.try_secret(ann, 7, 59_999) or "")
    assert door.try_secret(ann, 7, 60_000) is None
    for other in others:
        assert door.try_secret(other, 8, 61_000) is not None
    assert door.try_secret(b"x", 8, 61_000) is not None
    assert "Too many" in (door.try_secret(b"y", 7, 61_000) or "")
    assert door.try_secret(b"y", 7, 121_000) is None


@pytest.mark.parametrize("secret", [-1, SECRETS, 2**80])
def test_secrets_out_of_range_are_just_wrong(secret: int) -> None:
    assert Doorkeeper(7).try_secret(b"a", secret, 0) is not None
