"""The house itself: what is tracked speaks of pinochle-lan alone and holds no path of a machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXT = {".py", ".md", ".toml", ".txt", ".json", ".svg", ".sh", ""}
PATHS = re.compile(r"(?<![A-Za-z0-9_.])/(?:home|root|tmp|Users)/[a-z]")


def tracked() -> list[Path]:
    run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if run.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in run.stdout.decode().split("\0") if name]


def test_no_path_of_a_machine_in_tracked_files() -> None:
    offenders = []
    for path in tracked():
        if path.suffix not in TEXT or not path.is_file() or path == Path(__file__).resolve():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        offenders += [f"{path.relative_to(ROOT)}: {hit.group()}" for hit in PATHS.finditer(text)]
    assert offenders == []


def test_only_the_named_things_stand_at_the_top() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    allowed = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "pinochle_lan",
        "plugins",
        "sprites",
        "tests",
        "docs",
        ".ci",
        ".gitignore",
        ".gitattributes",
    }
    assert top <= allowed
