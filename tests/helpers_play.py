"""A local table behind a real screen: the rules' own dealer plays the other seats, a robot person the
first one.
"""

from __future__ import annotations

import random
from dataclasses import replace

import helpers_scenes
import pygame
from helpers_rules import Dealer, game

from pinochle_lan.front import Front
from pinochle_lan.intents import Act, Intent, ReadyUp
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.state import State
from pinochle_lan.table import words as told
from pinochle_lan.table.snapshot import Fair, Laptop, Line, Person, Snapshot, Waiting
from pinochle_lan.ui.events import Key, Pointer
from pinochle_lan.ui.page import Button, CardItem, Hot, Page, Target
from pinochle_lan.ui.screen import Screen
from pinochle_lan.ui.settings import UiSettings

NAMES = ("Dana", "Ben", "Ana", "Caro")


class LocalTable:
    """A game folded here, shown to seat 0. ``post`` is what the screen sends its intents to."""

    def __init__(self, variant: str, seed: int = 1, **options: object) -> None:
        self.dealer = Dealer(game(variant, **options), seed)
        self.steps = 0
        self.ready = False
        self.intents: list[Intent] = []
        self.lines: list[Line] = []
        self.dealer.watch.append(self._tell)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.dealer.state.over

    def post(self, intent: Intent) -> None:
        """An intent of the screen; a choice is checked by the rules before it is folded."""
        self.intents.append(intent)
        if isinstance(intent, ReadyUp):
            self.ready = intent.ready
        elif isinstance(intent, Act):
            assert intent.step == self.steps, "a stale choice was sent"
            rules, state = self.dealer.game, self.dealer.state
            refusal = rules.check(state, intent.action, self.dealer.mine(0))
            assert refusal is None, f"{intent.action}: {refusal}"
            self.steps += 1
            self.dealer.do(intent.action)

    def go(self) -> bool:
        """One step that does not wait for the person; False when it is the person's turn or all is over."""
        rules, state = self.dealer.game, self.dealer.state
        itself = rules.by_itself(state, 0, self.dealer.mine(0))
        if itself is not None:
            self.steps += 1
            self.dealer.do(itself)
            return True
        asks = rules.due(state)
        if not asks or any(ask.sort is Sort.CHOICE and ask.seat == 0 for ask in asks):
            return False
        if any(ask.kind == "ready" for ask in asks) and not self.ready:
            return False
        self.steps += 1
        self.ready = self.ready and not any(ask.kind == "ready" for ask in asks)
        self.dealer.step()
        return True

    def front(self) -> Front:
        """What the screen gets now."""
        rules, state = self.dealer.game, self.dealer.state
        names = NAMES[: rules.seats]
        people = tuple(
            Person(n, name, "" if n == 0 else "steady", 0, you=n == 0) for n, name in enumerate(names)
        )
        snap = Snapshot(
            "over" if state.over else "play", "Kitchen table", b"t" * 16, "", True, 0, people,
            (Laptop(0, "Dana", True, you=True),), rules.id, tuple(rules.options.items()),
            view=rules.view(state, 0, self.dealer.mine(0)), lines=tuple(self.lines[-200:]), step=self.steps,
            waiting=self._waiting(), you_ready=self.ready, fair=Fair(1, 1, True, 9),
        )  # fmt: skip
        return Front(helpers_scenes.LOBBY, snap)

    def _waiting(self) -> tuple[Waiting, ...]:
        asked = any(ask.kind == "ready" for ask in self.dealer.game.due(self.dealer.state))
        return (Waiting(0, 0, "ready", 0, False),) if asked and not self.ready else ()

    def _tell(self, dealer: Dealer, actions: tuple[Action, ...], before: State) -> None:
        rules = dealer.game
        names = dict(enumerate(NAMES))
        done = rules.view(rules.fold_only(before, actions), None, {})
        first, last = rules.view(before, None, {}), rules.view(dealer.state, None, {})
        self.lines.extend(told.lines(actions, first, done, last, names))


