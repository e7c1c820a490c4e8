"""The list of plugin files that the player switched off, and new files from the templates."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinochle_lan.conformance.source import read
from pinochle_lan.pluginhost import scaffold
from pinochle_lan.pluginhost.folder import OFF, switched_off
from pinochle_lan.pluginhost.host import SWITCH, load_all, load_file

RAISES = "raise RuntimeError('run')\n"


@pytest.fixture(autouse=True)
def no_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)


def test_a_file_on_the_list_is_not_run_in_any_folder(tmp_path: Path) -> None:
    shipped, profile = tmp_path / "shipped", tmp_path / "profile"
    for folder, name in ((shipped, "one"), (profile, "two"), (profile, "three")):
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.py").write_text(RAISES, encoding="utf-8")
    (profile / OFF).write_text("one\n\n  two \none\n", encoding="utf-8")
    assert switched_off(profile) == ("one", "two")
    registry = load_all([("shipped", shipped), ("profile", profile)], installed=False)
    assert [source.name for source in registry.off] == ["one", "two"]
    assert [problem.source.name for problem in registry.problems] == ["three"]


def test_no_list_or_one_that_is_no_text_switches_nothing_off(tmp_path: Path) -> None:
    assert switched_off(tmp_path / "nowhere") == ()
    (tmp_path / OFF).write_bytes(b"\xff\xfe\xff")
    assert switched_off(tmp_path) == ()


@pytest.mark.parametrize("kind", scaffold.KINDS)
def test_what_is_begun_loads_and_is_clean(kind: str, tmp_path: Path) -> None:
    files = scaffold.begin(kind, "the-kitchen-2", "whist")
    name, text = files.plugin
    assert (name, files.test[0]) == ("the_kitchen_2.py", "test_the_kitchen_2.py")
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    registry = load_file(path)
    assert registry.problems == ()
    (plugin,) = registry.plugins
    assert (plugin.kind, plugin.id, plugin.title) == (
        kind.replace("-", " "),
        "the-kitchen-2",
        "The kitchen 2",
    )
    assert read(text.encode(), name) == ()
    assert f'"../{name}"' in files.test[1]
    # A look is played at no table; its test reads its colours.
    assert ('pinochle.table("whist"' in files.test[1]) is (kind != "look")


@pytest.mark.parametrize("name", ["", "A", "-a", "a-", "a_b", "../a", "a.b", "a\n"])
def test_a_name_that_is_no_id_is_refused(name: str) -> None:
    with pytest.raises(scaffold.ScaffoldError, match="is no id"):
        scaffold.begin("house-rule", name, "whist")
