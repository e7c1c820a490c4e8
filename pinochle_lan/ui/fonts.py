"""The shipped type faces, and which of them has a given letter.

Pinochle Sans (a reduced Lato) carries the interface, Noto Serif Display the headings. A letter that the asked
face lacks comes from DejaVu Sans, then from a face of the system, and is shown as a replacement mark when
nobody has it: never as an empty box (F50). Knows no text layout.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Final

import pygame
import pygame.freetype

from pinochle_lan.shipped import sprites

REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


class Weight(Enum):
    """The faces of the interface; the value is the file's stem."""

    REGULAR = "PinochleSans-Regular"
    SEMIBOLD = "PinochleSans-Semibold"
    BOLD = "PinochleSans-Bold"
    HEAVY = "PinochleSans-Heavy"
    BLACK = "PinochleSans-Black"
    ITALIC = "PinochleSans-Italic"
    SERIF = "NotoSerifDisplay-Bold"
    """Headings of 20 units and up only."""
    MONO = "DejaVuSansMono"
    """Source of plugins."""


_FALLBACK: Final = "DejaVuSans"
_SYSTEM: Final = (
    "notosanscjksc,notosanscjkjp,notosanscjk,sourcehansans,microsoftyahei,yugothic,msgothic,malgungothic,"
    "pingfang,hiraginosans,applesdgothicneo,droidsansfallback,wenquanyimicrohei,arialunicodems,notosansdevanagari"
)


class Fonts:
    """Loads faces once a size. ``system`` allows a last look among the fonts of the machine."""

    def __init__(self, folder: Path | None = None, *, system: bool = True) -> None:
        pygame.font.init()
        pygame.freetype.init()
        self._folder = folder or sprites() / "fonts"
        self._system = system
        self._system_path: Path | None = None
        self._loaded: dict[tuple[str, int], pygame.font.Font] = {}
        self._probes: dict[str, pygame.freetype.Font] = {}
        self._face_of: dict[tuple[Weight, str], str] = {}

    def font(self, weight: Weight, px: int) -> pygame.font.Font:
        """The face of ``weight`` at ``px`` pixels."""
        return self._load(weight.value, px)

    def runs(self, text: str, weight: Weight, px: int) -> list[tuple[str, pygame.font.Font]]:
        """``text`` cut into pieces that one face can draw each, in order; letters nobody has are replaced."""
        pieces: list[tuple[str, str]] = []
        for letter in text:
            face = self._face(weight, letter)
            shown = letter if face else REPLACEMENT
            face = face or _FALLBACK
            # A blank or a combining mark stays with the run before it, so that words keep their spacing.
            if pieces and pieces[-1][0] == face:
                pieces[-1] = (face, pieces[-1][1] + shown)
            else:
                pieces.append((face, shown))
        return [(part, self._load(face, px)) for face, part in pieces]

    def _face(self, weight: Weight, letter: str) -> str:
        """Stem or path of the first face with ``letter``; empty when none has it."""
        key = (weight, letter)
        if key not in self._face_of:
            self._face_of[key] = self._search(weight, letter)
        return self._face_of[key]

    def _search(self, weight: Weight, letter: str) -> str:
        for face in (weight.value, _FALLBACK):
            if self._has(face, letter):
                return face
        if self._system and letter.isprintable():
            if self._system_path is None:
                found = pygame.font.match_font(_SYSTEM)
                self._system_path = Path(found) if found else Path()
            if self._system_path.name and self._has(str(self._system_path), letter):
                return str(self._system_path)
        return ""

    def _has(self, face: str, letter: str) -> bool:
        if face not in self._probes:
            self._probes[face] = pygame.freetype.Font(self._path(face), 16)
        # pygame.freetype answers None for a letter the face lacks; pygame.font would draw a box.
        return self._probes[face].get_metrics(letter)[0] is not None

    def _load(self, face: str, px: int) -> pygame.font.Font:
        key = (face, px)
        if key not in self._loaded:
            self._loaded[key] = pygame.font.Font(self._path(face), px)
        return self._loaded[key]

    def _path(self, face: str) -> Path:
        path = Path(face)
        return path if path.is_absolute() else self._folder / f"{face}.ttf"
