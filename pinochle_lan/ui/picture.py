"""The picture of a screen: draws a page when it differs from what is drawn, and only what moves while it
moves.

Everything that lies still is kept as one surface. Knows no fronts and no input.
"""

from __future__ import annotations

import pygame

from pinochle_lan.ui import motion
from pinochle_lan.ui.fields import Fields
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.motion import Flying, Motion
from pinochle_lan.ui.page import CardItem, Field, Page
from pinochle_lan.ui.paint import PagePaint
from pinochle_lan.ui.painter import Painter
from pinochle_lan.ui.widgets.bubbles import toast
from pinochle_lan.ui.widgets.plate import phase


class Picture:
    """What stands on the surface now."""

    def __init__(self, painter: Painter, fields: Fields) -> None:
        self._painter = painter
        self._fields = fields
        self._paint = PagePaint(painter, fields.live)
        self._drawn: tuple[object, ...] = ()
        self._still: pygame.Surface | None = None
        self._still_key: tuple[object, ...] = ()

    def forget(self) -> None:
        """Colours or faces changed: the kept surface is of no use any more."""
        self._still_key = ()
        self._drawn = ()

    def draw(
        self,
        page: Page,
        memory: Memory,
        moving: Motion,
        *,
        tip: tuple[Rect, str] | None,
        news: str,
        news_x: float,
        now_ms: int,
    ) -> bool:
        """Draw if anything changed since the last time; whether something was drawn."""
        away = motion.hidden(moving, now_ms)
        flying = motion.flying(moving, now_ms)
        dragged = _dragged(page, memory)
        if dragged is not None:
            away, flying = away | {dragged.id}, (*flying, dragged)
        focus = _shown_focus(page, memory)
        painter = self._painter
        painter.now_ms = now_ms
        key = (
            id(painter.surface),
            painter.cards.version,
            page,
            away,
            memory.hover,
            focus,
            memory.pressed,
            self._caret(page, memory, now_ms),
            phase(now_ms) if page.thinks else 0,
        )
        shakes = moving.shake and now_ms < moving.shake_from + motion.SHAKE_MS
        now = (key, flying, tip, news, now_ms if shakes else 0)
        if now == self._drawn:
            return False
        self._drawn = now
        if key != self._still_key or self._still is None:
            self._fields.place(page, memory)
            self._paint.page(page, hover=memory.hover, focus=focus, pressed=memory.pressed, without=away)
            if away or flying:
                self._still, self._still_key = painter.surface.copy(), key
            else:
                self._still, self._still_key = None, ()
        else:
            painter.surface.blit(self._still, (0, 0))
        self._draw_moving(page, moving, flying, now_ms)
        if tip is not None:
            self._paint.tooltip(tip[0], tip[1])
        if news:
            toast(painter, news_x, 84, news)
        return True

    def _draw_moving(self, page: Page, moving: Motion, flying: tuple[Flying, ...], now_ms: int) -> None:
        for sprite in flying:
            item = CardItem(sprite.id, sprite.pose, sprite.card, shadow=8)
            self._paint.card(item, sprite.pose, moving=True)
        if moving.shake:
            shaking = next((item for item in page.cards() if item.id == moving.shake), None)
            if shaking is not None:
                self._paint.card(shaking, motion.shaken(shaking.pose, moving, now_ms))

    def _caret(self, page: Page, memory: Memory, now_ms: int) -> tuple[int, str, int, int, str]:
        target = page.find(memory.focus)
        if not isinstance(target, Field):
            return (0, "", 0, 0, "")
        return self._fields.look(target, memory, now_ms)


def _dragged(page: Page, memory: Memory) -> Flying | None:
    """The card under the pointer, in flight as it were."""
    drag = memory.drag
    if drag is None:
        return None
    item = next((item for item in page.cards() if item.id == drag.id), None)
    if item is None:
        return None
    return Flying(item.id, item.card, Pose(drag.x, drag.y, item.pose.w))


def _shown_focus(page: Page, memory: Memory) -> str:
    target = page.find(memory.focus)
    if target is None:
        return ""
    return target.id if memory.ring or isinstance(target, Field) else ""
