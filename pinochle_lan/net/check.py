"""The check: finds out the facts for the doctor, in about eight seconds, without a profile, beside a game.

It asks who is there in every way at once (mDNS, multicast, broadcast, each address of a home network), then
tries what answered or was met by ARP with a connection, and asks it to connect back. It knocks at nothing
outside the own networks except what the person names.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pinochle_lan.net.addresses import FIRST_PORT, PORTS, Address, OwnAddress, own_addresses
from pinochle_lan.net.discovery import Discovery
from pinochle_lan.net.doctor import Facts, Seen, tunnel
from pinochle_lan.net.errors import NetError
from pinochle_lan.net.greeter import NO_NONCE, Greeter, reachable
from pinochle_lan.net.greeting import Greeting, Kind, Way
from pinochle_lan.net.mesh import Mesh
from pinochle_lan.net.neighbours import neighbours
from pinochle_lan.net.sockets import bind
from pinochle_lan.net.versions import numbers

ROUNDS: Final = 4
ROUND_S: Final = 0.7
"""The questions are asked so often and so far apart: Wi-Fi loses multicast (docs/measurements.md)."""
CONNECT_S: Final = 2.0
BACK_S: Final = 2.5
"""How long to wait for others to connect back."""
GROUP_PORTS: Final = 4
"""Ports of one laptop that are asked: two windows, and a check or two."""
MOST_SWEPT: Final = 254
"""Addresses of one network asked one by one: a home network; of a larger one its own 254."""
_TEST_NET: Final = ("192.0.2.1", 9)
"""Documentation addresses (RFC 5737): asking for the route there sends nothing."""


@dataclass(slots=True)
class _Notes:
    """What came in so far of one host."""

    versions: tuple[int, int] | None = None
    port: int = FIRST_PORT
    ways: dict[Way, None] = field(default_factory=dict)
    heard: bool = False
    tcp: bool | None = None


class _Check:
    """One run."""

    def __init__(self, mine: tuple[int, int]) -> None:
        self.mine = mine
        self.own: tuple[OwnAddress, ...] = ()
        self.notes: dict[str, _Notes] = {}
        self.called: dict[str, None] = {}
        self.errors: list[str] = []
        self.port = 0
        self._nonce = os.urandom(8)
        self._servers: list[asyncio.Server] = []
        self.greeter, self._sweeper = (
            Greeter(mine, lambda: self.own, port=lambda: self.port, on_answer=self._answered)
            for _ in range(2)
        )

    async def open(self) -> None:
        """Be askable: a TCP and a UDP port of those that tables use."""
        loop = asyncio.get_running_loop()
        self.own = await loop.run_in_executor(None, own_addresses)
        for port in range(FIRST_PORT, FIRST_PORT + PORTS):
            try:
                socks = bind(port)
            except OSError:
                continue
            self.port = port
            self._servers = [await asyncio.start_server(self._called, sock=sock) for sock in socks]
            break
        await self.greeter.open(self.port)
        await self._sweeper.open(0)
        if self.greeter.trouble:
            self.errors.append(self.greeter.trouble)

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        await self.greeter.close()
        await self._sweeper.close()

    def sweep(self, hosts: Sequence[str]) -> None:
        """Ask each address of the home network once.

        By a socket of its own: packets to addresses where nobody is fill the socket until ARP gives up.
        """
        for host in hosts:
            self._sweeper.ask(self._nonce, host, FIRST_PORT)

    def ask(self, hosts: Sequence[str]) -> None:
        """One round of questions."""
        self.greeter.ask_all(self._nonce, range(FIRST_PORT, FIRST_PORT + GROUP_PORTS))
        for host in hosts:
            self.greeter.ask(self._nonce, host, FIRST_PORT)

    def ask_back(self, hosts: Sequence[str]) -> None:
        """Ask to be dialled."""
        for host in hosts:
            self.greeter.ask(NO_NONCE, host, self.of(host).port, dial=True)

    def of(self, host: str) -> _Notes:
        """The notes of a host, made when needed."""
        return self.notes.setdefault(host, _Notes())

    def _answered(self, host: str, greeting: Greeting) -> None:
        if greeting.nonce != self._nonce:
            return
        notes = self.of(host)
        notes.versions = greeting.protocol, greeting.engine
        notes.port = greeting.port or notes.port
        notes.ways[greeting.way] = None
        notes.heard = notes.heard or greeting.kind is Kind.ANSWER_ALL

    def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = writer.get_extra_info("peername")
        if peer:
            self.called[str(peer[0])] = None
        writer.close()


async def check(
    mine: tuple[int, int],
    asked: Sequence[Address] = (),
    tell: Callable[[str], None] = lambda words: None,
) -> Facts:
    """The facts. ``mine``: (protocol, engine). ``asked``: what the person names.

    ``tell`` gets the progress in words.
    """
    run = _Check(mine)
    mesh = Mesh(
        os.urandom(32),
        lambda: (*mine, (), ""),
        on_up=lambda key, hello, address: None,
        on_frame=lambda key, frame: None,
        on_down=lambda key, gone: None,
        allowed=lambda key: False,
    )
    discovery = Discovery(
        mesh.key,
        on_change=lambda: None,
        probe=lambda addresses, key: mesh.probe(addresses, key=key),
    )
    try:
        await run.open()
        tell("Asking who is there ...")
        await discovery.start()
        loop = asyncio.get_running_loop()
        swept = [host for own in run.own for host in _sweep(own)]
        met: tuple[str, ...] | None = ()
        run.sweep(swept)
        for _ in range(ROUNDS):
            run.ask(met or ())
            await asyncio.sleep(ROUND_S)
            met = await loop.run_in_executor(None, neighbours, run.own)
        _listed(run, discovery)
        tell("Trying connections ...")
        devices, silent = await _connect(run, mesh, swept if met is None else met)
        known = [(address.host, await reachable(*address, CONNECT_S)) for address in asked]
        for (host, answer), address in zip(known, asked, strict=True):
            if answer:
                await _probe(run, mesh, host, address.port)
        await _call_back(run)
        _listed(run, discovery)
        status = discovery.status()
    finally:
        await discovery.close()
        await mesh.close()
        await run.close()
    return Facts(
        mine,
        run.own,
        _default_source(),
        tuple(_seen(host, notes, run) for host, notes in sorted(run.notes.items())),
        tuple(host for host in devices if host not in run.notes),
        # With no table to read, silence of an address means nothing: most are simply not there.
        () if met is None else tuple(host for host in silent if host not in run.notes),
        tuple(known),
        status.others_heard,
        status.browsing,
        (*run.errors, *status.errors),
    )


def _sweep(own: OwnAddress) -> list[str]:
    """The addresses of a home network, or the 254 around one's own in a larger one; none through a VPN."""
    if not own.is_v4 or tunnel(own):
        return []
    network = ipaddress.IPv4Network((own.host, max(own.prefix, 24)), strict=False)
    return [str(ip) for ip in network.hosts() if str(ip) != own.host][:MOST_SWEPT]


