"""Intents: what the window may ask of the program behind it, one frozen record a wish.

Plain data, and nothing of how it is done: a wish that does not fit the moment does nothing or is refused
there.
"""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_lan.form import FormIntent, OptionValue
from pinochle_lan.rules.actions import Choice
from pinochle_lan.shelf import PluginIntent


@dataclass(frozen=True, slots=True)
class SetName:
    """The person's shown name (asked once at first start)."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Found a table. ``bots``: (seat, opponent id) of each seat that a bot takes at once."""

    name: str
    variant: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    bots: tuple[tuple[int, str], ...] = ()
    alone: bool = False
    """Against bots only: no network at all."""
    locked: bool = True
    """Has a code; otherwise the founder says yes to each."""
    shares: bool = True
    """Hands its plugin files to laptops that lack them; False = the table forbids it."""


@dataclass(frozen=True, slots=True)
class JoinTable:
    """Join a listed table (by id), or by code, or by address."""

    table_id: bytes = b""
    code: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """The founder changes variant or options before the first hand."""

    variant: str
    options: tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class LockTable:
    """The founder wants the table to have a code, a new one, or none. Before the first hand only."""

    locked: bool


@dataclass(frozen=True, slots=True)
class SitDown:
    """Take a free chair; at a table under way ask for a bot's (``Snapshot.free``) from the next hand on."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Put a bot on a chair, or free it (empty id). Founder only."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Admit:
    """The yes or no to a knocking laptop: the founder's, under way that of whoever is knocked at."""

    key: bytes
    yes: bool


@dataclass(frozen=True, slots=True)
class ReadyUp:
    """Ready for the first hand, or for the next one."""

    ready: bool = True


@dataclass(frozen=True, slots=True)
class Act:
    """The person's choice. ``hand`` and ``step`` are those of the snapshot it was made on: a stale click does
    nothing (F37)."""

    action: Choice
    step: int


@dataclass(frozen=True, slots=True)
class LetBotPlay:
    """Whoever is missing (``member`` of a ``Vote``) need not be waited for: put it to the vote."""

    member: int


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """Agree that a member gets a seat's chair from the next hand on (as a ``Motion`` says)."""

    seat: int
    member: int


@dataclass(frozen=True, slots=True)
class Kick:
    """The person wants a member to leave; more than half must want it, this agrees with a ``Motion`` too."""

    member: int


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The person wants the hand to end without score; all must."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """The person wants a turn clock of so many seconds from the next hand on, 0 = the table waits."""

    seconds: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """The person on whom the turn clock ran out is here again."""


@dataclass(frozen=True, slots=True)
class AskHint:
    """What would a good player do here? The answer comes with the snapshot."""


@dataclass(frozen=True, slots=True)
class Say:
    """A remark to the others at the table; what is over its limits is refused with a sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class PutAway:
    """The person has seen the melds of that hand; the others are shown so."""

    hand: int


@dataclass(frozen=True, slots=True)
class AskReview:
    """What would a good player have done in the last hand? The answer comes with the snapshot."""


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Back to the lobby; the game is kept and can be continued."""


@dataclass(frozen=True, slots=True)
class EndEvening:
    """The score stands as it is: back to the lobby, the unfinished hand does not count."""


@dataclass(frozen=True, slots=True)
class ContinueGame:
    """Go on with an unfinished game of this laptop."""

    file: str
    without: tuple[str, ...] = ()
    """Plugins to leave out from the next hand on (``SavedGame.suspects``): a branch of the game that all
    who play on must choose."""
    anew: bool = False
    """Too few of the others are there: this laptop opens a table that begins with the score and the dealer of
    the hand that waits, for whoever comes (docs/log.md 13). The old one stays as it is."""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """Same people, new game."""


@dataclass(frozen=True, slots=True)
class Search:
    """Look for tables anew."""


@dataclass(frozen=True, slots=True)
class RunCheck:
    """Find out why tables are not seen; ``Lobby.check`` tells."""


Intent = (
    SetName
    | OpenTable
    | JoinTable
    | ChangeTable
    | LockTable
    | SitDown
    | SeatBot
    | Admit
    | ReadyUp
    | Act
    | LetBotPlay
    | GiveSeat
    | Kick
    | VoidHand
    | SetClock
    | ComeBack
    | AskHint
    | Say
    | PutAway
    | AskReview
    | LeaveTable
    | EndEvening
    | ContinueGame
    | PlayAgain
    | Search
    | RunCheck
    | PluginIntent
    | FormIntent
)
