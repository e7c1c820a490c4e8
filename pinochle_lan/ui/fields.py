"""The live text fields behind a page: the kit's widgets keep caret and selection, the memory keeps the
text.
"""

from __future__ import annotations

from pinochle_lan.ui.events import Input
from pinochle_lan.ui.memory import Memory
from pinochle_lan.ui.page import Field, Page
from pinochle_lan.ui.widgets.textfield import BLINK_MS, TextField, Use


class Fields:
    """Text fields by id, made when a page first has them."""

    def __init__(self) -> None:
        self.live: dict[str, TextField] = {}

    def of(self, item: Field, memory: Memory) -> TextField:
        """The widget of a page's field, at its place and with the text that the memory holds."""
        value = memory.field(item.id)
        field = self.live.get(item.id)
        if field is None:
            field = TextField(item.box, value, limit=item.most, placeholder=item.hint, size=item.size)
            field.put(value)
            self.live[item.id] = field
        field.rect = item.box
        if field.value != value:
            field.put(value)
        return field

    def place(self, page: Page, memory: Memory) -> None:
        """Make ready every field of a page that is about to be drawn."""
        for item in page.items:
            if isinstance(item, Field):
                self.of(item, memory)

    def handle(self, item: Field, event: Input, memory: Memory, now_ms: int) -> tuple[Memory, bool, bool]:
        """The memory after an input, whether the field used it up, and whether Enter was pressed in it."""
        field = self.of(item, memory)
        use = field.handle(event, now_ms)
        if use is Use.NOT:
            return memory, False, False
        return memory.with_field(item.id, field.value), True, use is Use.ENTERED

    def look(self, item: Field, memory: Memory, now_ms: int) -> tuple[int, str, int, int, str]:
        """What makes the field's picture change: blink, text, caret, selection, unfinished text."""
        field = self.of(item, memory)
        return now_ms // BLINK_MS, field.value, field.caret, field.anchor, field.composing