def _listed(run: _Check, discovery: Discovery) -> None:
    """What announces itself by mDNS was heard by multicast."""
    for table in discovery.tables():
        for host in table.hosts:
            for address in host.addresses:
                if ":" not in address.host:
                    notes = run.of(address.host)
                    notes.heard = True
                    notes.port = address.port
                    notes.versions = notes.versions or (table.notice.protocol, table.notice.engine)


async def _connect(run: _Check, mesh: Mesh, met: Sequence[str]) -> tuple[list[str], list[str]]:
    """Try a connection to all that showed themselves; (those that refused, those that were silent)."""
    hosts = list(dict.fromkeys((*run.notes, *met)))
    ports = [run.notes[host].port if host in run.notes else FIRST_PORT for host in hosts]
    gate = asyncio.Semaphore(64)

    async def one(host: str, port: int) -> bool | None:
        async with gate:
            return await reachable(host, port, CONNECT_S)

    answers = await asyncio.gather(*(one(host, port) for host, port in zip(hosts, ports, strict=True)))
    refused, silent = [], []
    for host, port, answer in zip(hosts, ports, answers, strict=True):
        if answer:
            await _probe(run, mesh, host, port)
        elif host in run.notes:
            run.notes[host].tcp = answer
        elif answer is False:
            refused.append(host)
        else:
            silent.append(host)
    return refused, silent


async def _probe(run: _Check, mesh: Mesh, host: str, port: int) -> None:
    """Something takes connections there: is it pinochle-lan, and of which version?"""
    try:
        versions = numbers((await mesh.probe([Address(host, port)], CONNECT_S)).hello)
    except NetError:
        # Another version, or a check that runs there: both greeted already, or are of no use.
        if host in run.notes:
            run.notes[host].tcp = True
        return
    notes = run.of(host)
    notes.tcp = True
    notes.port = port
    notes.versions = versions or notes.versions


async def _call_back(run: _Check) -> None:
    hosts = list(run.notes)
    loop = asyncio.get_running_loop()
    end = loop.time() + BACK_S
    while hosts and loop.time() < end and any(host not in run.called for host in hosts):
        run.ask_back([host for host in hosts if host not in run.called])
        await asyncio.sleep(BACK_S / 5)


def _seen(host: str, notes: _Notes, run: _Check) -> Seen:
    protocol, engine = notes.versions or (None, None)
    return Seen(
        host,
        protocol,
        engine,
        answered=Way.DIRECT in notes.ways or Way.BROADCAST in notes.ways,
        heard_us=Way.MULTICAST in notes.ways,
        heard=notes.heard,
        tcp=notes.tcp,
        called_back=host in run.called,
    )


def _default_source() -> str:
    """The own address of the default route, without sending anything; empty = there is none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(_TEST_NET)
        return str(sock.getsockname()[0])
    return ""
