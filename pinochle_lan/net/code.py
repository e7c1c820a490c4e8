"""The table code, ``H3T9-PAKD``: where a table is and what opens it, in eight characters to say aloud.

40 bits: the last two bytes of the IPv4 address, the port's index (4), the secret (20), in Crockford's
base 32 (www.crockford.com/base32.html). The joiner adds the prefixes of its own networks. The secret
travels only inside the encrypted link. Pure: time and own addresses are arguments.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pinochle_lan.net.addresses import FIRST_PORT, PORTS, Address, OwnAddress
from pinochle_lan.net.errors import NetError

SECRETS: Final = 1 << 20
"""How many secrets there are."""
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MEANT: Final = str.maketrans("OIL", "011")
_LENGTH: Final = 8


@dataclass(frozen=True, slots=True)
class TableCode:
    """What a code says."""

    tail: int
    """Last two bytes of the IPv4 address."""
    index: int
    """Port minus the first port."""
    secret: int

    def __str__(self) -> str:
        number = (self.tail << 24) | (self.index << 20) | self.secret
        text = "".join(_ALPHABET[(number >> shift) & 31] for shift in range(35, -1, -5))
        return f"{text[:4]}-{text[4:]}"


def codes(own: Iterable[OwnAddress], port: int, secret: int) -> tuple[tuple[OwnAddress, TableCode], ...]:
    """One code for each own IPv4 address, best first. Empty if the port is not one of the fixed ones."""
    index = port - FIRST_PORT
    if not (0 <= index < PORTS and 0 <= secret < SECRETS):
        return ()
    return tuple(
        (address, TableCode(int(ipaddress.IPv4Address(address.host)) & 0xFFFF, index, secret))
        for address in own
        if address.is_v4
    )


def looks_like_code(text: str) -> bool:
    """Rather a code than an address: eight letters and digits, with or without a dash or spaces."""
    squeezed = _squeeze(text)
    return len(squeezed) == _LENGTH and squeezed.isascii() and squeezed.isalnum()


def parse_code(text: str) -> TableCode:
    """Read a code as people type it: any case, O for 0, I or L for 1, dash and spaces free.

    Raises NetError with a sentence.
    """
    squeezed = _squeeze(text)
    if len(squeezed) != _LENGTH:
        raise NetError(
            f"A table code has eight letters and digits, like H3T9-PAKD; this one has {len(squeezed)}."
        )
    number = 0
    for char in squeezed.translate(_MEANT):
        value = _ALPHABET.find(char)
        if value < 0:
            raise NetError(f"“{char}” is never part of a table code: look at the founder's screen again.")
        number = (number << 5) | value
    return TableCode(number >> 24, (number >> 20) & 15, number & (SECRETS - 1))


def _squeeze(text: str) -> str:
    return "".join(char for char in text.upper() if char not in "-–— \t")


def candidates(code: TableCode, own: Iterable[OwnAddress]) -> tuple[Address, ...]:
    """Where the table may be: the code's two bytes behind the first two of each own network.

    Those inside an own network come first: a /24 seldom reaches further.
    """
    inside: dict[Address, None] = {}
    outside: dict[Address, None] = {}
    for address in own:
        if not address.is_v4:
            continue
        here = int(ipaddress.IPv4Address(address.host))
        there = ipaddress.IPv4Address((here & 0xFFFF0000) | code.tail)
        network = ipaddress.ip_network(f"{address.host}/{address.prefix}", strict=False)
        (inside if there in network else outside)[Address(str(there), FIRST_PORT + code.index)] = None
    return tuple(dict.fromkeys([*inside, *outside]))


class Doorkeeper:
    """Compares secrets, three wrong ones a minute from one laptop and ten from all (DESIGN, "Table code")."""

    WINDOW_MS: Final = 60_000
    PER_PEER: Final = 3
    IN_ALL: Final = 10

    def __init__(self, secret: int) -> None:
        self._secret = secret
        self._wrong: list[tuple[int, bytes]] = []

    def try_secret(self, key: bytes, secret: int, now_ms: int) -> str | None:
        """None if it opens the table, else the sentence for the one who knocks."""
        self._wrong = [(at, who) for at, who in self._wrong if now_ms - at < self.WINDOW_MS]
        if len(self._wrong) >= self.IN_ALL or sum(1 for _, who in self._wrong if who == key) >= self.PER_PEER:
            return "Too many wrong codes: wait a minute and type it again."
        if _same(secret, self._secret):
            return None
        self._wrong.append((now_ms, key))
        return "The code does not open this table: look at the founder's screen again."


def _same(one: int, other: int) -> bool:
    if not 0 <= one < SECRETS:
        return False
    return hmac.compare_digest(one.to_bytes(3, "big"), other.to_bytes(3, "big"))
