"""Hand seeds: on disk before they are used, readable by their owner only, gone with their hand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pinochle_lan.room.seeds import SeedFiles

TABLE = bytes(range(16))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secrets").mkdir()
    return tmp_path / "secrets"


def test_seeds_come_back_by_name(folder: Path) -> None:
    files = SeedFiles(folder, TABLE)
    files.write("hand-1-0", b"one")
    files.write("draw", b"two")
    files.write("draw", b"three")
    assert SeedFiles(folder, TABLE).read() == {"draw": b"three", "hand-1-0": b"one"}
    assert SeedFiles(folder, bytes(16)).read() == {}


def test_dropped_seeds_are_gone_and_dropping_twice_is_fine(folder: Path) -> None:
    files = SeedFiles(folder, TABLE)
    files.write("hand-1-0", b"one")
    files.drop("hand-1-0")
    files.drop("hand-1-0")
    assert files.read() == {}
    files.write("hand-2-0", b"two")
    files.drop_all()
    files.drop_all()
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="other systems keep a user's folder private by themselves")
def test_only_the_owner_may_read_a_seed(folder: Path) -> None:
    SeedFiles(folder, TABLE).write("hand-1-0", b"one")
    path = folder / TABLE.hex() / "hand-1-0"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_F62_a_seed_half_written_in_a_crash_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = SeedFiles(folder, TABLE)
    files.write("hand-1-0", b"old")

    def pulled(_handle: int) -> None:
        raise OSError(5, "pulled the plug")

    monkeypatch.setattr(os, "fsync", pulled)
    with pytest.raises(OSError, match="pulled"):
        files.write("hand-1-0", b"new")
    assert files.read() == {"hand-1-0": b"old"}


def test_a_name_cannot_lead_out_of_the_folder(folder: Path) -> None:
    with pytest.raises(ValueError, match="no name of a secret"):
        SeedFiles(folder, TABLE).write("../identity", b"")
