"""Presets on disk: what is written is read again, and what is wrong is a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_lan import shipped
from pinochle_lan.room.presets import LARGEST, PresetError, Presets, file_name, preset_of, read, written
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.preset import Preset

EVERYTHING = preset_of(
    'Oma\'s "kitchen"',
    "As always.",
    "partnership",
    {
        "deal.takeover": False,
        "house_rules": "tens-around save-bid",
        "meld.aces": "100 1200",
        "meld.dix": 0,
        "counters.last": 20,
        "counters.points": "11 10 4 3 2 0",
        "minimum_bid": 300,
        "must_beat": "always",
        "save-bid": True,
        "save-bid.points": 120,
        "tens-around": True,
    },
)


def test_what_is_written_is_read_again() -> None:
    found = read(written(EVERYTHING), "it")
    assert found.rules == EVERYTHING.rules
    plain = {name: str(value) for name, value in EVERYTHING.settings}
    assert {name: str(value) for name, value in found.settings} == plain
    assert (found.title, found.text, found.variants) == (EVERYTHING.title, "As always.", ("partnership",))


@given(st.text(min_size=1, max_size=60), st.text(max_size=60))
def test_F39_any_title_is_written_and_read(title: str, text: str) -> None:
    try:
        preset = preset_of(title, text, "partnership", {})
    except PresetError:
        return
    again = read(written(preset), "it")
    assert (again.title, again.text) == (preset.title, preset.text)


@pytest.mark.parametrize("path", sorted((shipped.plugins() / "presets").glob("*.toml")), ids=lambda p: p.stem)
def test_shipped_ones_survive_being_handed_on(path: Path) -> None:
    one = read(path.read_text(encoding="utf-8"), path.name)
    assert read(written(one), "it") == one


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("title = ", "is no TOML"),
        ("x" * (LARGEST + 1), "is too long"),
        ("[options]\na = 1\n", "needs a title"),
        ('title = "x"\n[options]\na = [1]\n', "[options] a"),
        ('title = "x"\nfoo = 1\n', "'foo'"),
        ("a = " + "[" * 5000, "is no TOML"),
    ],
)
def test_what_is_wrong_is_named(source: str, says: str) -> None:
    with pytest.raises(OptionError) as found:
        read(source, "It")
    assert says in str(found.value)


def test_own_presets_come_first_and_hide_a_shipped_one_of_that_name(tmp_path: Path) -> None:
    ours, own = tmp_path / "shipped", tmp_path / "own"
    ours.mkdir()
    for name in ("a", "b"):
        (ours / f"{name}.toml").write_text(f'title = "{name}"\n')
    kept = Presets(ours, own)
    assert [(one.name, one.mine) for one in kept.all()] == [("a", False), ("b", False)]
    kept.save(Preset("B", (), ()))
    (own / "broken.toml").write_text("title")
    assert [(one.name, one.mine) for one in kept.all()] == [("b", True), ("a", False)]
    with pytest.raises(PresetError, match="no preset 'a' of yours"):
        kept.drop("a")
    kept.drop("b")
    assert [one.name for one in kept.all()] == ["a", "b"]
    assert kept.version == 2


@pytest.mark.parametrize(
    ("title", "name"), [("190 and no passing", "190-and-no-passing"), ("Ömi!", "mi"), ("../..", "my-rules")]
)
def test_files_have_plain_names(title: str, name: str) -> None:
    assert file_name(title) == name


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("a file where the folder should be")
    with pytest.raises(PresetError, match="cannot be written"):
        Presets(tmp_path, tmp_path / "own").save(Preset("X", (), ()))
