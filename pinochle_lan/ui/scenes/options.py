"""Dialogs to choose in: the window's settings, and the game and opponents for playing with bots."""

from __future__ import annotations

from typing import Final

from pinochle_lan.front import Front
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import columns
from pinochle_lan.ui.page import Do, Local
from pinochle_lan.ui.scenes import dialog
from pinochle_lan.ui.scenes.lobby import against_bots, default_bot, default_variant
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.settings import IDS, LOOK, WORN, UiSettings, allowed, named_look
from pinochle_lan.ui.sheet import Sheet

MOST_CELLS: Final = 5
"""Choices in one line."""
MOST_CHOICES: Final = 10
MOST_BOTS: Final = 8
_TITLES: Final[dict[str, str]] = {
    "text_size": "Text size",
    "trick_hold": "A full trick stays",
    "speed": "Motion",
    "sound": "Sound",
    "deck": "Card faces",
    "colours": "Suit colours",
    "theme": "Table cloth",
    "two_clicks": "A card is played by",
    "meld_help": "Meld values while bidding",
    "chat": "Chat",
}
_VALUES: Final[dict[tuple[str, int | bool | str], str]] = {
    ("trick_hold", 500): "0.5 s",
    ("trick_hold", 900): "0.9 s",
    ("trick_hold", 1800): "1.8 s",
    ("trick_hold", 0): "until a click",
    ("speed", 0): "none",
    ("speed", 50): "slow",
    ("speed", 100): "normal",
    ("speed", 200): "fast",
    ("sound", True): "on",
    ("sound", False): "off",
    ("colours", "four"): "four colours",
    ("colours", "safe"): "colour-safe",
    ("colours", "two"): "two colours",
    ("theme", "green"): "green",
    ("theme", "blue"): "blue",
    ("theme", "contrast"): "contrast",
    ("two_clicks", False): "one click",
    ("two_clicks", True): "two clicks",
    ("meld_help", True): "shown",
    ("meld_help", False): "hidden",
    ("chat", True): "on",
    ("chat", False): "off",
}


def settings(s: Sheet, look: Look, front: Front) -> None:
    names = list(_TITLES)
    choices = {name: _choices(name, front) for name in names}
    lines = {name: -(-len(choices[name]) // MOST_CELLS) for name in names}
    total = sum(lines.values())
    box = dialog.frame(s, "Settings", 760, 102 + 54 * total)
    for place, (name, title) in enumerate((("name", "Your name"), ("keys", "Keys"))):
        cell = Rect(box.x + 250 + place * 124, box.y - 52, 116, 38)
        cap = "F1" if name == "keys" else ""
        s.button(f"settings:{name}", cell, title, (Local("dialog", name),), "ghost", cap=cap, size=14)
    step = min(54.0, box.h / total)
    y = box.y
    for name in names:
        s.line_at(box.x, y + min(40.0, step - 4) / 2, 220, _TITLES[name], size=15.5, weight="b")
        now = getattr(look.settings, name)
        per_line = -(-len(choices[name]) // lines[name])
        for line in range(lines[name]):
            row = choices[name][line * per_line : (line + 1) * per_line]
            cells = columns(Rect(box.x + 232, y, box.w - 232, min(40.0, step - 4)), per_line, 6)
            for cell, (value, text) in zip(cells, row, strict=False):
                do: Do = (Local("set", (name, value)),)
                s.button(f"{name}:{value}", cell, text, do, "chip", size=14, chosen=value == now)
            y += step


def _choices(name: str, front: Front) -> list[tuple[int | bool | str, str]]:
    """What the setting may be, with the words for it: the kit's own, then what looks of plugins bring."""
    found: list[tuple[int | bool | str, str]] = []
    for value in allowed(name):
        text = _VALUES.get((name, value)) or (f"{value} %" if isinstance(value, int) else str(value))
        found.append((value, text))
    looks = front.lobby.looks
    if name == "deck":
        found += [(LOOK + one.id, one.title) for one in looks if one.cards or (one.back and not one.colours)]
    if name == "theme":
        found += [(LOOK + one.id, one.title) for one in looks if one.colours]
    return found[:MOST_CHOICES]


def changed(settings: UiSettings, name: str, value: int | bool | str) -> UiSettings:
    """The settings with one value changed. Raises ValueError for a value that is not allowed."""
    worn = name in WORN and named_look(value)
    if name not in IDS and not worn and value not in allowed(name):
        raise ValueError(f"{name} cannot be {value!r}")
    plain = {field: getattr(settings, field) for field in settings.__dataclass_fields__}
    return UiSettings(**{**plain, name: value})


def bots(s: Sheet, look: Look, front: Front) -> None:
    """Which game, against which opponents; begins at once."""
    hall = front.lobby
    variant, bot = default_variant(look, hall), default_bot(look, hall)
    lines, bot_lines = -(-len(hall.variants) // 2), -(-len(hall.opponents[:MOST_BOTS]) // 4)
    box = dialog.frame(s, "Play with bots", 760, 214 + 46 * (lines + bot_lines))
    s.caps(box.x, box.y + 8, box.w, "Game")
    for place, info in enumerate(hall.variants):
        cell = Rect(box.x + place % 2 * 356, box.y + 24 + place // 2 * 46, 348, 40)
        here = variant is not None and info.id == variant.id
        pick: Do = (Local("set", ("variant", info.id)),)
        label = f"{info.title} · {info.seats} players"
        s.button(f"game:{info.id}", cell, label, pick, "chip", size=14, chosen=here)
    y = box.y + 36 + lines * 46
    s.caps(box.x, y, box.w, "Opponents")
    for place, (id_, title) in enumerate(hall.opponents[:MOST_BOTS]):
        cell = Rect(box.x + place % 4 * 178, y + 16 + place // 4 * 46, 170, 40)
        s.button(f"bot:{id_}", cell, title, (Local("set", ("bot", id_)),), "chip", size=14, chosen=id_ == bot)
    do = against_bots(look, hall)
    cell = Rect(box.right - 200, box.bottom - 50, 200, 48)
    s.button(
        "go:bots", cell, "Deal", do, "primary", size=17, enabled=bool(do), why="No opponents are installed."
    )
    note = "For other rules open a table and put bots on its chairs."
    s.line_at(box.x, box.bottom - 26, box.w - 220, note, size=13.5, weight="m", tone="muted")
