"""The mesh: exactly one link to each laptop of the table, by identity key, kept up while it is wanted.

Laws of this file:
- A laptop is its key; addresses are only hints, all tried at once, the one that worked first (F41, F44).
- Of two laptops the one with the smaller key chooses which link stays and says so; the other side uses no
  link before. So both ends always mean the same link. The newest wins, except when both dialled at once.
- A silent link is kept while new ones are dialled; whichever answers first is used (measured: what was
  sent during a cut of 10 s arrives 1.5 s after it on the old connection).
- ``on_up`` may come again for a laptop that is up: its link was renewed, frames may be missing; sync again.
- Nothing here blocks; no frame is looked into.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from nacl.signing import SigningKey

from pinochle_lan.codec import Value
from pinochle_lan.net.addresses import FIRST_PORT, Address
from pinochle_lan.net.barred import Barred
from pinochle_lan.net.dialer import Dialer, failure, silence
from pinochle_lan.net.errors import Gone, LinkError, NetError, Reason
from pinochle_lan.net.handshake import Purpose
from pinochle_lan.net.link import HANDSHAKE_S, Link
from pinochle_lan.net.listener import Listener
from pinochle_lan.net.local import Local
from pinochle_lan.net.peer import LinkState, Peer
from pinochle_lan.net.rate import Rate
from pinochle_lan.net.redial import keep_up

MAX_STRANGERS: Final = 16
"""Links that nobody here asked for."""


@dataclass(frozen=True, slots=True)
class Probed:
    """What a laptop answered to a probe."""

    key: bytes
    hello: Value
    address: Address | None
    rtt_ms: int


class Mesh:
    """All links of this laptop. Made and used on one event loop; callbacks are plain calls on it."""

    def __init__(
        self,
        identity_seed: bytes,
        hello: Callable[[], Value],
        *,
        on_up: Callable[[bytes, Value, Address | None], None],
        on_frame: Callable[[bytes, bytes], None],
        on_down: Callable[[bytes, Gone], None],
        allowed: Callable[[bytes], bool],
        on_fault: Callable[[bytes, str, Gone], None] = lambda key, host, gone: None,
        hosts: Sequence[str] | None = None,
        first_port: int = FIRST_PORT,
        rate: Rate | None = None,
    ) -> None:
        """``hello`` gives ``(protocol, engine, (table id, ...), name, ...)`` as of now.

        ``allowed(key)``: who of those that dial us may have a link beyond the hello (wanted ones always
        may). ``on_fault(key, host, gone)``: a link did not keep to the protocol, or never got as far as a
        hello; the key is empty if none was proved. ``hosts``: listen only there (default: everywhere).
        """
        self.key = bytes(SigningKey(identity_seed).verify_key)
        self._laptop = Local(identity_seed, hello, lambda: self.port, rate or Rate())
        self._on_up = on_up
        self._on_frame = on_frame
        self._on_down = on_down
        self._allowed = allowed
        self._on_fault = on_fault
        self._peers: dict[bytes, Peer] = {}
        self._links: dict[Link, None] = {}
        self._ending: dict[Link, None] = {}
        """Closed, but their last words may still be on the way out."""
        self._listener = Listener(self._laptop, self, self._links, hosts, first_port)
        self._dialer = Dialer(self._laptop, self)
        self._barred = Barred()
        self._closing = False

    @property
    def port(self) -> int:
        """Where it listens; 0 before ``listen``."""
        return self._listener.port

    # --- what the table asks for

    async def listen(self) -> int:
        """Listen on the first free of the fixed ports; the port. Raises NetError."""
        return await self._listener.open()

    def want(self, key: bytes, addresses: Sequence[Address]) -> None:
        """Keep a link to that laptop up: dial what is known of it, again and again. Adds addresses."""
        if key == self.key or self._closing:
            return
        peer = self._peers.setdefault(key, Peer(key))
        peer.wanted = True
        peer.learn(addresses)
        if peer.task is None:
            peer.task = asyncio.get_running_loop().create_task(keep_up(peer, self._connect))

    def unwant(self, key: bytes, gone: Gone | None = None) -> None:
        """Stop dialling, and end the link (default: we left the table). No ``on_down`` follows."""
        peer = self._peers.pop(key, None)
        if peer is None:
            return
        peer.wanted = False
        peer.up = False
        if peer.task is not None:
            peer.task.cancel()
        if peer.link is not None:
            peer.link.close(gone or Gone(Reason.LEFT))

    def drop(self, key: bytes, gone: Gone) -> None:
        """End the link to a laptop for a reason that it is told; ``on_down`` follows at once.

        A wanted laptop is dialled again after a pause: ``unwant`` it to be rid of it.
        """
        peer = self._peers.get(key)
        if peer is not None and peer.link is not None:
            peer.link.close(gone)

    def bar(self, key: bytes, gone: Gone, seconds: float) -> None:
        """End the link to a laptop and give it none for a while, wanted or not."""
        self._barred.bar(key, asyncio.get_running_loop().time() + seconds)
        self.drop(key, gone)

    async def dial(
        self,
        addresses: Sequence[Address],
        timeout: float = 3.0,  # noqa: ASYNC109
        key: bytes | None = None,
    ) -> bytes:
        """Join by address: the key of the laptop that a link is now up to. Raises NetError with a sentence.

        ``key``: only that laptop will do. The link is not redialled unless it is wanted as well.
        """
        try:
            async with asyncio.timeout(timeout):
                return await self._connect(addresses, timeout, key)
        except TimeoutError:
            raise NetError(silence(_listed(addresses))) from None

    async def probe(
        self,
        addresses: Sequence[Address],
        timeout: float = 3.0,  # noqa: ASYNC109
        key: bytes | None = None,
    ) -> Probed:
        """Ask whether a laptop is there, and for its hello. Raises NetError.

        Other versions answer too: VersionError only if not even the hello can be read.
        """
        try:
            async with asyncio.timeout(timeout):
                link, gone = await self._dialer.call(addresses, Purpose.PROBE, key, timeout)
        except TimeoutError:
            raise NetError(silence(_listed(addresses))) from None
        link.close(Gone(Reason.DONE))
        if gone is not None:
            raise failure(link, gone)
        return Probed(link.key, link.hello, link.address, link.greeting_ms)

    def send(self, key: bytes, frame: bytes) -> None:
        """Never blocks. To a silent laptop it waits in the connection; without a link it is dropped."""
        peer = self._peers.get(key)
        if peer is not None and peer.link is not None:
            peer.link.send(frame)

    def links(self) -> Mapping[bytes, LinkState]:
        """All laptops that have a link or are wanted, by key."""
        now = asyncio.get_running_loop().time()
        states: dict[bytes, LinkState] = {}
        for key, peer in sorted(self._peers.items()):
            if peer.link is not None or peer.wanted:
                states[key] = peer.state(now)
        return MappingProxyType(states)

    async def close(self, gone: Gone | None = None) -> None:
        """End everything: say why (default: the program is closed), and give it a moment to leave."""
        self._closing = True
        self._listener.close()
        tasks = [peer.task for peer in self._peers.values() if peer.task is not None]
        for key in list(self._peers):
            self.unwant(key, gone or Gone(Reason.CLOSED))
        for link in list(self._links):
            link.close(gone or Gone(Reason.CLOSED))
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(link.lost.wait() for link in self._ending))
        await self._listener.closed()

    # --- dialling

    async def _connect(self, addresses: Sequence[Address], limit_s: float, key: bytes | None) -> bytes:
        link, gone = await self._dialer.call(addresses, Purpose.LINK, key, limit_s)
        if gone is None:
            return link.key
        if gone.reason is Reason.SPARE:
            # The other side dialled too and keeps that link; the word of it may still be under way.
            peer = self._peers.setdefault(link.key, Peer(link.key))
            try:
                async with asyncio.timeout(HANDSHAKE_S):
                    await peer.until_up()
                return link.key
            except TimeoutError:
                self._forget(peer)
        raise failure(link, gone)

    def _is_chosen(self, link: Link) -> bool:
        peer = self._peers.get(link.key)
        return peer is not None and peer.link is link

    # --- what the links say

    def link_made(self, link: Link) -> None:
        """A connection came in or is being made."""
        self._links[link] = None

    def link_met(self, link: Link) -> None:
        """A dialled laptop proved its key."""
        if link.key == self.key:
            link.close(Gone(Reason.OTHER, "is this laptop itself"))
            return
        self._dialer.met(link)

    def link_open(self, link: Link) -> None:
        """Both hellos are there: may it stay, and which of two?"""
        if link.key == self.key:
            link.close(Gone(Reason.OTHER, "is this laptop itself"))
        elif link.purpose is Purpose.PROBE:
            self._dialer.settled(link, None)
            # The initiator has what it came for and hangs up; the handshake's time limit is the responder's.
        elif not self._may_stay(link):
            link.close(Gone(Reason.REFUSED))
        elif self.key < link.key:
            self._choose(link)

    def _may_stay(self, link: Link) -> bool:
        if self._barred.holds(link.key, asyncio.get_running_loop().time()):
            return False
        peer = self._peers.get(link.key)
        if link.dialled or (peer is not None and peer.wanted):
            return True
        strangers = sum(
            1 for p in self._peers.values() if p.link is not None and not p.wanted and p.key != link.key
        )
        return strangers < MAX_STRANGERS and self._allowed(link.key)

    def _choose(self, link: Link) -> None:
        peer = self._peers.get(link.key)
        old = peer.link if peer is not None else None
        if old is not None and not old.quiet and link.opened_at - old.opened_at < HANDSHAKE_S:
            # Both dialled at once. A laptop that really lost the old one asks again after this moment.
            link.close(Gone(Reason.SPARE))
            return
        link.choose()
        self._adopt(link)

    def link_chosen(self, link: Link) -> None:
        """The laptop with the smaller key chose this link."""
        if self.key < link.key or self._is_chosen(link):
            link.close(Gone(Reason.FAULT, "chose a link out of turn"))
        elif link.purpose is Purpose.LINK:
            self._adopt(link)

    def _adopt(self, link: Link) -> None:
        peer = self._peers.setdefault(link.key, Peer(link.key))
        old, peer.link = peer.link, link
        link.settle()
        if old is not None:
            old.close(Gone(Reason.SPARE))
        if link.address is not None:
            peer.worked(link.address)
        self._up(peer, link)
        self._dialer.settled(link, None)

    def _up(self, peer: Peer, link: Link) -> None:
        peer.up = True
        peer.trouble = ""
        peer.changed.set()
        self._on_up(peer.key, link.hello, peer.address)

    def link_frame(self, link: Link, frame: bytes) -> None:
        """A frame came; one that overtook the choice of its link is the peer's mistake."""
        if not self._is_chosen(link):
            raise LinkError("It sent a frame before the link was agreed.")
        self._on_frame(link.key, frame)

    def link_quiet(self, link: Link) -> None:
        """Out of reach: look for another way, keep this one."""
        peer = self._peers.get(link.key)
        if peer is None or peer.link is not link:
            link.close(Gone(Reason.LOST), abort=True)
            return
        if peer.up:
            self._down(peer, Gone(Reason.LOST))

    def link_heard(self, link: Link) -> None:
        """The old connection speaks again."""
        peer = self._peers.get(link.key)
        if peer is not None and peer.link is link and not peer.up:
            self._up(peer, link)

    def link_closed(self, link: Link, gone: Gone) -> None:
        """A link is over."""
        self._links.pop(link, None)
        self._ending = {other: None for other in self._ending if not other.lost.is_set()}
        if link.connected and not link.lost.is_set():
            self._ending[link] = None
        self._dialer.settled(link, gone)
        unmet = not link.dialled and not link.opened_at and gone.reason in (Reason.LOST, Reason.VERSION)
        # Who only hung up lost a race between its own addresses, or died.
        if not link.lost.is_set() and (unmet or gone.reason in (Reason.FAULT, Reason.SLOW)):
            self._on_fault(link.key, link.remote, gone)
        peer = self._peers.get(link.key)
        if peer is None or peer.link is not link:
            return
        peer.link = None
        peer.heard = asyncio.get_running_loop().time() - link.silent_ms / 1000
        self._forget(peer)
        if peer.up:
            self._down(peer, gone)

    def _forget(self, peer: Peer) -> None:
        if peer.link is None and not peer.wanted:
            self._peers.pop(peer.key, None)

    def _down(self, peer: Peer, gone: Gone) -> None:
        peer.up = False
        peer.changed.set()
        self._on_down(peer.key, gone)


def _listed(addresses: Sequence[Address]) -> str:
    return ", ".join(str(address) for address in addresses[:3]) or "That laptop"
