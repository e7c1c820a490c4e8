"""Presets on disk: those that come with the program and the player's own, read, written and thrown away.

Owns file names and the TOML form; what a preset means stands in ``rules.preset``. A preset may come from
anybody: its size, form and every value are checked before it is used or kept.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pinochle_lan.rules import preset as presets
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.preset import Preset

LARGEST: Final = 64_000
"""Bytes of a preset file."""
MOST_OWN: Final = 200
TITLE_LETTERS: Final = 40
_PLAIN: Final = re.compile(r"[^a-z0-9]+")


class PresetError(OptionError):
    """A preset that cannot be read, kept or thrown away, in a sentence."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A preset with the file that it stands in."""

    name: str
    """Of the file, without .toml."""
    path: Path
    mine: bool
    preset: Preset
    source: str


def read(source: str, name: str) -> Preset:
    """The preset in a TOML text. Raises OptionError with a sentence that says where it is wrong."""
    if len(source.encode(errors="replace")) > LARGEST:
        raise PresetError(f"{name} is too long: at most {LARGEST} bytes are read.")
    try:
        value = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PresetError(f"{name} is no TOML: {error}.") from None
    return presets.read(value, name)


def read_file(path: Path) -> tuple[Preset, str]:
    """The preset in a file, and the file's text. Raises OptionError."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        source = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PresetError(f"The preset {path} is no TOML: {error}.") from None
    except OSError as error:
        raise PresetError(f"The preset {path} cannot be read: {error.strerror}.") from None
    return read(source, f"The preset {path.name}"), source


def written(preset: Preset) -> str:
    """The preset as a TOML file that ``read`` gives back."""
    parts: dict[str, list[str]] = {"options": [], "melds": [], "counters": [], "rules": []}
    own: dict[str, list[str]] = {id: [] for id in preset.rules}
    for name, value in preset.settings:
        rule, _, option = name.partition(".")
        if name == presets.ORDER or name in own:
            continue
        if name.startswith(presets.MELD):
            parts["melds"].append(f"{_text(name.removeprefix(presets.MELD))} = {_numbers(value)}")
        elif name == presets.LAST:
            parts["counters"].append(f"last = {value}")
        elif name == presets.POINTS:
            ranks = zip(presets.RANKS, str(value).split(), strict=True)
            parts["counters"] += [f"{rank} = {points}" for rank, points in ranks]
        elif rule in own and option:
            own[rule].append(f"{_text(option)} = {_value(value)}")
        else:
            parts["options"].append(f"{_text(name)} = {_value(value)}")
    for id, options in own.items():
        parts["rules"].append(f"{_text(id)} = " + (f"{{ {', '.join(options)} }}" if options else "true"))
    lines = [f"title = {_text(preset.title)}"]
    if preset.text:
        lines.append(f"text = {_text(preset.text)}")
    if preset.variants:
        lines.append(f"variants = [{', '.join(_text(id) for id in preset.variants)}]")
    for heading, rows in parts.items():
        if rows:
            lines += ["", f"[{heading}]", *rows]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A TOML string: as in JSON, but for the delete sign, which TOML wants written out."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: OptionValue) -> str:
    return (
        str(value).lower()
        if isinstance(value, bool)
        else _text(value)
        if isinstance(value, str)
        else str(value)
    )


def _numbers(value: OptionValue) -> str:
    numbers = str(value).split()
    return numbers[0] if len(numbers) == 1 else f"[{', '.join(numbers)}]"


class Presets:
    """The presets of this laptop. ``version`` rises with every change made here."""

    def __init__(self, shipped: Path, own: Path) -> None:
        """The folder of shipped presets, and the player's own, which need not exist."""
        self._shipped = shipped
        self._own = own
        self.version = 0

    def all(self) -> Sequence[Kept]:
        """The player's own first, each in order of name; what cannot be read is left out.

        ``pinochle-lan rules --preset FILE`` says what is wrong with a file.
        """
        mine = tuple(self._found(self._own, mine=True))
        names = [kept.name for kept in mine]
        return (*mine, *(kept for kept in self._found(self._shipped, mine=False) if kept.name not in names))

    def _found(self, folder: Path, *, mine: bool) -> Iterable[Kept]:
        for path in sorted(folder.glob("*.toml"))[:MOST_OWN]:
            with contextlib.suppress(OptionError):
                preset, source = read_file(path)
                yield Kept(path.stem, path, mine, preset, source)

    def save(self, preset: Preset) -> Path:
        """Keep it in the player's own folder; the own preset of that name is replaced. Raises PresetError."""
        path = self._own / f"{file_name(preset.title)}.toml"
        if not path.exists() and len(list(self._own.glob("*.toml"))) >= MOST_OWN:
            raise PresetError(f"There are {MOST_OWN} presets of yours already. Throw one away first.")
        new = path.with_suffix(".new")
        try:
            self._own.mkdir(parents=True, exist_ok=True)
            new.write_text(written(preset), encoding="utf-8", newline="\n")
            os.replace(new, path)
        except OSError as error:
            raise PresetError(f"The preset {path} cannot be written: {error.strerror}.") from error
        self.version += 1
        return path

    def drop(self, name: str) -> None:
        """Throw an own preset away. Raises PresetError."""
        path = next((kept.path for kept in self.all() if kept.mine and kept.name == name), None)
        if path is None:
            raise PresetError(f"There is no preset '{name}' of yours.")
        try:
            path.unlink()
        except OSError as error:
            raise PresetError(f"The preset {path} cannot be thrown away: {error.strerror}.") from error
        self.version += 1


def file_name(title: str) -> str:
    """The name of the file for a title: small letters, digits and hyphens."""
    return _PLAIN.sub("-", title.lower())[:TITLE_LETTERS].strip("-") or "my-rules"


def preset_of(title: str, text: str, variant: str, settings: Mapping[str, OptionValue]) -> Preset:
    """A preset out of a table's settings. Raises PresetError for an empty title."""
    title, text = (_one_line(one) for one in (title, text))
    title = title[:TITLE_LETTERS].strip()
    if not title:
        raise PresetError("A preset needs a name.")
    order = str(settings.get(presets.ORDER, "")).split()
    return Preset(title, (variant,), tuple(sorted(settings.items())), tuple(order), text)


def _one_line(text: str) -> str:
    """The text without signs that cannot be shown."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
