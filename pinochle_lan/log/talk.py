"""Talking to peers: questions and answers over the links, and what a restarted laptop must hear first.

Owns when a HAVE or STORE frame goes out (docs/log.md 6), and the silence after a restart (docs/log.md 14).
Takes nothing in and signs nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pinochle_lan.log.asking import Asking, Link
from pinochle_lan.log.effects import Peer, Send
from pinochle_lan.log.entry import OtherTable
from pinochle_lan.log.frames import Frame, pack
from pinochle_lan.log.line import Line
from pinochle_lan.log.parting import Parting
from pinochle_lan.log.step import quorum
from pinochle_lan.log.sync import (
    ASKED_MOST,
    Have,
    Shelf,
    question,
    unknown_ack,
    unknown_ballots,
    unknown_ids,
)

STILL_MS: Final = 200
STALLED_MS: Final = 1_000
"""Since an answer brought a step: catching up is over, or what others still have does not come."""


class Talk:
    """The links of one table's ledger."""

    def __init__(self, table: bytes, line: Line, shelf: Shelf, parting: Parting) -> None:
        self._table = table
        self._line = line
        self._shelf = shelf
        self._asking = Asking()
        self._parting = parting
        self._met: dict[int, None] | None = None
        self.brought_ms = -STALLED_MS
        """When an answer settled a step here last."""

    @property
    def peers(self) -> tuple[Peer, ...]:
        """Who is linked."""
        return tuple(self._asking.links)

    def linked(self, peer: Peer, now_ms: int) -> list[Send]:
        """A link stands: asks what the peer has, and sends one's own things of the open step."""
        self._asking.linked(peer, now_ms)
        frames = [self._question().wire(), *self.own_things()]
        return [Send(peer, pack(frame)) for frame in frames]

    def unlinked(self, peer: Peer) -> None:
        """A link is gone."""
        self._asking.unlinked(peer)
        self._parting.forget(peer)

    def have(self, peer: Peer, have: Have) -> None:
        """A peer's question. Raises OtherTable if it is about another one."""
        if have.table != self._table:
            raise OtherTable("a question about another table")
        self._asking.heard(peer, have)

    def hurry(self, peer: Peer) -> None:
        """The peer stands on another version of the open step: it is asked at once."""
        self._asking.hurry(peer)

    def own_things(self) -> list[Frame]:
        """Own latest acknowledgement, own entries and ballots of the open step, own riders, as saved."""
        if self._line.me is None:
            return []
        shelf, here = self._shelf, self._line.open.number
        things = [ack.wire() for ack in shelf.book.newest(self._line.me)]
        for (author, _), entries in shelf.store.at(here).items():
            if author == self._line.me:
                things += [entry.wire() for entry in entries]
        for poll in shelf.polls.at(here).values():
            things += [ballot.wire() for ballot in poll.ballots() if ballot.member == self._line.me]
        return things + [rider.wire() for rider in shelf.pool.riders() if rider.member == self._line.me]

    def ask_on(self, peer: Peer, now_ms: int) -> list[Send]:
        """An answer brought something: if the peer has more, asks at once instead of at the next interval."""
        link = self._asking.links.get(peer)
        if link is None or not self._behind(link):
            return []
        link.asked_ms = now_ms
        return [Send(peer, pack(self._question().wire()))]

    def due(self, now_ms: int) -> list[Send]:
        """The questions and answers that are due now."""
        self._asking.note(self._lacking(), now_ms)
        out: list[Send] = []
        for peer in self._asking.to_answer(now_ms):
            link = self._asking.links[peer]
            if self._parting.parted(peer):
                continue  # it stands on another history: our steps are none of its own
            if link.have is not None:
                frames = link.answers.to(link.have, self._shelf, self._line.me, now_ms)
                out += [Send(peer, pack(frame)) for frame in frames]
        to_ask = self._asking.to_ask(now_ms, self._line.open.over)
        if to_ask:
            data = pack(self._question().wire())
            out += [Send(peer, data) for peer in to_ask]
        return out

    @property
    def wake_at_ms(self) -> int | None:
        """When ``due`` has something next; None without links."""
        return self._asking.wake_at(self._line.open.over)

    @property
    def still_ms(self) -> int:
        """From when on there is time for proofs that were put off: not while answers bring steps."""
        behind = any(self._behind(link) for link in self._asking.links.values())
        return self.brought_ms + (STALLED_MS if behind else STILL_MS)

    def _question(self) -> Have:
        asked = sorted(peer for peer in self._asking.links if isinstance(peer, int))[:ASKED_MOST]
        return question(self._table, self._line.settled, self._line.chains[-1], self._shelf, tuple(asked))

    def _behind(self, link: Link) -> bool:
        """Whether the peer said it holds more than is here."""
        have = link.have
        return have is not None and (
            have.settled > self._line.settled
            or unknown_ids(have, self._shelf.store)
            or unknown_ballots(have, self._line.settled, self._shelf.polls)
        )

    def _lacking(self) -> bool:
        """Whether others have something that is missing here."""
        here = self._line.open
        if here.after is not None or self._shelf.store.beyond(here.number):
            return True
        if self._shelf.polls.at(here.number):
            return True
        if any(ack.step >= here.number for ack in self._shelf.book.latest.values()):
            return True
        return any(self._behind(link) for link in self._asking.links.values())

    # After a restart

    def restored(self) -> None:
        """The log comes from a file, which may be damaged or older than what the others remember."""
        self._met = {}

    def meet(self) -> None:
        """Notes who was asked since the restart and holds nothing of ours that is not here."""
        if self._met is None:
            return
        for peer, link in self._asking.links.items():
            have = link.have
            if isinstance(peer, int) and have is not None and have.settled <= self._line.settled:
                own = replace(have, held=tuple(item for item in have.held if item[1] == self._line.me))
                shelf, settled = self._shelf, self._line.settled
                unknown = unknown_ids(own, shelf.store) or unknown_ballots(have, settled, shelf.polls)
                if not unknown and not unknown_ack(have, self._line.me, settled, shelf.book):
                    self._met[peer] = None

    @property
    def muted(self) -> bool:
        """Whether too few of the roster were met since the restart for anything to be signed."""
        if self._met is None:
            return False
        roster = self._line.open.roster
        return sum(m == self._line.me or m in self._met for m in roster) < quorum(roster)
