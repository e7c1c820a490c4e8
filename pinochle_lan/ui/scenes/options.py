"""Dialogs to choose in: the window's settings, and the game and opponents for playing with bots."""

from __future__ import annotations

from typing import Final

from pinochle_lan.bridge import Front
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import columns
from pinochle_lan.ui.page import Local
from pinochle_lan.ui.scenes import dialog
from pinochle_lan.ui.scenes.lobby import against_bots, default_bot, default_variant
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.settings import IDS, UiSettings, allowed
from pinochle_lan.ui.sheet import Sheet

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
}


def settings(s: Sheet, look: Look, front: Front) -> None:
    names = list(_TITLES)
    box = dialog.frame(s, "Settings", 760, 102 + 54 * len(names))
    step = min(54.0, box.h / len(names))
    for place, name in enumerate(names):
        y = box.y + place * step
        s.line_at(box.x, y + step / 2 - 3, 220, _TITLES[name], size=15.5, weight="b")
        values = allowed(name)
        now = getattr(look.settings, name)
        cells = columns(Rect(box.x + 232, y, box.w - 232, min(40.0, step - 4)), len(values), 6)
        for cell, value in zip(cells, values, strict=True):
            text = _VALUES.get((name, value)) or (f"{value} %" if isinstance(value, int) else str(value))
            s.button(
                f"{name}:{value}",
                cell,
                text,
                (Local("set", (name, value)),),
                "chip",
                size=14,
                chosen=value == now,
            )


def changed(settings: UiSettings, name: str, value: int | bool | str) -> UiSettings:
    """The settings with one value changed. Raises ValueError for a value that is not allowed."""
    if name not in IDS and value not in allowed(name):
        raise ValueError(f"{name} cannot be {value!r}")
    plain = {field: getattr(settings, field) for field in settings.__dataclass_fields__}
    return UiSettings(**{**plain, name: value})


def bots(s: Sheet, look: Look, front: Front) -> None:
    """Which game, against which opponents; begins at once."""
    hall = front.lobby
    variant, bot = default_variant(look, hall), default_bot(look, hall)
    lines = -(-len(hall.variants) // 3)
    box = dialog.frame(s, "Play with bots", 760, 262 + 48 * lines)
    s.caps(box.x, box.y + 8, box.w, "Game")
    for place, info in enumerate(hall.variants):
        cell = Rect(box.x + place % 3 * 236, box.y + 24 + place // 3 * 48, 228, 40)
        chosen = variant is not None and info.id == variant.id
        why = f"{info.seats} players"
        s.button(
            f"game:{info.id}",
            cell,
            info.title,
            (Local("set", ("variant", info.id)),),
            "chip",
            size=14,
            chosen=chosen,
            why=why,
        )
    y = box.y + 36 + lines * 48
    s.caps(box.x, y, box.w, "Opponents")
    for place, (id_, title) in enumerate(hall.opponents[:4]):
        cell = Rect(box.x + place * 176, y + 16, 168, 40)
        s.button(f"bot:{id_}", cell, title, (Local("set", ("bot", id_)),), "chip", size=14, chosen=id_ == bot)
    do = against_bots(look, hall)
    cell = Rect(box.right - 200, box.bottom - 50, 200, 48)
    s.button(
        "go:bots", cell, "Deal", do, "primary", size=17, enabled=bool(do), why="No opponents are installed."
    )
    note = "For other rules open a table and put bots on its chairs."
    s.line_at(box.x, box.bottom - 26, box.w - 220, note, size=13.5, weight="m", tone="muted")
