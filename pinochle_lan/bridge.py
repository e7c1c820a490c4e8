"""Intents in, snapshots out, between the window's thread and the network thread.

The window posts frozen intents and reads the newest frozen ``Front``; neither call ever blocks. Where the
program runs without a window, the command line is the one that reads.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from pinochle_lan.form import Form, FormIntent, OptionValue
from pinochle_lan.rules.actions import Choice
from pinochle_lan.shelf import LookInfo, PluginIntent, Shelf
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.trace import Trace

# --- what the window may ask for ----------------------------------------------------------------------


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


# --- what the window shows ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in the lobby's list."""

    table_id: bytes
    name: str
    founder: str
    variant: str
    variant_title: str
    options: tuple[str, ...]
    """The options that differ from the default, in words."""
    seats: tuple[str, ...]
    """Names by chair; empty = free."""
    locked: bool = False
    under_way: bool = False
    watch: bool = False
    """Under way, and this laptop has no part in it: who is let in watches, and may ask for a bot's chair."""
    rtt_ms: int | None = None
    ghost: bool = False
    """Does not answer any more."""
    why_not: str = ""
    """Why it cannot be joined; empty = it can."""
    plugins: tuple[tuple[str, str], ...] = ()
    """(name, ``same``, ``missing`` or ``different``) of the plugins that it plays with, beside ours."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """An unfinished game on this laptop."""

    file: str
    title: str
    people: tuple[str, ...]
    scores: tuple[tuple[str, int], ...]
    when: str
    """Date as text, from the file."""
    suspects: tuple[str, ...] = ()
    """Plugins that the game stopped over, as ``house rule tens-around``; it can go on without them."""
    continued: str = ""
    """Who went on from it at another table, in words; empty = nobody did."""
    shared: bool = False
    """Others' laptops had part in it: where too few of them are left it can go on ``anew``."""


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """A game of this laptop."""

    id: str
    title: str
    seats: int
    seat_names: tuple[str, ...]
    book: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...] = ()
    """Its usual rules, as in ``Snapshot.rules``."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The lobby at one moment."""

    name: str
    """The person's name; empty = not asked yet."""
    laptop: str
    tables: tuple[ListedTable, ...] = ()
    saved: tuple[SavedGame, ...] = ()
    variants: tuple[VariantInfo, ...] = ()
    opponents: tuple[tuple[str, str], ...] = ()
    """(id, title)."""
    searching_ms: int = 0
    addresses: tuple[str, ...] = ()
    """This laptop's own addresses."""
    joining: str = ""
    """What is being tried right now, in words."""
    problem: str = ""
    """One sentence, newest first: why a join failed and what to do."""
    check: tuple[str, ...] = ()
    """What the check found, a sentence each, weightiest first; empty = it was not run."""
    checking: bool = False
    """The check is running; ``check`` then says what it does."""
    form: Form | None = None
    """What the founder of the table that is set up may set; None = this laptop lacks something."""
    looks: tuple[LookInfo, ...] = ()
    """Decks and cloths that plugins bring."""
    shelf: Shelf = field(default_factory=Shelf)
    """The plugins of this laptop, and what keeps it from a table that it wants to join."""


@dataclass(frozen=True, slots=True)
class Front:
    """What is in front of the person: the lobby, and the table if one is open."""

    lobby: Lobby
    table: Snapshot | None = None
    leaving: bool = False
    file: str = ""
    """The open table's game file; empty before its first entry."""


class Bridge:
    """The only thing both threads touch. ``post`` and ``read`` may be called from any thread."""

    def __init__(self, front: Front, trace: Trace | None = None) -> None:
        """``trace`` gets a line for every table that is published."""
        self.trace = trace
        self._lock = threading.Lock()
        self._front = front
        self._intents: deque[Intent] = deque()
        self._on_intent: Callable[[], None] = lambda: None
        self._on_front: Callable[[], None] = lambda: None

    def connect(
        self, *, on_intent: Callable[[], None] | None = None, on_front: Callable[[], None] | None = None
    ) -> None:
        """Set the wake-ups: ``on_intent`` wakes the network thread, ``on_front`` the window."""
        if on_intent is not None:
            self._on_intent = on_intent
        if on_front is not None:
            self._on_front = on_front

    def post(self, intent: Intent) -> None:
        """Window to table."""
        with self._lock:
            self._intents.append(intent)
        self._on_intent()

    def take(self) -> tuple[Intent, ...]:
        """All waiting intents, oldest first."""
        with self._lock:
            taken = tuple(self._intents)
            self._intents.clear()
        return taken

    def publish(self, front: Front) -> None:
        """Table to window: replaces what was there."""
        with self._lock:
            changed = front != self._front
            self._front = front
        if changed:
            self._on_front()
            if self.trace is not None and front.table is not None:
                self.trace.note("table", **_public(front.table))

    def read(self) -> Front:
        """The newest front."""
        with self._lock:
            return self._front


def _public(table: Snapshot) -> dict[str, object]:
    """What the trace says of a table: how far it is, and the card that came last."""
    fields: dict[str, object] = {"stage": table.stage, "step": table.step, "pending": table.pending}
    fields |= {"digest": table.digest, "notice": table.notice}
    view = table.view
    if view is not None:
        running = view.trick.plays if view.trick is not None else ()
        plays = (*(play for trick in view.tricks for play in trick.plays), *running)
        fields |= {"hand": view.hand_number, "phase": view.phase, "turn": view.turn, "cards": len(plays)}
        if plays:
            fields["last"] = (plays[-1].seat, str(plays[-1].card))
    return fields
