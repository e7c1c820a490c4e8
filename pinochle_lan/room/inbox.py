"""What waits for a room's desk, by whom it comes: each gets its turn, so that a flood delays only its sender.

Owns the order of calls: of one sender as they came, of several one each in turn. Knows no core, no clock and
nothing of what a call does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pinochle_lan.room.clerk import Call

OWN: Final = b""
"""The sender of what this laptop itself wants."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be done."""

    call: Call
    sender: bytes = OWN
    """The key of the laptop it comes from, or is about."""
    size: int = 0
    """Bytes of the frame; 0 = it is none."""


class Inbox:
    """Items by sender."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, deque[Item]] = {}
        self._dropped: dict[bytes, None] = {}
        """Senders whose frames are not wanted any more, of those that are being looked at too."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def post(self, item: Item) -> None:
        """Puts it behind the sender's others."""
        self._waiting.setdefault(item.sender, deque()).append(item)

    def take(self) -> list[Item]:
        """Everything: the first of each sender, then the second of each, and so on."""
        taken: list[Item] = []
        self._dropped.clear()
        while self._waiting:
            for sender in list(self._waiting):
                taken.append(self._waiting[sender].popleft())
                if not self._waiting[sender]:
                    del self._waiting[sender]
        return taken

    def back(self, items: Sequence[Item]) -> None:
        """What was taken and not done stands before what its senders posted since."""
        for item in reversed(items):
            if not item.size or item.sender not in self._dropped:
                self._waiting.setdefault(item.sender, deque()).appendleft(item)

    def drop(self, sender: bytes) -> None:
        """Forgets the frames of a sender that wait, and those of them that come back."""
        self._dropped[sender] = None
        kept = deque(item for item in self._waiting.pop(sender, ()) if not item.size)
        if kept:
            self._waiting[sender] = kept
