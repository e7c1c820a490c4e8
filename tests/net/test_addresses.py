"""Which of its addresses a laptop tells, and what people may type."""

from __future__ import annotations

import pytest

from pinochle_lan.net.addresses import FIRST_PORT, Address, OwnAddress, choose, parse_address, usable
from pinochle_lan.net.errors import NetError


def test_F41_all_usable_addresses_home_network_first() -> None:
    found = [
        ("lo", "127.0.0.1", 8),
        ("tun0", "10.8.0.2", 24),
        ("docker0", "172.17.0.1", 16),
        ("wlan0", "192.168.1.20", 24),
        ("eth0", "169.254.3.4", 16),
        ("wlan0", ("fe80::1", 0, 3), 64),
        ("wlan0", ("2001:db8:1::5", 0, 0), 64),
        ("lo", ("::1", 0, 0), 128),
        ("wan", "8.8.4.4", 24),
        ("wlan0", "192.168.1.20", 24),
    ]
    assert [own.host for own in choose(found)] == [
        "10.8.0.2",
        "172.17.0.1",
        "192.168.1.20",
        "8.8.4.4",
        "2001:db8:1::5",
        "fe80::1%3",
    ]


def test_F42_no_network_at_all_is_no_error() -> None:
    assert choose([("lo", "127.0.0.1", 8)]) == ()


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("10.0.0.1", True),
        ("fe80::1%2", True),
        ("fe80::1", False),
        ("127.0.0.1", False),
        ("169.254.1.1", False),
        ("224.0.0.251", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("laptop.local", False),
        ("", False),
    ],
)
def test_usable(host: str, expected: bool) -> None:
    assert usable(host) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.168.1.20", Address("192.168.1.20", FIRST_PORT)),
        (" 192.168.1.20:47471 ", Address("192.168.1.20", 47471)),
        ("[fe80::1%2]:5", Address("fe80::1%2", 5)),
        ("[fe80::1%2]", Address("fe80::1%2", FIRST_PORT)),
        ("fe80::1%2", Address("fe80::1%2", FIRST_PORT)),
        ("laptop.local", Address("laptop.local", FIRST_PORT)),
        ("omas-laptop:47475", Address("omas-laptop", 47475)),
    ],
)
def test_parse_address(text: str, expected: Address) -> None:
    assert parse_address(text) == expected
    assert parse_address(str(expected)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "300.1.1.1",
        "1.2.3",
        "a b",
        "[fe80::1",
        "[::1]x",
        "10.0.0.1:0",
        "10.0.0.1:x",
        "h:99999",
        "ä",
        "-" * 300,
    ],
)
def test_F36_a_mistyped_address_gives_a_sentence(text: str) -> None:
    with pytest.raises(NetError, match=r"is not an address|no usable port"):
        parse_address(text)


def test_own_address_forms() -> None:
    own = OwnAddress("fe80::1%3", 64, "wlan0")
    assert (own.is_v4, own.bare, str(own.at(7))) == (False, "fe80::1", "[fe80::1%3]:7")
