"""What people at a table say and show each other outside the game: chat, and "I have seen the melds".

Outside the log (docs/log.md 13): never in a digest, never due, never a reason to wait. What a laptop says
goes over its own links only, so it is its own. Times are the caller's milliseconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.shown import clean
from pinochle_lan.table.snapshot import Remark

LONGEST: Final = 120
"""Characters of a remark (docs/look.md 6)."""
LONGEST_BYTES: Final = 4 * LONGEST
KEPT: Final = 500
BURST: Final = 5
"""Remarks that one laptop may make at once ..."""
REFILL_MS: Final = 1_500
"""... and how long one of them takes to come back; what is over that is dropped."""


class Chat:
    """The talk of one table, as this laptop heard it. ``me`` None: a spectator, who only listens."""

    def __init__(self, table: bytes, me: int | None) -> None:
        self._table = table
        self._me = me
        self._remarks: deque[Remark] = deque(maxlen=KEPT)
        self._number = 0
        self._counters: dict[int, int] = {}
        """The last counter heard of each member; one's own is what was said last."""
        self._left: dict[int, tuple[int, int]] = {}
        """What a member may still say, and since when that is so."""
        self._seen: dict[int, int] = {}
        """The hand whose melds a member put away last."""

    def know(self, me: int | None) -> None:
        """This laptop is a member now and may speak."""
        self._me = me

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The last ones, oldest first."""
        return tuple(self._remarks)

    def restore(self, said: Iterable[tuple[int, str]]) -> None:
        """What was said before this laptop was started again: (member, text), oldest first."""
        for member, text in said:
            self._keep(member, clean(text, LONGEST_BYTES, LONGEST))

    def seen(self, member: int | None) -> int:
        """Number of the hand whose melds the member put away last; 0 = none yet."""
        return 0 if member is None else self._seen.get(member, 0)

    def say(self, text: str, now_ms: int) -> Frame | None:
        """The frame for what this laptop's person says; None if it is blank or comes too fast."""
        kept = clean(text, LONGEST_BYTES, LONGEST)
        if self._me is None or not kept or not self._may(self._me, now_ms):
            return None
        counter = self._counters.get(self._me, 0) + 1
        self._counters[self._me] = counter
        self._keep(self._me, kept)
        return int(FrameType.CHAT), self._table, self._me, counter, kept

    def put_away(self, hand: int) -> Frame | None:
        """The frame for "I have seen the melds of this hand"; None if that was said before."""
        if self._me is None or hand <= self.seen(self._me):
            return None
        self._seen[self._me] = hand
        return self._sign(hand)

    def greeting(self) -> tuple[Frame, ...]:
        """What a laptop is told whose link stands again."""
        hand = self.seen(self._me)
        return (self._sign(hand),) if hand else ()

    def linked(self, member: int) -> None:
        """A member's link stands, perhaps after a restart: its counter may begin anew."""
        self._counters.pop(member, None)

    def take(self, sender: int, frame: Frame, now_ms: int) -> None:
        """What the laptop of ``sender`` says or shows. Raises Malformed."""
        match frame:
            case (FrameType.CHAT, bytes() as table, int() as member, int() as counter, str() as text) if (
                table == self._table and member == sender and len(text.encode()) <= LONGEST_BYTES
            ):
                kept = clean(text, LONGEST_BYTES, LONGEST)
                if counter <= self._counters.get(sender, 0) or not kept:
                    return
                if not self._may(sender, now_ms):
                    raise Malformed("it talks faster than anybody can read")
                self._counters[sender] = counter
                self._keep(sender, kept)
            case (FrameType.LOOKED, bytes() as table, int() as member, int() as hand) if (
                table == self._table and member == sender and 0 <= hand < 1 << 31
            ):
                self._seen[sender] = max(hand, self.seen(sender))
            case _:
                raise Malformed("chat names its table, its own member, a counter and a short text")

    def _sign(self, hand: int) -> Frame:
        return int(FrameType.LOOKED), self._table, self._me, hand

    def _keep(self, member: int, text: str) -> None:
        self._number += 1
        self._remarks.append(Remark(self._number, member, text))

    def _may(self, member: int, now_ms: int) -> bool:
        """Whether the member may say one thing more now; counts it."""
        left, since = self._left.get(member, (BURST, now_ms))
        back = max(0, now_ms - since) // REFILL_MS
        left, since = (BURST, now_ms) if left + back >= BURST else (left + back, since + back * REFILL_MS)
        self._left[member] = (max(0, left - 1), since)
        return left > 0
