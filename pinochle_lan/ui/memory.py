"""What the window remembers on its own: open dialogs, typed text, half-made choices. Never part of the game.

A frozen record and one function that carries out what an item of a page does locally. Knows no pygame, no
table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from pinochle_lan.cards import Card, Suit
from pinochle_lan.ui.page import Local

T = TypeVar("T")

CHAT: Final = "chat:text"
"""The field that remarks are written in."""
SORTS: Final = ("suit", "rank", "dealt")
TIP_MS: Final = 2500
"""How long a refusal stays when nothing else is done (look.md 8)."""


@dataclass(frozen=True, slots=True)
class Balloon:
    """What somebody said, by the plate until a moment (ms)."""

    seat: int
    text: str
    until: int


@dataclass(frozen=True, slots=True)
class Drag:
    """A card under the pointer: its middle. ``dropped``: played, it waits there for the table."""

    id: str
    x: float
    y: float
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that is this window's own."""

    dialog: str = ""
    """Open dialog: menu, settings, leave, laptops, saved, bots, keys, name, details, last, rules."""
    chosen: bytes = b""
    """Table chosen in the lobby."""
    fields: tuple[tuple[str, str], ...] = ()
    focus: str = ""
    hover: str = ""
    pressed: str = ""
    ring: bool = False
    """The keyboard was used last: the focus shows."""
    bid: int | None = None
    """Number in the stepper; None = the smallest one allowed."""
    picked: tuple[int, ...] = ()
    """Slots chosen to pass, bury or meld."""
    suit: Suit | None = None
    melds: tuple[int, ...] = ()
    """Chosen places in the list of melds to lay."""
    lifted: int | None = None
    """Card lifted by a first click (setting)."""
    tip: int | None = None
    """Slot whose refusal is explained."""
    tip_until: int = 0
    seen_meld: int = 0
    """Number of the hand whose meld was looked at and put away."""
    seen_score: int = 0
    """Number of the hand whose score sheet was put away."""
    tab: str = "log"
    row: str = ""
    """Row chosen in a list."""
    part: str = ""
    """Part of a page with tabs that is shown; empty = the first."""
    drawer: bool = False
    sort: str = "suit"
    fresh: tuple[Card, ...] = ()
    """Cards that came to the own hand last: passed, from the kitty, or drawn."""
    confirm: str = ""
    """Button that asks once more before it acts."""
    scroll: tuple[tuple[str, int], ...] = ()
    notice: str = ""
    """Sentence put away by the person."""
    drag: Drag | None = None
    balloons: tuple[Balloon, ...] = ()
    unread: int = 0
    """Remarks heard while the chat was not open."""
    muted: tuple[int, ...] = ()
    """Members whose remarks are not shown."""
    place: tuple[bytes, int, int] = (b"", 0, 0)
    """Table, hand and step the half-made choices belong to."""

    def field(self, name: str) -> str:
        """What stands in a text field."""
        return dict(self.fields).get(name, "")

    def scrolled(self, name: str) -> int:
        """How far a list is scrolled, in rows."""
        return dict(self.scroll).get(name, 0)

    def with_field(self, name: str, text: str) -> Memory:
        """The memory after typing in a field."""
        return replace(self, fields=_put(self.fields, name, text))


def _put(pairs: tuple[tuple[str, T], ...], name: str, value: T) -> tuple[tuple[str, T], ...]:
    kept = dict(pairs)
    kept[name] = value
    return tuple(kept.items())


def at_place(memory: Memory, place: tuple[bytes, int, int]) -> Memory:
    """The memory when the table stands at ``place`` (table id, hand, step).

    Half-made choices belong to one step: they are dropped with it, so no stale one is confirmed (F37).
    """
    if memory.place == place:
        return memory
    table, hand, _ = memory.place
    fresh = replace(
        memory,
        place=place,
        bid=None,
        picked=(),
        suit=None,
        melds=(),
        lifted=None,
        tip=None,
        confirm="",
        drag=None,
    )
    if (table, hand) != place[:2]:
        fresh = replace(fresh, drawer=False)
    if table != place[0]:
        fresh = replace(fresh, seen_meld=0, seen_score=0, dialog="", tab="log", part="", notice="", scroll=())
        fresh = replace(fresh, balloons=(), unread=0, muted=()).with_field(CHAT, "")
    return fresh


def after(memory: Memory, act: Local, now_ms: int) -> Memory:
    """The memory after a local act. Raises KeyError for an act that nobody knows."""
    value = act.value
    match act.what:
        case "dialog":
            return replace(memory, dialog=str(value or ""), confirm="", focus="", tip=None)
        case "choose":
            assert isinstance(value, bytes)
            return replace(memory, chosen=value)
        case "bid":
            assert isinstance(value, int)
            return replace(memory, bid=value)
        case "pick":
            assert isinstance(value, int)
            if value in memory.picked:
                return replace(memory, picked=tuple(slot for slot in memory.picked if slot != value))
            return replace(memory, picked=(*memory.picked, value), tip=None)
        case "unpick":
            return replace(memory, picked=())
        case "suit":
            assert isinstance(value, Suit)
            return replace(memory, suit=value)
        case "meld":
            assert isinstance(value, int)
            if value in memory.melds:
                return replace(memory, melds=tuple(place for place in memory.melds if place != value))
            return replace(memory, melds=(*memory.melds, value))
        case "only meld":
            assert isinstance(value, int)
            return replace(memory, melds=() if memory.melds == (value,) else (value,))
        case "lift":
            assert isinstance(value, int)
            return replace(memory, lifted=value, tip=None)
        case "refuse":
            assert isinstance(value, int)
            return replace(memory, tip=value, tip_until=now_ms + TIP_MS, lifted=None)
        case "seen meld":
            assert isinstance(value, int)
            return replace(memory, seen_meld=value)
        case "seen score":
            assert isinstance(value, int)
            return replace(memory, seen_score=value)
        case "tab":
            unread = 0 if value == "chat" else memory.unread
            focus = "" if memory.focus == CHAT else memory.focus
            return replace(memory, tab=str(value), unread=unread, focus=focus)
        case "talk":
            return replace(memory, tab="chat", drawer=True, unread=0, focus=CHAT, dialog="")
        case "mute":
            assert isinstance(value, int)
            if value in memory.muted:
                return replace(memory, muted=tuple(member for member in memory.muted if member != value))
            return replace(memory, muted=(*memory.muted, value))
        case "part":
            return replace(memory, part=str(value), scroll=(), confirm="")
        case "row":
            return replace(memory, row=str(value), confirm="")
        case "field":
            assert isinstance(value, tuple)
            return memory.with_field(value[0], str(value[1]))
        case "drawer":
            return replace(memory, drawer=not memory.drawer)
        case "sort":
            place = SORTS.index(memory.sort)
            return replace(memory, sort=SORTS[(place + 1) % len(SORTS)])
        case "confirm":
            return replace(memory, confirm=str(value))
        case "scroll":
            assert isinstance(value, tuple)
            name, row = value
            return replace(memory, scroll=_put(memory.scroll, name, int(row)))
        case "notice":
            return replace(memory, notice=str(value))
        case "clear":
            return memory.with_field(str(value), "")
        case _:
            raise KeyError(act.what)
