"""Runs a plugin's code for the first time: whatever it does, the program gets its thread back.

A file that raises, exits or never comes to an end is an exception here. Owns the time that loading may take.
"""

from __future__ import annotations

import math
import sys
import threading
import traceback
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, TypeVar

T = TypeVar("T")

PATIENCE_S: Final = 3.0
"""A file that takes longer to load is left out: it would hold up every start of the program."""
TURN_S: Final = 0.05
"""Patience is counted in turns of this length; on a busy laptop they last longer."""


class TooSlow(Exception):
    """The code did not come to an end; ``line`` is where it was in the author's file."""

    def __init__(self, seconds: float, line: int | None) -> None:
        super().__init__(f"not done after {seconds:g} seconds")
        self.line = line


def guarded(work: Callable[[], T], path: str, patience_s: float | None = None) -> T:
    """What ``work`` gives. Raises what it raises, SystemExit too, or TooSlow. ``path``: the author's file.

    Code of the author's that is too slow ends at its next line; what waits inside the system does no harm.
    """
    patience = PATIENCE_S if patience_s is None else patience_s
    done: list[T] = []
    failed: list[BaseException] = []
    late = threading.Event()

    def watch(frame: FrameType, event: str, arg: object) -> Any:
        if late.is_set():
            raise SystemExit
        return watch if frame.f_code.co_filename == path else None

    def run() -> None:
        # Not by an asynchronous exception: where it waits for ever, it slows down the whole interpreter.
        sys.settrace(watch)
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001 - handed to the caller
            failed.append(error)
        finally:
            sys.settrace(None)

    thread = threading.Thread(target=run, name="plugin", daemon=True)
    thread.start()
    for _ in range(math.ceil(patience / TURN_S)):
        thread.join(TURN_S)
    if thread.is_alive():
        line = _line(thread, path)
        late.set()
        raise TooSlow(patience, line)
    if failed:
        raise failed[0]
    return done[0]


def _line(thread: threading.Thread, path: str) -> int | None:
    """The innermost line of the author's file that the thread is at."""
    frame = sys._current_frames().get(thread.ident or 0)
    frames = traceback.extract_stack(frame) if frame is not None else []
    return next((one.lineno for one in reversed(frames) if one.filename == path), None)
