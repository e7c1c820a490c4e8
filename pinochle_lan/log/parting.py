"""Where two settled histories part: the first differing step is found by halving (docs/log.md 7).

Honest laptops never settle different things, so this is the work of a liar at a small table, or of a fault of
ours. Owns the CHAIN frame; says at which step a peer went another way, and shows the peer that step.
"""

from __future__ import annotations

from pinochle_lan.codec import Value
from pinochle_lan.log.effects import Peer, Send
from pinochle_lan.log.entry import HASH_BYTES, Malformed
from pinochle_lan.log.frames import Frame, FrameType, pack
from pinochle_lan.log.line import Line
from pinochle_lan.log.sync import Have, Shelf, votes_lacking


class Parting:
    """Of one laptop from its linked peers."""

    def __init__(self, table: bytes, line: Line, shelf: Shelf) -> None:
        self._table = table
        self._line = line
        self._shelf = shelf
        self._between: dict[Peer, tuple[int, int]] = {}
        """(last step known to be common, first one known to differ), by peer."""

    def parted(self, peer: Peer) -> bool:
        """Whether the peer is known to have another history: nothing of ours helps it on."""
        return peer in self._between

    def found(self, peer: Peer) -> int | None:
        """The first step that differs, once it is known."""
        low, high = self._between.get(peer, (-1, 1))
        return high if high - low == 1 else None

    def forget(self, peer: Peer) -> None:
        """The link is gone."""
        self._between.pop(peer, None)

    def have(self, peer: Peer, have: Have) -> list[Send]:
        """A peer names its last settled step and the chain there; one that is not ours is looked into."""
        ours = self._chain(have.settled)
        if ours is None or have.settled < 0:
            return []
        if ours == have.chain:
            self._between.pop(peer, None)
            return []
        if peer in self._between:
            return []
        self._between[peer] = -1, have.settled
        return self._next(peer)

    def take(self, peer: Peer, parts: tuple[Value, ...]) -> list[Send]:
        """A CHAIN frame: a question about one step, or the answer to ours. Raises Malformed."""
        match parts:
            case (bytes() as table, int() as step, bytes() as chain, bool() as asks) if (
                table == self._table and type(step) is int and step >= 0 and len(chain) == HASH_BYTES
            ):
                pass
            case _:
                raise Malformed("a chain value names its table, a step, 32 bytes and whether it asks")
        ours = self._chain(step)
        if asks:
            return [] if ours is None else [self._frame(peer, step, ours, asks=False)]
        low, high = self._between.get(peer, (0, 0))
        if ours is None or step != (low + high) // 2 or high - low < 2:
            return []
        self._between[peer] = (step, high) if chain == ours else (low, step)
        return self._next(peer)

    def _next(self, peer: Peer) -> list[Send]:
        """The next question, or the step itself once it is found."""
        low, high = self._between[peer]
        if high - low > 1:
            middle = (low + high) // 2
            chain = self._chain(middle)
            assert chain is not None
            return [self._frame(peer, middle, chain, asks=True)]
        nothing = Have(self._table, high - 1, b"", (), ())
        things = votes_lacking(nothing, high, self._shelf.polls)
        things += [e.wire() for both in self._shelf.store.at(high).values() for e in both]
        return [Send(peer, pack((int(FrameType.STORE), self._table, tuple(things))))]

    def _chain(self, step: int) -> bytes | None:
        """Our chain value after a settled step."""
        return self._line.chains[step + 1] if step <= self._line.settled else None

    def _frame(self, peer: Peer, step: int, chain: bytes, *, asks: bool) -> Send:
        frame: Frame = (int(FrameType.CHAIN), self._table, step, chain, asks)
        return Send(peer, pack(frame))
