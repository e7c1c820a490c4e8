"""The program's window: opens it, feeds events and fronts to the screen, sleeps while nothing moves.

The loop never waits for anybody (F47): the network thread posts a wake-up event when there is a newer
front. The first event of a round comes from a bounded ``event.wait``, the rest from
``event.get(pump=False)``, because ``event.get`` holds the interpreter lock while Windows drags a
window.
"""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Mapping
from typing import Final

import pygame

from pinochle_lan.bridge import Bridge
from pinochle_lan.shipped import sprites
from pinochle_lan.trace import Trace
from pinochle_lan.ui.events import Pointer, translate
from pinochle_lan.ui.page import Button, CardItem, Field, Hot, Page, hit_box
from pinochle_lan.ui.screen import WARM_MS, Screen
from pinochle_lan.ui.settings import UiSettings, from_plain, to_plain
from pinochle_lan.ui.sound import Sounds

SIZE: Final = (1280, 720)
LEAST: Final = (1024, 600)
FRAME_MS: Final = 16
"""A moving picture is drawn this often at most."""
IDLE_MS: Final = 1000
"""Longest sleep: a lost wake-up costs a second, not the game."""
QUIET_MS: Final = 100
"""Nothing moves while the next round is further off than this."""
GARBAGE: Final = 15
"""So many small collections leave enough behind for a large one, which takes over 10 ms."""


