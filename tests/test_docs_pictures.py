"""The pictures of README and guide: there, shown, and small; ``tests/bench/doc_pictures.py`` draws them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
LIMIT = 200_000
PALETTE = 3
"""Colour type of a PNG, the 26th byte of the file."""


def shown() -> set[Path]:
    """Every picture that a page shows."""
    found = set()
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            found.add((page.parent / name).resolve())
    return found


def test_every_picture_is_shown_and_every_shown_one_is_there() -> None:
    assert shown() == set(FOLDER.glob("*.png"))
    assert FOLDER / "table.png" in shown()


@pytest.mark.parametrize("picture", sorted(FOLDER.glob("*.png")), ids=lambda path: path.stem)
def test_a_picture_is_small(picture: Path) -> None:
    data = picture.read_bytes()
    assert len(data) < LIMIT
    assert data[25] == PALETTE