class Robot:
    """A person who only looks at the page: finds what can be done and does it by mouse or by keyboard."""

    def __init__(self, table: LocalTable, *, mouse: bool, seed: int = 1) -> None:
        self.table = table
        self.mouse = mouse
        self.rng = random.Random(seed)
        self.now = 0
        self.pages: list[str] = []
        surface = pygame.Surface((1280, 720)).convert()
        self.screen = Screen(
            surface, table.front(), post=table.post, settings=UiSettings(speed=0, trick_hold=500)
        )

    def play(self, hands: int, most: int = 4000, seen: str = "") -> None:
        """Until so many hands are scored and the page ``seen`` was there, or the game is over."""
        for _ in range(most):
            while self.table.go():
                self._show()
            done = len(self.table.dealer.state.history) >= hands and (not seen or seen in self.pages)
            if self.table.over or done:
                return
            before = (self.table.steps, self.screen.memory, len(self.table.intents))
            self.turn()
            self._show()
            after = (self.table.steps, self.screen.memory, len(self.table.intents))
            assert after != before, (
                f"stuck on {self.screen.page.name}: {[t.id for t in self.screen.page.targets()]}"
            )
        raise AssertionError("the game does not end")

    def _show(self) -> None:
        self.now += 2000
        self.screen.show(self.table.front(), self.now)
        self.now += 2000
        self.screen.settle(self.now)

    def turn(self) -> None:
        """One act on the page of the moment."""
        page = self.screen.page
        if not self.pages or self.pages[-1] != page.name:
            self.pages.append(page.name)
        target = self._wanted(page)
        self.press(target)

    def _wanted(self, page: Page) -> Target:
        able = {target.id: target for target in page.targets() if getattr(target, "enabled", True)}
        if page.name == "auction":
            return able["go:pass"] if "go:pass" in able and self.rng.random() < 0.7 else able["go:bid"]
        if page.name == "pick" and "go:confirm" not in able:
            suits = [one for name, one in able.items() if name.startswith("suits:")]
            full = bool(suits) and len(self.screen.memory.picked) == 3
            if suits and (self.screen.memory.suit is None or full):
                return self.rng.choice(suits)
            if full:
                return able["go:undo"]
            picked = self.screen.memory.picked
            cards = [
                one
                for name, one in able.items()
                if name.startswith("hand:") and int(name.partition(":")[2]) not in picked
            ]
            return self.rng.choice(cards)
        if page.name == "lay" and not self.screen.memory.melds:
            melds = [one for name, one in able.items() if name.startswith("melds:")]
            if melds and self.rng.random() < 0.8:
                return self.rng.choice(melds)
        for name in ("go:confirm", "go:lay", "go:none", "go:play", "go:next", "go:ready"):
            if name in able:
                return able[name]
        choices = [
            one
            for name, one in able.items()
            if name.startswith(("suits:", "choice:")) or (isinstance(one, CardItem) and "tray" not in name)
        ]
        assert choices, f"nothing to do on {page.name}: {list(able)}"
        return self.rng.choice(choices)

    def press(self, target: Target) -> None:
        """Activate a target by the chosen device."""
        self.now += 1000
        if self.mouse:
            x, y = self._point(target)
            for kind in ("move", "down", "up"):
                button = 0 if kind == "move" else 1
                self.screen.handle(Pointer(kind, x, y, button), self.now)
            return
        for _ in range(200):
            if self.screen.memory.focus == target.id:
                break
            focused = self.screen.page.find(self.screen.memory.focus)
            same = focused is not None and focused.id.partition(":")[0] == target.id.partition(":")[0]
            name = "right" if same else "tab"
            self.screen.handle(Key(name, shift=name == "right"), self.now)
            self.now += 400
        assert self.screen.memory.focus == target.id, f"no key leads to {target.id}"
        self.screen.handle(Key("return"), self.now)

    def _point(self, target: Target) -> tuple[float, float]:
        if isinstance(target, CardItem):
            pose = target.pose
            return pose.cx - pose.w / 2 + (target.shown or pose.w) / 2, pose.cy
        assert isinstance(target, Button | Hot)
        return target.box.cx, target.box.cy


def plain(front: Front) -> Front:
    """A front without lines, for comparing."""
    assert front.table is not None
    return replace(front, table=replace(front.table, lines=()))
