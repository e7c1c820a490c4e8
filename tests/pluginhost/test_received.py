"""Files of other laptops: what is read in them without running them, where they are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinochle_lan import shipped
from pinochle_lan.pluginhost.fingerprint import MOST_BYTES, fingerprint
from pinochle_lan.pluginhost.folder import OFF, keep, plugin_files, switch, switched_off
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.naming import Named, parse
from pinochle_lan.pluginhost.reading import registered
from pinochle_lan.pluginhost.received import ReceivedError, file_name, read


def test_what_every_shipped_file_registers_is_read_without_running_it() -> None:
    """A test of the reader: it finds what the host finds by running."""
    there = load_all([("shipped", shipped.plugins())], installed=False)
    for path in plugin_files(shipped.plugins()):
        seen = [(one.kind, one.id, one.title, one.version) for one in registered(path.read_text("utf-8"))]
        run = [(p.kind, p.id, p.title, p.version) for p in there.plugins if p.source.path == str(path)]
        assert sorted(seen) == sorted(run), path.name


def test_the_docstring_and_the_line_are_told() -> None:
    text = (shipped.plugins() / "tens_around.py").read_text("utf-8")
    (one,) = registered(text)
    assert one.text
    assert text.splitlines()[one.line - 1].startswith("class ")


@pytest.mark.parametrize(
    ("body", "ids"),
    [
        ("register(A())", ["a"]),
        ("register(A)", ["a"]),
        ("one = A()\n    register(one)", ["a"]),
        ("for one in (A(), B()):\n        register(one)", ["a", "b"]),
        ("register(B(id='c', title='Sea'))", ["c"]),
        ("register(made(7))", [""]),
        ("register(*things)", [""]),
        ("print(register)", []),
    ],
)
def test_ways_to_register(body: str, ids: list[str]) -> None:
    classes = "class A:\n    id = 'a'\nclass B(A):\n    id: str = 'b'\n"
    source = f"{classes}\ndef register_looks(register):\n    {body}\n"
    assert [one.id for one in registered(source)] == ids


@pytest.mark.parametrize(
    "source", ["def broken(:\n", "\x00", "(" * 5000, "def register_looks():\n    pass\n"]
)
def test_what_cannot_be_read_registers_nothing(source: str) -> None:
    assert registered(source) == ()


@pytest.mark.parametrize(
    ("data", "piece"),
    [
        (b"x" * (MOST_BYTES + 1), "60001 bytes"),
        (b"\xff\xfe", "no UTF-8"),
        (b"# -*- coding: utf-7 -*-\n", "read as utf-7"),
        (b"# coding: no-such-thing\n", "no UTF-8"),
        ("x = 1\ny = '\u202e'\n".encode(), "Line 2 holds U+202E"),
        ("x = 'zero\u200bwidth'\n".encode(), "U+200B"),
        (b"x = 1\x00\n", "U+0000"),
        (b"x = 1\x1b[2J\n", "U+001B"),
    ],
)
def test_what_would_run_as_other_text_than_shown_is_not_taken(
    data: bytes, piece: str, tmp_path: Path
) -> None:
    with pytest.raises(ReceivedError, match=piece.replace("+", "\\+")):
        read(data)
    with pytest.raises(ReceivedError):
        keep(tmp_path, "any", data)
    assert list(tmp_path.iterdir()) == []


def test_plain_text_of_any_language_is_taken() -> None:
    text = "# Gr\u00fc\u00dfe, \u05e9\u05dc\u05d5\u05dd, \u4f60\u597d\n\tx = 1\n"
    assert read(text.encode()) == text
    assert read(b"\xef\xbb\xbfx = 1\r\ny = 2\r") == "x = 1\ny = 2\n"


def test_a_file_is_kept_once_and_never_over_another(tmp_path: Path) -> None:
    data = b"x = 1\n"
    first = keep(tmp_path, "tens-around", data)
    assert first.name == file_name("tens-around", fingerprint(data))
    assert keep(tmp_path, "tens-around", data) == first
    assert keep(tmp_path, "tens-around", b"x = 1\r\n") == first
    first.write_bytes(b"mine = 2\n")
    second = keep(tmp_path, "tens-around", data)
    assert second.stem == f"{first.stem}_2"
    assert first.read_bytes() == b"mine = 2\n"


@pytest.mark.parametrize("id", ["../evil", "con", "A B", "", "x" * 33, "a/b"])
def test_names_of_peers_never_leave_the_folder(id: str, tmp_path: Path) -> None:
    path = keep(tmp_path, id, b"x = 1\n")
    assert path.parent == tmp_path
    assert path.stem.replace("_", "").isalnum()


def test_a_kept_file_is_on_even_if_its_name_was_switched_off(tmp_path: Path) -> None:
    path = keep(tmp_path, "tens-around", b"x = 1\n")
    switch(tmp_path, path.stem, on=False)
    assert switched_off(tmp_path) == (path.stem,)
    keep(tmp_path, "tens-around", b"x = 1\n")
    assert switched_off(tmp_path) == ()
    assert (tmp_path / OFF).exists()


@pytest.mark.parametrize("kind", ["variant", "house rule", "opponent", "look"])
def test_a_name_at_a_table_is_read_as_it_was_written(kind: str) -> None:
    named = Named(kind, "tens-around", "1.0 beta")
    assert parse(str(named)) == named
    assert parse(named.plain) == Named(kind, "tens-around")
    assert named.fit


@pytest.mark.parametrize(
    "name", ["", "house rule", "kind x", "house rule A B", f"look {'x' * 33}", "variant ../x"]
)
def test_names_that_no_plugin_can_have_are_not_fit(name: str) -> None:
    assert not parse(name).fit
