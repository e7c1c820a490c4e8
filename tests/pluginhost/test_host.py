"""The host: every file is loaded alone, what is broken is named with file, line and hint, the rest works."""

from __future__ import annotations

import importlib.metadata
import threading
from pathlib import Path

import pytest

from pinochle_lan.pluginhost import guard
from pinochle_lan.pluginhost.host import SWITCH, load_all, load_file
from pinochle_lan.pluginhost.registry import Problem, Registry

BAD = Path(__file__).resolve().parents[1] / "badplugins"
GOOD = """
from pinochle_lan.api import Opponent, hookimpl

class Plain(Opponent):
    id, title, version = "{id}", "Plain", "1.0"

    def choose(self, view, options, rng):
        return options[0]

@hookimpl
def register_opponents(register):
    register(Plain)
"""


@pytest.fixture(autouse=True)
def no_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(guard, "PATIENCE_S", 0.5)


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path


def good(folder: Path, id: str) -> Path:
    return write(folder, id.replace("-", "_"), GOOD.format(id=id))


def load(*folders: Path) -> Registry:
    return load_all([(folder.name, folder) for folder in folders], installed=False)


def only_problem(registry: Registry) -> Problem:
    assert len(registry.problems) == 1
    return registry.problems[0]


# What each file of tests/badplugins does wrong: stage, a piece of the error, line, a piece of the hint.
BROKEN = {
    "changes_nothing": ("register", "the house rule changes nothing", 13, "Write def amend(self, variant"),
    "chooses_nothing": ("register", "the opponent chooses nothing", 13, "Write def choose(self, view"),
    "class_not_object": ("register", "got the class Rule", 12, "register(Rule())"),
    "exits": ("load", "SystemExit", 5, "must not end the program"),
    "exits_in_hook": ("register", "SystemExit: 3", 10, "must not end the program"),
    "half_done": ("register", "RuntimeError: after the first", 17, "Mend this line"),
    "misspelt_hook": ("hooks", "'register_oponents' is no hook", 10, "Did you mean 'register_opponents'?"),
    "missing_package": ("load", "No module named 'no_such_package'", 3, "'no_such_package'"),
    "missing_title": ("register", "has no title", 12, 'Set title = "..."'),
    "no_such_name": ("load", "cannot import name 'Wonder'", 3, "no such name"),
    "not_marked": ("hooks", "'register_opponents' is not marked", 8, "@hookimpl"),
    "long_version": ("register", "is too long", 15, "at most 16 characters"),
    "never_ready": ("load", "not done after", 5, "look for a loop"),
    "no_end_in_hook": ("register", "not done after", 10, "a wait at this line"),
    "not_a_rule": ("register", "got no HouseRule", 12, "class MyRule(HouseRule)"),
    "odd_id": ("register", "'Bad Id' is no id", 12, "small letters"),
    "odd_options": ("register", "options cannot be read", 16, "tuple of Option"),
    "raises": ("load", "ZeroDivisionError", 3, "Mend this line"),
    "registers_nothing": ("register", "registers nothing", None, "Call register(...)"),
    "same_id_twice": ("register", "'twin' is already brought by", 16, "another id"),
    "too_new": ("hooks", "needs plugin interface 999", None, "Update pinochle-lan"),
    "wrong_argument": ("hooks", "registry", 10, "named 'register'"),
}


def test_every_bad_plugin_has_its_expectation() -> None:
    assert sorted(path.stem for path in BAD.glob("*.py")) == sorted(BROKEN)


@pytest.mark.parametrize("name", BROKEN)
def test_F52_a_broken_plugin_is_named_with_its_line_and_a_hint(name: str) -> None:
    stage, error, line, hint = BROKEN[name]
    problem = only_problem(load_file(BAD / f"{name}.py"))
    assert problem.stage == stage
    assert error in problem.error
    assert problem.line == line
    assert hint in problem.hint
    assert problem.source.path == str(BAD / f"{name}.py")


def test_F52_a_file_that_is_no_python_is_named_with_its_line(tmp_path: Path) -> None:
    problem = only_problem(load_file(write(tmp_path, "syntax", "A = 1\n\ndef broken(:\n    return 1\n")))
    assert problem.stage == "load"
    assert problem.error.startswith("SyntaxError")
    assert problem.line == 3


