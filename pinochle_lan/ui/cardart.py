"""Card faces and backs as ready sprites, by width, tilt and dimming.

Sprites are premultiplied: blit them with ``pygame.BLEND_PREMULTIPLIED``. Below 180 pixels they are drawn
twice as large and averaged, and padded before they are turned; otherwise edges get jagged and dark. Knows no
rules, no table and no motion.
"""

from __future__ import annotations

import io
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pygame

from pinochle_lan.cards import FACES, Card, Suit
from pinochle_lan.shipped import sprites
from pinochle_lan.ui.cache import Cache
from pinochle_lan.ui.theme import FOUR_COLOURS, SuitColours

RATIO: Final = 1.4
"""Height by width."""
CORNER: Final = 0.068
"""Corner radius by width."""
DECKS: Final = ("classic", "large", "outline")
BACKS: Final = ("claret", "navy")
DIM: Final = (160, 169, 165)
"""Illegal cards are multiplied by this."""
_SAMPLED_BELOW: Final = 180
_PAD: Final = 4
_KEPT: Final = 400
_FILE_LIMIT: Final = 200_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A sprite: ``card`` None is a back; ``width`` in pixels; ``tilt`` in degrees clockwise."""

    card: Card | None
    width: int
    tilt: float = 0.0
    dim: bool = False

    def rounded(self) -> Wanted:
        """The sprite that is kept for it: tilts come in half degrees."""
        return Wanted(self.card, self.width, round(self.tilt * 2) / 2, self.dim)


def height(width: float) -> float:
    """Height of a card of ``width``."""
    return width * RATIO


class CardArt:
    """One deck in one set of suit colours with one back."""

    def __init__(
        self,
        deck: str = "classic",
        colours: SuitColours = FOUR_COLOURS,
        back: str = "claret",
        folder: Path | None = None,
    ) -> None:
        """``folder`` replaces the shipped deck by 24 drawings of somebody else (see ``faults``)."""
        self._folder = folder or sprites() / deck
        self._colours = colours
        self._back = back
        self._kept: Cache[pygame.Surface] = Cache(_KEPT)
        self._queue: deque[Wanted] = deque()

    def sprite(self, card: Card | None, width: int, tilt: float = 0.0, dim: bool = False) -> pygame.Surface:
        """The sprite, made now (8 to 20 ms) if it is not kept. Turned sprites are larger than the card."""
        wanted = Wanted(card, width, tilt, dim).rounded()
        return self._kept.get(wanted, lambda: self._make(wanted))

    def ready(self, wanted: Wanted) -> bool:
        """Whether the sprite can be had without waiting."""
        return wanted.rounded() in self._kept

    def want(self, sprites_wanted: Iterable[Wanted]) -> None:
        """Queue sprites for ``warm``, first come first made."""
        self._queue.extend(w.rounded() for w in sprites_wanted)

    def warm(self, budget_ms: float, now: Callable[[], float] = time.perf_counter) -> bool:
        """Make queued sprites until ``budget_ms`` are used up. True when nothing is left to do.

        ``now`` returns seconds. At least one sprite is made a call, so a slow laptop gets there too.
        """
        end = now() + budget_ms / 1000
        while self._queue:
            wanted = self._queue.popleft()
            if wanted not in self._kept:
                self._kept.get(wanted, lambda: self._make(wanted))  # noqa: B023 - used at once
                if now() >= end:
                    break
        return not self._queue

    def drop(self) -> None:
        """Forget all sprites and wishes: the window has another size."""
        self._kept.clear()
        self._queue.clear()

    def _make(self, wanted: Wanted) -> pygame.Surface:
        samples = 2 if wanted.width < _SAMPLED_BELOW else 1
        size = (max(1, wanted.width), max(1, round(height(wanted.width))))
        large = (size[0] * samples, size[1] * samples)
        sheet = pygame.image.load_sized_svg(io.BytesIO(self._drawing(wanted.card)), large).premul_alpha()
        if wanted.tilt:
            framed = pygame.Surface((large[0] + 2 * _PAD, large[1] + 2 * _PAD), pygame.SRCALPHA)
            framed.fill((0, 0, 0, 0))
            framed.blit(sheet, (_PAD, _PAD), special_flags=pygame.BLEND_PREMULTIPLIED)
            sheet = pygame.transform.rotozoom(framed, -wanted.tilt, 1 / samples)
        elif samples > 1:
            sheet = pygame.transform.smoothscale(sheet, size)
        if wanted.dim:
            sheet.fill(DIM, special_flags=pygame.BLEND_RGB_MULT)
        return sheet.convert_alpha()

    def _drawing(self, card: Card | None) -> bytes:
        if card is None:
            return _read(sprites() / "backs" / f"{self._back}.svg").encode()
        return recoloured(_read(self._folder / f"{card}.svg"), card.suit, self._colours).encode()


def recoloured(drawing: str, suit: Suit, colours: SuitColours) -> str:
    """A face, drawn in the four-colour set, in another set: its suit's colour and tint are replaced."""
    for ours, theirs in (
        (FOUR_COLOURS.paper[suit], colours.paper[suit]),
        (FOUR_COLOURS.tint[suit], colours.tint[suit]),
    ):
        drawing = drawing.replace(ours, theirs)
    return drawing


def faults(folder: Path) -> list[str]:
    """What keeps a folder from being a deck, one sentence each; empty when it is one.

    A deck is 24 files ``10H.svg`` ... of at most 200 KB that the drawing library can read, 5 wide by 7 high.
    """
    found: list[str] = []
    for face in FACES:
        path = folder / f"{face}.svg"
        if not path.is_file():
            found.append(f"{path.name} is missing.")
        elif path.stat().st_size > _FILE_LIMIT:
            found.append(f"{path.name} is larger than {_FILE_LIMIT // 1000} KB.")
        else:
            try:
                wide, high = pygame.image.load(path).get_size()
            except pygame.error as fault:
                found.append(f"{path.name} cannot be drawn: {fault}.")
                continue
            if abs(high / wide - RATIO) > 0.01:
                found.append(f"{path.name} is {wide} x {high}; cards are 5 wide by 7 high.")
    return found


@cache
def _read(path: Path) -> str:
    return path.read_text("utf-8")
