"""Draws the items of a page with the kit's painter; nothing else knows both.

Text never leaves its box: it is shortened to the width and, at large text sizes, made no taller than the
height.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final, cast

from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.page import (
    Block,
    Button,
    CardItem,
    Face,
    Felt,
    Field,
    Glyph,
    Hot,
    Item,
    Label,
    Mark,
    Meter,
    Page,
    Plate,
    Run,
    Sentence,
    Shape,
    Tip,
    Veil,
)
from pinochle_lan.ui.painter import Align, Painter
from pinochle_lan.ui.sheet import WEIGHTS
from pinochle_lan.ui.text import Segment, Span
from pinochle_lan.ui.theme import Theme, mix
from pinochle_lan.ui.widgets.bubbles import tooltip
from pinochle_lan.ui.widgets.button import Kind, button
from pinochle_lan.ui.widgets.marks import corners, mark
from pinochle_lan.ui.widgets.plate import plate
from pinochle_lan.ui.widgets.textfield import TextField

_EXTRA: Final = MappingProxyType(
    {"black": "#000000", "set": "#A3161A", "gold_pale": "#FFF1CC", "wood": "#7A5530"}
)
"""Colours that mean the same in every theme."""
_ALIGN: Final[MappingProxyType[str, Align]] = MappingProxyType({"l": "left", "m": "center", "r": "right"})
_KINDS: Final = ("primary", "secondary", "ghost", "danger", "paper")


class PagePaint:
    """Draws pages. ``fields`` are the live text fields by id."""

    def __init__(self, painter: Painter, fields: Mapping[str, TextField]) -> None:
        self.painter = painter
        self.fields = fields

    def colour(self, role: str) -> str:
        """The colour of a role in the theme now in force."""
        theme = self.painter.theme
        if role == "chosen":
            return mix(theme.raised, theme.felt_centre, 0.2)
        return _EXTRA[role] if role in _EXTRA else cast(str, getattr(theme, role))

    def page(
        self, page: Page, *, hover: str, focus: str, pressed: str, without: Collection[str] = ()
    ) -> None:
        """Draw all items but the cards named in ``without`` and their tags; ``focus`` shows its ring."""
        for item in page.items:
            if isinstance(item, CardItem):
                if item.id not in without:
                    self.card(item, item.pose, focused=item.id == focus)
            elif isinstance(item, Button):
                self._button(item, hover=item.id == hover, focused=item.id == focus, held=item.id == pressed)
            elif isinstance(item, Hot):
                if item.id == focus:
                    self.painter.focus_ring(item.box, radius=14)
                elif item.id == hover and item.do:
                    self.painter.panel(item.box, radius=12, fill="#FFFFFF", fill_alpha=10)
            elif isinstance(item, Field):
                field = self.fields.get(item.id)
                if field is not None:
                    field.draw(self.painter, focused=item.id == focus)
            elif not (isinstance(item, Label | Shape) and item.of in without):
                self._draw(item)

    def card(self, item: CardItem, pose: Pose, *, focused: bool = False, moving: bool = False) -> None:
        """One card, at rest or in flight."""
        p = self.painter
        glow = p.theme.gold if item.glow or item.chosen else None
        outline = p.theme.bad if item.refused else p.theme.focus if focused else None
        p.card(
            item.card,
            pose.cx,
            pose.cy,
            pose.w,
            tilt=pose.tilt,
            dim=item.dim,
            shadow=item.shadow,
            glow=glow,
            outline=outline,
            moving=moving,
        )
        corners(p, item, pose)

    # --- by kind ---

    def _draw(self, item: Item) -> None:
        make = cast(Callable[[Item], None] | None, self._table().get(type(item)))
        assert make is not None, item
        make(item)

    def _table(self) -> dict[type, Callable[..., None]]:
        return {
            Felt: self._felt,
            Label: self._label,
            Sentence: self._sentence,
            Block: self._block,
            Shape: self._shape,
            Plate: self._plate,
            Face: self._face,
            Glyph: self._glyph,
            Mark: self._mark,
            Meter: self._meter,
            Tip: self._tip,
            Veil: self._veil,
        }

    def _felt(self, item: Felt) -> None:
        self.painter.felt()

    def fitted(self, size: float, high: float) -> float:
        """The size at which a line is no taller than its box."""
        em = self.painter.texts.em(size)
        most = max(high / 1.16, 10.0)
        return size if em <= most else size * most / em

    def squeezed(self, size: float, width: Callable[[float], float], room: float) -> float:
        """At a large text size words first give that back, before anything is shortened."""
        least = size / self.painter.scale.text
        while size > least and width(size) > room:
            size = max(least, size - 0.4)
        return size

    def _label(self, item: Label) -> None:
        p, box, weight = self.painter, item.box, WEIGHTS[item.weight]
        size = self.fitted(item.size, box.h)
        size = self.squeezed(size, lambda now: p.texts.width(item.text, now, weight), box.w)
        x = {"l": box.x, "m": box.cx, "r": box.right}[item.align]
        p.text(
            item.text,
            x,
            box.cy,
            size=size,
            weight=weight,
            colour=self.colour(item.tone),
            align=_ALIGN[item.align],
            max_width=box.w + 0.6,
        )

    def _segments(self, runs: tuple[Run, ...]) -> list[Segment]:
        parts: list[Segment] = []
        for run in runs:
            if run.suit is not None:
                parts.append(run.suit)
            else:
                weight = WEIGHTS[run.weight] if run.weight else None
                parts.append(Span(run.text, weight, self.colour(run.tone) if run.tone else None))
        return parts

    def _sentence(self, item: Sentence) -> None:
        p, box, weight = self.painter, item.box, WEIGHTS[item.weight]
        parts = self._segments(item.runs)
        size = self.fitted(item.size, box.h)
        size = self.squeezed(size, lambda now: p.texts.rich_width(parts, now, weight), box.w)
        x = {"l": box.x, "m": box.cx, "r": box.right}[item.align]
        p.rich(
            parts,
            x,
            box.cy,
            size=size,
            weight=weight,
            colour=self.colour(item.tone),
            align=_ALIGN[item.align],
            paper=item.paper,
            max_width=box.w,
        )

    def _block(self, item: Block) -> None:
        p, box = self.painter, item.box
        size, weight = item.size, WEIGHTS[item.weight]
        least = min(12.0, size / p.scale.text)
        while (
            size > least
            and len(p.texts.wrap(item.text, box.w, size, weight)) * p.texts.line_height(size) > box.h
        ):
            size = max(least, size - 0.5)
        x = {"l": box.x, "m": box.cx, "r": box.right}[item.align]
        with p.clip(box):
            p.paragraph(
                item.text,
                x,
                box.y + p.texts.line_height(size) / 2,
                box.w,
                size=size,
                weight=weight,
                colour=self.colour(item.tone),
                align=_ALIGN[item.align],
            )

    def _shape(self, item: Shape) -> None:
        self.painter.panel(
            item.box,
            radius=item.radius,
            fill=self.colour(item.fill) if item.fill else None,
            fill_alpha=item.alpha,
            border=self.colour(item.line) if item.line else None,
            border_width=item.line_w,
            shadow=item.shadow,
            shadow_alpha=130,
        )

    def _veil(self, item: Veil) -> None:
        self.painter.veil(item.box, item.alpha)

    def _button(self, item: Button, *, hover: bool, focused: bool, held: bool) -> None:
        p = self.painter
        if item.kind in _KINDS:
            button(
                p,
                item.box,
                item.label,
                cast(Kind, item.kind),
                cap=item.cap,
                size=self.fitted(item.size, item.box.h - 6),
                enabled=item.enabled,
                chosen=item.chosen,
                hovered=hover,
                held=held,
                focused=focused,
            )
            return
        self._small(item, hover=hover, focused=focused, held=held)

    def _small(self, item: Button, *, hover: bool, focused: bool, held: bool) -> None:
        """Chips, tabs, tools, steps and chairs: the same states on smaller ground."""
        p, theme = self.painter, self.painter.theme
        box = item.box.moved(0, 1) if held and item.enabled else item.box
        fill, line, ink, alpha = theme.control, theme.control_line, theme.text, 255
        radius = 10.0
        if item.kind == "tab":
            fill, line = (theme.control, "") if item.chosen else ("", "")
            ink = theme.text if item.chosen else theme.muted
            radius = 8.0
        elif item.kind == "tool":
            fill, line, alpha = theme.bar, theme.panel_line, 205
        elif item.kind == "chair":
            fill = _free(theme)
            line, ink, radius = theme.good, theme.good, box.h / 2
        elif item.chosen:
            fill, line, ink = theme.gold_dark, theme.gold, theme.gold
        if not item.enabled:
            fill, line, ink, alpha = theme.disabled, "", theme.on_disabled, 255
        if fill or line:
            p.panel(
                box,
                radius=radius,
                fill=fill or None,
                fill_alpha=alpha,
                border=line or None,
                border_width=1.3,
                gradient=12 if item.enabled and item.kind in ("chip", "step") else 0,
            )
        if hover and item.enabled:
            p.panel(box, radius=radius, fill="#FFFFFF", fill_alpha=20)
        if focused:
            p.focus_ring(box, radius=radius)
        size = self.fitted(item.size, box.h - 4)
        weight = WEIGHTS["b"] if item.kind != "tab" or item.chosen else WEIGHTS["m"]
        cap_w = p.key_cap_width(item.cap) if item.cap else 0.0
        room = box.w - cap_w - 18 if item.cap else box.w - 8
        size = p.squeezed(item.label, size, weight, room)
        if item.cap:
            p.key_cap(item.cap, box.x + 8, box.cy, ink)
            x = box.x + cap_w + 15
            p.text(item.label, x, box.cy, size=size, weight=weight, colour=ink, max_width=room)
        else:
            p.text(
                item.label,
                box.cx,
                box.cy,
                size=size,
                weight=weight,
                colour=ink,
                align="center",
                max_width=room,
            )

    def _plate(self, item: Plate) -> None:
        plate(self.painter, item)

    def _face(self, item: Face) -> None:
        p, box = self.painter, item.box
        if item.name:
            p.avatar(box.cx, box.cy, box.w / 2 - 1, item.name, self.colour(item.ring), hue=item.hue)
        else:
            p.disc(box.cx, box.cy, box.w / 2 - 1, _free(p.theme), p.theme.good, border_width=1.8)
            for wide, high in ((12.0, 2.4), (2.4, 12.0)):
                p.panel(Rect.at(box.cx, box.cy, wide, high), radius=1.2, fill=p.theme.good)

    def _glyph(self, item: Glyph) -> None:
        p = self.painter
        p.suit(item.suit, item.box.cx, item.box.cy, item.box.w, p.ink(item.suit, paper=item.paper))

    def _meter(self, item: Meter) -> None:
        alpha = 140 if item.ground == "black" else 255
        self.painter.bar(item.box, item.share / 1000, self.colour(item.tone), self.colour(item.ground), alpha)

    def _mark(self, item: Mark) -> None:
        mark(self.painter, item, self.colour(item.tone))

    def _tip(self, item: Tip) -> None:
        p, box, theme = self.painter, item.box, self.painter.theme
        fill, line = (theme.tip_paper, theme.bad) if item.bad else (theme.raised, theme.control_line)
        p.panel(box, radius=10, fill=fill, border=line, border_width=1.6, shadow=9, shadow_alpha=140)
        x = min(max(item.point[0], box.x + 18), box.right - 18)
        size = (p.scale.px(20), p.scale.px(10))
        tail = p.shapes.polygon(size, ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)), fill)
        p.surface.blit(tail, (p.scale.px(x - 10), p.scale.px(box.bottom - 1.8)))
        line_h = p.texts.line_height(15)
        ink = theme.tip_ink if item.bad else theme.text
        top = box.y + 8 + line_h / 2 - 1
        p.rich(
            self._segments(item.title),
            box.x + 15,
            top,
            size=15,
            weight=WEIGHTS["h"],
            colour=ink,
            paper=item.bad,
            max_width=box.w - 28,
        )
        if item.more:
            p.rich(
                self._segments(item.more),
                box.x + 15,
                top + line_h,
                size=15,
                weight=WEIGHTS["m"],
                colour=ink,
                paper=item.bad,
                max_width=box.w - 28,
            )
        if item.foot:
            p.text(
                item.foot,
                box.x + 15,
                box.bottom - 8 - p.texts.line_height(13) / 2,
                size=13,
                weight=WEIGHTS["m"],
                colour=theme.tip_text if item.bad else theme.muted,
                max_width=box.w - 28,
            )

    def tooltip(self, target: Rect, text: str) -> None:
        """A sentence about a control, above it or below."""
        tooltip(self.painter, target, text, self.painter.area.inset(4))


def _free(theme: Theme) -> str:
    """Ground of a free chair."""
    return mix(theme.panel, theme.felt_centre, 0.12)
