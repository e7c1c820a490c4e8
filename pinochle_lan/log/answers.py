"""What goes to a laptop that lacks things: in parts, from each linked laptop its share, nothing twice.

Owns the STORE frames of docs/log.md 6. Whoever was away is linked to several laptops that hold the same; on a
bad radio the same bytes from all of them take as many times as long. So it says whom it asks, and everybody
begins with the entries that are its to send. Pure but for what was sent on one link; times are given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import encode
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.sync import Have, Shelf, lacking, votes_lacking

PART_BYTES: Final = 16_000
"""One frame's things: whoever waits for them begins with the first frame while the next ones travel."""
PARTS_MOST: Final = 4
"""Frames in one answer (64 KiB, docs/log.md 6)."""
ALONE_MOST: Final = 2
"""The same in the first answer of a link whose laptop asks nobody else yet: the next link may be near."""
FEWEST_HELPERS: Final = 2
FEW_BYTES: Final = 8_000
"""So little is not shared out: everybody sends it at once."""
AHEAD_MOST: Final = 240
"""Steps beyond the asker's settled ones; more would not stay in its early window."""
SMALL_MOST: Final = 150
"""Acknowledgements and riders in one answer, so that the steps have room too."""
AGAIN_MS: Final = 3_000
"""A link loses nothing while it stands; what was not asked for in vain so long ago is not sent again."""
SHARE_MS: Final = 300
"""What others should have sent is sent too, so long after the last of one's own share at the latest."""


@dataclass(frozen=True, slots=True)
class _Item:
    """One thing of the steps that the asker lacks."""

    frame: Frame
    size: int
    entry: Entry | None
    """None for votes."""


class Answers:
    """The answers to one linked laptop."""

    def __init__(self) -> None:
        self._sent: dict[bytes, int] = {}
        """Ids of entries that went out on this link lately, and when."""
        self._shared_ms: int | None = None
        """When entries of the own share went out last."""

    def to(self, have: Have, shelf: Shelf, me: int | None, now_ms: int) -> list[Frame]:
        """The frames that answer a question now; none if the asker lacks nothing, or others send it."""
        self._sent = {thing: at for thing, at in self._sent.items() if now_ms < at + AGAIN_MS}
        lacks = list(_by_step(have, shelf))
        items = [item for item in lacks if item.entry is None or item.entry.id not in self._sent]
        most = PARTS_MOST
        if sum(item.size for item in items) > FEW_BYTES:
            items, most = self._shared(lacks, items, have, me, now_ms)
        frames: list[Frame] = []
        for part in _parts(_small(have, shelf), items, most):
            for item in part:
                if item.entry is not None:
                    self._sent[item.entry.id] = now_ms
            frames.append((int(FrameType.STORE), have.table, tuple(item.frame for item in part)))
        return frames

    def _shared(
        self, lacks: list[_Item], items: list[_Item], have: Have, me: int | None, now_ms: int
    ) -> tuple[list[_Item], int]:
        """What this laptop sends of much that is lacking, and in how many parts at most.

        ``items`` are those of ``lacks`` that were not sent lately. Once all of the own share has arrived,
        what is still lacking is late on another link, and goes in small bites: most of it is on its way.
        """
        turns = sorted(dict.fromkeys(have.asked))
        if me is None or me not in turns:
            return items, PARTS_MOST
        alone = self._shared_ms is None and len(turns) < FEWEST_HELPERS
        own = [item for item in items if item.entry is None or _turn(item.entry, turns) == me]
        if any(item.entry is not None for item in own):
            self._shared_ms = now_ms
            return own, ALONE_MOST if alone else PARTS_MOST
        travels = any(item.entry is not None and _turn(item.entry, turns) == me for item in lacks)
        patient = self._shared_ms is not None and now_ms < self._shared_ms + SHARE_MS
        return (own if travels and patient else items), 1


def _turn(entry: Entry, turns: list[int]) -> int:
    """Whose share an entry is, of those that are asked."""
    return turns[(entry.step + entry.author) % len(turns)]


def _parts(small: list[Frame], items: list[_Item], most: int) -> list[list[_Item]]:
    """At most so many frames' things, in order."""
    whole = [_Item(frame, len(encode(frame)), None) for frame in small] + items
    parts: list[list[_Item]] = []
    room = 0
    for item in whole:
        if item.size > room or not parts:
            if len(parts) == most:
                break
            parts.append([])
            room = PART_BYTES
        parts[-1].append(item)
        room -= item.size
    return parts


def _small(have: Have, shelf: Shelf) -> list[Frame]:
    """The acknowledgements and riders that the asker lacks."""
    asked = {member: (step, ids) for member, step, ids in have.acks}
    things: list[Frame] = []
    for member in sorted(shelf.book.latest):
        step, ids = asked.get(member, (-1, ()))
        for ack in shelf.book.newest(member):
            other = ack.step == step > have.settled and not have.names(ack.signature, ids)
            if ack.step > step or other:
                things.append(ack.wire())
    things += [rider.wire() for rider in shelf.pool.riders() if not have.names(rider.id, have.riders)]
    return things[:SMALL_MOST]


def _by_step(have: Have, shelf: Shelf) -> Iterator[_Item]:
    """Steps the asker has not settled, lowest first; decisions before the entries they are about."""
    entries: dict[int, list[Entry]] = {}
    for entry in lacking(have, shelf.store):
        entries.setdefault(entry.step, []).append(entry)
    for step in sorted({**entries, **dict.fromkeys(shelf.polls.steps())}):
        if not have.settled < step <= have.settled + AHEAD_MOST:
            continue
        for frame in votes_lacking(have, step, shelf.polls):
            yield _Item(frame, len(encode(frame)), None)
        for entry in entries.get(step, ()):
            frame = entry.wire()
            yield _Item(frame, len(encode(frame)), entry)
