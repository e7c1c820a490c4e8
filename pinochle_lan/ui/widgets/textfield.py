"""One line of text: caret, selection, copy and paste, input methods, length limit."""

from __future__ import annotations

from enum import Enum

from pinochle_lan.ui import clipboard
from pinochle_lan.ui.events import Composing, Input, Key, Pointer, Typed
from pinochle_lan.ui.fonts import Weight
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.painter import Painter
from pinochle_lan.ui.text import TextCache, clean

_PAD = 12.0
BLINK_MS = 530
"""The caret shows and hides this long."""


class Use(Enum):
    """What a field did with an input."""

    NOT = "not"
    """It is not for this field."""
    USED = "used"
    ENTERED = "entered"
    """Enter: the text is finished."""


class TextField:
    """Text that is written. It is cleaned when it is typed or pasted (F39)."""

    def __init__(
        self, rect: Rect, value: str = "", *, limit: int = 40, placeholder: str = "", size: float = 16
    ) -> None:
        self.rect = rect
        self.limit = limit
        self.placeholder = placeholder
        self.size = size
        self.held = False
        """The mouse button went down in it and is still down."""
        self.value = clean(value, limit)
        self.caret = len(self.value)
        self.anchor = self.caret
        """The other end of the selection; equal to ``caret`` when nothing is selected."""
        self.composing = ""
        """What an input method is still working on, shown at the caret."""
        self._scroll = 0.0
        self._touched_ms = 0
        self._texts: TextCache | None = None

    @property
    def selection(self) -> tuple[int, int]:
        """First and last+1 index of the selection."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    def put(self, value: str) -> None:
        """Another text, whole selected: what is typed next replaces it."""
        self.value = clean(value, self.limit)
        self.caret, self.anchor = len(self.value), 0

    # ------------------------------------------------------------------ editing

    def _insert(self, text: str) -> Use:
        first, last = self.selection
        kept = len(self.value) - (last - first)
        added = clean(text, self.limit)[: max(0, self.limit - kept)]
        return self._replace(self.value[:first] + added + self.value[last:], first + len(added))

    def _replace(self, value: str, caret: int) -> Use:
        cleaned = clean(value, self.limit)
        self.caret = self.anchor = max(0, min(caret + len(cleaned) - len(value), len(cleaned)))
        self.value = cleaned
        return Use.USED

    def _delete(self, by: int) -> Use:
        first, last = self.selection
        if first == last:
            first, last = (max(0, first - 1), last) if by < 0 else (first, min(len(self.value), last + 1))
        return self._replace(self.value[:first] + self.value[last:], first)

    def _move(self, to: int, *, select: bool) -> Use:
        self.caret = max(0, min(to, len(self.value)))
        if not select:
            self.anchor = self.caret
        return Use.USED

    # ------------------------------------------------------------------ input

    def handle(self, event: Input, now_ms: int) -> Use:
        """Take an input. While it has the focus it uses up every key that writes something."""
        self._touched_ms = (
            now_ms if not (isinstance(event, Pointer) and event.kind == "move") else self._touched_ms
        )
        if isinstance(event, Typed):
            self.composing = ""
            return self._insert(event.text)
        if isinstance(event, Composing):
            self.composing = clean(event.text, self.limit)
            return Use.USED
        if isinstance(event, Pointer):
            return self._pointer(event)
        return self._key(event)

    def _pointer(self, event: Pointer) -> Use:
        if event.kind == "down" and event.button == 1:
            self.held = True
            return self._move(self._index_at(event.x), select=False)
        if event.kind == "move" and self.held:
            return self._move(self._index_at(event.x), select=True)
        if event.kind == "up":
            self.held = False
            return Use.USED
        return Use.NOT

    def _key(self, key: Key) -> Use:
        if self.composing:
            return Use.USED  # keys belong to the input method until it is done
        if key.ctrl and not key.alt:
            return self._command(key)
        first, last = self.selection
        answer = Use.NOT
        if key.name in ("left", "right"):
            if first != last and not key.shift:
                answer = self._move(first if key.name == "left" else last, select=False)
            else:
                answer = self._move(self.caret + (1 if key.name == "right" else -1), select=key.shift)
        elif key.name in ("home", "end"):
            answer = self._move(0 if key.name == "home" else len(self.value), select=key.shift)
        elif key.name in ("backspace", "delete"):
            answer = self._delete(-1 if key.name == "backspace" else 1)
        elif key.name == "return":
            answer = Use.ENTERED
        elif key.typed:
            answer = Use.USED  # the text itself comes as Typed; no shortcut must see the key
        return answer

    def _command(self, key: Key) -> Use:
        first, last = self.selection
        answer = Use.NOT
        if key.name == "a":
            self.anchor, self.caret = 0, len(self.value)
            answer = Use.USED
        elif key.name == "c":
            clipboard.put(self.value[first:last])
            answer = Use.USED
        elif key.name == "x":
            clipboard.put(self.value[first:last])
            answer = self._delete(-1) if first != last else Use.USED
        elif key.name == "v":
            answer = self._insert(clipboard.get())
        elif key.name in ("left", "right"):
            answer = self._move(0 if key.name == "left" else len(self.value), select=key.shift)
        return answer

    def _index_at(self, x: float) -> int:
        """The gap between two letters nearest to ``x``."""
        if self._texts is None:
            return len(self.value)
        into = x - self.rect.x - _PAD + self._scroll
        gaps = range(len(self.value) + 1)
        return min(gaps, key=lambda i: abs(self._width(self.value[:i]) - into))

    def _width(self, text: str) -> float:
        return self._texts.width(text, self.size, Weight.BOLD) if self._texts and text else 0.0

    # ------------------------------------------------------------------ drawing

    def draw(self, painter: Painter, *, focused: bool = False) -> None:
        """Draw it; the caret shows while it has the focus."""
        self._texts = painter.texts
        theme = painter.theme
        painter.panel(self.rect, radius=9, fill=theme.paper, border=theme.control_line, border_width=2)
        if focused:
            painter.focus_ring(self.rect, radius=9)
        inside = self.rect.inset(_PAD, 3)
        before = self.value[: self.caret] + self.composing
        caret_x = self._width(before)
        self._scroll = min(max(self._scroll, caret_x - inside.w + 3), caret_x)
        total = self._width(self.value[: self.caret] + self.composing + self.value[self.caret :])
        self._scroll = max(0.0, min(self._scroll, total - inside.w + 3))
        with painter.clip(inside.inset(-2, 0)):
            self._content(painter, inside.x - self._scroll, inside, caret_x, focused)

    def _content(self, painter: Painter, left: float, inside: Rect, caret_x: float, focused: bool) -> None:
        theme = painter.theme
        ink = theme.ink
        middle = self.rect.cy
        high = min(inside.h, painter.texts.em(self.size) * 1.3)
        first, last = self.selection
        if first != last:
            start, end = self._width(self.value[:first]), self._width(self.value[:last])
            painter.panel(
                Rect(left + start, middle - high / 2, end - start, high),
                radius=2,
                fill=theme.us,
                fill_alpha=120,
            )
        shown = self.value[: self.caret] + self.composing + self.value[self.caret :]
        if shown:
            painter.text(shown, left, middle, size=self.size, weight=Weight.BOLD, colour=ink)
        elif self.placeholder:
            size = painter.squeezed(self.placeholder, self.size, Weight.REGULAR, inside.w)
            painter.text(
                self.placeholder, left, middle, size=size, colour=theme.ink_muted, max_width=inside.w
            )
        if self.composing:
            start = self._width(self.value[: self.caret])
            painter.panel(
                Rect(left + start, middle + high / 2 - 2, caret_x - start, 1.5), radius=0, fill=theme.us_paper
            )
        if focused and (painter.now_ms - self._touched_ms) % (2 * BLINK_MS) < BLINK_MS:
            painter.panel(Rect(left + caret_x, middle - high / 2, 2, high), radius=0, fill=theme.us_paper)
