"""Who is heard, and since when somebody is not: links, and what linked laptops tell of theirs.

Outside the log (docs/log.md 6 and 13): never in a digest. While every laptop has a link to every other one
nothing is sent but changes; as long as one is missing anywhere, each tells twice a second whom it hears.
Times are the caller's milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.codec import Value
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, FrameType

SILENT_MS: Final = 10_000
"""Silence after which a laptop counts as gone (docs/log.md 9)."""
CAST_OUT_MS: Final = 300
"""The same for one whose link was ended for what it sent: long enough to learn who else still hears it."""
TELL_MS: Final = 500
STALE_MS: Final = 3_000
"""What a laptop told is good for so long."""
MOST_TOLD: Final = 64


class Presence:
    """One laptop's ear. Members by number; it hears itself."""

    def __init__(self, table: bytes, me: int | None, members: Sequence[int], now_ms: int) -> None:
        self._table = table
        self._me = me
        self._members = tuple(members)
        self._links: dict[int, None] = {}
        self._told: dict[int, tuple[tuple[int, ...], int]] = {}
        """What a linked laptop told last: whom it hears, and when it came."""
        self._heard = dict.fromkeys(members, now_ms)
        self._cast_out: dict[int, None] = {}
        """Members whose link here was ended for what they sent."""
        self._next: int | None = None

    def know(self, me: int | None, members: Sequence[int], now_ms: int) -> None:
        """Who is at the table now, this laptop's own number too."""
        self._me = me
        self._members = tuple(members)
        for member in members:
            self._heard.setdefault(member, now_ms)

    def linked(self, member: int, now_ms: int) -> None:
        """The link with a member stands."""
        self._links[member] = None
        self._cast_out.pop(member, None)
        self._heard[member] = now_ms
        self._next = now_ms

    def unlinked(self, member: int, now_ms: int, *, cast_out: bool = False) -> None:
        """The link with a member is gone; ``cast_out``: it was ended for what the member sent."""
        if member in self._links:
            del self._links[member]
            self._heard[member] = now_ms
        if cast_out:
            self._cast_out[member] = None
        self._told.pop(member, None)
        self._next = now_ms

    def take(self, sender: int, frame: Frame, now_ms: int) -> None:
        """A linked laptop tells whom it hears. Raises Malformed."""
        match frame[1:]:
            case (bytes() as table, tuple() as told) if table == self._table and len(told) <= MOST_TOLD:
                known = tuple(member for member in told if type(member) is int and member in self._members)
            case _:
                raise Malformed("presence names its table and a list of members")
        if sender in self._links:
            news = known != self._told.get(sender, ((), 0))[0]
            self._told[sender] = known, now_ms
            for member in known:
                self._heard[member] = max(now_ms, self._heard[member])
            if not self._complete(now_ms) and (self._next is None or news):
                self._next = now_ms if news else now_ms + TELL_MS

    def via(self, member: int, now_ms: int) -> int | None:
        """The linked laptop by way of which a member without a link is heard, None if there is none."""
        for other, (told, at) in sorted(self._told.items()):
            if member in told and now_ms < at + STALE_MS:
                return other
        return None

    def hears(self, member: int, now_ms: int) -> bool:
        """Whether a member is heard now, directly or by way of another."""
        return member == self._me or member in self._links or self.via(member, now_ms) is not None

    def silent_ms(self, member: int, now_ms: int) -> int:
        """For how long a member was not heard; 0 while it is, or is not known yet."""
        return 0 if self.hears(member, now_ms) else max(0, now_ms - self._heard.get(member, now_ms))

    def gone(self, member: int, now_ms: int) -> bool:
        """Whether nobody heard the member for so long that its contributions may be put to the vote."""
        return self.silent_ms(member, now_ms) >= self._limit(member)

    def cast_out(self, member: int) -> bool:
        """Whether the member's link here was ended for what it sent, and it has none since."""
        return member in self._cast_out

    def due(self, now_ms: int) -> Frame | None:
        """The frame for all that is due now, if any."""
        if self._me is None or self._next is None or now_ms < self._next:
            return None
        self._next = None if self._complete(now_ms) else now_ms + TELL_MS
        told: tuple[Value, ...] = tuple(sorted(self._links))
        return int(FrameType.PRESENCE), self._table, told

    def wake_at(self, now_ms: int) -> int | None:
        """When ``due`` has a frame, or somebody's silence becomes too long; None if nothing is planned."""
        limits = [
            at + self._limit(member)
            for member, at in self._heard.items()
            if now_ms < at + self._limit(member) and member != self._me and member not in self._links
        ]
        if self._next is not None and self._me is not None and self._links:
            limits.append(self._next)
        return min(limits, default=None)

    def _limit(self, member: int) -> int:
        return CAST_OUT_MS if member in self._cast_out else SILENT_MS

    def _complete(self, now_ms: int) -> bool:
        """Whether everybody has links to all, as far as is known here."""
        others = [member for member in self._members if member != self._me]
        if any(member not in self._links for member in others):
            return False
        for member in others:
            told, _ = self._told.get(member, (tuple(self._members), now_ms))
            if any(other != member and other not in told for other in self._members):
                return False
        return True
