"""Card faces and backs as ready sprites, by width, tilt and dimming.

Sprites are premultiplied: blit them with ``pygame.BLEND_PREMULTIPLIED``. They are drawn larger and averaged,
and padded before they are turned; otherwise edges get jagged and dark. Knows no rules, no table and no
motion.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
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
WIDEST: Final = 124
"""Width of the widest card on the table, in units: the own hand."""
_SAMPLED_BELOW: Final = 260
"""Wider cards are drawn at their own size: four samples a pixel make no difference there."""
_PAD: Final = 4
_KEPT: Final = 400
_FILE_LIMIT: Final = 200_000


def height(width: float) -> float:
    """Height of a card of ``width``."""
    return width * RATIO


def _drawn(width: int) -> int:
    """How wide a face is drawn for sprites up to ``width`` pixels."""
    return 2 * width if width < _SAMPLED_BELOW else width


class CardArt:
    """One deck in one set of suit colours with one back.

    Drawing a face takes 4 to 20 ms, scaling and turning it a tenth of a millisecond: so each face is drawn
    once, large, and sprites of all sizes and tilts are made of that.
    """

    def __init__(
        self,
        deck: str = "classic",
        colours: SuitColours = FOUR_COLOURS,
        back: str = "claret",
        folder: Path | None = None,
        back_file: Path | None = None,
    ) -> None:
        """``folder`` replaces the shipped deck by 24 drawings of somebody else (see ``faults``), and
        ``back_file`` the shipped back (see ``fault``).
        """
        self._folder = folder or sprites() / deck
        self._colours = colours
        self._back = back_file or sprites() / "backs" / f"{back}.svg"
        self._kept: Cache[pygame.Surface] = Cache(_KEPT)
        self._large: dict[Card | None, pygame.Surface] = {}
        """The drawings that sprites are made of, each with a clear edge of ``_PAD`` around it."""
        self._wide = 0
        """Width in pixels of the large drawings that are wanted."""
        self._queue: dict[Card | None, None] = {}
        self._stale = False
        """Sprites are kept that were made of drawings since replaced."""
        self.version = 0
        """Goes up when sprites that were handed out could be had sharper."""

    def fit(self, width: int) -> None:
        """Say how wide the widest card will be, in pixels: all faces get queued for ``warm`` at that size.

        Until then sprites are made of the drawings there are.
        """
        if _drawn(width) != self._wide:
            self._wide = _drawn(width)
            self._queue = dict.fromkeys((None, *FACES))

    @property
    def waiting(self) -> bool:
        """Whether ``warm`` has something to do."""
        return bool(self._queue)

    def sprite(self, card: Card | None, width: int, tilt: float = 0.0, dim: bool = False) -> pygame.Surface:
        """The sprite; turned ones are larger than the card. Slow only for a face never drawn before."""
        key = (card, width, round(tilt * 2) / 2, dim)
        return self._kept.get(key, lambda: self._make(*key))

    def warm(self, budget_ms: float, now: Callable[[], float] = time.perf_counter) -> None:
        """Draw queued faces until ``budget_ms`` are used up.

        ``now`` returns seconds. At least one is drawn a call, so a slow laptop gets there too.
        """
        end = now() + budget_ms / 1000
        while self._queue:
            card = next(iter(self._queue))
            del self._queue[card]
            old = self._large.get(card)
            if old is None or _width(old) != self._wide:
                self._stale = self._stale or old is not None
                self._large[card] = self._draw(card, self._wide)
                if now() >= end:
                    break
        if not self._queue and self._stale:
            self._stale = False
            self._kept.clear()
            self.version += 1

    def _make(self, card: Card | None, width: int, tilt: float, dim: bool) -> pygame.Surface:
        large = self._large.get(card)
        if large is None or (_width(large) < width and card not in self._queue):
            large = self._large[card] = self._draw(card, max(self._wide, _drawn(width)))
        if tilt:
            sheet = pygame.transform.rotozoom(large, -tilt, width / _width(large))
        else:
            face = large.subsurface(large.get_rect().inflate(-2 * _PAD, -2 * _PAD))
            sheet = pygame.transform.smoothscale(face, (max(1, width), max(1, round(height(width)))))
        if dim:
            sheet.fill(DIM, special_flags=pygame.BLEND_RGB_MULT)
        return sheet.convert_alpha()

    def _draw(self, card: Card | None, width: int) -> pygame.Surface:
        """The face (None: the back), ``width`` pixels wide, premultiplied, with its edge."""
        size = (max(1, width), max(1, round(height(width))))
        face = pygame.image.load_sized_svg(io.BytesIO(self._drawing(card)), size).premul_alpha()
        framed = pygame.Surface((size[0] + 2 * _PAD, size[1] + 2 * _PAD), pygame.SRCALPHA)
        framed.fill((0, 0, 0, 0))
        framed.blit(face, (_PAD, _PAD), special_flags=pygame.BLEND_PREMULTIPLIED)
        return framed

    def _drawing(self, card: Card | None) -> bytes:
        if card is None:
            return _read(self._back).encode()
        return recoloured(_read(self._folder / f"{card}.svg"), card.suit, self._colours).encode()


def _width(drawing: pygame.Surface) -> int:
    """Width of the face in a drawing with its edge."""
    return drawing.get_width() - 2 * _PAD


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
    _read.cache_clear()
    return [sentence for face in FACES for sentence in fault(folder / f"{face}.svg")]


def fault(path: Path) -> list[str]:
    """What keeps a file from being the drawing of a card: none or one sentence. A good one is remembered."""
    if not path.is_file():
        return [f"{path.name} is missing."]
    if path.stat().st_size > _FILE_LIMIT:
        return [f"{path.name} is larger than {_FILE_LIMIT // 1000} KB."]
    try:
        _read(path)
        wide, high = pygame.image.load(path).get_size()
    except (pygame.error, OSError, UnicodeDecodeError) as error:
        return [f"{path.name} cannot be drawn: {error}."]
    if abs(high / wide - RATIO) > 0.01:
        return [f"{path.name} is {wide} x {high}; cards are 5 wide by 7 high."]
    return []


@cache
def _read(path: Path) -> str:
    return path.read_text("utf-8")
