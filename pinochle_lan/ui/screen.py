"""One screen on one surface: fronts and inputs in, intents and pictures out. Everything but the window
itself.

Holds the newest front, the window's memory and the motion under way. Time comes in as ``now_ms``; tests
feed events and take pictures without a display. A click sends at most one choice a step (F37).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame

from pinochle_lan.bridge import Act, Front, Intent
from pinochle_lan.cards import Card
from pinochle_lan.rules.view import BidOffer, TrickView, View
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import blocking, ending, keys, motion, sounds
from pinochle_lan.ui.events import Composing, Input, Key, Pointer, Typed
from pinochle_lan.ui.fields import Fields
from pinochle_lan.ui.geometry import Rect
from pinochle_lan.ui.guard import Guard
from pinochle_lan.ui.layout import Frame
from pinochle_lan.ui.memory import Memory, after, at_place
from pinochle_lan.ui.motion import Motion, Pace
from pinochle_lan.ui.page import CardItem, Do, Field, Local, Page, Target, Veil
from pinochle_lan.ui.paint import PagePaint
from pinochle_lan.ui.painter import Painter
from pinochle_lan.ui.received import Received
from pinochle_lan.ui.scenes import build
from pinochle_lan.ui.scenes.dialogs import NAME_MOST
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.options import changed
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.sound import Cue, Sounds
from pinochle_lan.ui.text import clean
from pinochle_lan.ui.theme import SUIT_COLOURS, THEMES
from pinochle_lan.ui.widgets.bubbles import toast
from pinochle_lan.ui.widgets.textfield import BLINK_MS

HOVER_TIP_MS: Final = 400
FOCUS_TIP_MS: Final = 120
WARM_MS: Final = 6.0


class Screen:
    """See the module. ``post`` takes intents, ``save`` changed settings."""

    def __init__(
        self,
        surface: pygame.Surface,
        front: Front,
        *,
        post: Callable[[Intent], None],
        save: Callable[[UiSettings], None] = lambda settings: None,
        settings: UiSettings | None = None,
        sounds_: Sounds | None = None,
        ratio: float = 1.0,
        login: str = "",
    ) -> None:
        """``login``: proposed as the person's name where none is known yet."""
        self.settings = settings or UiSettings()
        self._post = post
        self._save = save
        self._sounds = sounds_
        self._front = front
        self._ratio = ratio
        self.frame = self._frame_of(surface)
        self.painter = Painter(
            surface, self.frame.scale, THEMES[self.settings.theme], SUIT_COLOURS[self.settings.colours]
        )
        if self.settings.deck != "classic":
            self._restyle()
        self._fields = Fields()
        self.paint = PagePaint(self.painter, self._fields.live)
        self.memory = Memory(
            sort=self.settings.sort, fields=(("name", front.lobby.name or clean(login, NAME_MOST)),)
        )
        self.motion: Motion = motion.STILL
        self._page: Page | None = None
        self._drawn: tuple[object, ...] = ()
        self._still: pygame.Surface | None = None
        self._still_key: tuple[object, ...] = ()
        self._guard = Guard()
        self._hover_since = 0
        self._focus_since = 0
        self._toast: tuple[str, int] = ("", 0)
        self._closing = False
        self._held_now: TrickView | None = None
        self.full_screen = False
        """What the person wants; the window does it."""
        self.closed = False
        """The person left: the window ends."""
        self._received = Received()
        self._ending: Snapshot | None = None
        self._note_cards(True)
        self._settle_place()

    # --- what the window tells -----------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """The page as it is now."""
        if self._page is None:
            front = self._front
            if self._ending is not None and self._held_now is not None:
                front = replace(front, table=self._ending)
            self._page = build(front, self._look(self._held_now))
        return self._page

    def resize(self, surface: pygame.Surface, ratio: float = 1.0) -> None:
        """The window has another size: everything is laid out again at once."""
        self._ratio = ratio
        self.frame = self._frame_of(surface)
        self.painter.resize(surface, self.frame.scale)
        self.motion = motion.STILL
        self._changed()

    def show(self, front: Front, now_ms: int) -> None:
        """A newer front: plan the motion, forget half-made choices of a step that is over, make sounds."""
        old = self._front
        if front == old:
            return
        before = blocking.cards(old, self._look(None))
        self._front = front
        if front.lobby.name and front.lobby.name != old.lobby.name:
            self.memory = self.memory.with_field("name", front.lobby.name)
        if old.table is None and front.table is not None:
            self.memory = self.memory.with_field("code", "")
        same = (
            old.table is not None and front.table is not None and old.table.table_id == front.table.table_id
        )
        came = self._note_cards(same)
        self._settle_place()
        self._move(old.table if same else None, front.table, before, came, now_ms)
        for cue in sounds.cues(old.table if same else None, front.table):
            self._hear(cue, now_ms)
        self._changed()

    def _move(
        self,
        old: Snapshot | None,
        new: Snapshot | None,
        before: dict[str, CardItem],
        came: tuple[Card, ...],
        now_ms: int,
    ) -> None:
        """Plan the motion of a change; the end of a hand shows its last trick first."""
        if new is None or new.view is None:
            self.motion, self._ending = motion.STILL, None
            return
        view = new.view
        trick = ending.last_trick(old, new) if old is not None else None
        if trick is not None and old is not None:
            self._ending = ending.standing_still(old, new, trick)
            assert self._ending.view is not None
            view = self._ending.view
        was = old.view if old is not None and old.view is not None else view
        here = replace(self._front, table=replace(new, view=view))
        stage = blocking.stage(here, self._look(None), before, was, came)
        self.motion = motion.plan(was, view, stage, now_ms, self._pace(), running=self.motion)
        if self._ending is not None:
            if self.motion.held is None:
                self._ending = None
            else:
                self._ending = replace(self._ending, lines=new.lines)

    def _note_cards(self, same: bool) -> tuple[Card, ...]:
        """Which cards came to the own hand with this front."""
        if not same:
            self._received.forget()
        came = self._received.follow(_view(self._front))
        self.memory = replace(self.memory, fresh=self._received.fresh)
        return came

    def handle(self, event: Input, now_ms: int) -> None:
        """One input."""
        if isinstance(event, Pointer):
            self._pointer(event, now_ms)
        elif isinstance(event, Typed | Composing):
            self._type(event, now_ms)
        else:
            self._key(event, now_ms)

    def close_asked(self, now_ms: int) -> None:
        """The window's close button: leaves at once from the lobby, asks first at a table."""
        if (
            self._front.table is None
            or self._front.table.stage in ("over", "stopped")
            or (self.memory.dialog == "leave" and self._closing)
        ):
            self.closed = True
        else:
            self._closing = True
            self._do((Local("dialog", "leave"),), now_ms)

    def draw(self, now_ms: int) -> bool:
        """Draw if anything changed since the last time; whether something was drawn."""
        self._tick(now_ms)
        held = motion.held(self.motion, now_ms)
        if (held is not None) != (self._held_now is not None):
            self._changed()
        self._held_now = held
        page = self.page
        self.painter.now_ms = now_ms
        away = motion.hidden(self.motion, now_ms)
        flying = motion.flying(self.motion, now_ms)
        tip = self._tooltip(now_ms)
        caret = self._caret(page, now_ms)
        toast = self._toast[0] if now_ms < self._toast[1] else ""
        focus = self._shown_focus(page)
        mem = self.memory
        key = (
            id(self.painter.surface),
            self.painter.cards.version,
            page,
            away,
            mem.hover,
            focus,
            mem.pressed,
            caret,
            self.settings,
        )
        now = (key, flying, tip, toast, self._shake_share(now_ms))
        if now == self._drawn:
            return False
        self._drawn = now
        surface = self.painter.surface
        if key != self._still_key or self._still is None:
            self._fields.place(page, self.memory)
            self.paint.page(page, hover=mem.hover, focus=focus, pressed=mem.pressed, without=away)
            if away or flying:
                self._still, self._still_key = surface.copy(), key
            else:
                self._still, self._still_key = None, ()
        else:
            surface.blit(self._still, (0, 0))
        self._draw_moving(page, flying, now_ms)
        if tip is not None:
            self.paint.tooltip(tip[0], tip[1])
        if toast:
            self._draw_toast(toast)
        return True

    def wake_ms(self, now_ms: int) -> int | None:
        """How long nothing changes by itself: 0 while something moves, None = until the next event."""
        waits = []
        soon = motion.wake(self.motion, now_ms)
        if soon is not None:
            waits.append(soon)
        if self.memory.tip is not None:
            waits.append(max(0, self.memory.tip_until - now_ms))
        if now_ms < self._toast[1]:
            waits.append(self._toast[1] - now_ms)
        if isinstance(self.page.find(self.memory.focus), Field):
            waits.append(BLINK_MS - now_ms % BLINK_MS)
        if self._hover_since and now_ms < self._hover_since + HOVER_TIP_MS:
            waits.append(self._hover_since + HOVER_TIP_MS - now_ms)
        if self.memory.ring and now_ms < self._focus_since + FOCUS_TIP_MS:
            waits.append(self._focus_since + FOCUS_TIP_MS - now_ms)
        return min(waits) if waits else None

    # --- input ---------------------------------------------------------------------------------------------

    def _pointer(self, event: Pointer, now_ms: int) -> None:
        if event.kind == "leave":
            self._hover("", now_ms)
            return
        target = self.page.at(event.x, event.y)
        field = self._fields.live.get(self.memory.focus)
        if event.kind == "move":
            self._hover(target.id if target is not None else "", now_ms)
            if field is not None and field.held:
                field.handle(event, now_ms)
                self._changed()
            return
        if event.kind == "wheel":
            self._wheel(event, now_ms)
            return
        if event.kind == "down":
            self._down(event, target, now_ms)
        elif event.kind == "up":
            if field is not None and field.held:
                field.handle(event, now_ms)
                self._changed()
            pressed, self.memory = self.memory.pressed, replace(self.memory, pressed="")
            self._changed()
            if target is not None and target.id == pressed and not isinstance(target, Field):
                self._activate(target, now_ms)

    def _down(self, event: Pointer, target: Target | None, now_ms: int) -> None:
        self._guard.press(now_ms)
        self.motion = motion.skip(self.motion, now_ms)
        focus = target.id if target is not None else ""
        self.memory = replace(self.memory, ring=False, focus=focus, tip=None)
        if event.button == 3 and isinstance(target, CardItem) and not target.enabled and target.do:
            self._activate(target, now_ms)
        elif event.button == 1 and target is not None:
            self.memory = replace(self.memory, pressed=target.id)
            field = self._fields.live.get(target.id)
            if field is not None and isinstance(target, Field):
                field.handle(event, now_ms)
        elif event.button == 1:
            self._outside(event, now_ms)
        self._changed()

    def _outside(self, event: Pointer, now_ms: int) -> None:
        """A click beside a dialog closes it, if it may be closed."""
        veil = next((item for item in reversed(self.page.items) if isinstance(item, Veil)), None)
        if veil is None or not veil.do:
            return
        after_veil = self.page.items[self.page.items.index(veil) + 1]
        box = getattr(after_veil, "box", Rect(0, 0, 0, 0))
        if not box.holds(event.x, event.y):
            self._do(veil.do, now_ms)

    def _wheel(self, event: Pointer, now_ms: int) -> None:
        """The wheel turns pages where a page has them."""
        self._key(Key("pageup" if event.wheel > 0 else "pagedown"), now_ms)

    def _key(self, key: Key, now_ms: int) -> None:
        page = self.page
        focused = page.find(self.memory.focus)
        leaves = key.name in ("tab", "escape", "f1", "f2", "f11")
        if isinstance(focused, Field) and not leaves and self._into_field(focused, key, now_ms):
            return
        meaning = keys.meaning(page, self.memory.focus, key)
        if meaning is None:
            return
        if not key.repeat:
            self._guard.press(now_ms)
        match meaning:
            case keys.Press(id=name):
                self.motion = motion.skip(self.motion, now_ms)
                target = page.find(name)
                if target is not None:
                    self._activate(target, now_ms)
            case keys.Focus(id=name):
                self._focus_since = now_ms
                self.memory = replace(self.memory, focus=name, ring=True, tip=None)
            case keys.Digit(digit=digit):
                self._digit(digit)
            case keys.Command(what=what):
                self._command(what, now_ms)
        self._changed()

    def _into_field(self, target: Field, event: Input, now_ms: int) -> bool:
        """Whether the field used the input up; Enter does what the page says with the text as it is now."""
        self.memory, used, entered = self._fields.handle(target, event, self.memory, now_ms)
        self._changed()
        if entered:
            found = self.page.find(target.id)
            self._do(found.do if isinstance(found, Field) else (), now_ms)
        return used

    def _type(self, event: Typed | Composing, now_ms: int) -> None:
        target = self.page.find(self.memory.focus)
        if isinstance(target, Field):
            self._into_field(target, event, now_ms)

    def _digit(self, digit: str) -> None:
        """Typing a bid: digits are put together; what may not be called snaps when it is shown."""
        offer = _offer(self._front.table)
        if offer is None:
            return
        typed = self.memory.field("bid")
        typed = typed[:-1] if digit == "backspace" else (typed + digit)[-5:]
        self.memory = replace(self.memory.with_field("bid", typed), bid=int(typed) if typed else None)

    def _command(self, what: str, now_ms: int) -> None:
        if what == "full screen":
            self.full_screen = not self.full_screen
        elif what in ("keys", "rules"):
            self._do((Local("dialog", "" if self.memory.dialog == what else what),), now_ms)
        elif what == "sound":
            self._set("sound", not self.settings.sound)
            self.say("Sound is on." if self.settings.sound else "Sound is off.", now_ms)
        elif what == "say" and self.page.say:
            self.say(self.page.say, now_ms)

    # --- doing ---------------------------------------------------------------------------------------------

    def _activate(self, target: Target, now_ms: int) -> None:
        if isinstance(target, CardItem) and not target.enabled:
            self.motion = motion.refuse(self.motion, target.id, now_ms, self._pace())
            self._hear(Cue.REFUSAL, now_ms)
            self._do(target.do, now_ms)
            return
        enabled = getattr(target, "enabled", True)
        if not enabled:
            why = getattr(target, "why", "")
            if why:
                self.say(why, now_ms)
            return
        self._do(target.do, now_ms)

    def _do(self, acts: Do, now_ms: int) -> None:
        for act in acts:
            if isinstance(act, Local):
                if act.what == "set" and isinstance(act.value, tuple):
                    self._set(act.value[0], act.value[1])
                    continue
                self.memory = after(self.memory, act, now_ms)
                if act.what == "sort":
                    self._set("sort", self.memory.sort)
                if act.what == "dialog":
                    self._opened()
            elif isinstance(act, Act):
                self._act(act, now_ms)
            else:
                self._post(act)
        self._changed()

    def _act(self, act: Act, now_ms: int) -> None:
        """Send a choice unless this step or this burst of clicks has sent one already (F37)."""
        if self._guard.lets(self._front.table, act, now_ms):
            self.memory = self.memory.with_field("bid", "")
            self._post(act)

    def _opened(self) -> None:
        """A dialog opened or closed: the focus goes to its first control."""
        self._changed()
        if self.memory.dialog != "leave":
            self._closing = False
        first = self.page.first
        if first:
            self.memory = replace(self.memory, focus=first)
        if self.memory.dialog == "name":
            self.memory = self.memory.with_field("name", self._front.lobby.name)

    def _set(self, name: str, value: int | bool | str) -> None:
        self.settings = changed(self.settings, name, value)
        if name in ("theme", "colours", "deck"):
            self._restyle()
        if name == "text_size":
            self.frame = self._frame_of(self.painter.surface)
            self.painter.resize(self.painter.surface, self.frame.scale)
        if name == "sound" and self._sounds is not None:
            self._sounds.on = self.settings.sound
        self._save(self.settings)
        self._still_key = ()
        self._changed()

    def say(self, sentence: str, now_ms: int) -> None:
        """News at the top that goes away by itself."""
        self._toast = (sentence, now_ms + 3500)
        self._changed()

    def _hear(self, cue: Cue, now_ms: int) -> None:
        if self._sounds is not None and self.settings.sound:
            self._sounds.play(cue, now_ms)

    # --- helpers -------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._page = None

    def _tick(self, now_ms: int) -> None:
        self.motion = motion.settle(self.motion, now_ms)
        if self.memory.tip is not None and now_ms >= self.memory.tip_until:
            self.memory = replace(self.memory, tip=None)
            self._changed()

    def _settle_place(self) -> None:
        """Choices belong to a step; the first page of a screen puts the focus where it is wanted."""
        snap = self._front.table
        place = (b"", 0, 0)
        if snap is not None:
            place = (snap.table_id, snap.view.hand_number if snap.view is not None else 0, snap.step)
        before = self.memory.place
        self.memory = at_place(self.memory, place)
        if before != place:
            self.memory = self.memory.with_field("bid", "")
        self._changed()
        if self.page.find(self.memory.focus) is None:
            self.memory = replace(self.memory, focus=self.page.first)
            self._changed()

    def _hover(self, name: str, now_ms: int) -> None:
        if name != self.memory.hover:
            self._hover_since = now_ms if name else 0
            self.memory = replace(self.memory, hover=name)
            self._changed()

    def _frame_of(self, surface: pygame.Surface) -> Frame:
        wide, high = surface.get_size()
        return Frame(wide, high, self._ratio, self.settings.text_size / 100)

    def _restyle(self) -> None:
        self.painter.restyle(
            THEMES[self.settings.theme], SUIT_COLOURS[self.settings.colours], self.settings.deck
        )

    def _look(self, held: TrickView | None) -> Look:
        return Look(self.frame, self.painter.texts, self.memory, self.settings, held)

    def _pace(self) -> Pace:
        return Pace(self.settings.speed, self.settings.trick_hold)

    def _draw_moving(self, page: Page, flying: tuple[motion.Flying, ...], now_ms: int) -> None:
        for sprite in flying:
            item = CardItem(sprite.id, sprite.pose, sprite.card, shadow=8)
            self.paint.card(item, sprite.pose, moving=True)
        if self.motion.shake:
            shaking = next((item for item in page.cards() if item.id == self.motion.shake), None)
            if shaking is not None:
                self.paint.card(shaking, motion.shaken(shaking.pose, self.motion, now_ms))

    def _shake_share(self, now_ms: int) -> int:
        return now_ms if self.motion.shake and now_ms < self.motion.shake_from + motion.SHAKE_MS else 0

    def _shown_focus(self, page: Page) -> str:
        target = page.find(self.memory.focus)
        if target is None:
            return ""
        return target.id if self.memory.ring or isinstance(target, Field) else ""

    def _tooltip(self, now_ms: int) -> tuple[Rect, str] | None:
        """The one tooltip that is due: of what is hovered, else of what has the focus by key."""
        page = self.page
        hovered = page.find(self.memory.hover)
        if hovered is not None and self._hover_since and now_ms >= self._hover_since + HOVER_TIP_MS:
            return _tip_of(hovered)
        focused = page.find(self.memory.focus)
        if focused is not None and self.memory.ring and now_ms >= self._focus_since + FOCUS_TIP_MS:
            return _tip_of(focused)
        return None

    def _caret(self, page: Page, now_ms: int) -> tuple[int, str, int, int, str]:
        target = page.find(self.memory.focus)
        if not isinstance(target, Field):
            return (0, "", 0, 0, "")
        return self._fields.look(target, self.memory, now_ms)

    def _draw_toast(self, sentence: str) -> None:
        toast(self.painter, self.frame.table.cx, 84, sentence)


def _view(front: Front) -> View | None:
    return front.table.view if front.table is not None else None


def _offer(snap: Snapshot | None) -> BidOffer | None:
    if snap is None or snap.view is None:
        return None
    return next((offer for offer in snap.view.offers if isinstance(offer, BidOffer)), None)


def _tip_of(target: Target) -> tuple[Rect, str] | None:
    why = getattr(target, "why", "")
    if not why or isinstance(target, CardItem):
        return None
    return target.box, why
