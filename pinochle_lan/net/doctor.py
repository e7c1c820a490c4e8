"""The doctor: why tables are not seen, and what to do about it, from facts alone.

Pure: ``check`` gathers the facts. It says what it knows and how it knows it; where two causes look alike from
one laptop it names both. Order of the findings: what must be put right first stands first.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from pinochle_lan.net.addresses import FIRST_PORT, OwnAddress
from pinochle_lan.net.versions import difference

_TUNNELS: Final = ("tun", "tap", "utun", "wg", "ppp", "ipsec", "vpn", "wireguard", "tailscale", "zerotier",
                   "nordlynx", "proton", "openvpn", "anyconnect", "mullvad")  # fmt: skip
MOST_NAMED: Final = 3


class Cause(Enum):
    """What is found; the words are those of ``--json``."""

    WELL = "all-well"
    NO_NETWORK = "no-network"
    VERSION = "other-version"
    VPN = "vpn"
    FIREWALL_HERE = "firewall-here"
    FIREWALL_THERE = "firewall-there"
    MULTICAST = "multicast-blocked"
    ISOLATION = "client-isolation"
    OTHER_NETWORK = "other-network"
    NOBODY = "nobody-there"


@dataclass(frozen=True, slots=True)
class Seen:
    """Another laptop with pinochle-lan, as far as it showed itself."""

    host: str
    protocol: int | None = None
    engine: int | None = None
    answered: bool = False
    """It answered a question by UDP that was sent to it directly or by broadcast."""
    heard_us: bool = False
    """Our multicast reached it."""
    heard: bool = False
    """Its multicast reached us (an announcement, or an answer to all)."""
    tcp: bool | None = None
    """Its port takes connections; False = refused, None = silence."""
    called_back: bool = False
    """It could connect to this laptop."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All that was found out."""

    mine: tuple[int, int]
    """(protocol, engine) of this laptop."""
    own: tuple[OwnAddress, ...]
    default: str = ""
    """The own address that traffic to the internet would leave from; empty = no way out."""
    laptops: tuple[Seen, ...] = ()
    devices: tuple[str, ...] = ()
    """Other devices that are there and answered in some way, without pinochle-lan."""
    silent: tuple[str, ...] = ()
    """Other devices that are there (ARP) and answered nothing."""
    asked: tuple[tuple[str, bool | None], ...] = ()
    """Addresses that the person asked about, and whether they take a connection (as ``Seen.tcp``)."""
    others_heard: int = 0
    """Names of any service that mDNS heard from other devices."""
    browsing: bool = True
    """mDNS could be started."""
    errors: tuple[str, ...] = ()
    """What failed on this laptop on the way."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause: what is the matter, and what to do."""

    cause: Cause
    what: str
    do: str


@dataclass(frozen=True, slots=True)
class Report:
    """What the doctor says. There is always a first finding."""

    findings: tuple[Finding, ...]
    addresses: tuple[str, ...]
    """Where tables of this laptop can be joined, ``host:port``; best first."""

    @property
    def cause(self) -> Cause:
        """The first finding's."""
        return self.findings[0].cause

    def lines(self) -> tuple[str, ...]:
        """For people: each finding and its advice, then the own addresses."""
        told = [line for finding in self.findings for line in (finding.what, finding.do) if line]
        return (*told, self.join_line) if self.join_line else tuple(told)

    @property
    def join_line(self) -> str:
        """How to join a table of this laptop by address; empty without one."""
        if not self.addresses:
            return ""
        return f"A table on this laptop is joined by address at {_either(self.addresses)}."


def diagnose(facts: Facts) -> Report:
    """Every finding, the weightiest first."""
    home = [own for own in facts.own if own.is_v4 and not tunnel(own)]
    addresses = tuple(str(own.at(FIRST_PORT)) for own in home)
    if not home and not facts.laptops:
        return Report((_no_network(facts),), addresses)
    same = [seen for seen in facts.laptops if _same_version(seen, facts.mine)]
    findings = [
        *_vpn(facts, same),
        *_versions(facts),
        *(_met(facts, same) if same else _alone(facts)),
    ]
    return Report(tuple(findings) or (_well(same),), addresses)


def tunnel(own: OwnAddress) -> bool:
    """Whether an interface looks like a VPN's by its name (``tun0``, ``utun3``, ``WireGuard Tunnel``)."""
    name = own.interface.lower()
    return any(name.startswith(word) or f" {word}" in name for word in _TUNNELS) or "tunnel" in name


def _same_version(seen: Seen, mine: tuple[int, int]) -> bool:
    return seen.protocol is None or (seen.protocol, seen.engine) == mine


def _no_network(facts: Facts) -> Finding:
    beside = " Only a VPN is up." if any(tunnel(own) for own in facts.own) else ""
    return Finding(
        Cause.NO_NETWORK,
        f"This laptop is on no network.{beside}",
        "Switch Wi-Fi on (or plug the cable in), join the Wi-Fi of the others, then run the check again.",
    )


def _vpn(facts: Facts, met: Sequence[Seen]) -> list[Finding]:
    way = next((own for own in facts.own if own.host == facts.default and tunnel(own)), None)
    if way is None:
        return []
    what = f"A VPN is on: this laptop's way out is {way.interface} ({way.host})."
    if met:
        what += f" Other laptops are met beside it all the same ({_hosts(met)})."
        do = "If one of them sees no table, pause the VPN, or allow local network access in its settings."
    else:
        what += " Many VPNs close the local network."
        do = "Pause the VPN, or allow local network access in its settings, then run the check again."
    return [Finding(Cause.VPN, what, do)]


