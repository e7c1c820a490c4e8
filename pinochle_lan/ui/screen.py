"""One screen on one surface: fronts and inputs in, intents and pictures out. Everything but the window
itself.

Holds the newest front, the window's memory and settings, and has the rest do the work: ``Hands`` find what a
click means, ``Playback`` plans what moves, ``Notes`` keep tooltips and news, ``Picture`` draws. Time comes in
as ``now_ms``; tests feed events and take pictures without a display. A click sends at most one choice a step
(F37).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pygame

from pinochle_lan.form import TakePreset
from pinochle_lan.front import Front
from pinochle_lan.intents import Act, Intent
from pinochle_lan.rules.view import BidOffer
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import blocking, chatter, clipboard, motion, sounds, words
from pinochle_lan.ui.events import Input
from pinochle_lan.ui.fields import Fields
from pinochle_lan.ui.guard import Guard
from pinochle_lan.ui.hands import Hands
from pinochle_lan.ui.layout import Frame
from pinochle_lan.ui.memory import Memory, after, at_place
from pinochle_lan.ui.motion import Pace
from pinochle_lan.ui.notes import Notes
from pinochle_lan.ui.page import CardItem, Do, Field, Local, Page, Target
from pinochle_lan.ui.pages import Pages
from pinochle_lan.ui.painter import Painter
from pinochle_lan.ui.picture import Picture
from pinochle_lan.ui.playback import Playback, same_table
from pinochle_lan.ui.scenes.dialogs import NAME_MOST
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.scenes.options import changed
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.sound import Cue, Sounds
from pinochle_lan.ui.text import clean
from pinochle_lan.ui.wardrobe import outfit
from pinochle_lan.ui.widgets.plate import DOT_MS
from pinochle_lan.ui.widgets.textfield import BLINK_MS

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
        worn = outfit(self.settings, front.lobby.looks)
        self.painter = Painter(surface, self.frame.scale, worn.theme, worn.suits, cards=worn.cards)
        fields = Fields()
        self._notes = Notes()
        self._hands = Hands(self, fields, self._notes)
        self._picture = Picture(self.painter, fields)
        self._pages = Pages()
        self._playback = Playback(self._pages)
        self._guard = Guard()
        self.memory = Memory(
            sort=self.settings.sort, fields=(("name", front.lobby.name or clean(login, NAME_MOST)),)
        )
        self._page: Page | None = None
        self._closing = False
        self.full_screen = False
        """What the person wants; the window does it."""
        self.closed = False
        """The person left: the window ends."""
        self._playback.note_cards(front, True)
        self._settle_place()

    # --- what the window tells -----------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """The page as it is now."""
        if self._page is None:
            self._page = self._pages.build(self._playback.shown(self._front), self._look())
        return self._page

    def resize(self, surface: pygame.Surface, ratio: float = 1.0) -> None:
        """The window has another size: everything is laid out again at once."""
        self._ratio = ratio
        self.frame = self._frame_of(surface)
        self.painter.resize(surface, self.frame.scale)
        self._playback.still()
        self._changed()

    def show(self, front: Front, now_ms: int) -> None:
        """A newer front: plan the motion, forget half-made choices of a step that is over, make sounds."""
        old = self._front
        if front == old:
            return
        lay = self._pages.build(old, self._bare_look())
        before = blocking.dragged(blocking.cards(lay), self.memory)
        self._front = front
        if front.lobby.looks != old.lobby.looks:
            self._restyle(now_ms)
        if front.lobby.name and front.lobby.name != old.lobby.name:
            self.memory = self.memory.with_field("name", front.lobby.name)
        if old.table is None and front.table is not None:
            self.memory = self.memory.with_field("code", "")
        same = same_table(old, front)
        came = self._playback.note_cards(front, same)
        self.memory = replace(self.memory, fresh=self._playback.fresh)
        self._settle_place()
        self._playback.change(old, front, self._bare_look(), before, came, now_ms=now_ms, pace=self._pace())
        for cue in sounds.cues(old.table if same else None, front.table):
            self._hear(cue, now_ms)
        self._changed()
        if self.settings.chat:
            self._listen(old.table if same else None, front.table, now_ms)

    def handle(self, event: Input, now_ms: int) -> None:
        """One input."""
        self._hands.handle(event, now_ms)

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
            self.do((Local("dialog", "leave"),), now_ms)

    def draw(self, now_ms: int) -> bool:
        """Draw if anything changed since the last time; whether something was drawn."""
        self.settle(now_ms)
        return self._picture.draw(
            self.page,
            self.memory,
            self._playback.motion,
            tip=self._notes.tooltip(self.page, self.memory, now_ms),
            news=self._notes.toast(now_ms),
            news_x=self.frame.table.cx,
            now_ms=now_ms,
        )

    def settle(self, now_ms: int) -> None:
        """Bring everything that ends by itself up to ``now_ms``."""
        if self._playback.tick(now_ms):
            self._changed()
        if self.memory.tip is not None and now_ms >= self.memory.tip_until:
            self.remember_that(tip=None)
        kept = chatter.settled(self.memory, now_ms)
        if kept is not self.memory:
            self.remember(kept)

    def wake_ms(self, now_ms: int) -> int | None:
        """How long nothing changes by itself: 0 while something moves, None = until the next event."""
        waits = [*self._notes.waits(self.memory, now_ms), *chatter.waits(self.memory, now_ms)]
        soon = motion.wake(self._playback.motion, now_ms)
        if soon is not None:
            waits.append(soon)
        if self.memory.tip is not None:
            waits.append(max(0, self.memory.tip_until - now_ms))
        if isinstance(self.page.find(self.memory.focus), Field):
            waits.append(BLINK_MS - now_ms % BLINK_MS)
        if self.page.thinks:
            waits.append(DOT_MS - now_ms % DOT_MS)
        return min(waits) if waits else None

    def say(self, sentence: str, now_ms: int) -> None:
        """News at the top that goes away by itself."""
        self._notes.say(sentence, now_ms)

    # --- what hands do -------------------------------------------------------------------------------------

    def remember(self, memory: Memory) -> None:
        """The window's memory is another one: the page is built anew."""
        self.memory = memory
        self._changed()

    def remember_that(self, **changes: Any) -> None:
        """The same for single fields."""
        self.remember(replace(self.memory, **changes))

    def press(self, now_ms: int) -> None:
        """A key or button goes down (F37)."""
        self._guard.press(now_ms)

    def skip(self, now_ms: int) -> None:
        """Finish what moves."""
        self._playback.skip(now_ms)

    def activate(self, target: Target, now_ms: int) -> None:
        """An item is pressed: what is disabled says why."""
        if isinstance(target, CardItem) and not target.enabled:
            self._playback.refuse(target.id, now_ms, self._pace())
            self._hear(Cue.REFUSAL, now_ms)
        elif not getattr(target, "enabled", True):
            why = getattr(target, "why", "")
            if why:
                self.say(why, now_ms)
            return
        self.do(target.do, now_ms)

    def do(self, acts: Do, now_ms: int) -> None:
        """Carry out what an item does, in order."""
        for act in acts:
            if isinstance(act, Local):
                self._do_here(act, now_ms)
            elif isinstance(act, Act):
                self._act(act, now_ms)
            else:
                self._post(act)
        self._changed()

    def digit(self, digit: str) -> None:
        """Typing a bid: digits are put together; what may not be called snaps when it is shown."""
        if _offer(self._front.table) is None:
            return
        typed = self.memory.field("bid")
        typed = typed[:-1] if digit == "backspace" else (typed + digit)[-5:]
        self.remember(replace(self.memory.with_field("bid", typed), bid=int(typed) if typed else None))

    def command(self, what: str, now_ms: int) -> None:
        """A key of the window itself."""
        if what == "full screen":
            self.full_screen = not self.full_screen
        elif what in ("keys", "rules"):
            self.do((Local("dialog", "" if self.memory.dialog == what else what),), now_ms)
        elif what == "sound":
            self._set("sound", not self.settings.sound, now_ms)
            self.say("Sound is on." if self.settings.sound else "Sound is off.", now_ms)
        elif what == "chat" and self.page.find("tabs:chat" if self.frame.side else "tools:log") is not None:
            self.do((Local("talk"),), now_ms)
        elif what == "say" and self.page.say:
            self.say(self.page.say, now_ms)

    # --- doing ---------------------------------------------------------------------------------------------

    def _do_here(self, act: Local, now_ms: int) -> None:
        if act.what == "set" and isinstance(act.value, tuple):
            self._set(act.value[0], act.value[1], now_ms)
            return
        if act.what == "copy":
            clipboard.put(str(act.value))
            self.say(words.COPIED, now_ms)
            return
        if act.what == "paste preset":
            self._post(TakePreset(clipboard.get()))
            return
        self.memory = after(self.memory, act, now_ms)
        if act.what == "sort":
            self._set("sort", self.memory.sort, now_ms)
        if act.what == "dialog":
            self._opened()

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
        if self.page.first:
            self.memory = replace(self.memory, focus=self.page.first)
        if self.memory.dialog == "name":
            self.memory = self.memory.with_field("name", self._front.lobby.name)

    def _set(self, name: str, value: int | bool | str, now_ms: int) -> None:
        self.settings = changed(self.settings, name, value)
        if name in ("theme", "colours", "deck"):
            self._restyle(now_ms)
        if name == "text_size":
            self.frame = self._frame_of(self.painter.surface)
            self.painter.resize(self.painter.surface, self.frame.scale)
        if name == "sound" and self._sounds is not None:
            self._sounds.on = self.settings.sound
        self._save(self.settings)
        self._picture.forget()
        self._changed()

    def _hear(self, cue: Cue, now_ms: int) -> None:
        if self._sounds is not None and self.settings.sound:
            self._sounds.play(cue, now_ms)

    def _listen(self, old: Snapshot | None, new: Snapshot | None, now_ms: int) -> None:
        """What was said: a balloon by the plate, or news at the top where there are no plates."""
        memory, told = chatter.heard(self.memory, old, new, now_ms)
        if memory is not self.memory:
            self.remember(memory)
        if told:
            self._hear(Cue.CHAT, now_ms)
            if self.page.name in ("score", "over"):
                self.say(told, now_ms)

    # --- helpers -------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._page = None

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
            self.remember_that(focus=self.page.beside(self.memory.focus) or self.page.first)

    def _frame_of(self, surface: pygame.Surface) -> Frame:
        wide, high = surface.get_size()
        return Frame(wide, high, self._ratio, self.settings.text_size / 100)

    def _restyle(self, now_ms: int) -> None:
        worn = outfit(self.settings, self._front.lobby.looks)
        self.painter.restyle(worn.theme, worn.suits, worn.cards)
        self._picture.forget()
        if worn.problem:
            self.say(worn.problem, now_ms)

    def _look(self) -> Look:
        return replace(self._bare_look(), held=self._playback.held)

    def _bare_look(self) -> Look:
        """What scenes need, without a trick that is held."""
        return Look(self.frame, self.painter.texts, self.memory, self.settings)

    def _pace(self) -> Pace:
        return Pace(self.settings.speed, self.settings.trick_hold)


def _offer(snap: Snapshot | None) -> BidOffer | None:
    if snap is None or snap.view is None:
        return None
    return next((offer for offer in snap.view.offers if isinstance(offer, BidOffer)), None)
