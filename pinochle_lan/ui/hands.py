"""The person's hands: what pointer and keys do on the page that is shown.

Finds the item that is meant and has the screen carry it out; holds the live text fields. Knows no fronts, no
table and no drawing.
"""

from __future__ import annotations

from typing import Final, Protocol

from pinochle_lan.intents import Act
from pinochle_lan.ui import keys
from pinochle_lan.ui.events import Composing, Input, Key, Pointer, Typed
from pinochle_lan.ui.fields import Fields
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.memory import CHAT, Drag, Memory
from pinochle_lan.ui.notes import Notes
from pinochle_lan.ui.page import CardItem, Do, Field, Local, Page, Target, Veil

DIGITS: Final = tuple("123456")
"""Keys of the quick phrases."""
DRAG_FROM: Final = 10.0
"""A card that is held down moves with the pointer from so many units on ..."""
DROP_FROM: Final = 70.0
"""... and is played if it is let go so much higher."""


class Served(Protocol):
    """What hands need of a screen."""

    @property
    def page(self) -> Page:
        """The page as it is now."""

    @property
    def memory(self) -> Memory:
        """What the window remembers."""

    def remember(self, memory: Memory) -> None:
        """It remembers something else: the page is built anew."""

    def remember_that(self, **changes: object) -> None:
        """The same for single fields."""

    def press(self, now_ms: int) -> None:
        """A key or button goes down (F37)."""

    def skip(self, now_ms: int) -> None:
        """Finish what moves."""

    def activate(self, target: Target, now_ms: int) -> None:
        """An item is pressed."""

    def do(self, acts: Do, now_ms: int) -> None:
        """Carry out what an item does."""

    def digit(self, digit: str) -> None:
        """A digit of a bid is typed."""

    def command(self, what: str, now_ms: int) -> None:
        """A key of the window itself."""


