"""A window while the deck is shuffled, and the wait at the deal: ``tests/bench/shuffle_frames.py``.

Four laptops of the lab with 3 ms between any two: the first plays in a window by mouse, three have bots and
no window. After every hand the score stands there for a few seconds while the pack is shuffled; then the
window's person says "continue", the last to do so. Printed: the frames drawn while the score was shown, in
CPU time of their thread (limit 25 ms), and the time from that click until the auction stands on every
laptop (floor 150 ms, the click's own way into the program included). Says the load: all four laptops share
this machine's cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "lab"), str(ROOT / "tests" / "bench")]
import lab  # noqa: E402
from click_latency import SEATED_S, Game, share  # noqa: E402
from helpers_window import PROGRAM, TraceReader, Windowed, environment  # noqa: E402

READ_S = 4.0
"""How long the score is read: the shuffle takes less."""
DEALT_S = 20.0


class Reader(Game):
    """The window's person, who reads the score."""

    def __init__(self, window: Windowed, others: list[TraceReader]) -> None:
        super().__init__(window, others)
        self.spans: list[tuple[int, int]] = []
        """(monotonic ns, ns) in which the score was read."""
        self.waits: list[float] = []
        """Milliseconds from "continue" to the auction on the last laptop."""

    def act(self) -> None:
        """As ``Game``; a score is read first."""
        window = self.window
        if window.page != "score":
            super().act()
            return
        begun = time.monotonic_ns()
        time.sleep(READ_S)
        window.look()
        self.spans.append((begun, time.monotonic_ns()))
        if window.page != "score":
            return
        hand = window.table["hand"]
        ready = next(
            (name for name, target in window.targets.items() if target.legal and name == window.first), None
        )
        if ready is None:
            return
        where = window.targets[ready]
        window.mouse.move(where.x, where.y)
        time.sleep(0.15)
        clicked = window.mouse.click()
        end = time.monotonic() + DEALT_S
        arrivals = [0]
        while not all(arrivals) and time.monotonic() < end:
            time.sleep(0.05)
            arrivals = [self._dealt(trace, hand, clicked) for trace in (window.trace, *self.others)]
        window.look()
        if all(arrivals):
            self.waits.append((max(arrivals) - clicked) / 1e6)

    @staticmethod
    def _dealt(trace: TraceReader, hand: int, since: int) -> int:
        """When a laptop first showed somebody's turn after that, in ns; 0 = not yet."""
        for line in trace.all("table"):
            if line["ns"] >= since and line.get("hand", 0) >= hand and line.get("turn"):
                return int(line["ns"])
        return 0


def frames_of(
    rounds: list[dict[str, Any]], spans: list[tuple[int, int]]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """CPU ms of the frames drawn while scores were read, and of each page's first one, which lays it out."""
    frames, turns = [], []
    for begun, ended in spans:
        drawn = [line["cpu_us"] / 1000 for line in rounds if line["drawn"] and begun <= line["ns"] <= ended]
        turns += drawn[:1]
        frames += drawn[1:]
    return tuple(frames), tuple(turns)


def main() -> int:
    """Plays and prints; 1 if a frame was too slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=3)
    parser.add_argument("--variant", default="partnership")
    asked = parser.parse_args()
    why = lab.why_not()
    if why:
        print(f"No lab can be made here: {why}")
        return 1
    folder = Path(tempfile.mkdtemp(prefix="shuffle-frames-"))
    with lab.Lab(4, name="shuffleframes", subnet="10.84.8") as lan:
        lan.wifi(delay="1.5ms")
        words = ("--name", "Ann", "--profile", str(folder / "ann"), "--variant", asked.variant)
        window = Windowed(lan, 1, folder, "host", *words)
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
        game = Reader(window, others)
        game.sit()
        game.play(asked.hands + 1)
        frames, turns = frames_of(window.trace.all("round"), game.spans)
        window.close()
        for program in programs:
            program.terminate()
            program.wait(20)
    waits = ", ".join(f"{wait:.0f}" for wait in game.waits)
    print(
        f"{len(game.spans)} scores read: {len(frames)} frames, median {share(frames, 0.5):.1f} ms, worst "
        f"{max(frames):.1f} ms of CPU (the first of each page: {max(turns):.1f}); waits at the deal {waits} "
        f"ms; load {os.getloadavg()[0]:.1f}"
    )
    return 1 if max(frames) > 25 else 0


if __name__ == "__main__":
    sys.exit(main())
