"""Somebody vanishes in mid-hand, a bot plays for her, and she takes her seat back: in three real windows.

``python tests/bench/lab_vote.py OUT_DIR [--size 1280x720]``. Ann hosts with a bot on one seat, Ben and Cleo
join; all three are played by mouse. When it is Cleo's turn her laptop leaves the air: Ann and Ben must be
told who is missing and since when, nothing may happen before one of them says "Let a bot play", then the bot
plays on. Back on the air she takes her seat back. Writes pictures of every stage, for people to look at.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "lab"), str(ROOT / "tests" / "bench")]
import lab  # noqa: E402
from helpers_window import Windowed  # noqa: E402

NAMES = ("ann", "ben", "cleo")
PATIENCE_S = 120.0
WITHOUT_CLICK_S = 18.0
"""Longer than the silence after which laptops may vote: the people were not asked yet."""


class Person:
    """Plays one window: never bids, clicks what can be clicked."""

    def __init__(self, window: Windowed, seat: int) -> None:
        self.window, self.seat = window, seat
        self.clicks = 0
        self.ready = False
        """Said it is ready: another click would take that back."""
        self._next = 0.0

    @property
    def due(self) -> bool:
        """Whether this person's turn is shown."""
        return self.window.table.get("turn") == [self.seat]

    def act(self) -> None:
        """One click, if there is something to click and the last one is a moment ago."""
        self.window.look()
        if time.monotonic() < self._next:
            return
        targets = self.window.targets
        legal = [name for name, target in targets.items() if target.legal]
        for name in self._wishes(legal):
            if name in legal:
                self.window.click(name)
                self.clicks += 1
                self._next = time.monotonic() + 0.4
                return

    def _wishes(self, legal: list[str]) -> list[str]:
        """What this person would click, best first."""
        if self.window.page in ("lobby", "setup"):
            wanted = [name for name in legal if name.startswith("yes:")]
            ready = ["go:ready"] if "go:ready" in legal and not self.ready else []
            self.ready = self.ready or bool(ready and not wanted)
            return [*wanted, *ready]
        cards = [name for name in legal if name.startswith("hand:")]
        some = cards[self.clicks % max(1, len(cards)) :][:1]
        return ["go:ready", "go:pass", self.window.first, *some, "go:none"]


class Evening:
    """Three people at one table."""

    def __init__(self, lan: lab.Lab, out: Path, size: str) -> None:
        self.lan, self.out = lan, out
        self.people: list[Person] = []
        self.shots = 0
        knock = ("join", "--address", "10.77.0.1")
        for n, words in enumerate((("host", "--bots", "1"), knock, knock), 1):
            name = NAMES[n - 1]
            where = ("--profile", str(out / f"profile-{name}-{time.time_ns()}"))
            window = Windowed(lan, n, out, *words, "--name", name.title(), *where, size=size)
            self.people.append(Person(window, n - 1))
            if n == 1:
                window.until(lambda seen: seen.page == "setup", PATIENCE_S)

    def until(self, seen: Callable[[], object], who: tuple[int, ...], why: str) -> float:
        """These people play until something is so; seconds. Raises TimeoutError."""
        begun = time.monotonic()
        while not seen():
            for n in who:
                self.people[n].act()
            if time.monotonic() > begun + PATIENCE_S:
                pages = [(one.window.page, sorted(one.window.targets)) for one in self.people]
                raise TimeoutError(f"{why}: {pages}")
            time.sleep(0.02)
        return time.monotonic() - begun

    def picture(self, name: str) -> None:
        """Every window as it is now."""
        self.shots += 1
        for n, who in enumerate(NAMES, 1):
            self.lan.shot(n, str(self.out / f"{self.shots}-{name}-{who}.png"))

    def step(self, n: int) -> int:
        """The step that a window shows."""
        self.people[n].window.look()
        return int(self.people[n].window.table.get("step", 0))

    def play(self) -> None:
        """The whole story."""
        ann, _, cleo = self.people
        cards = lambda: cleo.window.table.get("cards", 0)  # noqa: E731 - asked again and again
        self.until(lambda: cards() >= 6 and cleo.due, (0, 1, 2), "no card is played")
        self.lan.cut(3, how="off")
        gone = time.monotonic()
        # Her card may have left just before; then it is her turn again after the three others.
        self.until(lambda: time.monotonic() > gone + 6, (0, 1), "")
        self.picture("gone-6s")
        held = self.step(0)
        self.until(lambda: time.monotonic() > gone + WITHOUT_CLICK_S, (0, 1), "")
        self.picture("gone-18s")
        assert self.step(0) == held, "the table went on although nobody was asked"
        assert "banner:bot" in ann.window.targets, sorted(ann.window.targets)
        ann.window.click("banner:bot")
        clicked = time.monotonic()
        time.sleep(0.3)
        self.picture("clicked")
        took = self.until(lambda: self.step(0) > held + 3, (0, 1), "the table does not go on")
        self.picture("a-bot-plays")
        print(f"the table went on {took + 0.3:.1f} s after the click")
        self.until(lambda: time.monotonic() > clicked + 12, (0, 1), "")
        self.picture("later")
        self.lan.heal(3)
        level = self.until(lambda: self.step(2) >= self.step(0), (0, 1), "Cleo does not catch up")
        self.picture("back")
        clicks = cleo.clicks
        mine = self.until(lambda: cleo.clicks > clicks + 1, (0, 1, 2), "Cleo has nothing to do")
        print(f"back on the air: saw the table after {level:.1f} s, played after {level + mine:.1f} s")
        self.picture("plays-again")
        print(f"clicks of Ann, Ben, Cleo: {[one.clicks for one in self.people]}")

    def close(self) -> None:
        """End all programs."""
        for person in self.people:
            person.window.close()


def main() -> None:
    """Play it once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x720")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with lab.Lab(3) as lan:
        evening = Evening(lan, asked.out, asked.size)
        try:
            evening.play()
        finally:
            evening.picture("end")
            evening.close()


if __name__ == "__main__":
    main()
