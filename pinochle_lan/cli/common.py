"""What every command shares: the profile option, the plugin registry, errors and JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from pinochle_lan import shipped
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.profile import default_folder

F = TypeVar("F", bound=Callable[..., Any])

profile_option = click.option(
    "--profile",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the player's profile (default: PINOCHLE_LAN_PROFILE, else the system's data folder).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


@dataclass(frozen=True, slots=True)
class Setup:
    """What stands before the command's name."""

    profile: Path | None

    def folder(self, override: Path | None = None) -> Path:
        """The profile's folder; it need not exist."""
        return override or self.profile or default_folder()

    def registry(self, override: Path | None = None) -> Registry:
        """All plugins: shipped, of the profile, installed."""
        return load_all([("shipped", shipped.plugins()), ("profile", self.folder(override) / "plugins")])


class Sorry(click.ClickException):
    """A mistake of the user's: one sentence that says what to do."""

    exit_code = 2


def choose(what: str, id: str, known: Any) -> Any:
    """The thing ``id`` of a mapping. Raises Sorry with the ids there are."""
    try:
        return known[id]
    except KeyError:
        there = ", ".join(known) or "none"
        raise Sorry(f"There is no {what} '{id}'; there are {there}.") from None


def print_json(value: Any) -> None:
    """One value a line, flushed at once, so that a reader on a pipe sees it when it happens."""
    click.echo(json.dumps(value, ensure_ascii=False))
