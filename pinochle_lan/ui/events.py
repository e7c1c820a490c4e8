"""Raw pygame events become inputs here and nowhere else.

Inputs carry places in units, so nothing behind this module knows the size of the window (F48). A pad's
buttons become the keys they stand for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from pinochle_lan.ui.geometry import Scale


@dataclass(frozen=True, slots=True)
class Pointer:
    """The mouse or a finger. ``kind``: move, down, up, wheel or leave; ``x``, ``y`` in units."""

    kind: str
    x: float = -1.0
    y: float = -1.0
    button: int = 0
    """1 left, 2 middle, 3 right; 0 for move, wheel, leave."""
    wheel: float = 0.0
    """Lines, positive = towards the top."""
    touch: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """A key going down. ``name`` as pygame names it: left, return, tab, escape, space, f1, a, 7, + ..."""

    name: str
    shift: bool = False
    ctrl: bool = False
    """Control, or Command on a Mac."""
    alt: bool = False
    repeat: bool = False
    pad: bool = False
    """Came from a game pad."""
    typed: str = ""
    """The character the key would write; empty for arrows and the like."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Finished text from the keyboard or an input method."""

    text: str


@dataclass(frozen=True, slots=True)
class Composing:
    """Text an input method is still working on; empty when it gave up or finished."""

    text: str
    caret: int = 0


Input = Pointer | Key | Typed | Composing

_ALIASES: Final = {
    "enter": "return",
    "keypad enter": "return",
    "[+]": "+",
    "[-]": "-",
    "page up": "pageup",
    "page down": "pagedown",
}
_PAD: Final = {
    pygame.CONTROLLER_BUTTON_A: "return",
    pygame.CONTROLLER_BUTTON_B: "escape",
    pygame.CONTROLLER_BUTTON_X: "l",
    pygame.CONTROLLER_BUTTON_Y: "h",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "pageup",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "pagedown",
    pygame.CONTROLLER_BUTTON_BACK: "/",
    pygame.CONTROLLER_BUTTON_START: "escape",
}


def translate(event: pygame.Event, scale: Scale, ratio: tuple[float, float] = (1.0, 1.0)) -> Input | None:
    """The input an event stands for, or None.

    ``ratio`` is surface pixels per window point across and down (not 1 on dense displays).
    """

    def place(pos: tuple[float, float]) -> tuple[float, float]:
        return scale.units(pos[0] * ratio[0]), scale.units(pos[1] * ratio[1])

    kind = event.type
    if kind == pygame.MOUSEMOTION:
        return Pointer("move", *place(event.pos), touch=bool(getattr(event, "touch", False)))
    if kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        if event.button not in (1, 2, 3):
            return None
        name = "down" if kind == pygame.MOUSEBUTTONDOWN else "up"
        return Pointer(name, *place(event.pos), event.button, touch=bool(getattr(event, "touch", False)))
    if kind == pygame.MOUSEWHEEL:
        lines = float(getattr(event, "precise_y", event.y))
        return Pointer("wheel", *place(pygame.mouse.get_pos()), wheel=-lines if event.flipped else lines)
    if kind in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
        return Pointer("leave")
    if kind == pygame.KEYDOWN:
        return _key(event)
    if kind == pygame.TEXTINPUT:
        return Typed(event.text)
    if kind == pygame.TEXTEDITING:
        return Composing(event.text, event.start)
    if kind == pygame.CONTROLLERBUTTONDOWN and event.button in _PAD:
        return Key(_PAD[event.button], pad=True)
    return None


def _key(event: pygame.Event) -> Key:
    name = pygame.key.name(event.key)
    if name.startswith("[") and name.endswith("]") and len(name) == 3:  # key pad: [7]
        name = name[1]
    typed = getattr(event, "unicode", "")
    return Key(
        _ALIASES.get(name, name),
        shift=bool(event.mod & pygame.KMOD_SHIFT),
        ctrl=bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)),
        alt=bool(event.mod & pygame.KMOD_ALT),
        repeat=bool(getattr(event, "repeat", False)),
        typed=typed if typed.isprintable() else "",
    )
