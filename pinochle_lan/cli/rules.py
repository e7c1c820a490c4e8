"""``rules``: the games and their options. ``referee``: worked cases in, answers out, one JSON line each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from pinochle_lan.cli import presets
from pinochle_lan.cli.common import (
    Setup,
    Sorry,
    choose,
    json_option,
    pair,
    pairs_option,
    print_json,
    profile_option,
)
from pinochle_lan.cli.presets import preset_option
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.rules import referee as judge
from pinochle_lan.rules import text
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import Option, shown
from pinochle_lan.rules.preset import Preset
from pinochle_lan.rules.variant import Variant


@click.command()
@click.argument("variant", required=False)
@preset_option
@pairs_option
@json_option
@profile_option
@click.pass_obj
def rules(
    setup: Setup,
    *,
    variant: str | None,
    preset_name: str | None,
    pairs: tuple[str, ...],
    as_json: bool,
    profile: Path | None,
) -> None:
    """List the games; or the rules of one in force, under a preset and options, and what a table may set."""
    registry = setup.registry(profile)
    more = dict(pair(one) for one in pairs)
    if preset_name is not None:
        preset = presets.find(setup, preset_name, profile)
        under = presets.game_of(preset, registry, variant, more)
        if as_json:
            print_json(presets.as_row(preset, under))
        else:
            presets.show(preset, under)
        return
    if variant is not None:
        plain = choose("variant", variant, registry.variants)
        game = presets.game_of(Preset(plain.title, (), ()), registry, variant, more)
        if as_json:
            print_json(_as_row(plain) | {"rules": {title: list(lines) for title, lines in text.rules(game)}})
        else:
            _print_game(plain, game)
        return
    if more:
        raise Sorry("Options need a game: pinochle-lan rules VARIANT --option NAME=VALUE.")
    if as_json:
        print_json([_as_row(plain) for plain in registry.variants.values()])
        return
    for plain in registry.variants.values():
        click.echo(f"{plain.id:<20}  {len(plain.seat_names)} players, {len(plain.pack)} cards  {plain.title}")


def _as_row(game: Variant) -> dict[str, Any]:
    return {
        "id": game.id,
        "version": game.version,
        "title": game.title,
        "summary": list(game.summary),
        "seats": list(game.seat_names),
        "sides": {
            name: [game.seat_names[seat] for seat in side]
            for name, side in zip(game.side_names, game.sides, strict=True)
        },
        "cards": len(game.pack),
        "options": [_option_row(option) for option in game.options],
    }


def _option_row(option: Option) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": option.name,
        "title": option.title,
        "help": option.help,
        "default": option.default,
    }
    if option.choices:
        row["choices"] = list(option.choices)
    else:
        row |= {"low": option.low, "high": option.high, "step": option.step}
    return row


def _print_game(plain: Variant, game: Game) -> None:
    click.echo(f"{plain.title} ({plain.id})")
    presets.show_rules(game)
    click.echo("\nA table may set")
    for option in plain.options:
        in_force = option.in_force(game.options)
        value = shown(game.options[option.name])
        usual = "" if value == shown(in_force.default) else f", usually {shown(in_force.default)}"
        click.echo(f"  {option.name} = {value}  ({in_force.allowed}{usual})")
        click.echo(f"      {option.help}")


@click.command()
@profile_option
@click.pass_obj
def referee(setup: Setup, profile: Path | None) -> None:
    """Answer rule cases: one JSON case a line on stdin, one JSON answer a line on stdout."""
    registry = setup.registry(profile)
    for number, line in enumerate(sys.stdin.buffer, 1):
        if line.strip():
            print_json(ruling(registry, line, number))


def ruling(registry: Registry, line: bytes, number: int) -> dict[str, Any]:
    """The answer to line ``number``, from 1; an error names it.

    Never raises, so that no line stops the stream.
    """
    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        return {"id": None, "error": "The line is not JSON.", "line": number}
    try:
        found = judge.answer(case, registry.variants)
    except Exception as error:  # noqa: BLE001 - a plugin may raise anything
        return {"id": None, "error": f"The game failed: {type(error).__name__}: {error}.", "line": number}
    return found | {"line": number} if "error" in found else found
