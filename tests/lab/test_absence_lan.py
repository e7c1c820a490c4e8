"""A laptop of four is killed in mid-hand on the lab's Wi-Fi: the hand goes on, and it takes its seat back."""

from __future__ import annotations

import importlib.util
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytestmark = [pytest.mark.lab, pytest.mark.timeout(300)]

ROOT = Path(__file__).resolve().parents[2]
MORE = ("--bot", "steady", "--hands", "5")
AT_MOST_S = 20.0
"""Within which the hand goes on after a laptop died (docs/sealed-deal.md 8)."""


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


lab = module(ROOT / "tests" / "lab" / "lab.py")
bench = module(ROOT / "tests" / "bench" / "lab_games.py")


@pytest.fixture
def lan() -> Iterator[Any]:
    why = lab.why_not()
    if why:
        pytest.skip(why)
    with lab.Lab(4) as made:
        yield made


class Told:
    """What a program says, row by row, while it runs."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self.program = program
        self.rows: list[dict[str, Any]] = []
        self._queue: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.program.stdout is not None
        for line in self.program.stdout:
            self._queue.put(line)

    def close(self) -> None:
        """The program is over, whatever it was doing."""
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait(10)
        self._reader.join(10)
        for pipe in (self.program.stdout, self.program.stderr):
            assert pipe is not None
            pipe.close()

    def until(self, event: str, timeout: float) -> dict[str, Any]:
        """The next row of that event. Fails after ``timeout`` seconds."""
        end = time.monotonic() + timeout
        while True:
            try:
                line = self._queue.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {event} in {timeout} s: {self.rows[-5:]}") from None
            self.rows.append(json.loads(line))
            if self.rows[-1]["event"] == event:
                return self.rows[-1]

    def end(self, timeout: float) -> dict[str, Any]:
        """The last row, once the program ended well."""
        row = self.until("game-over", timeout)
        assert self.program.wait(30) == 0
        return row


@pytest.mark.parametrize("victim", [1, 3])
def test_F29_F30_a_laptop_is_killed_in_mid_hand_and_takes_its_seat_back(lan: Any, victim: int) -> None:
    told = {
        laptop: Told(bench.start(lan, laptop, "host" if laptop == 1 else "join", *MORE))
        for laptop in (1, 2, 3, 4)
    }
    again: Told | None = None
    try:
        again = play(lan, told, victim)
    finally:
        for program in (*told.values(), *([again] if again else [])):
            program.close()


def play(lan: Any, told: dict[int, Told], victim: int) -> Told:
    """Kills the victim in the second hand; gives what it says when it is back, after the game's end."""
    rest = [told[laptop] for laptop in (1, 2, 3, 4) if laptop != victim]
    rest[0].until("hand", 60)
    lan.crash(victim)
    told[victim].program.wait(10)
    died = time.monotonic()
    for other in rest:
        other.until("gone", AT_MOST_S)
    assert time.monotonic() - died < AT_MOST_S
    rest[0].until("hand", 60)
    again = Told(bench.start(lan, victim, "join", *MORE))
    rest[0].until("returned", 60)
    ends = [program.end(180) for program in (*rest, again)]
    assert len({end["digest"] for end in ends}) == 1
    for laptop, end in zip((n for n in (1, 2, 3, 4) if n != victim), ends, strict=False):
        code, rows = bench.report(lan, laptop, "verify", end["file"])
        assert (code, rows[-1]["ok"]) == (0, True)
    return again
