"""A program on one laptop of the lab that is told what to do and says what it sees, a line of JSON each.

Owns the pipes and the lines; what the lines mean is the program's and the test's business.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
Line = dict[str, Any]


class Program:
    """A script of this folder on one laptop; its lines are read as they come."""

    patience_s = 60.0
    """How long a line is waited for where nothing else is said."""

    def __init__(self, lan: Any, number: int, script: str, *words: str) -> None:
        self._process = lan.popen(
            number,
            [sys.executable, str(HERE / script), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._lines: queue.Queue[Line] = queue.Queue()
        self.heard: list[Line] = []
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            self._lines.put(json.loads(line))

    def tell(self, command: str) -> None:
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def wait(
        self,
        what: str,
        true: Callable[[Line], bool] = lambda line: True,
        within: float | None = None,
        after: float = 0,
    ) -> Line:
        """The first line of that kind that is so, said after that time; fails after ``within`` seconds."""

        def meant(line: Line) -> bool:
            return line["what"] == what and (not after or line["at"] > after) and true(line)

        within = self.patience_s if within is None else within
        found = self.seen(meant, within)
        if found is None:
            raise AssertionError(f"no such “{what}” within {within} s, only: {self.heard[-8:]}")
        return found

    def seen(self, true: Callable[[Line], bool], within: float = 0.0) -> Line | None:
        """The first line that is so, None if none comes in that time."""
        end = time.monotonic() + within
        checked = 0
        while True:
            for line in self.heard[checked:]:
                checked += 1
                if true(line):
                    return line
            try:
                self.heard.append(self._lines.get(timeout=max(0.01, end - time.monotonic())))
            except queue.Empty:
                return None

    def kill(self) -> None:
        """Whatever it is doing."""
        self._process.kill()
        self._process.wait(5)
        self._thread.join(5)
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
