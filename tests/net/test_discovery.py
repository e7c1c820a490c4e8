"""Discovery in one process: mDNS over the loopback interface only, and without any mDNS at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from helpers_net import polled, run, turns
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from pinochle_lan.codec import Value
from pinochle_lan.net import mdns as mdns_module
from pinochle_lan.net.addresses import Address, OwnAddress
from pinochle_lan.net.discovery import MAX_LINES, Discovery
from pinochle_lan.net.errors import NetError, VersionError
from pinochle_lan.net.mdns import SERVICE, Heard
from pinochle_lan.net.mesh import Probed
from pinochle_lan.net.notice import Notice, to_txt

ANN, BOB = b"A" * 32, b"B" * 32
NOTICE = Notice(b"table", "Ann's table", "Ann", ANN, "partnership", 4, 3, 1, 1)
HOME = (OwnAddress("10.0.0.1", 24, "wlan0"),)
V6_ONLY = (OwnAddress("fd00::1", 64, "wlan0"),)


def loopback() -> AsyncZeroconf:
    return AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)


def broken() -> AsyncZeroconf:
    raise OSError(19, "No such device")


class Laptop:
    """A discovery whose questions are answered by ``answer``."""

    def __init__(self, key: bytes, open_all: Callable[[], AsyncZeroconf] = loopback) -> None:
        self.asked: list[tuple[tuple[Address, ...], bytes]] = []
        self.answer: Value | NetError = (1, 1, (b"table",), "Ann")
        self._news = asyncio.Event()
        self.discovery = Discovery(
            key,
            on_change=self._news.set,
            probe=self.probe,
            # Without mDNS no interface is tried by itself either: these addresses are not this machine's.
            read_addresses=lambda: V6_ONLY if open_all is broken else HOME,
            open_all=open_all,
        )

    async def probe(self, addresses: Sequence[Address], key: bytes) -> Probed:
        self.asked.append((tuple(addresses), key))
        if isinstance(self.answer, NetError):
            raise self.answer
        return Probed(key, self.answer, addresses[0], 3)

    async def until(self, true: Callable[[Discovery], bool]) -> None:
        while not true(self.discovery):
            self._news.clear()
            await self._news.wait()


@asynccontextmanager
async def laptops(*made: Laptop) -> AsyncIterator[None]:
    try:
        for laptop in made:
            await laptop.discovery.start()
        yield
    finally:
        for laptop in made:
            await laptop.discovery.close()


def test_F35_announced_found_changed_and_withdrawn() -> None:
    async def test() -> None:
        ann, bob = Laptop(ANN), Laptop(BOB)
        async with laptops(bob, ann):
            ann.discovery.announce(NOTICE, 47470)
            await bob.until(lambda d: any(table.answered for table in d.tables()))
            (table,) = bob.discovery.tables()
            assert table.notice == NOTICE
            assert table.hosts[0].addresses == (Address("10.0.0.1", 47470),)
            assert bob.asked[0] == ((Address("10.0.0.1", 47470),), ANN)
            assert ann.discovery.tables() == ()
            assert bob.discovery.status().others_heard > 0
            assert ann.discovery.status().announced
            ann.discovery.announce(replace(NOTICE, free=1), 47470)
            await bob.until(lambda d: [table.notice.free for table in d.tables()] == [1])
            ann.discovery.announce(None)
            await bob.until(lambda d: d.tables() == ())

    run(test())


def test_a_late_comer_and_a_fresh_search_find_it_too() -> None:
    async def test() -> None:
        ann, bob = Laptop(ANN), Laptop(BOB)
        ann.discovery.announce(NOTICE, 47470)
        async with laptops(ann):
            await polled(lambda: ann.discovery.status().announced)
            async with laptops(bob):
                await bob.until(lambda d: len(d.tables()) == 1)
                asked = len(bob.asked)
                bob.discovery.refresh()
                await polled(lambda: len(bob.asked) > asked)
                assert bob.discovery.status().searching_ms < 5000

    run(test())


def test_F43_a_laptop_without_the_table_is_greyed() -> None:
    async def test() -> None:
        ann, bob = Laptop(ANN), Laptop(BOB)
        bob.answer = (1, 1, (), "Ann")
        async with laptops(bob, ann):
            ann.discovery.announce(NOTICE, 47470)
            await bob.until(lambda d: any(table.ghost for table in d.tables()))

    run(test())


@pytest.mark.parametrize(
    ("error", "ghost"),
    [(NetError("no answer"), True), (VersionError("Ann runs an older pinochle-lan."), False)],
)
def test_F36_another_version_is_listed_and_silence_is_greyed(error: NetError, ghost: bool) -> None:
    async def test() -> None:
        bob = Laptop(BOB, broken)
        bob.answer = error
        async with laptops(bob):
            bob.discovery._heard(Heard("i", _txt(), 47470, ("10.0.0.7",)))
            await polled(lambda: len(bob.asked) == 1)
            await turns()
            bob.discovery.refresh()
            await polled(lambda: len(bob.asked) == 2)
            await turns()
            assert [table.ghost for table in bob.discovery.tables()] == [ghost]

    run(test())


def test_F45_F46_without_mdns_everything_else_goes_on_and_says_why() -> None:
    async def test() -> None:
        bob = Laptop(BOB, broken)
        async with laptops(bob):
            bob.discovery.announce(NOTICE, 47470)
            await polled(lambda: len(bob.discovery.status().errors) > 0)
            for _ in range(3):
                bob.discovery.refresh()
                await turns()
            status = bob.discovery.status()
            assert not status.browsing
            assert not status.announced
            assert status.addresses == V6_ONLY
            assert status.errors[0] == "mDNS on all interfaces together: [Errno 19] No such device"
            assert len(status.errors) == len(set(status.errors))

    run(test())


def test_F42_interfaces_that_work_by_themselves_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[str]] = []

    def only(hosts: list[str]) -> AsyncZeroconf:
        opened.append(hosts)
        if "10.0.0.2" in hosts:
            raise OSError(101, "Network is unreachable")
        return loopback()

    monkeypatch.setattr(mdns_module, "_open_only", only)

    async def test() -> None:
        bob = Laptop(BOB, broken)
        bob.discovery._watch._read = lambda: (*HOME, OwnAddress("10.0.0.2", 24, "down0"))
        async with laptops(bob):
            await polled(lambda: bob.discovery.status().browsing)
            assert opened == [["10.0.0.1"], ["10.0.0.2"], ["10.0.0.1"]]
            assert any("down0" in line for line in bob.discovery.status().errors)

    run(test())


def test_F42_a_call_that_never_ends_does_not_stop_the_search(monkeypatch: pytest.MonkeyPatch) -> None:

    async def never(self: AsyncZeroconf, *args: object, **kwargs: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(AsyncZeroconf, "async_register_service", never)

    async def test() -> None:
        ann = Laptop(ANN)
        async with laptops(ann):
            await polled(lambda: ann.discovery.status().browsing)
            monkeypatch.setattr(mdns_module, "CALL_S", 0.05)
            ann.discovery.announce(NOTICE, 47470)
            await polled(lambda: "announcing: no end within 0 s" in ann.discovery.status().errors)
            monkeypatch.undo()
            await polled(lambda: ann.discovery.status().browsing)

    run(test())


def _txt(notice: Notice = NOTICE) -> dict[bytes, bytes | None]:
    return {name.encode(): value for name, value in to_txt(notice, ANN).items()}


def test_F55_hostile_announcements_are_refused_politely() -> None:
    async def test() -> None:
        bob = Laptop(BOB, broken)
        async with laptops(bob):
            hear = bob.discovery._heard
            hear(Heard("a", {b"protocol": b"x"}, 47470, ("10.0.0.7",)))
            hear(Heard("b", _txt(), 0, ("10.0.0.7",)))
            hear(Heard("c", _txt(), 47470, ("8.8.8.8", "127.0.0.1", "fe80::1", "nonsense")))
            for number in range(100):
                hear(Heard("d", {**_txt(), b"seats": b"%d" % number, b"table": b"%d" % number}, 1, ()))
            assert bob.discovery.tables() == ()
            refused = bob.discovery.status().refused
            assert "engine is missing" in refused[0]
            assert "names no address that can be reached" in refused[1]
            assert len(refused) <= MAX_LINES
            hear(Heard("e", _txt(), 47470, ("8.8.8.8", *(f"10.0.1.{n}" for n in range(50)))))
            (table,) = bob.discovery.tables()
            assert len(table.hosts[0].addresses) == 8
            await turns()

    run(test())


def test_records_that_are_not_ours_to_read_end_nothing() -> None:
    async def test() -> None:
        bob = Laptop(BOB)
        other = loopback()
        async with laptops(bob):
            info = AsyncServiceInfo(
                SERVICE,
                f"odd.{SERVICE}",
                port=1,
                parsed_addresses=["10.0.0.9"],
                properties={"a": b"\xff"},
                server="odd.local.",
            )
            await (await other.async_register_service(info, cooperating_responders=True))
            await polled(lambda: len(bob.discovery.status().refused) == 1)
            # Tables of an earlier test may still be heard on this host: only the odd one is of interest.
            found = [
                address.host
                for table in bob.discovery.tables()
                for host in table.hosts
                for address in host.addresses
            ]
            assert "10.0.0.9" not in found
            await other.async_close()

    run(test())


def test_F44_changed_addresses_are_announced_again() -> None:
    async def test() -> None:
        ann, bob = Laptop(ANN), Laptop(BOB)
        async with laptops(bob, ann):
            ann.discovery.announce(NOTICE, 47470)
            await bob.until(lambda d: len(d.tables()) == 1)
            new = (OwnAddress("10.0.0.101", 24, "wlan0"),)
            ann.discovery._watch.addresses = new
            ann.discovery._addresses_changed(new)
            moved = Address("10.0.0.101", 47470)
            await bob.until(lambda d: moved in d.tables()[0].hosts[0].addresses)

    run(test())
