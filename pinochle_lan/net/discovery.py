"""Finding tables: announces ours, lists those of others, and says why the list is empty.

Laws of this file:
- Nothing here stops the game. Without mDNS all else works, tables are joined by code or address (F45, F46).
- An announcement proves nothing. A listed table is asked itself (``probe``) and greyed when it does not
  answer (F43); names and numbers in it are shown, never believed.
- mDNS forgets nothing and learns nothing late by itself (measured): a fresh browser every ten seconds and
  after every change of address or sleep, and own questions instead of record lifetimes.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from zeroconf.asyncio import AsyncZeroconf

from pinochle_lan.net.addresses import Address, OwnAddress, order, own_addresses, usable
from pinochle_lan.net.errors import NetError, VersionError
from pinochle_lan.net.found import FoundTable, Host, Sighting, Sightings
from pinochle_lan.net.mdns import Heard, Mdns, Told
from pinochle_lan.net.mesh import Probed
from pinochle_lan.net.notice import Notice, NoticeError, from_txt, to_txt
from pinochle_lan.net.tasks import Tasks
from pinochle_lan.net.watch import Watch

MAX_LINES: Final = 20
"""Errors and refused announcements kept for ``status``."""
MAX_ADDRESSES: Final = 8
"""Of one announcement."""

_log = logging.getLogger(__name__)

Probe = Callable[[Sequence[Address], bytes], Awaitable[Probed]]
"""``lambda addresses, key: mesh.probe(addresses, key=key)``."""


@dataclass(frozen=True, slots=True)
class Status:
    """Why the list is as it is: facts for the lobby and for ``doctor``."""

    searching_ms: int
    """Since the search was started (or started anew)."""
    addresses: tuple[OwnAddress, ...]
    """This laptop's own."""
    browsing: bool
    """mDNS works as far as this laptop can tell."""
    announced: bool
    """Our own table is on the air."""
    others_heard: int
    """Names that other machines told, of any service: 0 after 10 s = multicast is probably blocked (F46)."""
    errors: tuple[str, ...]
    """What failed, each line once, oldest first."""
    refused: tuple[str, ...]
    """Announcements that were not understood, each once."""
    crowded_out: int
    """Announcements beyond what is kept."""


