"""The window under the dummy driver: wakes for fronts, closes, resizes, never waits for the network (F47,
F49).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from threading import Thread

import helpers_scenes as samples
import pygame
import pytest

from pinochle_lan.bridge import Bridge
from pinochle_lan.front import Front
from pinochle_lan.intents import LeaveTable
from pinochle_lan.ui.settings import UiSettings
from pinochle_lan.ui.window import GARBAGE, LEAST, SIZE, Window, run_window


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def bridge() -> Bridge:
    return Bridge(samples.samples()["lobby"])


@pytest.fixture
def window(bridge: Bridge) -> Iterator[Window]:
    pygame.display.init()
    pygame.event.clear()  # the queue is the whole program's: a signal or an earlier test may have left QUIT
    opened = Window(bridge, UiSettings(), lambda settings: None, Clock())
    yield opened
    opened.close()


def test_front_published_from_another_thread_is_shown(window: Window, bridge: Bridge) -> None:
    assert window.step(0)
    assert window.screen.page.name == "lobby"
    network = Thread(target=bridge.publish, args=(samples.play(),))
    network.start()
    network.join()
    assert window.step(1)
    assert window.screen.page.name == "trick"


def test_a_front_published_while_the_window_opens_wakes_it(
    bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = bridge.read

    def read() -> Front:
        seen = look()
        bridge.publish(samples.play())
        return seen

    pygame.display.init()
    pygame.event.clear()
    with monkeypatch.context() as first_look:
        first_look.setattr(bridge, "read", read)
        opened = Window(bridge, UiSettings(), lambda settings: None, Clock())
    woken = [event for event in pygame.event.get() if event.type == opened._woken]
    opened.close()
    assert len(woken) == 1


@pytest.fixture
def left_over() -> None:
    pygame.display.init()
    pygame.event.post(pygame.Event(pygame.QUIT))  # as SDL does with a SIGTERM, whoever it was meant for


def test_what_others_left_in_the_queue_closes_no_window_of_these_tests(
    left_over: None, window: Window
) -> None:
    assert window.step(0)


def test_F47_close_works_although_nobody_reads_the_intents(window: Window) -> None:
    pygame.event.post(pygame.Event(pygame.WINDOWCLOSE))
    assert not window.step(1)


def test_close_at_a_table_asks_first(window: Window, bridge: Bridge) -> None:
    bridge.publish(samples.play())
    window.step(0)
    pygame.event.post(pygame.Event(pygame.QUIT))
    assert window.step(1)
    assert window.screen.memory.dialog == "leave"
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t"))
    assert window.step(1)
    assert bridge.take() == ()


def test_mouse_events_reach_the_screen(window: Window, bridge: Bridge) -> None:
    bridge.publish(samples.stopped())
    window.step(0)
    target = window.screen.page.find("stopped:leave")
    assert target is not None
    assert not hasattr(target, "pose")
    box = target.box  # type: ignore[union-attr]
    k = window.screen.frame.scale.k
    pos = (int(box.cx * k), int(box.cy * k))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.Event(kind, pos=pos, button=1))
    window.step(1)
    assert bridge.take() == (LeaveTable(),)


def test_F49_no_sound_device_is_no_error(window: Window) -> None:
    assert window.step(0)


def test_resize_is_laid_out_live(window: Window) -> None:
    window._window.size = (1600, 900)
    pygame.event.post(pygame.Event(pygame.WINDOWRESIZED, x=1600, y=900))
    window.step(1)
    assert (window.screen.frame.width_px, window.screen.frame.height_px) == (1600, 900)
    assert tuple(window._window.minimum_size) == LEAST


def test_run_ends_when_the_window_is_closed(bridge: Bridge) -> None:
    saved: list[object] = []
    pygame.display.init()
    pygame.event.post(pygame.Event(pygame.QUIT))
    run_window(bridge, {"text_size": 125, "odd": 7, "sound": "loud"}, saved.append)
    assert saved == []


@pytest.mark.parametrize(
    ("screen", "size"),
    [([(1920, 1080)], (1280, 720)), ([(1024, 600)], (1024, 600)), ([(1366, 700)], (1280, 700)), ([], SIZE)],
)
def test_the_window_opens_no_larger_than_the_screen(
    bridge: Bridge, monkeypatch: pytest.MonkeyPatch, screen: list[tuple[int, int]], size: tuple[int, int]
) -> None:
    pygame.display.init()
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: screen)
    opened = Window(bridge, UiSettings(), lambda settings: None, Clock())
    assert tuple(opened._window.size) == size
    opened.close()


def test_large_collections_of_garbage_wait_until_nothing_moves(
    window: Window, bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over 10 ms in the middle of a card's flight would be a dropped frame."""
    collected: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(True))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, GARBAGE))
    bridge.publish(samples.play())
    window.step(0)
    assert not collected, "a picture was drawn in this round"
    while window.screen.painter.cards.waiting:
        window.step(0)
    window.step(0)
    assert collected
    collected.clear()
    monkeypatch.setattr(window.screen, "wake_ms", lambda now_ms: 0)
    window.step(0)
    assert not collected, "something moves"
    monkeypatch.setattr(window.screen, "wake_ms", lambda now_ms: None)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, GARBAGE - 1))
    window.step(0)
    assert not collected, "there is not enough to make it worth while"


def test_the_collector_is_as_before_once_the_window_is_closed(
    bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = gc.get_threshold()
    during: list[tuple[int, int, int]] = []

    def step(window: Window) -> bool:
        during.append(gc.get_threshold())
        return False

    monkeypatch.setattr(Window, "step", step)
    run_window(bridge, {}, lambda settings: None)
    assert during[0][2] > GARBAGE
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
