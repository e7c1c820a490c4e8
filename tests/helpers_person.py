"""A person at a screen, for tests: clicks, drags and types, and keeps what the screen sent."""

from __future__ import annotations

import pygame

from pinochle_lan.front import Front
from pinochle_lan.intents import Intent
from pinochle_lan.ui.events import Key, Pointer, Typed
from pinochle_lan.ui.page import Block, CardItem, Label, Page, Sentence
from pinochle_lan.ui.screen import Screen
from pinochle_lan.ui.settings import UiSettings

SIZE = (1280, 720)


class Player:
    """A person at a screen: clicks targets by name, types, and keeps what was sent."""

    def __init__(
        self, front: Front, settings: UiSettings | None = None, size: tuple[int, int] = SIZE
    ) -> None:
        self.sent: list[Intent] = []
        self.saved: list[UiSettings] = []
        self.now = 10_000
        self.surface = pygame.Surface(size).convert()
        self.screen = Screen(
            self.surface,
            front,
            post=self.sent.append,
            save=self.saved.append,
            settings=settings or UiSettings(speed=0),
        )

    def middle(self, name: str) -> tuple[float, float]:
        """A point at which the target can be clicked."""
        target = self.screen.page.find(name)
        assert target is not None, [one.id for one in self.screen.page.targets()]
        if isinstance(target, CardItem):
            return target.pose.cx - target.pose.w / 2 + target.shown / 2, target.pose.cy
        return target.box.cx, target.box.cy

    def click(self, name: str, wait: int = 1000) -> None:
        self.click_at(*self.middle(name), wait)

    def click_at(self, x: float, y: float, wait: int = 1000) -> None:
        self.now += wait
        self.screen.handle(Pointer("move", x, y), self.now)
        self.screen.handle(Pointer("down", x, y, 1), self.now)
        self.screen.handle(Pointer("up", x, y, 1), self.now + 20)

    def drag(self, name: str, dx: float, dy: float, wait: int = 1000) -> None:
        """Take a card, move it so far in three steps, and let go."""
        x, y = self.middle(name)
        self.now += wait
        self.screen.handle(Pointer("move", x, y), self.now)
        self.screen.handle(Pointer("down", x, y, 1), self.now)
        for part in (0.2, 0.6, 1.0):
            self.now += 30
            self.screen.handle(Pointer("move", x + dx * part, y + dy * part), self.now)
        self.screen.handle(Pointer("up", x + dx, y + dy, 1), self.now)

    def key(self, name: str, wait: int = 1000, shift: bool = False) -> None:
        self.now += wait
        self.screen.handle(Key(name, shift=shift, typed=name if len(name) == 1 else ""), self.now)

    def type(self, text: str) -> None:
        for letter in text:
            self.screen.handle(Key(letter, typed=letter), self.now)
            self.screen.handle(Typed(letter), self.now)

    def show(self, front: Front) -> None:
        self.screen.show(front, self.now)

    def reach(self, name: str) -> None:
        """Move the focus to a target by Tab and arrows alone."""
        for _ in range(40):
            if self.screen.memory.focus.partition(":")[0] == name.partition(":")[0]:
                break
            self.key("tab")
        for _ in range(80):
            if self.screen.memory.focus == name:
                return
            self.key("right")
        raise AssertionError(f"{name} is out of reach; the focus is at {self.screen.memory.focus}")


def said(page: Page) -> str:
    """Every text of a page on one line."""
    parts = []
    for item in page.items:
        if isinstance(item, Label | Block):
            parts.append(item.text)
        elif isinstance(item, Sentence):
            parts.append("".join(run.text for run in item.runs))
    return " | ".join(parts)
