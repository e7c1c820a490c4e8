"""``host``, ``join`` and ``tables``: the same intents as the window's, from the command line.

With ``--headless`` the run is followed by ``cli.headless``; without it the window opens at the table.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path

import click

from pinochle_lan.bridge import Bridge
from pinochle_lan.cli import presets
from pinochle_lan.cli.common import (
    F,
    Setup,
    Sorry,
    choose,
    json_option,
    pair,
    pairs_option,
    print_json,
    profile_option,
)
from pinochle_lan.cli.headless import Plan, Scored, follow
from pinochle_lan.cli.presets import preset_option
from pinochle_lan.front import Front, ListedTable, Lobby
from pinochle_lan.intents import ContinueGame, Intent, JoinTable, OpenTable, Search
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.profile import Profile
from pinochle_lan.room.house import House
from pinochle_lan.shown import clean
from pinochle_lan.trace import from_environment


def _options(*options: Callable[[F], F]) -> Callable[[F], F]:
    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_seat_options = _options(
    click.option("--headless", is_flag=True, help="Without a window."),
    click.option("--name", help="Your name at the table (kept for next time)."),
    click.option("--seat", help="Chair to take: its number from 0 or its name, such as N."),
    click.option("--bot", help="This opponent plays your own seat."),
    click.option("--hands", type=click.IntRange(min=1), help="Stop after so many hands."),
    click.option("--seed", default="", help="Sets the chances of the bots here; never those of the deal."),
    json_option,
    profile_option,
)


@click.command()
@_seat_options
@click.option("--table", "title", help="The table's name in the list.")
@click.option("--variant", help="The game to play (default: the one the window begins with).")
@click.option("--target", type=int, help="Points that win the game.")
@preset_option
@pairs_option
@click.option("--bots", type=click.IntRange(min=0), default=0, help="Seats for bots at once, the last ones.")
@click.option("--bots-play", default="steady", show_default=True, help="The opponent on those seats.")
@click.option("--code", "locked", is_flag=True, help="Only who knows the table code gets in.")
@click.option(
    "--go-on",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    metavar="FILE",
    help="Go on with the unfinished game in FILE instead; other settings do not count.",
)
@click.option("--without", multiple=True, metavar="ID", help="With --go-on: leave out a house rule.")
@click.option("--anew", is_flag=True, help="With --go-on: a new table with its score, for whoever comes.")
@click.option("--no-plugin-files", is_flag=True, help="Hand no plugin files to laptops that lack them.")
@click.pass_obj
def host(
    setup: Setup,
    *,
    headless: bool,
    name: str | None,
    seat: str | None,
    bot: str | None,
    hands: int | None,
    seed: str,
    as_json: bool,
    profile: Path | None,
    title: str | None,
    variant: str | None,
    target: int | None,
    preset_name: str | None,
    pairs: tuple[str, ...],
    bots: int,
    bots_play: str,
    locked: bool,
    no_plugin_files: bool,
    go_on: Path | None,
    without: tuple[str, ...],
    anew: bool,
) -> int:
    """Open a table. Others find it in their list, sit down, and the game begins when all seats are taken."""
    registry = setup.registry(profile)
    settings: list[tuple[str, int | bool | str]] = []
    if preset_name is not None:
        preset = presets.find(setup, preset_name, profile)
        variant = presets.game_of(preset, registry, variant).id
        settings += preset.settings
    game = choose("variant", variant, registry.variants) if variant else registry.starter
    if game is None:
        raise Sorry("No game is installed; look at pinochle-lan plugins list.")
    if bots:
        choose("opponent", bots_play, registry.opponents)
    seats = len(game.seat_names)
    if bots > seats - 1:
        raise Sorry(f"{game.title} has {seats} seats: at most {seats - 1} bots.")
    own = _seat(seat, game.seat_names)
    free = [chair for chair in range(seats) if chair != (own or 0)]
    settings += [pair(text) for text in pairs]
    if target is not None:
        settings.append(("target", target))
    with _opened(setup, profile, name) as opened:
        opening = OpenTable(
            title or f"{opened.settings.name}'s table",
            game.id,
            tuple(settings),
            tuple((chair, bots_play) for chair in free[len(free) - bots :]),
            locked=locked,
            shares=not no_plugin_files,
        )
        wanted: OpenTable | ContinueGame = opening
        if go_on is not None:
            left_out = tuple(f"house rule {id}" for id in without)
            wanted = ContinueGame(str(go_on.absolute()), left_out, anew=anew)
            own = None
        plan = Plan(wanted, own, bot or "", hands, as_json, admit_all=not locked and go_on is None)
        return _run(opened, registry, plan, seed, headless)


@click.command()
@_seat_options
@click.option("--table", help="Name of the table (default: the only one found).")
@click.option("--code", default="", help="The table code that the founder reads out.")
@click.option("--address", default="", help="Address of a laptop at the table, where no list is seen.")
@click.option("--wait", default=30.0, show_default=True, help="Seconds to look for the table.")
@click.option(
    "--accept-plugins",
    is_flag=True,
    help="Take plugin files that the table needs and this laptop lacks, unread: they will run here.",
)
@click.option("--watch", is_flag=True, help="Join a game under way too: look on; --seat asks for a chair.")
@click.option("--let-in", is_flag=True, help="Let everybody in who knocks here while the game is under way.")
@click.pass_obj
def join(
    setup: Setup,
    *,
    headless: bool,
    name: str | None,
    seat: str | None,
    bot: str | None,
    hands: int | None,
    seed: str,
    as_json: bool,
    profile: Path | None,
    table: str | None,
    code: str,
    address: str,
    wait: float,
    accept_plugins: bool,
    watch: bool,
    let_in: bool,
) -> int:
    """Sit down at a table in this network."""
    registry = setup.registry(profile)
    with _opened(setup, profile, name) as opened:
        opening = JoinTable(code=code, address=address) if code or address else None
        plan = Plan(
            opening,
            None,
            bot or "",
            hands,
            as_json,
            seat=seat or "",
            table=table or "",
            wait_s=wait,
            accept_plugins=accept_plugins,
            watch=watch,
            admit_all=let_in,
        )
        return _run(opened, registry, plan, seed, headless)


@click.command()
@click.option("--wait", default=3.0, show_default=True, help="Seconds to listen.")
@json_option
@profile_option
@click.pass_obj
def tables(setup: Setup, wait: float, as_json: bool, profile: Path | None) -> int:
    """List the tables in this network."""
    with Profile(setup.folder(profile)) as opened:
        bridge = Bridge(Front(Lobby(opened.settings.name, "")))
        with House(opened, setup.registry(profile), bridge, seed="") as house:
            house.start()
            bridge.post(Search())
            time.sleep(wait)
            lobby = bridge.read().lobby
    if as_json:
        print_json([_row(listed) for listed in lobby.tables])
        return 0
    for listed in lobby.tables:
        click.echo(_line(listed))
    if not lobby.tables:
        click.echo(
            "No tables seen. Is one open, on the same Wi-Fi? pinochle-lan doctor finds out why none is seen. "
            "Join by code or address otherwise; this "
            f"laptop is {', '.join(lobby.addresses) or 'on no network'}."
        )
    return 0


def _row(listed: ListedTable) -> dict[str, object]:
    return {
        "id": listed.table_id.hex(),
        "name": listed.name,
        "founder": listed.founder,
        "variant": listed.variant,
        "options": list(listed.options),
        "seats": list(listed.seats),
        "locked": listed.locked,
        "under_way": listed.under_way,
        "rtt_ms": listed.rtt_ms,
        "why_not": listed.why_not,
    }


def _line(listed: ListedTable) -> str:
    seats = ", ".join(name or "free" for name in listed.seats)
    state = listed.why_not or ("under way" if listed.under_way else "open")
    return f"{listed.name} ({listed.variant_title}, by {listed.founder}): {seats}; {state}"


def _opened(setup: Setup, override: Path | None, name: str | None) -> Profile:
    """The profile, with a name to play under."""
    profile = Profile(setup.folder(override))
    try:
        if name is not None:
            if not clean(name):
                raise Sorry("That name has nothing to show; write letters.")
            profile.save_name(name)
        elif not profile.settings.name:
            profile.save_name("Player")
    except BaseException:
        profile.close()
        raise
    return profile


def _run(profile: Profile, registry: Registry, plan: Plan, seed: str, headless: bool) -> int:
    if plan.bot:
        choose("opponent", plan.bot, registry.opponents)
    if not headless:
        from pinochle_lan.cli.window import show_window  # noqa: PLC0415 - pygame only where a window opens

        intents: tuple[Intent, ...] = (plan.opening,) if plan.opening is not None else ()
        return show_window(profile, registry, intents)
    bridge = Bridge(Front(Lobby(profile.settings.name, "")), from_environment())
    scored = Scored()
    with House(
        profile,
        registry,
        bridge,
        seed=seed or secrets.token_hex(8),
        own_bot=plan.bot,
        admit_all=plan.admit_all,
        on_event=scored.note,
    ) as house:
        return follow(house, bridge, plan, scored)


def _seat(text: str | None, names: tuple[str, ...]) -> int | None:
    """The chair meant: a number from 0 or a seat's name. Raises Sorry."""
    if text is None:
        return None
    if text in names:
        return names.index(text)
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    raise Sorry(f"There is no seat '{text}'; seats are {', '.join(names)}.")
