"""From a real click in one laptop's window to the card in the snapshots of the three others.

``python tests/bench/click_latency.py [--runs N] [--hands N] [--preset clean] [--out DIR]``. Four laptops of
the lab: the first hosts in a window and is played by mouse, three join headless with bots on their seats.
The clock is the monotonic one, the same in all programs; it starts just before the button goes down and stops
when the other laptop publishes the table with the card on it. Frames are those of the window meanwhile, in
CPU time of its thread. Says the machine's load with every run: on busy cores the neighbours are measured too
(``nice -n -15`` helps against them).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "lab"), str(ROOT / "tests" / "bench")]
import lab  # noqa: E402
from helpers_window import PROGRAM, TraceReader, Windowed, environment  # noqa: E402

SEATED_S = 60.0
HAND_S = 240.0


@dataclass(frozen=True)
class Run:
    """What one run gave, in milliseconds."""

    clicks: int
    latencies: tuple[float, ...]
    """One for each click and each other laptop."""
    frames: tuple[float, ...]
    load: float


def share(values: tuple[float, ...], part: float) -> float:
    """The value that ``part`` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


class Game:
    """The window's person: bids once or not at all, and plays by mouse."""

    def __init__(self, window: Windowed, others: list[TraceReader]) -> None:
        self.window = window
        self.others = others
        self.clicks: list[tuple[int, int, int]] = []
        """(monotonic ns, hand, how many cards lie then) of every card clicked."""

    def sit(self) -> None:
        """Let everybody in and begin, once all chairs are taken."""
        end = time.monotonic() + SEATED_S
        while self.window.page == "setup":
            self.window.look()
            for name, target in list(self.window.targets.items()):
                if name.startswith("yes:") or (name == "go:ready" and target.legal):
                    self.button(name)
                    break
            time.sleep(0.1)
            if time.monotonic() > end:
                raise TimeoutError(f"not everybody sat down: {sorted(self.window.targets)}")

    def play(self, hands: int, most: int | None = None) -> None:
        """Until so many hands are scored, or ``most`` cards were clicked."""
        end = time.monotonic() + HAND_S * hands
        scored = 0
        on_score = False
        while scored < hands and (most is None or len(self.clicks) < most):
            window = self.window
            window.look()
            assert window.program.poll() is None, f"the window ended: {window.log.name}"
            if time.monotonic() > end:
                raise TimeoutError(f"{window.page}: {sorted(window.targets)}")
            if window.page in ("score", "over") and not on_score:
                scored += 1
            on_score = window.page in ("score", "over")
            self.act()
            time.sleep(0.01)

    def act(self) -> None:
        """One click, if there is something to click."""
        window = self.window
        targets = window.targets
        legal = [name for name, target in targets.items() if target.legal]
        cards = [name for name in legal if name.startswith("hand:")]
        mine = window.table.get("turn") == [0] and not window.table.get("pending")
        if "go:pass" in legal:
            self.button("go:pass")
        elif window.first in legal:
            self.button(window.first)
        elif window.page == "pick" and cards:
            self.button(cards[len(window.trace.lines) % len(cards)])
        elif window.page == "trick" and cards and mine:
            self.card(cards[len(self.clicks) % len(cards)])
        elif "go:none" in legal:
            self.button("go:none")

    def button(self, name: str) -> None:
        """Something that is not measured."""
        self.window.click(name)
        time.sleep(0.25)

    def card(self, name: str) -> None:
        """A card, measured; waits until it lies on the table here."""
        window = self.window
        where = window.targets[name]
        hand, lying = window.table["hand"], window.table["cards"]
        window.mouse.move(where.x, where.y)
        time.sleep(0.15)
        window.look()
        if window.targets.get(name) != where or window.table.get("cards") != lying:
            return  # the table moved on or the hand was laid out anew meanwhile
        at = window.mouse.click()
        try:
            window.until(lambda seen: (seen.table["hand"], seen.table["cards"]) != (hand, lying), 5)
        except TimeoutError:
            return  # the click ended a motion or met a card on its way: a person clicks again
        self.clicks.append((at, hand, lying + 1))
        time.sleep(0.2)

    def latencies(self) -> tuple[float, ...]:
        """Milliseconds from each click to each other laptop's snapshot."""
        found = []
        for other in self.others:
            tables = other.all("table")
            for at, hand, lying in self.clicks:
                seen = (line["ns"] for line in tables if _shows(line, hand, lying) and line["ns"] >= at)
                first = next(seen, None)
                if first is not None:
                    found.append((first - at) / 1e6)
        return tuple(found)


def _shows(line: dict[str, Any], hand: int, lying: int) -> bool:
    """Whether the table is so far: later ones count too, the last card of a hand is swept away at once."""
    return (line.get("hand", 0), line.get("cards", 0)) >= (hand, lying) or line.get("hand", 0) > hand


def run(folder: Path, preset: str, hands: int) -> Run:
    """One table of four laptops."""
    folder.mkdir(parents=True, exist_ok=True)
    began = os.getloadavg()[0]
    with lab.Lab(4) as lan:
        if preset != "clean":
            lan.wifi(preset=preset)
        window = Windowed(lan, 1, folder, "host", "--name", "Ann", "--profile", str(folder / "ann"))
        window.until(lambda seen: seen.page == "setup", SEATED_S)
        others, programs = [], []
        for n, name in ((2, "Ben"), (3, "Cleo"), (4, "Dora")):
            others.append(TraceReader(folder / f"trace-{n}.jsonl"))
            programs.append(
                lan.popen(
                    n,
                    [*PROGRAM, "join", "--headless", "--bot", "steady", "--name", name],
                    cwd=ROOT,
                    env=environment(others[-1].path),
                    stdout=subprocess.DEVNULL,
                )
            )
        game = Game(window, others)
        game.sit()
        game.play(hands)
        load = (began + os.getloadavg()[0]) / 2
        first = game.clicks[0][0]
        frames = tuple(
            line["cpu_us"] / 1000
            for line in window.trace.all("round")
            if line["drawn"] and line["ns"] >= first
        )
        result = Run(len(game.clicks), game.latencies(), frames, load)
        window.close()
        for program in programs:
            program.terminate()
            program.wait(20)
    return result


def told(done: Run) -> str:
    """A run in one line."""
    arrivals, frames = done.latencies, done.frames
    return (
        f"{done.clicks} clicks, {len(arrivals)} arrivals: median {share(arrivals, 0.5):.1f} ms, 99 % "
        f"{share(arrivals, 0.99):.1f} ms, worst {max(arrivals):.1f} ms; {len(frames)} frames: median "
        f"{share(frames, 0.5):.1f} ms, 99 % {share(frames, 0.99):.1f} ms, worst {max(frames):.1f} ms of CPU; "
        f"load {done.load:.1f}"
    )


def main() -> None:
    """Run, and print each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument("--preset", default="clean")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    folder = asked.out or Path(tempfile.mkdtemp(prefix="click-latency-"))
    for number in range(asked.runs):
        done = run(folder / str(number), asked.preset, asked.hands)
        print(f"run {number + 1}: {told(done)}", flush=True)


if __name__ == "__main__":
    main()
