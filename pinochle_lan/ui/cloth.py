"""The table cloth: radial light, vignette and a light grain, without any numeric library."""

from __future__ import annotations

import math
from functools import cache
from random import Random
from typing import Final

import pygame

from pinochle_lan.ui.theme import Theme, rgb

_GRAIN: Final = 128
_WIDE: Final = 160
_HIGH: Final = 90


def felt(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """The cloth of a theme for a window of ``size`` pixels."""
    if theme.flat:
        sheet = pygame.Surface(size)
        sheet.fill(theme.felt_middle)
        return sheet.convert()
    sheet = pygame.transform.smoothscale(_light(theme), size)
    for flag, seed in ((pygame.BLEND_RGB_ADD, 7), (pygame.BLEND_RGB_SUB, 8)):
        tile = _grain(seed)
        for left in range(0, size[0], _GRAIN):
            for top in range(0, size[1], _GRAIN):
                sheet.blit(tile, (left, top), special_flags=flag)
    return sheet.convert()


def _smooth(share: float) -> float:
    inside = min(1.0, max(0.0, share))
    return inside * inside * (3 - 2 * inside)


def _light(theme: Theme) -> pygame.Surface:
    """The light of the felt on a small sheet; enlarging it smoothly is what makes it soft."""
    centre, middle, edge = (rgb(c) for c in (theme.felt_centre, theme.felt_middle, theme.felt_edge))
    pixels = bytearray()
    for row in range(_HIGH):
        down = (row / _HIGH - 0.46) / 0.72
        for column in range(_WIDE):
            across = (column / _WIDE - 0.5) / 0.74
            away = math.hypot(across, down)
            inner, outer = _smooth(away / 0.72), min(1.0, max(0.0, (away - 0.72) / 0.43))
            for a, b, c in zip(centre, middle, edge, strict=True):
                tone = a + (b - a) * inner
                pixels.append(round(tone + (c - tone) * outer))
    return pygame.image.frombytes(bytes(pixels), (_WIDE, _HIGH), "RGB")


@cache
def _grain(seed: int) -> pygame.Surface:
    """A tile of faint noise, 0 to 3 levels, the same in every run."""
    noise = Random(seed)  # noqa: S311 - a texture
    levels = bytes(
        level for _ in range(_GRAIN * _GRAIN) for level in (min(3, int(abs(noise.gauss(0, 1.3)))),) * 3
    )
    return pygame.image.frombytes(levels, (_GRAIN, _GRAIN), "RGB")
