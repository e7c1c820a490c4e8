"""The door of a table under way, on any laptop of it: who knocks, who may watch, who is to be welcomed.

Whoever is let in sees the game from outside; the ``welcome`` that follows makes it a member, a chair is for
the others to give (docs/log.md 11). Owns versions, code and the person's yes; signs nothing.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.log.frames import pack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.table import notes
from pinochle_lan.table.effects import Happened, Send
from pinochle_lan.table.lock import Lock
from pinochle_lan.table.names import player

MOST_REQUESTS: Final = 8
MOST_GUESTS: Final = 16

Answer = list[Send | Happened]


class Gate:
    """One laptop's door. It may answer for the table only while the laptop is on the roster."""

    def __init__(self, genesis: Genesis, secret: bytes) -> None:
        """``secret``: of the table's code, if this laptop knows it."""
        self._genesis = genesis
        self._lock = Lock(secret)
        self._requests: dict[bytes, notes.Hello] = {}
        self._guests: dict[bytes, str] = {}

    @property
    def requests(self) -> tuple[tuple[bytes, str], ...]:
        """(key, name) of laptops that wait for a yes."""
        return tuple((key, player(hello.name)) for key, hello in self._requests.items())

    def holds(self, peer: bytes) -> bool:
        """Whether the peer was let in here and is no member yet."""
        return peer in self._guests

    def name(self, peer: bytes) -> str:
        """The name with which a guest came."""
        return self._guests[peer]

    def knock(self, peer: bytes, hello: notes.Hello, who: str, now_ms: int) -> Answer:
        """A stranger knocks; ``who`` is this laptop's person."""
        if peer in self._guests:
            return [_send(peer, notes.Started(self._genesis))]
        said = (("who", who),)
        theirs, ours = (hello.protocol, hello.engine), (self._genesis.protocol, self._genesis.engine)
        if theirs != ours:
            shown = (("mine", notes.version(theirs)), ("theirs", notes.version(ours)))
            return [_send(peer, notes.Refused("older" if theirs < ours else "newer", (*shown, *said)))]
        # Who never learnt the code cannot judge it: then a person must say yes.
        no = self._lock.refuses(peer, hello.secret, now_ms) if self._lock.secret else ""
        if no:
            return [_send(peer, notes.Refused(no, said))]
        if hello.secret and self._lock.secret:
            return self._let_in(peer, hello)
        if peer not in self._requests and len(self._requests) >= MOST_REQUESTS:
            return [_send(peer, notes.Refused("crowded", said))]
        self._requests[peer] = hello
        knocks = Happened("knock", (("name", player(hello.name)), ("key", peer.hex())))
        return [_send(peer, notes.Refused("asked", said)), knocks]

    def admit(self, peer: bytes, yes: bool, who: str) -> Answer:
        """The person's yes or no."""
        hello = self._requests.pop(peer, None)
        if hello is None:
            return []
        return self._let_in(peer, hello) if yes else [_send(peer, notes.Refused("no", (("who", who),)))]

    def forget(self, peer: bytes) -> None:
        """The link is gone, or the peer is a member now."""
        self._requests.pop(peer, None)
        self._guests.pop(peer, None)

    def _let_in(self, peer: bytes, hello: notes.Hello) -> Answer:
        self._requests.pop(peer, None)
        if len(self._guests) >= MOST_GUESTS:
            return [_send(peer, notes.Refused("crowded"))]
        self._guests[peer] = player(hello.name)
        return [_send(peer, notes.Started(self._genesis))]


def _send(to: bytes, note: notes.Note) -> Send:
    return Send(to, pack(note.wire()))
