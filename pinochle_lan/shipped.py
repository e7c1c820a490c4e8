"""Where the files that come with the program lie: the folders ``plugins`` and ``sprites``.

In a checkout they stand beside the package and are the ones that somebody edits, so they come first; in an
installed package they are ``_shipped/plugins`` and ``_shipped/sprites``. Never depends on the working
directory (F51).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent


def folder(name: str, package: Path = PACKAGE) -> Path:
    """The folder ``name``; one that does not exist only if the installation is broken.

    A checkout is told by its ``pyproject.toml``: beside an installed package a folder of that name is a
    stranger's.
    """
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    return package / "_shipped" / name


def plugins() -> Path:
    """The shipped variants, house rules and opponents."""
    return folder("plugins")


def sprites() -> Path:
    """The shipped card art, fonts and sounds."""
    return folder("sprites")