class Hands:
    """Mouse, touch pad and keyboard of one screen."""

    def __init__(self, screen: Served, fields: Fields, notes: Notes) -> None:
        self._screen = screen
        self._fields = fields
        self._notes = notes
        self._grip: tuple[str, float, float, float, float] | None = None
        """The card that is held down: its id, where the pointer took it, and where its middle was."""

    def handle(self, event: Input, now_ms: int) -> None:
        """One input."""
        if isinstance(event, Pointer):
            self._pointer(event, now_ms)
        elif isinstance(event, Typed | Composing):
            self._type(event, now_ms)
        else:
            self._key(event, now_ms)

    # --- pointer -------------------------------------------------------------------------------------------

    def _pointer(self, event: Pointer, now_ms: int) -> None:
        screen = self._screen
        if event.kind == "leave":
            self._hover("", now_ms)
            self._grip = None
            screen.remember_that(drag=None)
            return
        if self._dragged(event, now_ms):
            return
        target = screen.page.at(event.x, event.y)
        field = self._fields.live.get(screen.memory.focus)
        if event.kind == "move":
            self._hover(target.id if target is not None else "", now_ms)
        if event.kind in ("move", "up") and field is not None and field.held:
            field.handle(event, now_ms)
            screen.remember_that()
        if event.kind == "wheel":
            self._key(Key("pageup" if event.wheel > 0 else "pagedown"), now_ms)
        elif event.kind == "down":
            self._down(event, target, now_ms)
        elif event.kind == "up":
            pressed = screen.memory.pressed
            screen.remember_that(pressed="")
            if target is not None and target.id == pressed and not isinstance(target, Field):
                screen.activate(target, now_ms)

    def _dragged(self, event: Pointer, now_ms: int) -> bool:
        """Whether the pointer drags a card; let go over the table, the card is played (look.md 10)."""
        screen, grip = self._screen, self._grip
        if grip is None or event.kind not in ("move", "up"):
            return False
        name, x, y, cx, cy = grip
        drag = screen.memory.drag
        if drag is None and abs(event.x - x) + abs(event.y - y) < DRAG_FROM:
            self._grip = grip if event.kind == "move" else None
            return False
        if event.kind == "move":
            screen.remember_that(drag=Drag(name, cx + event.x - x, cy + event.y - y), hover="", pressed="")
            return True
        self._grip = None
        target = screen.page.find(name)
        screen.remember_that(drag=None, pressed="")
        if target is not None and y - event.y > DROP_FROM:
            self._drop(target, Drag(name, cx + event.x - x, cy + event.y - y, dropped=True), now_ms)
        return True

    def _drop(self, target: Target, drag: Drag, now_ms: int) -> None:
        screen = self._screen
        screen.activate(target, now_ms)
        if Local("lift", screen.memory.lifted) in target.do:
            found = screen.page.find(target.id)
            if found is not None:
                target = found  # the setting of two clicks is about clicks
                screen.activate(target, now_ms)
        if any(isinstance(act, Act) for act in target.do):
            screen.remember_that(drag=drag)

    def _hover(self, name: str, now_ms: int) -> None:
        if name != self._screen.memory.hover:
            self._notes.hovered(bool(name), now_ms)
            self._screen.remember_that(hover=name)

    def _down(self, event: Pointer, target: Target | None, now_ms: int) -> None:
        screen = self._screen
        screen.press(now_ms)
        screen.skip(now_ms)
        self._grip = None
        focus = target.id if target is not None else ""
        screen.remember_that(ring=False, focus=focus, tip=None, drag=None)
        if event.button == 3 and isinstance(target, CardItem) and not target.enabled and target.do:
            screen.activate(target, now_ms)
        elif event.button == 1 and target is not None:
            screen.remember_that(pressed=target.id)
            if isinstance(target, CardItem):
                pose = target.pose
                self._grip = target.id, event.x, event.y, pose.cx, pose.cy
            field = self._fields.live.get(target.id)
            if field is not None and isinstance(target, Field):
                field.handle(event, now_ms)
        elif event.button == 1:
            self._outside(event, now_ms)

    def _outside(self, event: Pointer, now_ms: int) -> None:
        """A click beside a dialog closes it, if it may be closed."""
        page = self._screen.page
        veil = next((item for item in reversed(page.items) if isinstance(item, Veil)), None)
        if veil is None or not veil.do:
            return
        after_veil = page.items[page.items.index(veil) + 1]
        box = getattr(after_veil, "box", Rect(0, 0, 0, 0))
        if not box.holds(event.x, event.y):
            self._screen.do(veil.do, now_ms)

    # --- keys ----------------------------------------------------------------------------------------------

    def _key(self, key: Key, now_ms: int) -> None:
        screen = self._screen
        page = screen.page
        focused = page.find(screen.memory.focus)
        leaves = key.name in ("tab", "escape", "f1", "f2", "f11")
        if isinstance(focused, Field) and not leaves and self._into_field(focused, key, now_ms):
            return
        meaning = keys.meaning(page, screen.memory.focus, key)
        if meaning is None:
            return
        if not key.repeat:
            screen.press(now_ms)
        match meaning:
            case keys.Press(id=name):
                screen.skip(now_ms)
                target = page.find(name)
                if target is not None:
                    screen.activate(target, now_ms)
            case keys.Focus(id=name):
                self._notes.focused(now_ms)
                screen.remember_that(focus=name, ring=True, tip=None)
            case keys.Digit(digit=digit):
                screen.digit(digit)
            case keys.Command(what=what):
                screen.command(what, now_ms)

    def _type(self, event: Typed | Composing, now_ms: int) -> None:
        target = self._screen.page.find(self._screen.memory.focus)
        if isinstance(target, Field) and not self._spoken(target, event, now_ms):
            self._into_field(target, event, now_ms)

    def _spoken(self, target: Field, event: Typed | Composing, now_ms: int) -> bool:
        """In the empty chat line a digit says a phrase, and the key that opened it writes nothing."""
        screen = self._screen
        if target.id != CHAT or not isinstance(event, Typed) or screen.memory.field(CHAT):
            return False
        if event.text == "/":
            return True
        phrase = screen.page.find(f"quick:{int(event.text) - 1}") if event.text in DIGITS else None
        if phrase is None:
            return False
        screen.activate(phrase, now_ms)
        return True

    def _into_field(self, target: Field, event: Input, now_ms: int) -> bool:
        """Whether the field used the input up; Enter does what the page says with the text as it is now."""
        screen = self._screen
        memory, used, entered = self._fields.handle(target, event, screen.memory, now_ms)
        screen.remember(memory)
        if entered:
            found = screen.page.find(target.id)
            screen.do(found.do if isinstance(found, Field) else (), now_ms)
        return used
