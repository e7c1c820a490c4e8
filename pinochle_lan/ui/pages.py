"""The pages built lately: a change is laid out, planned and drawn from the same page, built once.

Knows scenes only through ``build``.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from pinochle_lan.front import Front
from pinochle_lan.ui.page import Page
from pinochle_lan.ui.scenes import build
from pinochle_lan.ui.scenes.look import Look

_KEPT: Final = 3


class Pages:
    """Builds pages, and remembers the last few."""

    def __init__(self) -> None:
        self._built: deque[tuple[Front, Look, Page]] = deque(maxlen=_KEPT)

    def build(self, front: Front, look: Look) -> Page:
        """The page of ``front``."""
        for known, seen, page in self._built:
            if seen == look and known == front:
                return page
        page = build(front, look)
        self._built.appendleft((front, look, page))
        return page
