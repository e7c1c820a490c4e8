"""The profile folder: identity, settings, file names, one program at a time, nothing lost in a crash."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pinochle_lan import profile as profiles
from pinochle_lan import shipped
from pinochle_lan.profile import GameNote, Profile, ProfileError, Seen, Stopped
from pinochle_lan.shown import NAME_BYTES, clean

DAY = datetime.date(2024, 12, 24)
TABLE = bytes.fromhex("1234abcd") + bytes(12)


def test_the_identity_is_made_once_and_stays(tmp_path: Path) -> None:
    with Profile(tmp_path) as first:
        seed = first.identity
    with Profile(tmp_path) as again:
        assert again.identity == seed
    assert len(seed) == 32


@pytest.mark.skipif(os.name != "posix", reason="other systems keep a user's folder private by themselves")
def test_only_the_owner_may_read_the_identity_and_the_secrets(tmp_path: Path) -> None:
    with Profile(tmp_path / "p") as profile:
        modes = [
            path.stat().st_mode & 0o777
            for path in (profile.folder, profile.secrets, profile.folder / "identity")
        ]
    assert modes == [0o700, 0o700, 0o600]


def test_a_damaged_identity_is_said_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "identity").write_bytes(b"short")
    with pytest.raises(ProfileError, match=r"identity .* is damaged. Put a copy back"):
        Profile(tmp_path)
    assert (tmp_path / "identity").read_bytes() == b"short"


def test_a_damaged_identity_leaves_the_profile_unlocked(tmp_path: Path) -> None:
    (tmp_path / "identity").write_bytes(b"short")
    with pytest.raises(ProfileError):
        Profile(tmp_path)
    (tmp_path / "identity").unlink()
    with Profile(tmp_path) as profile:
        assert len(profile.identity) == 32


def test_a_second_program_is_sent_away_with_a_sentence(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from pinochle_lan.profile import *\n"
        "try: Profile(pathlib.Path(sys.argv[1]))\n"
        "except ProfileError as e: print(e)"
    )
    with Profile(tmp_path):
        run = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(shipped.PACKAGE).parent,
        )
    assert "already runs with the profile" in run.stdout
    with Profile(tmp_path):
        pass  # and it is free again


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ProfileError, match="cannot be used"):
        Profile(tmp_path / "file")


def test_F51_the_folder_comes_from_the_variable_or_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(profiles.VARIABLE, str(tmp_path / "täglich hier"))
    with Profile() as profile:
        assert profile.folder == tmp_path / "täglich hier"
    monkeypatch.delenv(profiles.VARIABLE)
    assert profiles.default_folder().name == "pinochle-lan"
    assert profiles.default_folder().is_absolute()


def test_settings_come_back(tmp_path: Path) -> None:
    with Profile(tmp_path) as profile:
        profile.save_name("Oma Käthe")
        profile.save_window({"text_size": 125, "sound": False})
    with Profile(tmp_path) as profile:
        assert profile.settings.name == "Oma Käthe"
        assert profile.settings.window == {"text_size": 125, "sound": False}


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"name": 3, "window": []}', '{"name": "\\ud800"}', "\x00"])
def test_damaged_settings_are_the_defaults(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with Profile(tmp_path) as profile:
        assert profile.settings == profiles.Settings()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("", ""),
        ("   ", ""),
        ("Oma\nAnni", "Oma Anni"),
        ("a\x00b", "ab"),
        ("x\ud800y", "xy"),
        ("\u202eamO", "amO"),
        ("n" * 200, "n" * NAME_BYTES),
        ("é" * 200, "é" * (NAME_BYTES // 2)),
        ("🂡" * 20, "🂡" * (NAME_BYTES // 4)),
        ("e\u0301", "é"),
    ],
)
def test_F39_names_are_cleaned_when_typed(typed: str, name: str) -> None:
    assert clean(typed) == name


def test_a_table_keeps_its_file_on_another_day(tmp_path: Path) -> None:
    with Profile(tmp_path) as profile:
        path = profile.game_path(TABLE, DAY)
        assert path.name == "2024-12-24-1234abcd.pinochle"
        path.write_bytes(b"")
        assert profile.game_path(TABLE, DAY + datetime.timedelta(7)) == path
        assert profile.game_files() == (path,)


def test_F30_people_score_and_addresses_are_remembered_beside_the_game(tmp_path: Path) -> None:
    seen = (Seen(b"k" * 32, "Ben", (("192.168.1.7", 47470), ("10.0.0.2", 47471))),)
    note = GameNote(
        "Kitchen", "partnership", ("Ann", "Ben", "Steady"), (("NS", 250), ("EW", -90)), False, seen
    )
    with Profile(tmp_path) as profile:
        game = profile.game_path(TABLE, DAY)
        assert profile.note(game) is None
        profile.save_note(game, note)
        assert profile.note(game) == note
        game.with_suffix(".json").write_text(json.dumps({"title": "x", "peers": [{"key": "zz"}]}))
        assert profile.note(game) is None


def test_what_a_plugin_stopped_is_remembered_beside_the_game(tmp_path: Path) -> None:
    seats = ((b"a" * 32, ""), (b"b" * 32, "steady"))
    stopped = Stopped(("house rule tens-around",), 57, b"c" * 32, (250, -90), 1, seats)
    note = GameNote("Kitchen", "two-handed", ("Ann", "Steady"), stopped=stopped)
    with Profile(tmp_path) as profile:
        game = profile.game_path(TABLE, DAY)
        profile.save_note(game, note)
        assert profile.note(game) == note
        rows = json.loads(game.with_suffix(".json").read_text(encoding="utf-8"))
        game.with_suffix(".json").write_text(json.dumps({**rows, "stopped": "no"}), encoding="utf-8")
        assert profile.note(game) is None


def test_F62_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Profile(tmp_path) as profile:
        profile.save_name("Ann")

        def full(_handle: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(ProfileError, match="No space left"):
            profile.save_name("Ben")
    monkeypatch.undo()
    with Profile(tmp_path) as profile:
        assert profile.settings.name == "Ann"


def test_shipped_folders_are_those_of_the_checkout_first(tmp_path: Path) -> None:
    package = tmp_path / "site" / "pinochle_lan"
    (package / "_shipped" / "plugins").mkdir(parents=True)
    (tmp_path / "site" / "plugins").mkdir()
    assert shipped.folder("plugins", package) == package / "_shipped" / "plugins"
    (tmp_path / "site" / "pyproject.toml").write_text("")
    assert shipped.folder("plugins", package) == tmp_path / "site" / "plugins"
    assert shipped.plugins().name == "plugins"
    assert shipped.sprites().name == "sprites"
