"""The greeter: answers "who is there?" by UDP beside the listening port, and asks it for ``check``.

Laws of this file:
- Nothing here stops the game: a port or group that cannot be had is a line in ``trouble``.
- It answers only to its own networks, at most ANSWERS_S a second, and never with more bytes than it got.
- It dials back only whoever asks for it itself, one connection a second and laptop, and says nothing on it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
from collections.abc import Callable, Sequence
from typing import Final

from pinochle_lan.net.addresses import OwnAddress
from pinochle_lan.net.greeting import Greeting, Kind, Way, read
from pinochle_lan.net.rate import Bucket, Rate
from pinochle_lan.net.tasks import Tasks

GROUP: Final = "224.0.0.251"
"""The group of mDNS: what stops that stops this, whatever the port."""
ANSWERS_S: Final = 20
DIAL_S: Final = 2.0
"""Time limit of dialling back."""
MOST_DIALS: Final = 4
NO_NONCE: Final = bytes(8)

OnAnswer = Callable[[str, Greeting], None]
"""(host that answered, its packet)."""


class Greeter(asyncio.DatagramProtocol):
    """One UDP socket. Made and used on one event loop; callbacks are plain calls on it."""

    def __init__(
        self,
        mine: tuple[int, int],
        own: Callable[[], tuple[OwnAddress, ...]],
        *,
        port: Callable[[], int],
        on_answer: OnAnswer = lambda host, greeting: None,
    ) -> None:
        """``mine``: (protocol, engine). ``own``: this laptop's addresses as of now. ``port``: its TCP one."""
        self._mine = mine
        self._own = own
        self._port = port
        self._on_answer = on_answer
        self._transport: asyncio.DatagramTransport | None = None
        self._joined: dict[str, None] = {}
        self._dialling: dict[str, float] = {}
        self._tasks = Tasks()
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(Rate(ANSWERS_S * 160, ANSWERS_S * 160), self._loop.time())
        self.trouble = ""
        """Why it does not answer; empty = it does."""

    async def open(self, port: int) -> None:
        """Listen. Never fails: ``trouble`` says what did."""
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            sock.setblocking(False)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.bind(("0.0.0.0", port))  # noqa: S104 - being asked from the LAN is the point
            self._transport, _ = await self._loop.create_datagram_endpoint(lambda: self, sock=sock)
        except OSError as error:
            sock.close()
            self.trouble = f"UDP port {port}: {error}"
            return
        self.join()

    def join(self) -> None:
        """Listen to the group on every network there is now. Call it when the addresses changed."""
        if self._transport is None:
            return
        hosts = [own.host for own in self._own() if own.is_v4]
        raw = self._transport.get_extra_info("socket")
        self._joined = {host: None for host in self._joined if host in hosts}
        for host in hosts:
            if host not in self._joined:
                # One interface that cannot do it must not silence the others (F42).
                with contextlib.suppress(OSError):
                    member = struct.pack("4s4s", socket.inet_aton(GROUP), socket.inet_aton(host))
                    raw.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
                    self._joined[host] = None

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()
        if self._transport is not None:
            self._transport.abort()
            self._transport = None

    # --- asking

    def ask(self, nonce: bytes, host: str, port: int, *, dial: bool = False) -> None:
        """Ask one laptop whether it is there, or (``dial``) to connect to this one."""
        self._send(Kind.DIAL if dial else Kind.ASK, Way.DIRECT, nonce, (host, port))

    def ask_all(self, nonce: bytes, ports: Sequence[int]) -> None:
        """Ask everybody, by multicast and by broadcast, on each network."""
        for own in self._own():
            if not own.is_v4:
                continue
            network = ipaddress.IPv4Network((own.host, own.prefix), strict=False)
            for port in ports:
                self._send(Kind.ASK, Way.MULTICAST, nonce, (GROUP, port), interface=own.host)
                if own.prefix < 31:
                    self._send(Kind.ASK, Way.BROADCAST, nonce, (str(network.broadcast_address), port))

    def _send(
        self, kind: Kind, way: Way, nonce: bytes, where: tuple[str, int], *, interface: str = ""
    ) -> None:
        if self._transport is None:
            return
        with contextlib.suppress(OSError):
            if interface:
                raw = self._transport.get_extra_info("socket")
                raw.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))
            packet = Greeting(kind, way, nonce, *self._mine, self._port())
            self._transport.sendto(packet.pack(), where)

    # --- called by asyncio

    def datagram_received(self, data: bytes, addr: tuple[str | object, int]) -> None:
        """Any bytes are a greeting or nothing."""
        greeting = read(data)
        host, port = str(addr[0]), addr[1]
        if greeting is None or not self._near(host):
            return
        if greeting.kind in (Kind.ANSWER, Kind.ANSWER_ALL):
            self._on_answer(host, greeting)
            return
        if self._bucket.take(len(data), self._loop.time()) > 0:
            return
        if greeting.kind is Kind.DIAL:
            self._dial(host, greeting.port)
            return
        self._send(Kind.ANSWER, greeting.way, greeting.nonce, (host, port))
        if greeting.way is Way.MULTICAST:
            for own in self._own():
                if own.is_v4 and _same_network(own, host):
                    where = GROUP, port
                    self._send(Kind.ANSWER_ALL, Way.MULTICAST, greeting.nonce, where, interface=own.host)

    def error_received(self, exc: Exception) -> None:
        """Somebody's port is closed: that is no news to a greeter."""

    def _near(self, host: str) -> bool:
        own = self._own()
        return all(host != one.host for one in own) and any(_same_network(one, host) for one in own)

    def _dial(self, host: str, port: int) -> None:
        now = self._loop.time()
        self._dialling = {who: at for who, at in self._dialling.items() if now - at < DIAL_S}
        if port and host not in self._dialling and len(self._dialling) < MOST_DIALS:
            self._dialling[host] = now
            self._tasks.spawn(_connect(host, port))


async def _connect(host: str, port: int) -> None:
    await reachable(host, port, DIAL_S)


async def reachable(host: str, port: int, limit_s: float) -> bool | None:
    """Whether a TCP port takes a connection: True, False = refused, None = no answer."""
    try:
        async with asyncio.timeout(limit_s):
            _, writer = await asyncio.open_connection(host, port)
    except ConnectionRefusedError:
        return False
    except (OSError, TimeoutError):
        return None
    writer.transport.abort()
    return True


def _same_network(own: OwnAddress, host: str) -> bool:
    if not own.is_v4:
        return False
    return ipaddress.IPv4Address(host) in ipaddress.IPv4Network((own.host, own.prefix), strict=False)
