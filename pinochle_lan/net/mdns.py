"""The mDNS side of discovery: one service announced, one kind of service browsed, with python-zeroconf.

Every call is asynchronous and has a time limit; what fails is handed on as a line and never raised (F42,
F45).
Knows what a TXT record is, not what a table is. Figures: docs/measurements.md, "Discovery".
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from pinochle_lan.net.addresses import OwnAddress
from pinochle_lan.net.tasks import Tasks

SERVICE: Final = "_pinochle-lan._tcp.local."
FRESH_S: Final = 10.0
"""A browser asks four times and then only listens (measured): start a new one this often."""
CALL_S: Final = 3.0
"""Time limit of each call."""
CLOSE_S: Final = 1.0
"""Time limit of the goodbye: the window is closing."""
MAX_RESOLVING: Final = 16

Failed = Callable[[str, Exception], None]
"""(what was tried, what came of it)."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One announcement of somebody else, as it came."""

    instance: str
    properties: Mapping[bytes, bytes | None]
    port: int
    hosts: tuple[str, ...]
    """IP addresses, IPv6 link-local with scope."""


@dataclass(frozen=True, slots=True)
class Told:
    """What we announce."""

    properties: Mapping[str, bytes]
    port: int
    hosts: tuple[str, ...]


class Mdns:
    """Announces and browses, one step after the other, so that no two calls of the library meet."""

    def __init__(
        self,
        *,
        on_heard: Callable[[Heard], None],
        on_goodbye: Callable[[str], None],
        failed: Failed,
        own: Callable[[], tuple[OwnAddress, ...]],
        open_all: Callable[[], AsyncZeroconf] | None = None,
    ) -> None:
        """``own``: this laptop's addresses as of now. ``open_all``: how to open all interfaces."""
        self._on_heard = on_heard
        self._on_goodbye = on_goodbye
        self._failed = failed
        self._own = own
        self._open_all = open_all or _open_all
        # 64 random bits: no two are ever the same, so no probing for a unique name is needed (F45).
        label = secrets.token_hex(8)
        self.instance = f"{label}.{SERVICE}"
        self._server = f"{label}.local."
        self._zeroconf: AsyncZeroconf | None = None
        self._one_by_one = False
        """Opening all interfaces at once failed: take those that work by themselves."""
        self._browser: AsyncServiceBrowser | None = None
        self._wanted: Told | None = None
        self._announced: tuple[Told, AsyncServiceInfo] | None = None
        self._again = False
        self._rescan = False
        self._work = asyncio.Event()
        self._resolving: dict[str, None] = {}
        self._tasks = Tasks()

    # --- called by discovery

    def start(self) -> None:
        """Begin."""
        self._tasks.spawn(self._serve())

    def tell(self, told: Told | None) -> None:
        """Announce this, or nothing. Returns at once."""
        if told != self._wanted:
            self._wanted = told
            self._work.set()

    def renew(self, *, rescan: bool) -> None:
        """A fresh browser and a fresh announcement now; with ``rescan`` the interfaces changed."""
        self._again = True
        self._rescan = self._rescan or rescan
        self._work.set()

    @property
    def browsing(self) -> bool:
        """It works as far as this laptop can tell."""
        return self._browser is not None

    @property
    def announced(self) -> bool:
        """Ours is on the air."""
        return self._announced is not None

    def others(self) -> int:
        """How many names other machines told, of any service."""
        if self._zeroconf is None:
            return 0
        ours = (self.instance.lower(), self._server, SERVICE)
        return sum(1 for name in self._zeroconf.zeroconf.cache.names() if name.lower() not in ours)

    async def close(self) -> None:
        """Say goodbye and stop, within CLOSE_S."""
        await self._tasks.close()
        await self._shut()

    # --- one step after the other

    async def _serve(self) -> None:
        while True:
            self._work.clear()
            await self._step()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FRESH_S):
                    await self._work.wait()

    async def _step(self) -> None:
        if self._zeroconf is None:
            self._zeroconf = await self._open()
            if self._zeroconf is None:
                return
        zeroconf = self._zeroconf
        if self._rescan:
            self._rescan = False
            if self._one_by_one:
                await self._shut()  # what works by itself has to be found out anew
                self._work.set()
                return
            await self._limited("looking at the network interfaces", zeroconf.async_update_interfaces())
        await self._publish(zeroconf)
        await self._limited("searching", self._browse(zeroconf))

    async def _open(self) -> AsyncZeroconf | None:
        try:
            zeroconf = self._open_all()
        except (OSError, ZeroconfError, RuntimeError) as error:
            self._failed("mDNS on all interfaces together", error)
        else:
            self._one_by_one = False
            return await self._started(zeroconf)
        # One bad interface must not silence the rest.
        self._one_by_one = True
        working = [own.host for own in self._own() if own.is_v4 and await self._works(own)]
        if not working:
            return None
        try:
            return await self._started(_open_only(working))
        except (OSError, ZeroconfError, RuntimeError) as error:
            self._failed("mDNS", error)
            return None

    async def _works(self, own: OwnAddress) -> bool:
        what = f"mDNS on {own.interface} ({own.host})"
        try:
            zeroconf = _open_only([own.host])
        except (OSError, ZeroconfError, RuntimeError) as error:
            self._failed(what, error)
            return False
        return await self._limited(what, zeroconf.async_close())

    async def _started(self, zeroconf: AsyncZeroconf) -> AsyncZeroconf | None:
        starting = asyncio.ensure_future(
            self._limited("starting mDNS", zeroconf.zeroconf.async_wait_for_start(CALL_S))
        )
        try:
            if await asyncio.shield(starting):
                return zeroconf
        except asyncio.CancelledError:
            # Closed while it started: only what has started lets its sockets go.
            await starting
            await self._limited("stopping mDNS", zeroconf.async_close(), CLOSE_S)
            raise
        await self._limited("stopping mDNS", zeroconf.async_close())
        return None

    async def _publish(self, zeroconf: AsyncZeroconf) -> None:
        again, self._again = self._again, False
        wanted, old = self._wanted, self._announced
        if wanted is None:
            if old is not None:
                await self._limited("withdrawing", self._sent(zeroconf.async_unregister_service(old[1])))
                self._announced = None
        elif old is None:
            info = self._info(wanted)
            register = zeroconf.async_register_service(info, cooperating_responders=True)
            if await self._limited("announcing", self._sent(register)):
                self._announced = wanted, info
        elif again or old[0] != wanted:
            info = self._info(wanted)
            if await self._limited("announcing again", self._sent(zeroconf.async_update_service(info))):
                self._announced = wanted, info

    async def _sent(self, call: Awaitable[Awaitable[None]]) -> None:
        """Until the call is accepted; the packets go out in their own time."""
        self._tasks.spawn(_settle(await call))

    def _info(self, told: Told) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            SERVICE,
            self.instance,
            port=told.port,
            parsed_addresses=list(told.hosts),
            properties=dict(told.properties),
            server=self._server,
        )

    async def _browse(self, zeroconf: AsyncZeroconf) -> None:
        old, self._browser = self._browser, None
        if old is not None:
            await old.async_cancel()
        self._browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._state])

    async def _limited(self, what: str, call: Awaitable[object], limit_s: float | None = None) -> bool:
        """Await a call with a time limit; a failure is handed on, never raised."""
        limit_s = CALL_S if limit_s is None else limit_s
        try:
            async with asyncio.timeout(limit_s):
                await call
        except TimeoutError:
            self._failed(what, TimeoutError(f"no end within {limit_s:.0f} s"))
        except Exception as error:  # noqa: BLE001 - a library's surprise must not end the search (F42)
            self._failed(what, error)
        else:
            return True
        return False

    async def _shut(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        self._browser = None
        self._announced = None
        if zeroconf is not None:
            await self._limited("stopping mDNS", zeroconf.async_close(), CLOSE_S)

    # --- what is heard

    def _state(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        # The library passes these by keyword.
        if name.lower() == self.instance or service_type != SERVICE:
            return
        if state_change is ServiceStateChange.Removed:
            self._on_goodbye(name)
        elif name not in self._resolving and len(self._resolving) < MAX_RESOLVING:
            # Beyond that the next fresh browser tells it again.
            self._resolving[name] = None
            self._tasks.spawn(self._resolve(zeroconf, name))

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        try:
            info = AsyncServiceInfo(SERVICE, name)
            if info.load_from_cache(zeroconf) or await info.async_request(zeroconf, int(CALL_S * 1000)):
                heard = Heard(name, info.properties, info.port or 0, tuple(info.parsed_scoped_addresses()))
                self._on_heard(heard)
        except Exception as error:  # noqa: BLE001 - hostile records must not end the search
            self._failed("reading an announcement", error)
        finally:
            del self._resolving[name]


def _open_all() -> AsyncZeroconf:
    # Never the default interface: behind a VPN it is seen by nobody (F41).
    return AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.All)


def _open_only(hosts: list[str]) -> AsyncZeroconf:
    return AsyncZeroconf(interfaces=[*hosts], ip_version=IPVersion.V4Only)


async def _settle(sending: Awaitable[None]) -> None:
    """Packets that could not be sent are as lost as others; the next fresh announcement follows."""
    with contextlib.suppress(OSError, ZeroconfError, TimeoutError):
        await sending
