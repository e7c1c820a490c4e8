"""What the program did and when, as JSON lines in a file: for bug reports and for our own measurements.

Written only where ``PINOCHLE_LAN_TRACE`` names a file. Every line has ``ns`` (the monotonic clock, the same
for all programs of one machine) and ``what``. Of the cards only those that lie open are named.
"""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Final

VARIABLE: Final = "PINOCHLE_LAN_TRACE"


class Trace:
    """An open trace file; may be written from any thread."""

    def __init__(self, path: Path) -> None:
        """Begin a new file. Raises OSError."""
        self._lock = threading.Lock()
        self._file = path.open("w", encoding="utf-8", buffering=1)

    def note(self, what: str, **fields: object) -> None:
        """Write one line."""
        line = json.dumps({"ns": time.monotonic_ns(), "what": what, **fields}, separators=(",", ":"))
        with self._lock:
            self._file.write(line + "\n")


def from_environment() -> Trace | None:
    """The trace that the environment asks for, or None. Raises OSError if it cannot be written."""
    path = os.environ.get(VARIABLE)
    return Trace(Path(path)) if path else None
