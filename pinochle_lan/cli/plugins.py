"""``plugins list``: what is ready and what is broken, and why."""

from __future__ import annotations

from pathlib import Path

import click

from pinochle_lan.cli.common import Setup, json_option, print_json, profile_option


@click.group()
def plugins() -> None:
    """Variants, house rules and opponents that this laptop has."""


@plugins.command("list")
@json_option
@profile_option
@click.pass_obj
def list_plugins(setup: Setup, as_json: bool, profile: Path | None) -> None:
    """List every plugin: id, kind, version, source, and for a broken one the reason."""
    registry = setup.registry(profile)
    rows = [plugin.as_row() for plugin in registry.plugins]
    rows += [problem.as_row() for problem in registry.problems]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        if row["state"] == "ready":
            click.echo(
                f"{row['kind']:<10}  {row['id']:<22}  {row['version']:<6}  {row['fingerprint']}  "
                f"{row['title']} ({row['source']})"
            )
        else:
            click.echo(f"broken      {row['id']:<22}  {row['source']}: {row['why']}")
    if not rows:
        click.echo("No plugins found.")
