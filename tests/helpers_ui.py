"""A window without a screen, for tests of the kit."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from pinochle_lan.ui.cardart import CardArt
from pinochle_lan.ui.fonts import Fonts
from pinochle_lan.ui.geometry import Scale
from pinochle_lan.ui.painter import Painter
from pinochle_lan.ui.theme import FOUR_COLOURS, GREEN, SuitColours, Theme

_FONTS: list[Fonts] = []


def display(width: int = 1280, height: int = 720) -> pygame.Surface:
    """The dummy driver's window surface."""
    pygame.display.init()
    return pygame.display.set_mode((width, height))


def fonts() -> Fonts:
    """The shipped faces only, so that tests see the same letters on every machine."""
    if not _FONTS:
        _FONTS.append(Fonts(system=False))
    return _FONTS[0]


def painter(
    width: int = 1280,
    height: int = 720,
    text: float = 1.0,
    theme: Theme = GREEN,
    *,
    suits: SuitColours = FOUR_COLOURS,
    cards: CardArt | None = None,
) -> Painter:
    """A painter on a fresh window of that size."""
    surface = display(width, height)
    return Painter(surface, Scale.fit(width, height, text), theme, suits, fonts=fonts(), cards=cards)
