"""When to ask and when to answer: the clock of sync, per linked peer.

Owns the intervals of docs/log.md 6. Knows peers and times only; what is asked and answered is ``sync``'s.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from pinochle_lan.log.answers import Answers
from pinochle_lan.log.effects import Peer
from pinochle_lan.log.sync import Have

LACKING_MS: Final = 300
"""Something is missing that others have: ask this soon, and again."""
HURRY_MS: Final = 50
"""It stands on another version of the open step: ask it now what that rests on."""
OPEN_MS: Final = 2_000
"""While a step is open."""
OVER_MS: Final = 10_000
"""When the game is over."""
ANSWER_MS: Final = 10
"""Least time between two answers to one peer, so that questions cannot flood us with work."""


@dataclass(slots=True)
class Link:
    """A linked peer: what it said it has, and when it was asked and answered."""

    asked_ms: int
    answered_ms: int
    have: Have | None = None
    pending: bool = False
    """Its question waits for an answer."""
    hurried: bool = False
    """It is to be asked without delay."""
    answers: Answers = field(default_factory=Answers)
    """What it was sent."""


class Asking:
    """Who is linked, and what is due to whom at which time."""

    def __init__(self) -> None:
        self.links: dict[Peer, Link] = {}
        self._lacking_since: int | None = None

    def linked(self, peer: Peer, now_ms: int) -> None:
        """A link stands; the caller sends the first question."""
        self.links[peer] = Link(now_ms, now_ms - ANSWER_MS)

    def unlinked(self, peer: Peer) -> None:
        """A link is gone."""
        self.links.pop(peer, None)

    def heard(self, peer: Peer, have: Have) -> None:
        """The peer asked; its question is to be answered."""
        link = self.links.get(peer)
        if link is not None:
            link.have, link.pending = have, True

    def note(self, lacking: bool, now_ms: int) -> None:
        """Whether others have something that is missing here."""
        if not lacking:
            self._lacking_since = None
        elif self._lacking_since is None:
            self._lacking_since = now_ms

    def to_answer(self, now_ms: int) -> list[Peer]:
        """Peers whose question may be answered now; marks them answered."""
        due = [p for p, link in self.links.items() if link.pending and now_ms >= link.answered_ms + ANSWER_MS]
        for peer in due:
            self.links[peer].pending = False
            self.links[peer].answered_ms = now_ms
        return due

    def to_ask(self, now_ms: int, over: bool) -> list[Peer]:
        """Peers to be asked now; marks them asked."""
        due = [peer for peer, link in self.links.items() if now_ms >= self._ask_at(link, over)]
        for peer in due:
            self.links[peer].asked_ms = now_ms
            self.links[peer].hurried = False
        return due

    def hurry(self, peer: Peer) -> None:
        """The peer is to be asked without delay."""
        if peer in self.links:
            self.links[peer].hurried = True

    def _ask_at(self, link: Link, over: bool) -> int:
        if link.hurried:
            return link.asked_ms + HURRY_MS
        regular = link.asked_ms + (OVER_MS if over else OPEN_MS)
        if self._lacking_since is None:
            return regular
        return min(regular, max(self._lacking_since, link.asked_ms) + LACKING_MS)

    def wake_at(self, over: bool) -> int | None:
        """The next time at which a question or an answer is due, None without links."""
        times = [self._ask_at(link, over) for link in self.links.values()]
        times += [link.answered_ms + ANSWER_MS for link in self.links.values() if link.pending]
        return min(times, default=None)