class Window:
    """One window with one screen. ``step`` runs one round of the loop; tests bring a clock of their own."""

    def __init__(
        self,
        bridge: Bridge,
        settings: UiSettings,
        save: Callable[[UiSettings], None],
        clock: Callable[[], float] = time.monotonic,
        login: str = "",
    ) -> None:
        pygame.display.init()
        self._bridge = bridge
        self._clock = clock
        self._start = clock()
        self._woken = pygame.event.custom_type()
        self._window = pygame.Window("Pinochle LAN", _fitting(), resizable=True, allow_high_dpi=True)
        self._window.minimum_size = LEAST
        with contextlib.suppress(pygame.error, OSError):  # an icon is no reason not to open
            self._window.set_icon(pygame.image.load_sized_svg(sprites() / "icon" / "pinochle.svg", (64, 64)))
        self._sounds = Sounds(on=settings.sound)
        self._sounds.open()
        self._surface = self._window.get_surface()
        # Before the first look: what is published while the window opens wakes it.
        bridge.connect(on_front=self._wake)
        self.screen = Screen(
            self._surface,
            bridge.read(),
            post=bridge.post,
            save=save,
            settings=settings,
            sounds_=self._sounds,
            ratio=self._ratio()[0],
            login=login,
        )
        if self._sounds.notice:
            self.screen.say(self._sounds.notice, self.now_ms)
        self._typing = False
        self._full = False
        self._traced: Page | None = None

    @property
    def now_ms(self) -> int:
        """Milliseconds since the window opened."""
        return int((self._clock() - self._start) * 1000)

    def step(self, wait_ms: int | None = None) -> bool:
        """One round: wait for an event, take all, draw if anything changed. False = close the window."""
        wait = self._wait_ms() if wait_ms is None else wait_ms
        first = pygame.event.wait(wait) if wait > 0 else pygame.event.poll()
        cpu_ns = time.thread_time_ns()
        for event in (first, *pygame.event.get(pump=False)):
            if event.type != pygame.NOEVENT:
                self._take(event)
        self.screen.show(self._bridge.read(), self.now_ms)
        drawn = self.screen.draw(self.now_ms)
        if drawn:
            self._window.flip()
        else:
            self.screen.painter.cards.warm(WARM_MS)
        self._follow()
        if not drawn and gc.get_count()[2] >= GARBAGE and self._wait_ms() >= QUIET_MS:
            gc.collect()
        if self._bridge.trace is not None:
            self._tell(self._bridge.trace, drawn, cpu_ns)
        return not self.screen.closed

    def close(self) -> None:
        """Give window and sound back."""
        self._bridge.connect(on_front=lambda: None)
        self._sounds.close()
        self._window.destroy()

    def _wake(self) -> None:
        """Called on the network thread; posting an event is all that may be done there."""
        with contextlib.suppress(
            pygame.error
        ):  # the queue is full or the window is closing: IDLE_MS catches up
            pygame.event.post(pygame.Event(self._woken))

    def _tell(self, trace: Trace, drawn: bool, cpu_ns: int) -> None:
        """Trace the round: its CPU time, and where on the window everything is that can be clicked."""
        trace.note("round", drawn=drawn, cpu_us=(time.thread_time_ns() - cpu_ns) // 1000)
        page = self.screen.page
        if page == self._traced:
            return
        self._traced = page
        across, down = self._ratio()
        k = self.screen.frame.scale.k
        targets = {}
        for target in page.targets():
            box = hit_box(target)
            legal = target.enabled if isinstance(target, CardItem | Button | Hot) else True
            targets[target.id] = (round(box.cx * k / across), round(box.cy * k / down), legal)
        trace.note("page", name=page.name, first=page.first, targets=targets)

    def _wait_ms(self) -> int:
        if self.screen.painter.cards.waiting:
            return 1
        soon = self.screen.wake_ms(self.now_ms)
        if soon is None:
            return IDLE_MS
        return max(1, min(IDLE_MS, soon if soon > 0 else FRAME_MS))

    def _ratio(self) -> tuple[float, float]:
        """Surface pixels per window point (above 1 on dense displays)."""
        wide, high = self._window.size
        surface = self._surface.get_size()
        return surface[0] / max(1, wide), surface[1] / max(1, high)

    def _take(self, event: pygame.Event) -> None:
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.screen.close_asked(self.now_ms)
            return
        if event.type in (pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED, pygame.WINDOWDISPLAYCHANGED):
            self._resized()
            return
        made = translate(event, self.screen.frame.scale, self._ratio())
        if made is not None:
            if self._bridge.trace is not None and isinstance(made, Pointer) and made.button:
                self._bridge.trace.note("button", kind=made.kind)
            self.screen.handle(made, self.now_ms)

    def _resized(self) -> None:
        self._surface = self._window.get_surface()
        self.screen.resize(self._surface, self._ratio()[0])

    def _follow(self) -> None:
        """What the screen wants of the window: full screen, and the input method while text is typed."""
        if self.screen.full_screen != self._full:
            self._full = self.screen.full_screen
            if self._full:
                self._window.set_fullscreen(True)
            else:
                self._window.set_windowed()
            self._resized()
        typing = isinstance(self.screen.page.find(self.screen.memory.focus), Field)
        if typing != self._typing:
            self._typing = typing
            if typing:
                pygame.key.start_text_input()
                pygame.key.set_repeat(400, 35)
            else:
                pygame.key.stop_text_input()
                pygame.key.set_repeat()


def _fitting() -> tuple[int, int]:
    """The size to open with: the usual one, or the whole screen where that is smaller."""
    wide, high = next(iter(pygame.display.get_desktop_sizes()), SIZE)
    return max(LEAST[0], min(SIZE[0], wide)), max(LEAST[1], min(SIZE[1], high))


def run_window(
    bridge: Bridge,
    settings: Mapping[str, object],
    save: Callable[[Mapping[str, object]], None],
    login: str = "",
) -> None:
    """Show the window until the person closes it.

    ``settings`` is what the profile kept (``ui.settings.to_plain``); unknown or odd values are left at their
    defaults. ``save`` gets the same form whenever something was changed. ``login`` is proposed to a person
    who has no name yet.
    """
    window = Window(bridge, from_plain(settings), lambda changed: save(to_plain(changed)), login=login)
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(before[0], before[1], 100 * GARBAGE)  # ``step`` does the large ones, when nothing moves
    try:
        while window.step():
            pass
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
        window.close()
