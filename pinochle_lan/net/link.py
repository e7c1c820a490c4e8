"""One encrypted connection to one laptop: handshake, hello, heartbeat, bounded queue, and why it ended.

It lives on the network thread's event loop and reports to its owner by plain calls. It does not know
whether its laptop is wanted, nor whether another link to it exists: that is the mesh's business.

    greeting --message 2, 3--> hello --both hellos--> open --silence--> quiet --heard--> open
        any of them --bye, fault, end of stream--> closed
"""

from __future__ import annotations

import asyncio
from enum import Enum
from typing import Final, Protocol

from pinochle_lan.codec import CodecError, Limits, Value, decode, encode
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.channel import MAX_FRAME, OVERHEAD, Channel, Framer, Kind, pack
from pinochle_lan.net.errors import Gone, LinkError, NetError, Reason, VersionError
from pinochle_lan.net.goodbye import heard, told
from pinochle_lan.net.handshake import MAX_MESSAGE, Ask, Initiator, Purpose, Responder, Secrets
from pinochle_lan.net.heartbeat import DEAD_S, Beat, Heartbeat
from pinochle_lan.net.local import Local
from pinochle_lan.net.rate import Bucket
from pinochle_lan.net.stream import Stream
from pinochle_lan.net.versions import difference, name, numbers
from pinochle_lan.shown import clean

HANDSHAKE_S: Final = 3.0
"""From the connection to the hello (and to being chosen)."""
QUEUE: Final = 4 * 1024 * 1024
"""Bytes that may wait for a slow reader."""
MAX_HELLO: Final = Limits(size=16 * 1024, depth=8, items=1024)
_CLOSE_S: Final = 0.5


class Stage(Enum):
    """Where a link stands."""

    GREETING = "greeting"
    HELLO = "hello"
    OPEN = "open"
    CLOSED = "closed"


class Owner(Protocol):
    """Who is told about a link. Plain calls on the loop; none may block."""

    def link_made(self, link: Link) -> None:
        """It exists: ``link_closed`` will come."""

    def link_met(self, link: Link) -> None:
        """A dialled laptop proved its key; nothing was told to it yet. Go on with ``link.proceed``."""

    def link_open(self, link: Link) -> None:
        """Both hellos are there, and the versions agree (they may differ if it is only a probe)."""

    def link_chosen(self, link: Link) -> None:
        """The other side says that this is the link that stays."""

    def link_frame(self, link: Link, frame: bytes) -> None:
        """A frame of the table came."""

    def link_quiet(self, link: Link) -> None:
        """Nothing was heard for DEAD_S."""

    def link_heard(self, link: Link) -> None:
        """It was quiet and speaks again."""

    def link_closed(self, link: Link, gone: Gone) -> None:
        """It is over. Called exactly once."""