def test_F52_the_others_load_beside_all_broken_ones(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    for path in BAD.glob("*.py"):
        write(folder, path.stem, path.read_text(encoding="utf-8"))
    good(folder, "aaa")
    good(folder, "zzz")
    registry = load(folder)
    assert list(registry.opponents) == ["aaa", "zzz"]
    assert len(registry.problems) == len(BROKEN)


def test_F52_a_loop_that_never_ends_is_ended() -> None:
    before = threading.enumerate()
    only_problem(load_file(BAD / "never_ready.py"))
    for thread in threading.enumerate():
        if thread not in before:
            thread.join(30)
            assert not thread.is_alive()


def test_F53_a_misspelt_hook_is_not_passed_over_in_silence() -> None:
    assert "Did you mean 'register_opponents'?" in str(only_problem(load_file(BAD / "misspelt_hook.py")))


def test_F54_a_broken_plugin_is_a_row_with_name_state_and_reason() -> None:
    row = only_problem(load_file(BAD / "raises.py")).as_row()
    assert row["id"] == "raises"
    assert row["state"] == "broken"
    assert "ZeroDivisionError" in row["why"]
    assert row["source"].endswith("raises.py:3")


def test_a_file_is_taken_whole_or_not_at_all() -> None:
    registry = load_file(BAD / "half_done.py")
    assert registry.plugins == ()


def test_files_are_read_by_name_and_the_first_of_two_equal_ids_stays(tmp_path: Path) -> None:
    shipped, profile = tmp_path / "shipped", tmp_path / "profile"
    first = write(shipped, "b", GOOD.format(id="twin"))
    write(profile, "a", GOOD.format(id="twin"))
    registry = load(shipped, profile)
    assert registry.plugin("opponent", "twin").source.path == str(first)  # type: ignore[union-attr]
    problem = only_problem(registry)
    assert problem.source.name == "a"
    assert str(first) in problem.error
    assert "another id" in problem.hint


def test_plugins_are_listed_by_id_whatever_file_they_came_from(tmp_path: Path) -> None:
    write(tmp_path / "shipped", "a", GOOD.format(id="zebra"))
    write(tmp_path / "shipped", "b", GOOD.format(id="ape"))
    assert list(load(tmp_path / "shipped").opponents) == ["ape", "zebra"]


def test_hidden_and_foreign_files_and_missing_folders_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "shipped"
    good(folder, "ape")
    write(folder, "_helper", "raise RuntimeError")
    (folder / "notes.txt").write_text("no plugin")
    registry = load(folder, tmp_path / "nowhere")
    assert list(registry.opponents) == ["ape"]
    assert registry.problems == ()


def test_F28_the_fingerprint_ignores_line_endings_and_sees_one_changed_letter(tmp_path: Path) -> None:
    text = GOOD.format(id="ape").encode()
    prints = []
    for place, content in (
        ("unix", text),
        ("windows", b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")),
        ("changed", text.replace(b"Plain", b"plain")),
    ):
        path = tmp_path / f"{place}.py"
        path.write_bytes(content)
        prints.append(load_file(path).fingerprint("opponent", "ape"))
    assert prints[0] == prints[1] != prints[2]
    assert all(len(digest) == 32 for digest in prints)


def test_the_switch_loads_none_or_only_the_named_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good(tmp_path / "shipped", "ape")
    good(tmp_path / "shipped", "zebra")
    monkeypatch.setenv(SWITCH, "none")
    assert load(tmp_path / "shipped").plugins == ()
    monkeypatch.setenv(SWITCH, "zebra")
    assert list(load(tmp_path / "shipped").opponents) == ["zebra"]


def test_strict_raises_the_fault_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError):
        load_file(BAD / "raises.py", strict=True)


def test_an_installed_package_brings_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "brought_by_package", GOOD.format(id="parcel"))
    monkeypatch.syspath_prepend(str(tmp_path))
    there = importlib.metadata.EntryPoint("parcel", "brought_by_package", "pinochle_lan")
    broken = importlib.metadata.EntryPoint("gone", "no_such_module_here", "pinochle_lan")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [there, broken])
    registry = load_all([])
    parcel = registry.plugin("opponent", "parcel")
    assert parcel is not None
    assert parcel.source.place == "installed"
    assert parcel.as_row()["source"].endswith("brought_by_package.py")
    assert only_problem(registry).source.name == "gone"
