"""A process for opponents to think in, seen from the program: started when first needed, replaced when dead.

The window's and the network's threads share one interpreter; an expert that thinks among them would cost them
frames. Where no process can be started (a frozen program, a machine that forbids it) ``usable`` is False and
the caller thinks in a thread. Plain pipes and pickle: the same on every system.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.room.thinker import Hello, Prints, Task, receive, send

COMMAND: Final = "from pinochle_lan.room.thinker import main; main()"
CLOSE_S: Final = 2.0
_HIDDEN: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Windows only: no console window of its own."""


class WorkerGone(Exception):
    """The process ended before it answered."""


class Worker:
    """One process at a time. All methods may be called from any thread; ``exchange`` blocks."""

    def __init__(self, registry: Registry, seed: str) -> None:
        """``registry``: the plugins of this program; the worker loads the same files again."""
        files = [p.source for p in registry.plugins if p.source.place != "installed"]
        folders = dict.fromkeys((source.place, str(Path(source.path).parent)) for source in files)
        self._hello = Hello(tuple(folders), seed)
        self._ours = {(p.kind, p.id): p.source.fingerprint for p in registry.plugins}
        self._theirs: dict[tuple[str, str], bytes] = {}
        self._turn = threading.Lock()
        """Held while a task is out: one at a time."""
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._closed = False
        self.usable = bool(sys.executable) and not getattr(sys, "frozen", False)
        """False once a process could not be started, and after ``close``."""

    @property
    def up(self) -> bool:
        """Whether a process is there to be asked."""
        return self._process is not None

    @property
    def pid(self) -> int | None:
        """Of the process, if there is one."""
        return None if self._process is None else self._process.pid

    def same(self, kind: str, id: str) -> bool:
        """Whether the process that was started has this very plugin: its file may have changed meanwhile."""
        print_ = self._ours.get((kind, id))
        return print_ is not None and self._theirs.get((kind, id)) == print_

    def start(self) -> None:
        """Have a process, if one can be had: ``usable`` tells."""
        with self._turn:
            self._started()

    def exchange(self, task: Task, wanted: Callable[[], bool] = lambda: True) -> Any:
        """The answer to a task, after all tasks before it.

        Raises WorkerGone if the process died over it, or if it is not ``wanted`` any more.
        """
        with self._turn:
            process = self._started() if wanted() else None
            if process is None:
                raise WorkerGone
            self._number += 1
            try:
                return _told(process, task)
            except (OSError, EOFError, pickle.PickleError, AttributeError, ImportError):
                self._end(process)
                self._started()  # the next task should not wait for a start
                raise WorkerGone from None

    @property
    def number(self) -> int:
        """Of the task that is out or was last."""
        return self._number

    def kill(self, number: int) -> None:
        """End the process if it is still busy with that task; ``exchange`` then raises."""
        process = self._process
        if process is not None and self._turn.locked() and self._number == number:
            process.kill()

    def close(self) -> None:
        """End the process; it is not started again."""
        self._closed, self.usable = True, False
        process = self._process
        if process is None:
            return
        process.kill()
        if self._turn.acquire(timeout=CLOSE_S):  # who waited for an answer lets go first
            try:
                if self._process is not None:
                    self._end(self._process)
            finally:
                self._turn.release()

    def _started(self) -> subprocess.Popen[bytes] | None:
        if self._process is not None and self._process.poll() is None:
            return self._process
        if self._process is not None:
            self._end(self._process)
        if self._closed or not self.usable:
            return None
        path = os.pathsep.join(part for part in sys.path if part)
        try:
            process = subprocess.Popen(  # noqa: S603 - this very program
                [sys.executable, "-P", "-c", COMMAND],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
                creationflags=_HIDDEN,
            )
        except OSError:
            self.usable = False
            return None
        try:
            prints = _told(process, self._hello)
        except (OSError, EOFError, pickle.PickleError):
            prints = None
        if not isinstance(prints, Prints) or self._closed:
            self.usable = False
            process.kill()
            _reap(process)
            return None
        self._theirs = dict(prints.plugins)
        self._process = process
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        _reap(process)
        if self._process is process:
            self._process = None


def _told(process: subprocess.Popen[bytes], thing: object) -> Any:
    """What the process answers."""
    assert process.stdin is not None
    assert process.stdout is not None
    send(process.stdin, thing)
    return receive(process.stdout)


def _reap(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a killed process and let go of its pipes."""
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue  # unsent bytes of a dead process
