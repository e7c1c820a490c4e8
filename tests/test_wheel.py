"""The wheel: plugins and sprites travel in it and are found from any folder, blanks and umlauts included."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(args: list[str], cwd: Path, **env: str) -> str:
    done = subprocess.run(
        args, cwd=cwd, env=os.environ | env, capture_output=True, text=True, check=False, timeout=110
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    script = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    name = run([sys.executable, "-c", script, str(out)], ROOT).split()[-1]
    return out / name


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked into a folder with a blank and umlauts in its name, as an installer lays it."""
    place = tmp_path_factory.mktemp("Omas schöne Spiele")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    return place


def test_plugins_and_sprites_are_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("plugins", "sprites"):
        tracked = [
            p.relative_to(ROOT)
            for p in (ROOT / folder).rglob("*")
            if p.suffix in {".py", ".svg", ".wav", ".ttf", ".toml"}
        ]
        assert tracked
        missing = [str(p) for p in tracked if f"pinochle_lan/_shipped/{p.as_posix()}" not in names]
        assert missing == []
    assert "pinochle_lan/py.typed" in names


def test_the_product_knows_suite_1_only(wheel: Path) -> None:
    """docs/sealed-deal.md 9: the fast test group lives in the tests alone."""
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if "tests" in name.split("/")]
        code = [archive.read(name) for name in archive.namelist() if name.endswith(".py")]
    assert not [text for text in code if b"OPEN_GROUP" in text or b"suite = 255" in text]


def test_F51_it_runs_from_elsewhere_with_the_same_fingerprints_as_the_checkout(
    installed: Path, tmp_path: Path
) -> None:
    listing = [sys.executable, "-m", "pinochle_lan", "plugins", "list", "--json"]
    profile = {"PINOCHLE_LAN_PROFILE": str(tmp_path / "profile")}
    there = json.loads(run(listing, tmp_path, PYTHONPATH=str(installed), **profile))
    here = json.loads(run(listing, ROOT, PYTHONPATH=str(ROOT), **profile))
    prints = [
        {row["id"]: row["fingerprint"] for row in rows if "fingerprint" in row} for rows in (there, here)
    ]
    assert prints[0]
    assert prints[0] == prints[1]
    assert any(str(installed) in json.dumps(row) or "_shipped" in json.dumps(row) for row in there)
    answer = subprocess.run(
        [sys.executable, "-m", "pinochle_lan", "referee"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)} | profile,
        input=json.dumps(
            {"id": "x", "variant": "partnership", "kind": "meld", "input": {"hand": ["9S"], "trump": "S"}}
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert json.loads(answer.stdout)["answer"]["total"] == 10
