"""``rules``: the games and their options. ``referee``: worked cases in, answers out, one JSON line each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from pinochle_lan.cli.common import Setup, choose, json_option, print_json, profile_option
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.rules import referee as judge
from pinochle_lan.rules.options import Option, shown
from pinochle_lan.rules.variant import Variant


@click.command()
@click.argument("variant", required=False)
@json_option
@profile_option
@click.pass_obj
def rules(setup: Setup, variant: str | None, as_json: bool, profile: Path | None) -> None:
    """List the games, or one game with all that a table may set."""
    registry = setup.registry(profile)
    if variant is not None:
        game = choose("variant", variant, registry.variants)
        if as_json:
            print_json(_as_row(game))
        else:
            _print_game(game)
        return
    if as_json:
        print_json([_as_row(game) for game in registry.variants.values()])
        return
    for game in registry.variants.values():
        click.echo(f"{game.id:<20}  {len(game.seat_names)} players, {len(game.pack)} cards  {game.title}")


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


def _print_game(game: Variant) -> None:
    click.echo(f"{game.title} ({game.id}): {', '.join(game.seat_names)}, {len(game.pack)} cards.")
    for sentence in game.summary:
        click.echo(sentence)
    click.echo("\nA table may set:")
    for option in game.options:
        click.echo(f"  {option.name} = {shown(option.default)}  ({option.allowed})")
        click.echo(f"      {option.help}")


@click.command()
@profile_option
@click.pass_obj
def referee(setup: Setup, profile: Path | None) -> None:
    """Answer rule cases: one JSON case a line on stdin, one JSON answer a line on stdout."""
    registry = setup.registry(profile)
    for line in sys.stdin.buffer:
        if line.strip():
            print_json(ruling(registry, line))


def ruling(registry: Registry, line: bytes) -> dict[str, Any]:
    """The answer to one line; never raises, so that no line stops the stream."""
    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        return {"id": None, "error": "The line is not JSON."}
    return judge.answer(case, registry.variants)
