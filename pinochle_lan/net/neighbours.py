"""Neighbours: which devices of the own network the system has met (its ARP table), without needing rights.

Owns how each system shows that table. A device in it is really there, even if it answers nothing else.
"""

from __future__ import annotations

import ipaddress
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pinochle_lan.net.addresses import OwnAddress

_LINUX: Final = Path("/proc/net/arp")
_COMPLETE: Final = 0x2
_PAIR: Final = re.compile(
    r"\(?(?P<ip>\d{1,3}(?:\.\d{1,3}){3})\)?.*?\s(?P<mac>[0-9a-fA-F]{1,2}(?:[:-][0-9a-fA-F]{1,2}){5})\b"
)


def neighbours(own: Sequence[OwnAddress]) -> tuple[str, ...] | None:
    """IPv4 addresses of other devices in the own networks, sorted; None if the system does not tell.

    Blocks for a moment: call it in an executor.
    """
    try:
        if _LINUX.exists():
            found = linux(_LINUX.read_text(encoding="ascii", errors="replace"))
        else:
            told = subprocess.run(  # a fixed command
                ["arp", "-a"],  # noqa: S607 - it stands elsewhere on each system
                capture_output=True, text=True, errors="replace", timeout=5, check=False,
            )  # fmt: skip
            found = others(told.stdout)
    except (OSError, subprocess.SubprocessError):
        return None
    return within(found, own)


def linux(text: str) -> list[str]:
    """The addresses in /proc/net/arp that were really met."""
    met = []
    for line in text.splitlines()[1:]:
        words = line.split()
        if len(words) >= 4 and words[2].startswith("0x") and int(words[2], 16) & _COMPLETE:
            met.append(words[0])
    return met


def others(text: str) -> list[str]:
    """The addresses in what ``arp -a`` prints on macOS and Windows; the others have no hardware address."""
    return [match["ip"] for line in text.splitlines() if (match := _PAIR.search(line))]


def within(found: Sequence[str], own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """Those in the own networks that are devices: not this laptop, not the network's own addresses."""
    networks = [ipaddress.IPv4Network((one.host, one.prefix), strict=False) for one in own if one.is_v4]
    mine = [one.host for one in own]
    kept: dict[ipaddress.IPv4Address, None] = {}
    for text in found:
        try:
            ip = ipaddress.IPv4Address(text)
        except ValueError:
            continue
        for network in networks:
            special = ip in (network.network_address, network.broadcast_address) and network.prefixlen < 31
            if ip in network and not special and text not in mine:
                kept[ip] = None
    return tuple(str(ip) for ip in sorted(kept))
