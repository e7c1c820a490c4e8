"""What can go wrong between two laptops, in words. Owns every reason a link can end; knows no socket."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class NetError(Exception):
    """Something on the network did not work; the text is one sentence for the person."""


class LinkError(NetError):
    """The other side broke the link protocol. The link that raised it is dead."""


class WrongLaptop(NetError):
    """Somebody else is at that address: it is out of date."""


class VersionError(NetError):
    """The other side runs another version; the sentence says who is older.

    ``reply`` is what may still be sent, so that the other side can say so too.
    """

    def __init__(self, sentence: str, reply: bytes = b"") -> None:
        super().__init__(sentence)
        self.reply = reply


class Reason(IntEnum):
    """Why a link ended (F33). The numbers are on the wire: never reuse one."""

    LEFT = 1
    """The person left the table."""
    CLOSED = 2
    """The program was closed, or died."""
    LOST = 3
    """Nothing was heard for two seconds: asleep, out of range, hung."""
    REFUSED = 4
    """One side does not let the other in."""
    VERSION = 5
    """The versions differ."""
    FAULT = 6
    """One side broke the protocol."""
    SLOW = 7
    """One side did not read what was sent to it."""
    SPARE = 8
    """A second link between the same two laptops; the other one stays."""
    DONE = 9
    """It was only asked whether the laptop is there."""
    OTHER = 10
    """Not the laptop that was looked for, perhaps this one: an old address. Never sent."""


_WORDS = {
    Reason.LEFT: "left the table",
    Reason.CLOSED: "closed the program",
    Reason.LOST: "lost contact",
    Reason.REFUSED: "does not let this laptop in",
    Reason.VERSION: "runs another version",
    Reason.FAULT: "sent something that is not understood",
    Reason.SLOW: "did not keep up",
    Reason.SPARE: "has another link already",
    Reason.DONE: "answered",
    Reason.OTHER: "is another laptop than the one looked for",
}


@dataclass(frozen=True, slots=True)
class Gone:
    """How a link ended: the reason, and a text that completes "<name> ..."."""

    reason: Reason
    detail: str = ""
    """More precise words than the reason's own; empty = those."""

    @property
    def words(self) -> str:
        """Completes a sentence that begins with the laptop's name."""
        return self.detail or _WORDS[self.reason]

    def sentence(self, who: str) -> str:
        """The whole sentence. A version's says itself whose it is."""
        return self.detail if self.reason is Reason.VERSION and self.detail else f"{who} {self.words}."

    def __str__(self) -> str:
        return self.words
