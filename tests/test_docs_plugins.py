"""docs/plugins.md: every snippet runs, every shipped house rule is shown, nothing is left out."""

from __future__ import annotations

import functools
import inspect
import tomllib
from pathlib import Path
from typing import Any

import helpers_docs as docs
import pytest

from pinochle_lan import api, shipped
from pinochle_lan.cli import plugins as plugin_commands
from pinochle_lan.cli.command import run
from pinochle_lan.conformance import suite
from pinochle_lan.conformance.finding import CHECKS
from pinochle_lan.pluginhost import hooks
from pinochle_lan.pluginhost.host import load_all, load_file
from pinochle_lan.rules import catalogue, preset
from pinochle_lan.rules.game import Game
from pinochle_lan.testing import Pinochle

FOLDERS = [("shipped", shipped.plugins())]
PYTHON = docs.blocks("python")
SHOWN = [text for _, text in docs.files()]
PLUGINS = [block for block in PYTHON if "@hookimpl" in block.text and block.text not in SHOWN]
TESTS = [block for block in PYTHON if "def test_" in block.text]
TOML = docs.blocks("toml")
COMMANDS = [line for block in docs.blocks("sh") for line in block.text.splitlines()]


def line(block: docs.Block) -> str:
    return f"line {block.line}"


def test_every_block_is_run_by_one_of_these_tests() -> None:
    assert len(PYTHON) == len(PLUGINS) + len(TESTS) + sum(b.text in SHOWN for b in PYTHON)
    kinds = {kind for kind in ("sh", "text", "toml", "python") for _ in docs.blocks(kind)}
    fences = docs.GUIDE.read_text(encoding="utf-8").count("```")
    assert fences == 2 * sum(len(docs.blocks(kind)) for kind in kinds)


@pytest.mark.parametrize("block", PLUGINS, ids=line)
def test_a_plugin_of_the_guide_keeps_all_promises(block: docs.Block, tmp_path: Path) -> None:
    path = tmp_path / "from_the_guide.py"
    path.write_text(block.text, encoding="utf-8")
    assert load_file(path).problems == ()
    assert suite.check(path, FOLDERS, hands=1, most=1).findings == ()


NAMED = [(b, n) for b in TESTS for n in compile(b.text, "guide", "exec").co_names if n.startswith("test_")]


@pytest.mark.parametrize(("block", "name"), NAMED, ids=[name for _, name in NAMED])
def test_a_test_of_the_guide_passes(block: docs.Block, name: str, pinochle: Pinochle) -> None:
    found: dict[str, Any] = {}
    exec(block.text, found)
    assert list(inspect.signature(found[name]).parameters) == ["pinochle"]
    found[name](pinochle)


@pytest.mark.parametrize("block", TOML, ids=line)
def test_a_preset_of_the_guide_makes_a_game(block: docs.Block) -> None:
    registry = load_all(FOLDERS, installed=False)
    found = preset.read(tomllib.loads(block.text), "guide")
    rules = [registry.house_rules[id] for id in found.rules]
    for variant in found.variants:
        assert Game(registry.variants[variant], dict(found.settings), rules).house_rules == tuple(rules)


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A profile with the first plugin of the guide begun, and a quick check."""
    monkeypatch.setenv("PINOCHLE_LAN_PROFILE", str(tmp_path))
    quick = functools.partial(suite.check, most=1)
    monkeypatch.setattr(plugin_commands.suite, "check", quick)
    assert run(["plugins", "new", "house-rule", "my-tens"]) == 0
    return tmp_path


def test_the_guide_has_commands() -> None:
    assert len(COMMANDS) > 8
    assert all(command.startswith("pinochle-lan ") for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_works(command: str, author: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = command.split()[1:]
    if words[:2] == ["plugins", "new"]:
        (author / "plugins" / "my_tens.py").unlink()
        (author / "plugins" / "tests" / "test_my_tens.py").unlink()
    if words[:2] == ["plugins", "enable"]:
        assert run(["plugins", "disable", words[2]]) == 0
    if words[0] == "host":
        # The window is left out, and the other chairs are taken, so that the hand is played here.
        play = [*words, "--headless", "--json", "--bot", "steady", "--hands", "1", "--bots"]
        assert run([*play, "3"]) == 0 or run([*play, "1"]) == 0
    else:
        assert run(words) == 0
    assert capsys.readouterr().out


def test_what_the_guide_shows_is_what_ships() -> None:
    """``python tests/helpers_docs.py`` writes it anew."""
    for name, text in docs.files():
        assert (docs.ROOT / name).read_text(encoding="utf-8") == text, name


def test_every_shipped_house_rule_and_preset_is_shown_and_short() -> None:
    shown = [name for name, _ in docs.files()]
    rules = [plugin for plugin in load_all(FOLDERS, installed=False).plugins if plugin.kind == "house rule"]
    assert len(rules) >= 8
    for plugin in rules:
        assert f"plugins/{Path(plugin.source.path).name}" in shown
        assert len(Path(plugin.source.path).read_text(encoding="utf-8").splitlines()) < 40
        assert plugin.id == Path(plugin.source.path).stem.replace("_", "-")
    for path in (shipped.plugins() / "presets").glob("*.toml"):
        assert f"plugins/presets/{path.name}" in shown


def test_every_shipped_house_rule_has_its_tests() -> None:
    for id in load_all(FOLDERS, installed=False).house_rules:
        assert (docs.ROOT / "tests" / "plugins" / f"test_{id.replace('-', '_')}.py").is_file(), id


@pytest.mark.parametrize("what", ["hooks", "checks", "options", "names"])
def test_nothing_is_left_out_of_the_guide(what: str) -> None:
    """A failure here: ``python tests/helpers_docs.py`` writes the reference anew."""
    names = {
        "hooks": [f"{name}(register)" for name in hooks.HOOKS],
        "checks": list(CHECKS),
        "options": list(catalogue.NAMES),
        "names": list(api.__all__),
    }[what]
    text = docs.GUIDE.read_text(encoding="utf-8")
    assert [name for name in names if f"`{name}`" not in text] == []


def test_every_name_of_the_interface_says_what_it_is() -> None:
    for line_ in docs.reference().splitlines():
        if line_.startswith("| `"):
            assert len(line_.split("|")[2].strip()) > 3, line_
