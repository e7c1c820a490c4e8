"""Draws every sample screen as a picture: ``python tests/bench/gallery.py OUT_DIR [NAME ...]``.

For people: look at the pictures beside docs/look.md. Sizes are those of look.md 13.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import helpers_scenes
import pygame

from pinochle_lan.ui.memory import Balloon, Drag
from pinochle_lan.ui.screen import Screen

LONG = "I have not one heart, and the phone just rang twice in a row."
SIZES = ((1280, 720), (1024, 600), (1920, 1080))
DIALOGS = ("menu", "settings", "leave", "laptops", "keys", "last", "details", "bots")


def picture(name: str, size: tuple[int, int], memory: dict[str, object], sample: str) -> pygame.Surface:
    """One screen with some of the window's memory changed."""
    surface = pygame.Surface(size).convert()
    screen = Screen(surface, helpers_scenes.samples()[sample], post=lambda intent: None)
    screen.memory = replace(screen.memory, **memory)  # type: ignore[arg-type]
    screen.resize(surface)
    screen.draw(0)
    return surface


def wanted() -> dict[str, tuple[str, dict[str, object]]]:
    """Pictures by name: the sample and what differs in memory."""
    plain: dict[str, tuple[str, dict[str, object]]] = {name: (name, {}) for name in helpers_scenes.samples()}
    plain["refusal"] = ("trick", {"tip": 3, "tip_until": 9999, "hover": "hand:3"})
    plain["passing-half"] = ("passing", {"picked": (9, 15)})
    plain["three-picked"] = ("three", {"picked": (9, 15, 16), "suit": helpers_scenes.Suit.SPADES})
    plain["lay-chosen"] = ("lay", {"melds": (0,)})
    plain["drawer"] = ("trick", {"drawer": True})
    plain["focus"] = ("trick", {"focus": "hand:2", "ring": True})
    plain["chat"] = (
        "talking",
        {
            "tab": "chat",
            "drawer": True,
            "focus": "chat:text",
            "fields": (("chat:text", "Well pla"),),
            "balloons": (Balloon(0, "Thanks", 9999), Balloon(3, "Nice!", 9999), Balloon(2, "Well bid", 9999)),
        },
    )
    plain["muted"] = (
        "talking",
        {"tab": "chat", "drawer": True, "muted": (1,), "balloons": (Balloon(2, LONG, 9999),)},
    )
    plain["dragged"] = ("trick-lead", {"drag": Drag("hand:2", 520.0, 420.0)})
    plain["exchange-chosen"] = ("lay-exchange", {"melds": (0,)})
    plain["together"] = ("talking", {"dialog": "together"})
    plain["fair"] = ("talking", {"dialog": "fair"})
    plain["review"] = ("reviewed", {"dialog": "review"})
    for part in ("rules", "points", "presets"):
        plain[f"setup-{part}"] = ("setup", {"part": part})
    plain["setup-number"] = (
        "setup",
        {"dialog": "number:minimum_bid", "fields": (("number", "250"),), "focus": "number"},
    )
    plain["setup-games"] = ("setup", {"dialog": "games"})
    plain["setup-book"] = ("setup", {"dialog": "rules"})
    plain["plugins"] = ("lobby", {"dialog": "plugins"})
    plain["plugins-rule"] = (
        "lobby",
        {"dialog": "plugins", "row": "tens_around/house rule/tens-around", "part": "house rule"},
    )
    plain["absence-drawer"] = ("absence", {"drawer": True})
    for dialog in DIALOGS:
        plain[f"dialog-{dialog}"] = ("reviewed" if dialog == "details" else "trick", {"dialog": dialog})
    return plain


def main() -> None:
    """Write the pictures."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("Say where the pictures go: python tests/bench/gallery.py OUT_DIR [NAME ...]")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    names = sys.argv[2:]
    for size in SIZES:
        for name, (sample, memory) in wanted().items():
            if names and name not in names:
                continue
            image = picture(name, size, memory, sample)
            pygame.image.save(image, folder / f"{name}-{size[0]}.png")


if __name__ == "__main__":
    main()
