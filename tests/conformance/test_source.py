"""The source of a plugin, read without running it."""

from __future__ import annotations

import pytest

from pinochle_lan import shipped
from pinochle_lan.conformance.source import read


@pytest.mark.parametrize(
    ("text", "line", "piece"),
    [
        ("import time", 1, "imports time: clocks differ"),
        ("x = 1\nfrom random import choice", 2, "imports random: chance differs"),
        ("import os.path", 1, "imports os: it reaches files and the system"),
        ("import socket", 1, "reaches the network"),
        ("import requests", 1, "rules may use pinochle_lan.api"),
        ("from pinochle_lan.rules.game import Game", 1, "plugins import pinochle_lan.api alone"),
        ("import pinochle_lan.net", 1, "plugins import pinochle_lan.api alone"),
        ("from . import helper", 1, "a plugin is one file"),
        ("def f():\n    return open('x')", 2, "calls open(): it reaches files"),
        ("a = hash('x')", 1, "differ in every process"),
        ("__import__('time')", 1, "hides an import"),
        ("N = 0\ndef f():\n    global N\n    N += 1", 3, "changes the global N"),
        ("for x in {1, 2}:\n    pass", 1, "goes through a set"),
        ("a = [x for x in set((1, 2))]", 1, "goes through a set"),
        ("a = ().__iter__.__self__.__subclasses__", 1, "uses __subclasses__: it reaches the running program"),
        ("def f():\n    return f.__globals__", 2, "uses __globals__"),
        ("a = __builtins__", 1, "uses __builtins__"),
        ("setattr(a, 'b', 1)", 1, "changes what others hold"),
    ],
)
def test_what_differs_between_laptops_is_named_with_its_line(text: str, line: int, piece: str) -> None:
    (found,) = read(text.encode(), "plugin.py")
    assert (found.check, found.line) == ("source", line)
    assert piece in found.sentence


def test_what_only_computes_is_fine() -> None:
    text = (
        "from dataclasses import replace\nfrom random import Random\nfrom pinochle_lan.api import HouseRule\n"
    )
    assert read(text.encode(), "plugin.py") == ()


def test_a_file_that_is_no_python_is_left_to_loading() -> None:
    assert read(b"def (", "plugin.py") == ()
    assert read(b"\x00", "plugin.py") == ()


@pytest.mark.parametrize("path", sorted(shipped.plugins().glob("*.py")), ids=lambda path: path.stem)
def test_every_shipped_plugin_is_clean(path: object) -> None:
    """Law 10: no privileges."""
    from pathlib import Path

    assert isinstance(path, Path)
    assert read(path.read_bytes(), str(path)) == ()
