"""Raw events of pygame as the inputs they stand for."""

from __future__ import annotations

import pygame
import pytest
from helpers_ui import display

from pinochle_lan.ui.events import Composing, Key, Pointer, Typed, translate
from pinochle_lan.ui.geometry import Scale


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [(800, 600), (1024, 600), (1280, 720), (3840, 2160)])
def test_F48_the_pointer_lands_in_the_same_unit_on_every_screen(size: tuple[int, int], ratio: float) -> None:
    scale = Scale.fit(*size)
    x, y = 640.0, 300.0
    spot = (x * scale.k / ratio, y * scale.k / ratio)
    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1)
    found = translate(event, scale, (ratio, ratio))
    assert isinstance(found, Pointer)
    assert (found.x, found.y) == (pytest.approx(x), pytest.approx(y))


def key_event(key: int, mod: int = 0, text: str = "") -> pygame.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text)


def test_keys_are_named() -> None:
    display()
    scale = Scale()
    assert translate(key_event(pygame.K_RETURN), scale) == Key("return")
    assert translate(key_event(pygame.K_KP_ENTER), scale) == Key("return")
    assert translate(key_event(pygame.K_KP7, text="7"), scale) == Key("7", typed="7")
    assert translate(key_event(pygame.K_KP_PLUS, text="+"), scale) == Key("+", typed="+")
    assert translate(key_event(pygame.K_PAGEUP), scale) == Key("pageup")
    assert translate(key_event(pygame.K_PAGEDOWN), scale) == Key("pagedown")
    assert translate(key_event(pygame.K_TAB, pygame.KMOD_LSHIFT), scale) == Key("tab", shift=True)
    assert translate(key_event(pygame.K_c, pygame.KMOD_LCTRL, "\x03"), scale) == Key("c", ctrl=True)
    assert translate(key_event(pygame.K_v, pygame.KMOD_LMETA, "v"), scale) == Key("v", ctrl=True, typed="v")


def test_text_wheel_pad_and_the_rest() -> None:
    scale = Scale()
    event = pygame.event.Event
    assert translate(event(pygame.TEXTINPUT, text="ë"), scale) == Typed("ë")
    assert translate(event(pygame.TEXTEDITING, text="に", start=1, length=0), scale) == Composing("に", 1)
    assert translate(event(pygame.MOUSEMOTION, pos=(5, 6), rel=(0, 0), buttons=(0, 0, 0)), scale) == Pointer(
        "move", 5, 6
    )
    wheel = translate(event(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0, flipped=True), scale)
    assert isinstance(wheel, Pointer)
    assert wheel.wheel == -1
    pad = event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_A)
    assert translate(pad, scale) == Key("return", pad=True)
    assert translate(event(pygame.WINDOWLEAVE), scale) == Pointer("leave")
    assert translate(event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=4), scale) is None
    assert translate(event(pygame.USEREVENT), scale) is None
