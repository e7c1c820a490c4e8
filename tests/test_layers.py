"""The layers of docs/design.md: imports point down only, and each pure layer stands alone."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "pinochle_lan"

# layer -> (layers of our own it may import, third-party packages it may import)
LAYERS: dict[str, tuple[set[str], set[str]]] = {
    "__init__": (set(), set()),
    "cards": (set(), set()),
    "shown": (set(), set()),
    "codec": (set(), {"msgpack"}),
    "rules": ({"cards", "codec"}, set()),
    "sealed": ({"codec"}, {"nacl"}),
    "log": ({"codec", "__init__"}, {"nacl"}),
    "pluginhost": ({"cards", "rules"}, {"pluggy"}),
    "table": ({"cards", "shown", "codec", "rules", "sealed", "log", "pluginhost", "__init__"}, set()),
    "net": ({"shown", "codec", "log", "__init__"}, {"nacl", "zeroconf", "ifaddr"}),
    "sampling": ({"cards", "rules"}, set()),
    "api": ({"cards", "rules", "pluginhost", "sampling"}, set()),
    "arena": ({"rules", "pluginhost", "sampling", "faceup"}, {"distributed"}),
    "intents": ({"rules", "shelf", "form"}, set()),
    "front": ({"table", "shelf", "form"}, set()),
    "bridge": ({"intents", "front", "table", "trace"}, set()),
    "trace": (set(), set()),
    "shelf": (set(), set()),
    "form": (set(), set()),
    "shipped": (set(), set()),
    "faceup": ({"cards", "rules"}, set()),
    "dealer": ({"cards", "codec", "rules", "faceup"}, set()),
    "conformance": ({"cards", "rules", "pluginhost", "dealer"}, set()),
    "testing": ({"cards", "rules", "pluginhost", "dealer", "conformance", "shipped"}, {"pytest"}),
    "profile": ({"shown", "shipped", "codec", "__init__"}, {"platformdirs", "filelock"}),
    "ui": (
        {
            "cards",
            "rules",
            "table",
            "intents",
            "front",
            "bridge",
            "shelf",
            "form",
            "shipped",
            "trace",
            "__init__",
        },
        {"pygame"},
    ),
}
# The window and what it exchanges hold snapshots and views only, never the table or the game.
NARROW = {
    "ui": {"rules": {"view", "actions", "refusal"}, "table": {"snapshot"}},
    "intents": {"rules": {"actions"}},
    "front": {"table": {"snapshot"}},
    "bridge": {"table": {"snapshot"}},
}
PURE_BANNED = {
    "random",
    "time",
    "socket",
    "threading",
    "asyncio",
    "datetime",
    "secrets",
    "selectors",
    "subprocess",
}
PURE = ("cards", "shown", "codec", "rules", "sealed", "table")
STDLIB = set(sys.stdlib_module_names)


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found.append((parts[0], path))
    return found


def imports(path: Path) -> list[tuple[str, ...]]:
    names: list[tuple[str, ...]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            base = tuple((node.module or "").split("."))
            if base == ("pinochle_lan",):
                names += [(*base, alias.name) for alias in node.names]
            else:
                names.append(base)
    return names


def own_layer(name: tuple[str, ...]) -> str:
    part = name[1] if len(name) > 1 else "__init__"
    exists = (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file()
    return part if exists else "__init__"


@pytest.mark.parametrize(("layer", "path"), [(m, p) for m, p in modules() if m in LAYERS], ids=str)
def test_imports_point_down(layer: str, path: Path) -> None:
    ours, theirs = LAYERS[layer]
    for name in imports(path):
        if name[0] == "pinochle_lan":
            target = own_layer(name)
            assert target in ours | {layer}, f"{path.name} ({layer}) must not import {'.'.join(name)}"
            narrow = NARROW.get(layer, {}).get(target)
            if narrow is not None:
                used = name[2] if len(name) > 2 else ""
                assert used in narrow, f"{layer} may only use {sorted(narrow)} of {target}"
        elif name[0] not in STDLIB:
            assert name[0] in theirs, f"{path.name} ({layer}) must not import {name[0]}"


@pytest.mark.parametrize(("layer", "path"), [(m, p) for m, p in modules() if m in PURE], ids=str)
def test_the_pure_core_has_no_clock_no_chance_no_threads(layer: str, path: Path) -> None:
    for name in imports(path):
        assert name[0] not in PURE_BANNED, f"{path.name} imports {name[0]}"


def test_every_top_level_module_has_a_layer() -> None:
    shell = {"room", "cli", "__main__", "testing"}
    known = {m for m, _ in modules()}
    assert known - set(LAYERS) - shell - LOCAL == set()


LOCAL = {"faceup", "dealer", "conformance", "arena"}
"""Programs that know every card: for plugin authors and measurements, never part of a table."""


def test_plugins_import_the_api_alone() -> None:
    for path in sorted((ROOT / "plugins").glob("*.py")):
        for name in imports(path):
            if name[0] == "pinochle_lan":
                assert name[:2] == ("pinochle_lan", "api"), f"{path.name} imports {'.'.join(name)}"
            else:
                assert name[0] in STDLIB, f"{path.name} imports {name[0]}"


ALONE = """
import importlib, importlib.abc, sys
class Wall(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"pygame", "zeroconf", "ifaddr", "platformdirs", "click", "rich"}:
            raise ImportError("not for this layer: " + name)
sys.meta_path.insert(0, Wall())
for module in sys.argv[1:]:
    importlib.import_module(module)
"""


@pytest.mark.parametrize(
    "layer", ["cards", "codec", "rules", "sealed", "log", "table", "pluginhost", "api", "front", "bridge"]
)
def test_each_layer_imports_alone(layer: str) -> None:
    names = [
        ".".join(("pinochle_lan", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        for found, path in modules()
        if found == layer
    ]
    run = subprocess.run([sys.executable, "-c", ALONE, *names], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
