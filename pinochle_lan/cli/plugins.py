"""``plugins``: what is ready, off or broken and why; what one brings; a new one; a check; on and off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from pinochle_lan import shipped
from pinochle_lan.cli import looks, presets
from pinochle_lan.cli.common import Setup, Sorry, json_option, print_json, profile_option
from pinochle_lan.conformance import suite
from pinochle_lan.conformance.finding import CHECKS, Finding
from pinochle_lan.pluginhost import scaffold
from pinochle_lan.pluginhost.folder import OFF, switched_off
from pinochle_lan.pluginhost.registry import Plugin, Registry, Source
from pinochle_lan.rules.options import Option, shown

TAIL: Final = 30
"""Lines of a failing game that are printed; ``--json`` has all of it."""


@click.group()
def plugins() -> None:
    """Variants, house rules, opponents and looks that this laptop has."""


@plugins.command("list")
@json_option
@profile_option
@click.pass_obj
def list_plugins(setup: Setup, as_json: bool, profile: Path | None) -> None:
    """List every plugin: id, kind, version, source, and for a broken one the reason."""
    registry = setup.registry(profile)
    rows = [plugin.as_row() for plugin in registry.plugins]
    rows += [problem.as_row() for problem in registry.problems]
    rows += [_off_row(source) for source in registry.off]
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
            click.echo(f"{row['state']:<10}  {row['id']:<22}  {row['source']}: {row['why']}")
    if not rows:
        click.echo("No plugins found.")


def _off_row(source: Source) -> dict[str, str]:
    blank = dict.fromkeys(("kind", "title", "version", "fingerprint"), "")
    why = f"Switched off; pinochle-lan plugins enable {source.name} switches it on."
    place = {"id": source.name, "source": source.path, "place": source.place}
    return {**blank, **place, "state": "off", "why": why}


@plugins.command()
@click.argument("name", metavar="ID")
@json_option
@profile_option
@click.pass_obj
def show(setup: Setup, name: str, as_json: bool, profile: Path | None) -> None:
    """Say what the plugin ID does: its text, options, version, fingerprint and file."""
    found = _named(setup.registry(profile), name)
    rows = [_whole_row(plugin) for plugin in found]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo(f"{row['title']} ({row['kind']} {row['id']}, version {row['version']})")
        if row["text"]:
            click.echo(f"  {row['text']}")
        for option in row["options"]:
            click.echo(f"  {option['name']} = {shown(option['default'])}  ({option['allowed']})")
            click.echo(f"      {option['help']}")
        click.echo(f"  {row['source']}  fingerprint {row['fingerprint']}")


def _named(registry: Registry, name: str) -> list[Plugin]:
    """What has that id, or stands in a file of that name. Raises Sorry."""
    found = [plugin for plugin in registry.plugins if name in (plugin.id, plugin.source.name)]
    if found:
        return found
    for problem in registry.problems:
        if problem.source.name == name:
            raise Sorry(f"{name} is broken. {problem}")
    if any(source.name == name for source in registry.off):
        raise Sorry(f"{name} is switched off; pinochle-lan plugins enable {name} switches it on.")
    raise Sorry(f"There is no plugin '{name}'; see pinochle-lan plugins list.")


def _whole_row(plugin: Plugin) -> dict[str, Any]:
    row: dict[str, Any] = {**plugin.as_row(), "fingerprint": plugin.source.fingerprint.hex()}
    text = (type(plugin.thing).__doc__ or "").strip()
    options: Sequence[Option] = ()
    if plugin.kind == "variant":
        text, options = " ".join(plugin.thing.summary), plugin.thing.options
    elif plugin.kind == "house rule":
        options = plugin.thing.schema()
    elif plugin.kind == "opponent":
        text = (plugin.thing.__doc__ or "").strip()
    row["text"] = text.partition("\n\n")[0].replace("\n    ", " ")
    row["options"] = [_option_row(option) for option in options]
    return row


def _option_row(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "help": option.help,
        "default": option.default,
        "allowed": option.allowed,
    }


@plugins.command()
@click.argument("kind", type=click.Choice(scaffold.KINDS))
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to write it (default: the profile's plugin folder, from where it is loaded).",
)
@profile_option
@click.pass_obj
def new(setup: Setup, kind: str, name: str, folder: Path | None, profile: Path | None) -> None:
    """Begin a plugin: write one file that works, and one test. Never overwrites anything."""
    game = setup.registry(profile).starter
    if game is None:
        raise Sorry("No game is ready to try a plugin in; look at pinochle-lan plugins list.")
    try:
        files = scaffold.begin(kind, name, game.id)
    except scaffold.ScaffoldError as error:
        raise Sorry(str(error)) from None
    there = folder or setup.folder(profile) / "plugins"
    plugin, test = there / files.plugin[0], there / "tests" / files.test[0]
    for path in (plugin, test):
        if path.exists():
            raise Sorry(f"{path} is there already; choose another name, or take it away.")
    try:
        for path, text in ((plugin, files.plugin[1]), (test, files.test[1])):
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as out:
                out.write(text)
    except OSError as error:
        raise Sorry(f"{there} cannot be written: {error.strerror}.") from None
    click.echo(f"Written: {plugin}\n         {test}\nNext:")
    click.echo(f"  pinochle-lan plugins check {_quoted(plugin)}")
    click.echo(f"  python -m pytest {_quoted(test)}")


def _quoted(path: Path) -> str:
    """The path as a shell takes it."""
    return f'"{path}"' if " " in str(path) else str(path)


@plugins.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--seed", default=1, show_default=True, help="Another seed, other games.")
@click.option("--hands", type=click.IntRange(1, 200), default=suite.HANDS, help="Hands of a game.")
@json_option
@profile_option
@click.pass_obj
def check(setup: Setup, *, file: Path, seed: int, hands: int, as_json: bool, profile: Path | None) -> int:
    """Play the plugin FILE in all games that it fits, and say what would break a table.

    A preset (a .toml file) is read, and every game that it is written for is set up with it.
    """
    path = _file(setup, file, profile)
    if path.suffix == ".toml":
        return _check_preset(setup, path, profile, as_json=as_json)
    if not as_json:
        click.echo(f"Checking {path}: this takes some seconds.", err=True)
    report = suite.check(path, [("shipped", shipped.plugins())], seed=seed, hands=hands)
    has_look = any(kind == "look" for kind, _, _ in report.brings)
    refused = looks.refused(path) if report.passes and has_look else ()
    passes = report.passes and not refused
    if as_json:
        print_json({**report.plain(), "passes": passes, "looks": list(refused)})
    else:
        _print_report(report, refused)
    return 0 if passes else 1


def _check_preset(setup: Setup, path: Path, profile: Path | None, *, as_json: bool) -> int:
    """Data only, so nothing has to be played: it passes if it can be read and fits the games it names."""
    preset = presets.find(setup, str(path), profile)
    titles, unfit = presets.fits(preset, setup.registry(profile))
    passes = bool(titles) and not (preset.variants and unfit)
    if as_json:
        print_json({"preset": preset.title, "games": list(titles), "unfit": list(unfit), "passes": passes})
        return 0 if passes else 1
    click.echo(f"preset {path.stem}: {preset.title}")
    for sentence in unfit:
        click.echo(f"  {sentence}")
    click.echo(
        f"Passes: it fits {', '.join(titles)}." if passes else "It does not fit what it is written for."
    )
    return 0 if passes else 1


def _file(setup: Setup, file: Path, profile: Path | None) -> Path:
    """The file meant: a path, or the id of a plugin that is loaded. Raises Sorry."""
    if file.suffix == ".py" or file.exists():
        if not file.is_file():
            raise Sorry(f"There is no file {file}.")
        return file
    return Path(_named(setup.registry(profile), str(file))[0].source.path)


def _print_report(report: suite.Report, refused: Sequence[str]) -> None:
    for kind, id, title in report.brings:
        click.echo(f"{kind} {id}: {title}")
    for sentence in (*report.unfit, *refused):
        click.echo(f"  {sentence}")
    if report.passes and all(kind == "look" for kind, _, _ in report.brings):
        if not refused:
            click.echo("Passes: it can be read, and the window wears it. Choose it in Settings.")
        return
    if report.passes:
        click.echo(f"Passes: {report.games} games, {report.hands} hands, seed {report.seed}.")
        click.echo("Kept: " + "; ".join(CHECKS.values()) + ".")
        return
    for finding in report.findings:
        _print_finding(report, finding)


def _print_finding(report: suite.Report, finding: Finding) -> None:
    where = f"{report.path}:{finding.line}" if finding.line else report.path
    click.echo(f"Broken promise: {CHECKS[finding.check]}.\n  {where}: {finding.sentence}")
    if finding.game:
        seed = "" if finding.seed is None else f", seed {finding.seed}"
        click.echo(f"  Game: {finding.game}{seed}")
    lines = finding.transcript.splitlines()
    if lines:
        part = f", the last {TAIL} lines (all with --json):" if len(lines) > TAIL else ":"
        click.echo(f"  Transcript{part}")
    for line in lines[-TAIL:]:
        click.echo(f"    {line}")


@plugins.command()
@click.argument("name", metavar="ID")
@profile_option
@click.pass_obj
def disable(setup: Setup, name: str, profile: Path | None) -> None:
    """Leave the file of plugin ID alone from now on."""
    registry = setup.registry(profile)
    if any(source.name == name for source in registry.off):
        raise Sorry(f"{name} is switched off already.")
    broken = [problem.source.name for problem in registry.problems]
    file = name if name in broken else _named(registry, name)[0].source.name
    _write_off(setup, profile, (*_off(setup, profile), file))
    others = [p.id for p in registry.plugins if p.source.name == file and p.id != name]
    click.echo(f"{name} is switched off" + (f", and with it {', '.join(others)}." if others else "."))


@plugins.command()
@click.argument("name", metavar="ID")
@profile_option
@click.pass_obj
def enable(setup: Setup, name: str, profile: Path | None) -> None:
    """Use the file of plugin ID again."""
    off = _off(setup, profile)
    file = name if name in off else name.replace("-", "_")
    if file not in off:
        raise Sorry(f"{name} is not switched off" + (f"; {', '.join(off)} are." if off else "."))
    _write_off(setup, profile, [other for other in off if other != file])
    click.echo(f"{name} is switched on.")


def _off(setup: Setup, profile: Path | None) -> tuple[str, ...]:
    return switched_off(setup.folder(profile) / "plugins")


def _write_off(setup: Setup, profile: Path | None, names: Sequence[str]) -> None:
    path = setup.folder(profile) / "plugins" / OFF
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    except OSError as error:
        raise Sorry(f"{path} cannot be written: {error.strerror}.") from None
