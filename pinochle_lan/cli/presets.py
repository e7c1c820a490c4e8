"""Presets from files: which there are, one by its name or path, and what a game makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from pinochle_lan import shipped
from pinochle_lan.cli.common import Setup, Sorry, choose
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.room.presets import read_file
from pinochle_lan.rules import text
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import OptionValue, shown
from pinochle_lan.rules.preset import Preset

preset_option = click.option(
    "--preset", "preset_name", help="A set of house rules: the name of a preset, or a TOML file."
)


def folders(setup: Setup, profile: Path | None) -> tuple[Path, ...]:
    """Where presets lie: those that come with the program, then the player's own."""
    return shipped.plugins() / "presets", setup.folder(profile) / "plugins" / "presets"


def names(setup: Setup, profile: Path | None) -> Mapping[str, Path]:
    """Name (of the file, without .toml) to file; a player's own comes before a shipped one."""
    found: dict[str, Path] = {}
    for folder in folders(setup, profile):
        for path in sorted(folder.glob("*.toml")):
            found[path.stem] = path
    return found


def find(setup: Setup, name: str, profile: Path | None) -> Preset:
    """The preset of that name or file. Raises Sorry with a sentence that says what to do."""
    path = Path(name) if name.endswith(".toml") else choose("preset", name, names(setup, profile))
    try:
        return read_file(path)[0]
    except RulesError as error:
        raise Sorry(f"{str(error).rstrip('.')}.") from None


def game_of(
    preset: Preset,
    registry: Registry,
    variant: str | None,
    more: Mapping[str, OptionValue] = MappingProxyType({}),
) -> Game:
    """The game under the preset and ``more`` settings; without ``variant`` the first one that the preset is
    written for. Raises Sorry.
    """
    if variant is None:
        variant = preset.variants[0] if preset.variants else registry.starter.id
    plain = choose("variant", variant, registry.variants)
    if not preset.fits(variant):
        raise Sorry(f"'{preset.title}' is written for {', '.join(preset.variants)}, not for {variant}.")
    wanted = [*preset.rules, *(id for id in more if id in registry.house_rules and id not in preset.rules)]
    rules = [choose("house rule", id, registry.house_rules) for id in wanted if more.get(id) is not False]
    try:
        settings = {**dict(preset.settings), **more}
        return Game(plain, {n: v for n, v in settings.items() if n not in registry.house_rules}, rules)
    except RulesError as error:
        what = f"'{preset.title}' does not go with {plain.title}: " if preset.settings else ""
        raise Sorry(f"{what}{str(error).rstrip('.')}.") from None


def fits(preset: Preset, registry: Registry) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The games that can be played under a preset, and why those it names cannot."""
    titles: list[str] = []
    unfit: list[str] = []
    for variant in preset.variants or sorted(registry.variants):
        try:
            titles.append(game_of(preset, registry, variant).title)
        except Sorry as error:
            unfit.append(str(error))
    return tuple(titles), tuple(unfit)


def as_row(preset: Preset, game: Game) -> dict[str, Any]:
    """What ``rules --preset --json`` prints."""
    return {
        "title": preset.title,
        "text": preset.text,
        "variant": game.id,
        "variants": list(preset.variants),
        "settings": dict(preset.settings),
        "rules": {title: list(lines) for title, lines in text.rules(game)},
    }


def show(preset: Preset, game: Game) -> None:
    """Print a preset and the rules in force under it."""
    click.echo(f"{preset.title} ({game.title}). {preset.text}".rstrip())
    for name, value in preset.settings:
        click.echo(f"  {name} = {shown(value)}")
    show_rules(game)


def show_rules(game: Game) -> None:
    """Print the rules in force, a heading and its sentences at a time."""
    for title, lines in text.rules(game):
        click.echo(f"\n{title}")
        for line in lines:
            click.echo(f"  {line}")
