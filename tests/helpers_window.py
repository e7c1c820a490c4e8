"""The real window on a laptop of the lab: found by its trace, driven by real mouse and key events."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = (sys.executable, "-m", "pinochle_lan")


@dataclass(frozen=True)
class Target:
    """Something to click: where it is on the window, and whether it does what its name says."""

    id: str
    x: int
    y: int
    legal: bool


class TraceReader:
    """The lines of a trace file as they are written; what an older run left there is thrown away."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self.path = path
        self.lines: list[dict[str, Any]] = []
        self._read = 0

    def more(self) -> Iterator[dict[str, Any]]:
        """Lines that were written since the last call."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._read)
            for raw in file:
                if not raw.endswith(b"\n"):
                    break
                self._read += len(raw)
                line = json.loads(raw)
                self.lines.append(line)
                yield line

    def all(self, what: str) -> list[dict[str, Any]]:
        """Every line of one kind."""
        list(self.more())
        return [line for line in self.lines if line["what"] == what]


class Mouse:
    """A mouse of an X screen by way of XTest, as xdotool's, without the time xdotool takes to start."""

    def __init__(self, display: str) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        self._test = ctypes.CDLL("libXtst.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        if not self._display:
            raise RuntimeError(f"there is no screen {display}")

    def move(self, x: int, y: int) -> None:
        """The pointer goes there."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        self._x.XFlush(self._display)

    def click(self) -> int:
        """The left button goes down and up at once; the time in monotonic ns just before."""
        begun = time.monotonic_ns()
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 1, down, ctypes.c_ulong(0))
        self._x.XFlush(self._display)
        return begun


def environment(trace: Path) -> dict[str, str]:
    """This process's environment, with a trace."""
    return {**os.environ, "PINOCHLE_LAN_TRACE": str(trace)}


class Windowed:
    """The program with its window on laptop ``n`` of a lab."""

    def __init__(
        self, lan: Any, n: int, folder: Path, *words: str, size: str = "1280x720", cwd: Path = ROOT
    ) -> None:
        self.lan, self.n = lan, n
        self.display: str = lan.screen(n, size=size)
        self.trace = TraceReader(folder / f"trace-{n}.jsonl")
        self.log = (folder / f"window-{n}.log").open("w")
        self.program: subprocess.Popen[bytes] = lan.popen(
            n,
            [*PROGRAM, *words],
            cwd=cwd,
            env=environment(self.trace.path),
            stdout=self.log,
            stderr=self.log,
        )
        self.page = ""
        self.first = ""
        self.targets: dict[str, Target] = {}
        self.table: dict[str, Any] = {}
        self.mouse = Mouse(self.display)

    def look(self) -> None:
        """Read what the window says of itself since the last look."""
        for line in self.trace.more():
            if line["what"] == "page":
                self.page, self.first = line["name"], line["first"]
                self.targets = {id: Target(id, *where) for id, where in line["targets"].items()}
            elif line["what"] == "table":
                self.table = line

    def until(self, seen: Callable[[Windowed], object], seconds: float = 30.0) -> None:
        """Wait until the window shows something. Raises TimeoutError, AssertionError if it ended."""
        end = time.monotonic() + seconds
        while True:
            self.look()
            if seen(self):
                return
            assert self.program.poll() is None, f"the window ended: {self.log.name}"
            if time.monotonic() > end:
                raise TimeoutError(f"{self.page}: {sorted(self.targets)}")
            time.sleep(0.01)

    def click(self, id: str) -> None:
        """Click a target with xdotool."""
        target = self.targets[id]
        self.lan.click(self.n, target.x, target.y)

    def key(self, *names: str) -> None:
        """Press keys with xdotool."""
        self.lan.key(self.n, *names)

    def __enter__(self) -> Windowed:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        self.program.terminate()
        self.program.wait(20)
        self.log.close()
