"""Addresses: where a laptop can be reached, and which of its own a laptop should tell the others.

Owns the fixed ports and the judgement of what is usable. Never asks the system which interface is "the"
one: a VPN or a virtual machine's adapter would win (F41). Knows nothing of links or of mDNS.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import ifaddr

from pinochle_lan.net.errors import NetError

FIRST_PORT: Final = 47470
"""The fixed default port; several programs on one laptop take the next ones."""
PORTS: Final = 16
"""A table code has four bits for the port."""


class Address(NamedTuple):
    """Where to dial: ``host`` is an IP address (IPv6 link-local with ``%scope``) or a host name."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """One address of this laptop."""

    host: str
    prefix: int
    interface: str

    @property
    def is_v4(self) -> bool:
        """IPv4, so that a table code can be made of it."""
        return ":" not in self.host

    @property
    def bare(self) -> str:
        """Without the scope: how it is advertised."""
        return self.host.partition("%")[0]

    def at(self, port: int) -> Address:
        """This address with a port."""
        return Address(self.host, port)


def parse_address(text: str) -> Address:
    """Read what a person types: ``10.0.0.7``, ``10.0.0.7:47471``, ``[fe80::1%2]:47470``, ``laptop.local``.

    Raises NetError with a sentence.
    """
    typed = text.strip()
    if typed.startswith("["):
        host, bracket, rest = typed[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise NetError(f"“{typed}” is not an address: write it like [fe80::1%2]:{FIRST_PORT}.")
        port_text = rest[1:]
    elif typed.count(":") == 1:
        host, _, port_text = typed.partition(":")
    else:
        host, port_text = typed, ""
    return Address(_host(host, typed), _port(port_text, typed))


def _host(host: str, typed: str) -> str:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        name = host.isascii() and 0 < len(host) <= 253 and host.replace("-", "").replace(".", "").isalnum()
        # All digits and dots but no address: a mistyped one, not a host name.
        if not name or host.replace(".", "").isdigit():
            raise NetError(
                f"“{typed}” is not an address: write it like 192.168.1.20 or 192.168.1.20:{FIRST_PORT}."
            ) from None
    return host


def _port(text: str, typed: str) -> int:
    if not text:
        return FIRST_PORT
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) < 65536):
        raise NetError(f"“{typed}” has no usable port: it is a number from 1 to 65535, usually {FIRST_PORT}.")
    return int(text)


def usable(host: str) -> bool:
    """Whether others can reach it: not loopback, not IPv4 link-local, IPv6 link-local only with a scope."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return False
    if ip.is_loopback or ip.is_unspecified or ip.is_multicast:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        return not ip.is_link_local or ip.scope_id is not None
    return not ip.is_link_local


def order(host: str) -> tuple[int, str]:
    """Sort key: home IPv4 first, then other IPv4, IPv6, and link-local IPv6 last."""
    ip = ipaddress.ip_address(host)
    if isinstance(ip, ipaddress.IPv4Address):
        return (0 if ip.is_private else 1), host
    return (3 if ip.is_link_local else 2), host


def own_addresses() -> tuple[OwnAddress, ...]:
    """This laptop's usable addresses, best first. Asks the system: call it in an executor."""
    return choose(
        (adapter.nice_name, ip.ip, ip.network_prefix)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    )


def choose(found: Iterable[tuple[str, str | tuple[str, int, int], int]]) -> tuple[OwnAddress, ...]:
    """The usable ones of (interface, ip as ifaddr gives it, prefix length), each once, best first."""
    kept: dict[str, OwnAddress] = {}
    for interface, ip, prefix in found:
        if isinstance(ip, str):
            host = ip
        else:
            bare, _flow, scope = ip
            link_local = ipaddress.ip_address(bare.partition("%")[0]).is_link_local
            host = f"{bare.partition('%')[0]}%{scope}" if link_local and scope else bare
        if usable(host):
            kept.setdefault(host, OwnAddress(host, prefix, interface))
    return tuple(sorted(kept.values(), key=lambda own: order(own.host)))