class Discovery:
    """Announces and lists. Made and used on one event loop; callbacks are plain calls on it."""

    def __init__(
        self,
        key: bytes,
        *,
        on_change: Callable[[], None],
        probe: Probe,
        on_addresses: Callable[[tuple[OwnAddress, ...]], None] | None = None,
        read_addresses: Callable[[], tuple[OwnAddress, ...]] = own_addresses,
        open_all: Callable[[], AsyncZeroconf] | None = None,
    ) -> None:
        """``key``: this laptop's, so that it does not list itself. ``on_change``: ``tables()`` differs.

        ``on_addresses``: own addresses changed (codes too). The last two replace the system in tests.
        """
        self._key = key
        self._on_change = on_change
        self._on_addresses = on_addresses
        self._probe = probe
        self._watch = Watch(self._addresses_changed, self._woke, read=read_addresses)
        self._mdns = Mdns(
            on_heard=self._heard,
            on_goodbye=self._goodbye,
            failed=self._failed,
            own=self.addresses,
            open_all=open_all,
        )
        self._sightings = Sightings()
        self._listed: tuple[FoundTable, ...] = ()
        self._notice: tuple[Notice, int] | None = None
        self._ask = asyncio.Event()
        self._tasks = Tasks()
        self._errors: dict[str, None] = {}
        self._refused: dict[str, None] = {}
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()

    async def start(self) -> None:
        """Begin to search. Never fails: what does not work is in ``status``."""
        await self._watch.start()
        self._since = self._loop.time()
        self._tell()
        self._mdns.start()
        self._tasks.spawn(self._question())

    async def close(self) -> None:
        """Say goodbye and stop."""
        await self._watch.close()
        await self._tasks.close()
        await self._mdns.close()

    def announce(self, notice: Notice | None, port: int = 0) -> None:
        """Put our table on the air, change what is told of it, or (None) withdraw it. Returns at once."""
        self._notice = None if notice is None else (notice, port)
        self._tell()

    def refresh(self) -> None:
        """Search anew: a fresh browser, and every listed laptop is asked now."""
        self._since = self._loop.time()
        self._woke()

    def tables(self) -> tuple[FoundTable, ...]:
        """The list as of now."""
        return self._sightings.tables(self._now())

    def addresses(self) -> tuple[OwnAddress, ...]:
        """This laptop's own addresses, best first (for table codes)."""
        return self._watch.addresses

    def status(self) -> Status:
        """Why the list is as it is."""
        return Status(
            searching_ms=int((self._loop.time() - self._since) * 1000),
            addresses=self._watch.addresses,
            browsing=self._mdns.browsing,
            announced=self._mdns.announced,
            others_heard=self._mdns.others(),
            errors=tuple(self._errors),
            refused=tuple(self._refused),
            crowded_out=self._sightings.crowded_out,
        )

    # --- what is heard

    def _heard(self, heard: Heard) -> None:
        try:
            notice, key = from_txt(heard.properties)
        except NoticeError as error:
            _note(self._refused, f"An announcement was not understood: {error}.")
            return
        if key == self._key:
            return
        addresses = self._reachable(heard)
        if not addresses:
            who = notice.founder or "somebody"
            _note(self._refused, f"The table of {who} names no address that can be reached from here.")
            return
        if self._sightings.seen(heard.instance, notice, Host(key, addresses), self._now()):
            self._ask.set()
            self._changed()

    def _reachable(self, heard: Heard) -> tuple[Address, ...]:
        if not heard.port:
            return ()
        networks = [
            ipaddress.ip_network(f"{own.bare}/{own.prefix}", strict=False) for own in self._watch.addresses
        ]
        hosts = sorted(
            {host: None for host in heard.hosts if usable(host) and _near(host, networks)}, key=order
        )
        return tuple(Address(host, heard.port) for host in hosts[:MAX_ADDRESSES])

    def _goodbye(self, instance: str) -> None:
        if self._sightings.withdrawn(instance):
            self._changed()

    # --- asking

    async def _question(self) -> None:
        while True:
            self._ask.clear()
            for sighting in self._sightings.due(self._now()):
                self._tasks.spawn(self._put(sighting))
            at = self._sightings.next_ms()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if at is None else max(0.01, (at - self._now()) / 1000)):
                    await self._ask.wait()

    async def _put(self, sighting: Sighting) -> None:
        try:
            probed = await self._probe(sighting.host.addresses, sighting.host.key)
        except VersionError:
            self._sightings.alive(sighting, self._now())
        except NetError:
            self._sightings.missed(sighting, self._now())
        else:
            self._sightings.answered(sighting, probed.hello, probed.rtt_ms, self._now())
        self._ask.set()
        self._changed()

    # --- events

    def _tell(self) -> None:
        if self._notice is None:
            self._mdns.tell(None)
            return
        notice, port = self._notice
        hosts = tuple(own.bare for own in self._watch.addresses)
        self._mdns.tell(Told(to_txt(notice, self._key), port, hosts))

    def _addresses_changed(self, own: tuple[OwnAddress, ...]) -> None:
        self._tell()
        self._mdns.renew(rescan=True)
        self._sightings.ask_all(self._now())
        self._ask.set()
        if self._on_addresses is not None:
            self._on_addresses(own)

    def _woke(self) -> None:
        self._mdns.renew(rescan=False)
        self._watch.look()
        self._sightings.ask_all(self._now())
        self._ask.set()

    def _changed(self) -> None:
        tables = self.tables()
        if tables != self._listed:
            self._listed = tables
            self._on_change()

    def _failed(self, what: str, error: Exception) -> None:
        line = f"{what}: {error or type(error).__name__}"
        if _note(self._errors, line):
            _log.warning("%s", line)

    def _now(self) -> int:
        return int(self._loop.time() * 1000)


def _near(host: str, networks: Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    """On this side of the router: an announcement must not make this laptop knock at the internet."""
    ip = ipaddress.ip_address(host.partition("%")[0])
    return ip.is_private or ip.is_link_local or any(ip in network for network in networks)


def _note(lines: dict[str, None], line: str) -> bool:
    """Keep a line once, and only so many: a peer may choose the words."""
    if line in lines or len(lines) >= MAX_LINES:
        return False
    lines[line] = None
    return True
