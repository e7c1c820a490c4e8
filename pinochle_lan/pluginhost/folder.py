"""A plugin folder: which files lie in it, which are switched off, and how another laptop's file comes to it.

Runs nothing. Files are never overwritten.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from pinochle_lan.pluginhost.fingerprint import fingerprint
from pinochle_lan.pluginhost.received import ReceivedError, file_name, read

OFF: Final = "off.txt"
"""A file in a plugin folder: names of plugin files that are switched off, one a line."""


def switched_off(folder: Path) -> tuple[str, ...]:
    """The plugin files that the list in ``folder`` switches off, whichever folder they lie in."""
    try:
        lines = (folder / OFF).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()  # no list: nothing is off
    return tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))


def switch(folder: Path, name: str, *, on: bool) -> None:
    """Use the plugin file of that name again, or leave it alone. Raises OSError."""
    names = [other for other in switched_off(folder) if other != name] + ([] if on else [name])
    if tuple(names) != switched_off(folder):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / OFF).write_text("".join(f"{other}\n" for other in names), encoding="utf-8")


def plugin_files(folder: Path) -> list[Path]:
    """The plugin files of a folder in order of name; names with a leading underscore or dot are left out."""
    try:
        found = [path for path in folder.iterdir() if path.suffix == ".py" and path.name[0] not in "._"]
    except OSError:
        return []  # no such folder: nothing to load
    return sorted(found, key=lambda path: path.name)


def keep(folder: Path, id: str, data: bytes) -> Path:
    """Write the file into the plugin folder and switch it on; the path.

    The same file is not written again, another one of its name never overwritten. Raises ReceivedError.
    """
    read(data)
    name = Path(file_name(id, fingerprint(data)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 100):
            path = folder / (name.name if number == 1 else f"{name.stem}_{number}.py")
            try:
                with path.open("xb") as out:
                    out.write(data)
                    out.flush()
                    os.fsync(out.fileno())
            except FileExistsError:
                if fingerprint(path.read_bytes()) != fingerprint(data):
                    continue
            switch(folder, path.stem, on=True)
            return path
    except OSError as error:
        raise ReceivedError(f"{folder} cannot be written: {error.strerror}.") from None
    raise ReceivedError(f"{folder} is full of files named {name.stem}; take some away.")
