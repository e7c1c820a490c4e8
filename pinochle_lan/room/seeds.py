"""Hand seeds on this laptop's disk: one small file each, its owner's only, gone when its hand is over.

They never stand in a game file, which others may ask for. Knows nothing of what a seed is good for.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9.-]*\Z")


class SeedFiles:
    """The seeds of one table in ``secrets/<table id>/``."""

    def __init__(self, secrets: Path, table_id: bytes) -> None:
        self._folder = secrets / table_id.hex()

    def read(self) -> Mapping[str, bytes]:
        """All that is there, by name. Raises OSError."""
        if not self._folder.is_dir():
            return {}
        return {
            path.name: path.read_bytes() for path in sorted(self._folder.iterdir()) if _NAME.match(path.name)
        }

    def write(self, name: str, data: bytes) -> None:
        """On disk, file and folder, when this returns. Raises OSError."""
        if not _NAME.match(name):
            raise ValueError(f"'{name}' is no name of a secret")
        self._folder.mkdir(mode=0o700, exist_ok=True)
        # Written beside and moved, so that a crash leaves the old seed or the new one, never half of one.
        new = self._folder / f"_{name}"
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        new.replace(self._folder / name)
        sync_folder(self._folder)

    def drop(self, name: str) -> None:
        """Delete one; a missing one is fine. Raises OSError."""
        with contextlib.suppress(FileNotFoundError):
            (self._folder / name).unlink()

    def drop_all(self) -> None:
        """The game is over: nothing is left to hide. Raises OSError."""
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                path.unlink()
            self._folder.rmdir()


def sync_folder(folder: Path) -> None:
    """Make a new file's name last through a power cut, where the system can (not on Windows)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
