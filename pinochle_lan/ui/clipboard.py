"""The system's clipboard; without one, a private one, so that copy and paste work inside the game."""

from __future__ import annotations

import pygame

_own = [""]


def put(text: str) -> None:
    """Copy ``text``; nothing happens for an empty text."""
    if not text:
        return
    _own[0] = text
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return


def get() -> str:
    """What was copied last, here or elsewhere."""
    try:
        return pygame.scrap.get_text() or _own[0]
    except pygame.error:
        return _own[0]
