"""What the person set about the window: one frozen record, and its plain form for a settings file.

Knows nothing of files: the caller of ``window.run_window`` passes the saved record in and a function that
saves the changed one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final

TEXT_SIZES: Final = (100, 125, 150)
"""Text sizes in percent (look.md 3)."""
HOLDS: Final = (500, 900, 1800, 0)
"""How long a full trick stays, in ms; 0 = until a click (look.md 8)."""
SPEEDS: Final = (50, 100, 200, 0)
"""Speed of motion in percent; 0 = no motion."""
DECKS: Final = ("classic", "large", "outline")
"""Card faces of the kit (look.md 4)."""
COLOURS: Final = ("four", "safe", "two")
"""Suit colours of the kit (look.md 2)."""
THEMES: Final = ("green", "blue", "contrast")
"""Table cloths of the kit."""


@dataclass(frozen=True, slots=True)
class UiSettings:
    """The window's settings. Every field is plain data, so that it can be written as JSON."""

    text_size: int = 100
    trick_hold: int = 900
    speed: int = 100
    sound: bool = True
    deck: str = "classic"
    colours: str = "four"
    theme: str = "green"
    two_clicks: bool = False
    """A first click lifts a card, the second plays it."""
    meld_help: bool = True
    """Show the meld value for each trump while bidding."""
    chat: bool = True
    """Balloons, quick phrases and the chat in the side panel."""
    sort: str = "suit"
    """Order of the own hand: suit, rank or dealt."""
    variant: str = ""
    """Id of the game chosen last for a new table; empty = none yet."""
    shares: bool = True
    """Tables opened here hand their plugin files to laptops that lack them."""
    locked: bool = True
    """Tables opened here have a code; otherwise the founder says yes to each."""
    bot: str = ""
    """Id of the opponent chosen last."""


_ALLOWED: Final[Mapping[str, tuple[int | bool | str, ...]]] = {
    "text_size": TEXT_SIZES,
    "trick_hold": HOLDS,
    "speed": SPEEDS,
    "sound": (True, False),
    "deck": DECKS,
    "colours": COLOURS,
    "theme": THEMES,
    "two_clicks": (True, False),
    "meld_help": (True, False),
    "chat": (True, False),
    "shares": (True, False),
    "locked": (True, False),
    "sort": ("suit", "rank", "dealt"),
}


IDS: Final = ("variant", "bot")
"""Settings that name a plugin: whether there is such a one is seen where it is used."""
WORN: Final = ("deck", "theme")
"""Settings that may name a look instead of something of the kit."""
LOOK: Final = "look:"
"""Before the id of a look."""
ID_LETTERS: Final = 64


def allowed(name: str) -> tuple[int | bool | str, ...]:
    """The values that the setting ``name`` may have, in the order in which the window offers them."""
    return _ALLOWED[name]


def named_look(value: object) -> bool:
    """Whether a setting names a look of a plugin."""
    return isinstance(value, str) and value.startswith(LOOK) and len(LOOK) < len(value) <= ID_LETTERS


def to_plain(settings: UiSettings) -> dict[str, int | bool | str]:
    """The record as a mapping that JSON can hold."""
    return asdict(settings)


def from_plain(plain: Mapping[str, object]) -> UiSettings:
    """The record from a mapping; what is unknown or not allowed is left at its default.

    A settings file may be old, new or edited by hand: none of that may keep the window from opening.
    """
    kept: dict[str, int | bool | str] = {}
    for item in fields(UiSettings):
        value = plain.get(item.name)
        if item.name in IDS:
            kept[item.name] = value if isinstance(value, str) and len(value) <= ID_LETTERS else ""
            continue
        if item.name in WORN and named_look(value):
            kept[item.name] = str(value)
        for choice in _ALLOWED[item.name]:
            if type(value) is type(choice) and value == choice:
                kept[item.name] = choice
    return UiSettings(**kept)  # type: ignore[arg-type]