class Link(asyncio.Protocol):
    """One connection. The initiator knows the address it dialled; the responder learns where to dial back."""

    def __init__(
        self,
        laptop: Local,
        owner: Owner,
        *,
        dialled: Address | None = None,
        expect: bytes | None = None,
        purpose: Purpose = Purpose.LINK,
    ) -> None:
        """``expect``: the key that must answer. Raises NetError if our own hello is not one (our mistake)."""
        self._laptop = laptop
        self._owner = owner
        self._expect = expect
        own = numbers(laptop.hello())
        if own is None:
            raise NetError("The hello of this laptop does not begin with its version numbers.")
        self._own = own
        self._initiator = None if dialled is None else Initiator(laptop.seed, own[0])
        self._responder = Responder(laptop.seed, own[0]) if dialled is None else None
        self._answered = False
        self._framer = Framer(MAX_MESSAGE)
        self._channel: Channel | None = None
        self._loop = asyncio.get_running_loop()
        self._stream = Stream()
        self._guard: asyncio.TimerHandle | None = None
        self._heart = Heartbeat(self._loop.time())
        self._beat: asyncio.TimerHandle | None = None
        self._bucket = Bucket(laptop.rate, self._loop.time())
        self.purpose = purpose
        self.stage = Stage.GREETING
        self.key = b""
        """Who is at the other end; empty until proved."""
        self.hello: Value = None
        """What it said first."""
        self.name = ""
        """Its name from the hello, fit to be shown."""
        self.address = dialled
        """Where it can be dialled; None until known, or if it listens nowhere."""
        self.greeting_ms = 0
        """How long its first answer took: about one round trip."""
        self.opened_at = 0.0
        self.gone: Gone | None = None
        self.lost = asyncio.Event()
        """The connection is really over: nothing more is sent."""

    @property
    def dialled(self) -> bool:
        """We are the initiator."""
        return self._initiator is not None

    @property
    def connected(self) -> bool:
        """There was a connection (so ``lost`` will come)."""
        return self._stream.attached

    @property
    def silent_ms(self) -> int:
        """Since anything authentic was heard."""
        return int(self._heart.silent_s(self._loop.time()) * 1000)

    @property
    def quiet(self) -> bool:
        """Nothing was heard for two seconds."""
        return self._heart.quiet

    @property
    def rtt_ms(self) -> int | None:
        """Smoothed round trip; None before the first answer."""
        return self._heart.rtt_ms

    @property
    def remote(self) -> str:
        """The other end's IP address (IPv6 link-local with its scope), for messages."""
        return self._stream.remote

    def who(self) -> str:
        """Its name, or its address."""
        return self.name or (str(self.address) if self.address else self.remote) or "The other laptop"

    # --- called by the owner

    def proceed(self) -> None:
        """Tell the laptop that was met who we are."""
        if self._initiator is None or self.stage is not Stage.GREETING or not self._answered:
            return
        message, secrets = self._initiator.finish(Ask(self.purpose, self._laptop.port()))
        self._stream.write(pack(message))
        self._begin(secrets)

    def settle(self) -> None:
        """The link stays: no more time limit on the handshake."""
        if self._guard is not None:
            self._guard.cancel()
            self._guard = None

    def choose(self) -> None:
        """Tell the other side that this link stays."""
        self._say(Kind.CHOSEN)

    def send(self, frame: bytes) -> None:
        """Never blocks: what a slow reader does not take waits, up to QUEUE, then the link is closed."""
        if self.stage is not Stage.OPEN:
            return
        self._say(Kind.FRAME, frame)
        if self._stream.waiting > QUEUE:
            self.close(Gone(Reason.LOST if self.quiet else Reason.SLOW), abort=True)

    def close(self, gone: Gone, *, abort: bool = False) -> None:
        """End it and report it. With ``abort`` nothing more is sent, not even why."""
        if self.stage is Stage.CLOSED:
            return
        if self._channel is not None and not abort:
            self._say(Kind.BYE, told(gone))
        self.stage = Stage.CLOSED
        self.gone = gone
        for timer in (self._guard, self._beat):
            if timer is not None:
                timer.cancel()
        if abort:
            self._stream.abort()
        elif self._stream.attached:
            self._stream.close()
            # A peer that does not read must not keep the socket.
            self._guard = self._loop.call_later(_CLOSE_S, self._stream.abort)
        self._owner.link_closed(self, gone)

    # --- called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A connection is there: greet, within the time limit."""
        self._stream.attach(transport)
        if self.stage is Stage.CLOSED:
            self._stream.abort()  # called off while it was being made
            return
        self._stream.no_delay()
        self._heart.heard(self._loop.time())
        self._guard = self._loop.call_later(HANDSHAKE_S, self._late)
        if self._initiator is not None:
            self._stream.write(pack(self._initiator.first()))

    def data_received(self, data: bytes) -> None:
        """Any bytes become frames, or the end of this link."""
        self._framer.push(data)
        try:
            while self.stage is not Stage.CLOSED and (payload := self._framer.pop()) is not None:
                self._take(payload)
        except VersionError as error:
            if error.reply:
                self._stream.write(pack(error.reply))
            self.close(Gone(Reason.VERSION, str(error)))
        except (LinkError, CodecError) as error:
            self.close(Gone(Reason.FAULT, f"broke the link protocol ({str(error).rstrip('.')})"))

    def connection_lost(self, exc: Exception | None) -> None:
        """The stream ended. A killed program ends so; a laptop out of reach does not (it is silent)."""
        self.lost.set()
        if self._guard is not None:
            self._guard.cancel()
        if self.stage is Stage.GREETING:
            self.close(Gone(Reason.FAULT, "hung up before greeting"), abort=True)
        elif exc is None or isinstance(exc, ConnectionResetError | BrokenPipeError | ConnectionAbortedError):
            self.close(Gone(Reason.CLOSED), abort=True)
        else:
            self.close(Gone(Reason.LOST), abort=True)

    # --- greeting

    def _take(self, payload: bytes) -> None:
        if self._channel is None:
            if self._initiator is not None:
                self._meet(self._initiator, payload)
            elif self._responder is not None:
                self._answer(self._responder, payload)
            return
        kind, body = self._channel.open(payload)
        self._hear(len(payload))
        if self.stage is Stage.HELLO:
            self._first(kind, body)
        else:
            self._dispatch(kind, body)

    def _meet(self, initiator: Initiator, payload: bytes) -> None:
        if self._answered:
            raise LinkError("It spoke out of turn.")
        self._answered = True
        self.greeting_ms = max(1, self.silent_ms)
        key = initiator.meet(payload)
        if self._expect is not None and key != self._expect:
            self.close(Gone(Reason.OTHER), abort=True)
            return
        self.key = key
        self._owner.link_met(self)

    def _answer(self, responder: Responder, payload: bytes) -> None:
        if not self._answered:
            self._stream.write(pack(responder.answer(payload)))
            self._answered = True
            return
        ask, secrets = responder.accept(payload)
        self.key = secrets.peer
        self.purpose = ask.purpose
        if ask.port and self.remote:
            self.address = Address(self.remote, ask.port)
        self._begin(secrets)

    def _begin(self, secrets: Secrets) -> None:
        self._channel = Channel(secrets)
        self._framer.limit = MAX_HELLO.size + OVERHEAD
        self.stage = Stage.HELLO
        self._say(Kind.HELLO, encode(self._laptop.hello()))

    def _first(self, kind: int, body: bytes) -> None:
        if kind == Kind.BYE:
            self._bye(body)
            return
        if kind != Kind.HELLO:
            raise LinkError("It did not say hello first.")
        hello = decode(body, MAX_HELLO)
        theirs = numbers(hello)
        if theirs is None:
            raise LinkError("Its hello does not begin with version numbers.")
        self.name = clean(name(hello))
        if self.purpose is Purpose.LINK and (sentence := difference(self.who(), self._own, theirs)):
            raise VersionError(sentence)
        self.hello = hello
        self._framer.limit = MAX_FRAME + OVERHEAD
        self.stage = Stage.OPEN
        self.opened_at = self._loop.time()
        self._schedule()
        self._owner.link_open(self)

    def _late(self) -> None:
        self.close(Gone(Reason.LOST, f"did not answer within {HANDSHAKE_S:.0f} s"), abort=True)

    # --- open

    def _dispatch(self, kind: int, body: bytes) -> None:
        if kind == Kind.FRAME:
            if not body:
                raise LinkError("An empty frame came.")
            self._owner.link_frame(self, body)
        elif kind == Kind.PING:
            if len(body) > 8:
                raise LinkError("A heartbeat was too long.")
            self._say(Kind.PONG, body)
        elif kind == Kind.PONG:
            self._heart.pong(body, self._loop.time())
        elif kind == Kind.BYE:
            self._bye(body)
        elif kind == Kind.CHOSEN:
            self._owner.link_chosen(self)
        elif kind == Kind.HELLO:
            raise LinkError("It said hello twice.")

    def _bye(self, body: bytes) -> None:
        self.close(heard(body), abort=True)

    def _hear(self, size: int) -> None:
        now = self._loop.time()
        if self._heart.heard(now):
            self._schedule()
            self._owner.link_heard(self)
        pause = self._bucket.take(size, now)
        if pause > 0:
            self._stream.pause(min(pause, DEAD_S / 4))

    # --- heartbeat

    def _schedule(self) -> None:
        if self._beat is not None:
            self._beat.cancel()
        if self.stage is not Stage.OPEN:
            return
        due = self._heart.due()
        self._beat = self._loop.call_at(due, self._tick, due)

    def _tick(self, due: float) -> None:
        for beat in self._heart.tick(self._loop.time(), due):
            if beat is Beat.OVER:
                self.close(Gone(Reason.LOST), abort=True)
            elif beat is Beat.DEAF:
                self.close(Gone(Reason.SLOW), abort=True)
            elif beat is Beat.QUIET:
                self._owner.link_quiet(self)
            elif not (self.quiet and self._stream.waiting):
                # On a silent connection more pings would only pile up.
                self._say(Kind.PING, self._heart.ping(self._loop.time()))
        self._schedule()

    # --- out

    def _say(self, kind: Kind, body: bytes = b"") -> None:
        if self._channel is not None:
            self._stream.write(self._channel.seal(kind, body))
