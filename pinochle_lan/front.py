"""The front: what is in front of the person, the lobby and the table if one is open.

Frozen data that the window draws and the command line prints; it knows neither who makes it nor who looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pinochle_lan.form import Form
from pinochle_lan.shelf import LookInfo, Shelf
from pinochle_lan.table.snapshot import Snapshot


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
