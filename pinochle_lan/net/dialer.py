"""Dialling: all known addresses of a laptop at once, the first that proves its key wins (F41).

The others are dropped before they learn who we are. Knows nothing of which link is the one to use.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sys
from collections.abc import Sequence
from typing import Final

from pinochle_lan.net.addresses import Address
from pinochle_lan.net.errors import Gone, LinkError, NetError, Reason, VersionError, WrongLaptop
from pinochle_lan.net.handshake import Purpose
from pinochle_lan.net.link import Link, Owner
from pinochle_lan.net.local import Local

MAX_ADDRESSES: Final = 24
"""Dialled at once; a laptop has a handful, a table code gives one a network."""
AGAIN_S: Final = 0.5
"""An attempt that is silent so long may have lost a packet; the system repeats the first after 1 s only."""


class Dialer:
    """Makes links for an owner, who tells it what becomes of them (``met``, ``settled``)."""

    def __init__(self, laptop: Local, owner: Owner) -> None:
        self._laptop = laptop
        self._owner = owner
        self._meetings: dict[Link, asyncio.Future[None]] = {}
        self._results: dict[Link, asyncio.Future[Gone | None]] = {}

    async def call(
        self, addresses: Sequence[Address], purpose: Purpose, key: bytes | None, limit_s: float
    ) -> tuple[Link, Gone | None]:
        """A link, and None once it is what it was made for, else how it ended.

        ``key``: only that laptop will do. ``limit_s`` is for the meeting alone. Raises NetError.
        """
        link = await self._race(addresses, purpose, key, limit_s)
        if link.gone is not None:
            return link, link.gone
        result: asyncio.Future[Gone | None] = asyncio.get_running_loop().create_future()
        self._results[link] = result
        try:
            link.proceed()
            return link, await result
        except asyncio.CancelledError:
            link.close(Gone(Reason.DONE), abort=True)
            raise
        finally:
            del self._results[link]

    def met(self, link: Link) -> None:
        """Its laptop proved its key."""
        meeting = self._meetings.pop(link, None)
        if meeting is not None and not meeting.done():
            meeting.set_result(None)

    def settled(self, link: Link, gone: Gone | None) -> None:
        """It is what it was made for (None), or it ended."""
        meeting = self._meetings.pop(link, None)
        if meeting is not None and gone is not None and not meeting.done():
            meeting.set_exception(failure(link, gone))
            meeting.exception()  # seen: the attempt may have been called off already
        result = self._results.get(link)
        if result is not None and not result.done():
            result.set_result(gone)

    async def _race(
        self, addresses: Sequence[Address], purpose: Purpose, key: bytes | None, limit_s: float
    ) -> Link:
        some = list(dict.fromkeys(addresses))[:MAX_ADDRESSES]
        if not some:
            raise NetError("No address of that laptop is known.")
        tasks = [asyncio.create_task(self._meet(address, purpose, key, limit_s)) for address in some]
        spare = (self._again(task, at, purpose, key, limit_s) for task, at in zip(tasks, some, strict=True))
        tasks += [asyncio.create_task(attempt) for attempt in spare]
        failures: list[NetError] = []
        winner: Link | None = None
        try:
            for done in asyncio.as_completed(tasks):
                try:
                    winner = await done
                    break
                except NetError as error:
                    failures.append(error)
        finally:
            for task in tasks:
                task.cancel()
            # Two may have met in the same turn of the loop: only one may go on.
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Link) and result is not winner:
                    result.close(Gone(Reason.DONE), abort=True)
        if winner is None:
            raise min(failures, key=_tells)
        return winner

    async def _again(
        self, first: asyncio.Task[Link], address: Address, purpose: Purpose, key: bytes | None, limit_s: float
    ) -> Link:
        """What the first attempt at an address gives, or, if that is silent, a second one beside it."""
        await asyncio.wait({first}, timeout=AGAIN_S)
        if first.done():
            return first.result()
        return await self._meet(address, purpose, key, limit_s - AGAIN_S)

    async def _meet(self, address: Address, purpose: Purpose, key: bytes | None, limit_s: float) -> Link:
        loop = asyncio.get_running_loop()
        link = Link(self._laptop, self._owner, dialled=address, expect=key, purpose=purpose)
        self._owner.link_made(link)
        met: asyncio.Future[None] = loop.create_future()
        self._meetings[link] = met
        with contextlib.ExitStack() as unless_met:
            unless_met.callback(link.close, Gone(Reason.DONE), abort=True)
            try:
                async with asyncio.timeout(limit_s):
                    await loop.create_connection(lambda: link, address.host, address.port)
                    await met
            except TimeoutError:
                raise NetError(silence(str(address))) from None
            except (OSError, UnicodeError) as error:
                raise NetError(explain(address, error)) from None
            unless_met.pop_all()
        return link


def silence(where: str) -> str:
    """The sentence for an address that does not answer at all."""
    return (
        f"{where} does not answer: is that laptop awake, on the same Wi-Fi, and is pinochle-lan allowed "
        "through its firewall?"
    )


def explain(address: Address, error: Exception) -> str:
    """The sentence for a connection that could not be made."""
    number = getattr(error, "errno", None)
    if isinstance(error, ConnectionRefusedError):
        return f"Nobody has a table open at {address}: is pinochle-lan running there?"
    if number == errno.EHOSTUNREACH and sys.platform == "darwin":
        return (
            f"{address} cannot be reached: allow this program under System Settings, Privacy & Security, "
            "Local Network."
        )
    if number in (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EADDRNOTAVAIL):
        return f"{address} cannot be reached from this laptop: are both on the same Wi-Fi?"
    if isinstance(error, UnicodeError | socket.gaierror):
        return f"No laptop is called {address.host} here: type its IP address instead."
    return f"{address} cannot be reached ({error})."


def failure(link: Link, gone: Gone) -> NetError:
    """The error for a link that ended instead of opening."""
    sentence = gone.sentence(link.who())
    if gone.reason is Reason.VERSION:
        return VersionError(sentence)
    if gone.reason is Reason.OTHER:
        return WrongLaptop(sentence)
    return LinkError(sentence)


def _tells(error: NetError) -> int:
    """Which of several failures tells most: a laptop's own word first, an old address last."""
    if isinstance(error, VersionError):
        return 0
    if isinstance(error, LinkError):
        return 1
    return 3 if isinstance(error, WrongLaptop) else 2
