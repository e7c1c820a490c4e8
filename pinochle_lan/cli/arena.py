"""``arena``: opponents against each other over the same deals, and how sure the difference is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pinochle_lan import shipped
from pinochle_lan.arena.match import Match, Row, figures, mean, table_of
from pinochle_lan.arena.run import run
from pinochle_lan.cli.common import Setup, Sorry, choose, json_option, print_json, profile_option
from pinochle_lan.rules.errors import RulesError


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="A B [C D]")
@click.option("--variant", help="The game (default: the one the window begins with).")
@click.option(
    "--hands",
    "--deals",
    default=100,
    show_default=True,
    type=click.IntRange(1),
    help="Deals; each is played with the seats swapped.",
)
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same deals everywhere.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--rule", "rules", multiple=True, metavar="ID", help="A house rule.")
@click.option("--bidder", default="", metavar="ID", help="Who bids, names trump and passes for all seats.")
@click.option("--tricks", is_flag=True, help="Count trick points in place of the score.")
@click.option("--games", is_flag=True, help="Play whole games; --hands counts games.")
@click.option("--timed", is_flag=True, help="Keep the opponents' deadlines: choices then depend on the load.")
@click.option("--jobs", default=0, type=click.IntRange(0), help="Processes (default: one for each core).")
@click.option("--clears", type=float, default=None, help="Stop as soon as the interval lies above this.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where finished deals are kept (default: in the profile).",
)
@click.option("--fresh", is_flag=True, help="Play all deals again, whatever was kept.")
@click.option("--dask", default="", metavar="ADDRESS", help="Hand the deals to a Dask cluster.")
@json_option
@profile_option
@click.pass_obj
def arena(  # noqa: PLR0917 - one parameter for each option
    setup: Setup,
    names: tuple[str, ...],
    variant: str | None,
    hands: int,
    seed: str,
    options: tuple[str, ...],
    rules: tuple[str, ...],
    bidder: str,
    tricks: bool,
    games: bool,
    timed: bool,
    jobs: int,
    clears: float | None,
    file: Path | None,
    fresh: bool,
    dask: str,
    as_json: bool,
    profile: Path | None,
) -> None:
    """Play opponents against each other: points a hand of A less B, with its 95 % interval.

    Ctrl-C stops; the same command goes on where it was.
    """
    registry = setup.registry(profile)
    folders = (("shipped", shipped.plugins()), ("profile", setup.folder(profile) / "plugins"))
    game = choose("game", variant or registry.starter.id, registry.variants)
    for name in (*names, *((bidder,) if bidder else ())):
        choose("opponent", name, registry.opponents)
    if len(names) not in (2, len(game.seat_names)):
        raise Sorry(f"Name two opponents, or {len(game.seat_names)}: one for each seat of {game.title}.")
    match = Match(
        names=names,
        variant=game.id,
        seed=seed,
        options=tuple(sorted(_options(options))),
        house_rules=tuple(sorted(rules)),
        bidder=bidder,
        tricks=tricks,
        games=games,
        timed=timed,
        folders=tuple((place, str(folder)) for place, folder in folders),
    )
    for rule in rules:
        choose("house rule", rule, registry.house_rules)
    try:
        table_of(match)
    except RulesError as error:
        raise Sorry(str(error)) from None
    if file is None:
        file = setup.folder(profile) / "arena" / f"{match.key}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
    if fresh and file.exists():
        file.unlink()
    rows: list[Row] = []
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(" - ".join(names), total=hands)

        def show(some: list[Row]) -> None:
            rows[:] = some
            middle, half = mean(row.value for row in some)
            bar.update(
                task, completed=len(some), description=f"{' - '.join(names)} {middle:+.1f} ± {half:.1f}"
            )

        try:
            rows = run(match, hands, jobs=jobs, file=file, clears=clears, dask=dask, progress=show)
        except ImportError:
            raise Sorry("For --dask install the extra: pip install 'pinochle-lan[cluster]'.") from None
        except KeyboardInterrupt:
            bar.stop()
            click.echo(f"Stopped after {len(rows)} of {hands} deals; the same command goes on.", err=True)
            if not rows:
                raise
    result = figures(match, rows)
    if as_json:
        print_json(result)
    else:
        _print(result)


def _options(words: tuple[str, ...]) -> list[tuple[str, int | bool | str]]:
    found: list[tuple[str, int | bool | str]] = []
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise Sorry(f"Write an option as NAME=VALUE, not '{word}'.")
        value: int | bool | str = text
        if text in ("true", "false"):
            value = text == "true"
        elif text.lstrip("-").isdigit():
            value = int(text)
        found.append((name, value))
    return found


def _print(result: dict[str, Any]) -> None:
    points = result["points_per_hand"]
    interval = points["ci95"]
    wide = (
        f"95 % interval {interval[0]:+.1f} to {interval[1]:+.1f}"
        if interval
        else "too few deals for an interval"
    )
    click.echo(
        f"{' - '.join(result['names'])}, {result['variant']}: "
        f"{result['deals']} deals, {result['hands']} hands"
    )
    click.echo(f"  {result['names'][0]} is {points['mean']:+.1f} points a hand better ({wide})")
    for name, made in result["made"].items():
        rate = "-" if made["rate"] is None else f"{100 * made['rate']:.0f} %"
        click.echo(
            f"  {name} made {made['made']} of {made['voluntary']} bids ({rate}), "
            f"{made['forced_made']} of {made['forced']} that it was forced to take"
        )
    if result["thrown_in"]:
        click.echo(f"  thrown in: {result['thrown_in']}")
    if "games" in result:
        click.echo(f"  games won {result['games']['won']}, lost {result['games']['lost']}")
    for name, times in result["decision_ms"].items():
        click.echo(
            f"  {name} thinks {times['p50']:.1f} ms (p95 {times['p95']:.1f}, longest {times['max']:.1f})"
        )
    if result["faults"]:
        click.echo(f"  {result['faults']} choices failed and were replaced by the first legal one")