def _versions(facts: Facts) -> list[Finding]:
    found: dict[str, list[str]] = {}
    for seen in facts.laptops:
        if seen.protocol is None or seen.engine is None:
            continue
        said = difference("The other laptop", facts.mine, (seen.protocol, seen.engine))
        if said is not None:
            found.setdefault(said, []).append(seen.host)
    return [
        Finding(
            Cause.VERSION,
            f"pinochle-lan of another version is at {_either(hosts)}.",
            said,
        )
        for said, hosts in found.items()
    ]


def _met(facts: Facts, met: Sequence[Seen]) -> list[Finding]:
    """Other laptops with pinochle-lan show themselves: what is missing between them and this one?"""
    findings = []
    if not any(seen.called_back for seen in met) and any(seen.answered or seen.tcp for seen in met):
        findings.append(
            Finding(
                Cause.FIREWALL_HERE,
                f"This laptop reaches others ({_hosts(met)}), but they cannot reach it: its own firewall "
                "stops them.",
                "Allow pinochle-lan (Python) for private networks in this laptop's firewall, TCP and UDP "
                f"from port {FIRST_PORT}; on Windows also set this Wi-Fi to “Private”. Until then join "
                "tables of others instead of opening one.",
            )
        )
    closed = [seen for seen in met if not seen.tcp and (seen.answered or seen.heard)]
    if closed and len(closed) == len(met):
        findings.append(_closed(_hosts(closed)))
    if not findings and not any(seen.heard or seen.heard_us for seen in met):
        findings.append(
            Finding(
                Cause.MULTICAST,
                f"Other laptops are there ({_hosts(met)}), but multicast does not get through, so no table "
                "is listed by itself.",
                "Join by the table's code or address. For good: switch “multicast” or “IGMP” filtering off "
                "in the router, and put all laptops on one Wi-Fi, not on the guest network.",
            )
        )
    return findings


def _closed(hosts: str) -> Finding:
    return Finding(
        Cause.FIREWALL_THERE,
        f"Something is at {hosts}, but it takes no connection: the firewall over there stops this laptop.",
        "Allow pinochle-lan (Python) for private networks in the firewall over there, TCP and UDP ports "
        f"{FIRST_PORT} and up; on Windows also set the Wi-Fi to “Private”. Or open the table on this laptop.",
    )


def _alone(facts: Facts) -> list[Finding]:
    """No other pinochle-lan of this version shows itself."""
    far = [host for host, tcp in facts.asked if not tcp and not _near(host, facts.own)]
    if far:
        return [
            Finding(
                Cause.OTHER_NETWORK,
                f"{_either(far)} is in another network than this laptop ({_networks(facts.own)}).",
                "Put both laptops on the same Wi-Fi: same name, no guest network, no mobile hotspot.",
            )
        ]
    if facts.laptops:
        return []  # other versions: said already
    if facts.silent and not facts.devices:
        return [_closed(_either(facts.silent))]
    router = _only_router(facts)
    if (not facts.devices and not facts.others_heard) or router:
        only = f"only the router ({facts.devices[0]})" if router else "nothing"
        return [
            Finding(
                Cause.ISOLATION,
                f"On this network ({_networks(facts.own)}) {only} answers this laptop: no table and no other "
                "device.",
                "If the others are on this very Wi-Fi, it keeps its devices apart: leave the guest network, "
                "or switch “client isolation” (“AP isolation”) off in the router. A mobile hotspot on one of "
                "the laptops helps too.",
            )
        ]
    quiet = f" {_either(facts.silent)} answers nothing: a firewall?" if facts.silent else ""
    return [
        Finding(
            Cause.NOBODY,
            "This network works, and other devices answer, but none of them runs pinochle-lan now." + quiet,
            "Start pinochle-lan on the other laptop and let it show its lobby, then run the check again. "
            f"Compare the networks: this one is {_networks(facts.own)}.",
        )
    ]


def _well(met: Sequence[Seen]) -> Finding:
    return Finding(
        Cause.WELL,
        f"All is well: other laptops ({_hosts(met)}) are seen, reached and can reach this one.",
        "A table that is open there is in the list within a few seconds.",
    )


def _only_router(facts: Facts) -> bool:
    """The one device that answers has the first or the last address of its network, as routers have."""
    if len(facts.devices) != 1 or facts.silent:
        return False
    ip = ipaddress.IPv4Address(facts.devices[0])
    for own in facts.own:
        if own.is_v4 and own.prefix < 31:
            network = ipaddress.IPv4Network((own.host, own.prefix), strict=False)
            if ip in (network.network_address + 1, network.broadcast_address - 1):
                return True
    return False


def _near(host: str, own: Sequence[OwnAddress]) -> bool:
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return True  # a name: nobody knows where that is
    return ip.is_link_local or any(
        ip in ipaddress.ip_network(f"{one.bare}/{one.prefix}", strict=False) for one in own
    )


def _networks(own: Sequence[OwnAddress]) -> str:
    v4 = [one for one in own if one.is_v4 and not tunnel(one)]
    return ", ".join(f"{one.host}/{one.prefix} on {one.interface}" for one in v4) or "no IPv4"


def _hosts(seen: Sequence[Seen]) -> str:
    return _either([one.host for one in seen])


def _either(hosts: Sequence[str]) -> str:
    named = list(hosts[:MOST_NAMED])
    return ", ".join(named) + (f" and {len(hosts) - len(named)} more" if len(hosts) > len(named) else "")
