"""What the table asks its caller to do. The order is a law: what stands before a Send is done before it.

``room`` appends the records and secrets of a batch, flushes once, then sends (docs/log.md 14). If saving
fails,
nothing after it may be sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_lan.log.effects import Save
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.view import View
from pinochle_lan.table.snapshot import Line

__all__ = [
    "Addresses",
    "AskBot",
    "Begun",
    "Closed",
    "DropSecret",
    "Effect",
    "Happened",
    "LobbyEffect",
    "Said",
    "Save",
    "SaveSecret",
    "Send",
]


@dataclass(frozen=True, slots=True)
class SaveSecret:
    """Write a secret of this table's hand to the profile, readable by its owner only, before what follows."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class DropSecret:
    """Delete a secret: its hand is over."""

    name: str


@dataclass(frozen=True, slots=True)
class Send:
    """Send a frame (canonical bytes, no length prefix) to the peer with this key; None = to all linked."""

    to: bytes | None
    frame: bytes


@dataclass(frozen=True, slots=True)
class AskBot:
    """A bot is to choose. Answer with ``Table.bot_answer(number, action)``; late answers are dropped."""

    number: int
    seat: int
    bot: str
    """Opponent id."""
    hand: int
    """A fresh opponent is made for each seat and hand."""
    view: View
    legal: Legal


@dataclass(frozen=True, slots=True)
class Said:
    """A new line of the log panel."""

    line: Line


@dataclass(frozen=True, slots=True)
class Happened:
    """An event for ``--json``: its name and plain data, pairs in order."""

    event: str
    data: tuple[tuple[str, object], ...] = ()


Effect = Save | SaveSecret | DropSecret | Send | AskBot | Said | Happened
"""What a Table gives back."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Everybody signed: open a Table on this genesis. ``addresses`` stay good for the mesh."""

    genesis: Genesis


@dataclass(frozen=True, slots=True)
class Closed:
    """This laptop is not (or no longer) at the table: one sentence why."""

    why: str


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the members' laptops can be reached: (key, ``host:port``...) each; link with all of them."""

    peers: tuple[tuple[bytes, tuple[str, ...]], ...]


LobbyEffect = Send | Begun | Closed | Addresses | Said | Happened
"""What a lobby gives back."""
