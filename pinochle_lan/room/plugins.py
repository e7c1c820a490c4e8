"""The plugins this laptop has in use: read anew without a restart, switched on and off, kept from others.

Everything the window needs is plain data in ``pinochle_lan.shelf`` (``Lobby.shelf`` in ``bridge``): rows,
what differs at a table (``Shelf.meeting``), offers with their whole source, and the intents for all of it.
Knows no network; nothing that came from another laptop runs before ``keep``, which only a yes calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pinochle_lan import shipped
from pinochle_lan.conformance import source as conformance
from pinochle_lan.pluginhost import folder, host, reading, received
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.pluginhost.registry import Plugin, Problem, Registry, Source
from pinochle_lan.room import lists
from pinochle_lan.room.games import Games
from pinochle_lan.shelf import Difference, Meeting, Offer, PluginRow, Registers, Shelf
from pinochle_lan.table.snapshot import Lack, Snapshot


class PluginsError(ValueError):
    """What a person wanted with a plugin cannot be done; the text is the sentence shown."""


class Stock:
    """What is loaded. ``load`` may be called on any thread; all else on the house's."""

    def __init__(self, registry: Registry, folder: Path) -> None:
        """``folder``: the own plugin folder."""
        self._folder = folder
        self._loads = 0
        self._offers: dict[bytes, Offer] = {}
        """By digest: a source is read once."""
        self.notice = ""
        """What the last reload, switch or yes came to."""
        self.failed = False
        """``notice`` says why it came to nothing."""
        self.take(registry)

    def load(self) -> Registry:
        """Everything as it lies on the disk now. Runs plugin code, so it may take a moment."""
        return host.load_all([("shipped", shipped.plugins()), ("profile", self._folder)])

    def take(self, registry: Registry) -> None:
        """Use these plugins from now on; a game under way keeps what it began with."""
        self.games = Games(registry)
        self.variants = lists.variants(registry)
        self.opponents = lists.opponents(registry)
        self.looks = lists.looks(registry)
        self._rows = rows(registry)
        self._loads += 1

    # --- for tables

    def here(self, name: str) -> tuple[str, bytes] | None:
        """(version, fingerprint) of a plugin here, by its name at a table. From any thread."""
        return self.games.here(name)

    def source(self, name: str, digest: bytes) -> bytes | None:
        """The file of that plugin, if this laptop has it so. From any thread."""
        return self.games.source(name, digest)

    # --- for the window

    def shelf(self, table: Snapshot | None) -> Shelf:
        """The shelf, and the meeting at a table whose plugins differ from the ones here."""
        meeting = None if table is None or not table.lacks else self._meeting(table, table.lacks)
        rows, folder = self._rows, str(self._folder)
        return Shelf(rows, folder, self._loads, self.notice, meeting, self.failed)

    def _meeting(self, table: Snapshot, lacks: Sequence[Lack]) -> Meeting:
        who = table.keeper
        offers = tuple(self._offer(lack, lack.source, who) for lack in lacks if lack.source is not None)
        problem = next((lack.why for lack in lacks if lack.why), "")
        differences = tuple(difference(lack, who, table.shares) for lack in lacks)
        return Meeting(table.name, who, not table.shares, differences, offers, problem)

    def _offer(self, lack: Lack, data: bytes, who: str) -> Offer:
        known = self._offers.get(lack.digest)
        if known is None:
            named = parse(lack.plugin)
            text = received.read(data)
            known = Offer(
                named.plain,
                lack.digest.hex(),
                who,
                tuple(
                    Registers(one.kind, one.id, one.title, one.version, one.text, one.line)
                    for one in reading.registered(text)
                ),
                tuple(
                    f"Line {found.line}: {found.sentence}." for found in conformance.read(data, named.plain)
                ),
                text,
                received.file_name(named.id, lack.digest),
            )
            self._offers[lack.digest] = known
        return replace(known, who=who, replaces=self._replaced(lack))

    def _replaced(self, lack: Lack) -> str:
        """The file here that brings the same id in another form."""
        named = parse(lack.plugin)
        plugin = self.games.registry.plugin(named.kind, named.id)
        return "" if plugin is None else plugin.source.path

    # --- what a person wants

    def told_load(self) -> None:
        """Say what the reload came to."""
        count = {state: sum(row.state == state for row in self._rows) for state in ("on", "broken")}
        broken = next((row for row in self._rows if row.state == "broken"), None)
        self.notice = f"Plugins were read anew: {count['on']} are on."
        if broken is not None:
            where = f"{broken.file}, line {broken.line}" if broken.line else broken.file
            self.notice = f"Plugins were read anew: {count['broken']} broken, first {where}: {broken.reason}"

    def switch(self, file: str, *, on: bool) -> None:
        """Use a file from the next ``load`` on, or leave it alone. Raises PluginsError."""
        try:
            folder.switch(self._folder, file, on=on)
        except OSError as error:
            raise PluginsError(f"{self._folder} cannot be written: {error.strerror}.") from None

    def keep(self, lack: Lack) -> Path:
        """The yes to a file: it lies in the own folder and is on; the one it replaces is off.

        Raises PluginsError.
        """
        assert lack.source is not None
        replaced = self._replaced(lack)
        try:
            path = folder.keep(self._folder, parse(lack.plugin).id, lack.source)
        except received.ReceivedError as error:
            raise PluginsError(str(error)) from None
        if replaced and Path(replaced) != path:
            named = parse(lack.plugin)
            plugin = self.games.registry.plugin(named.kind, named.id)
            assert plugin is not None
            self.switch(plugin.source.name, on=False)
        return path

    def told_kept(self, lack: Lack, path: Path) -> None:
        """Say what came of a file that was kept and loaded. Raises PluginsError if it does not help."""
        named, mine = parse(lack.plugin), self.here(lack.plugin)
        if mine is not None and mine[1] == lack.digest:
            self.notice = f"The {named.plain} is kept as {path.name} and is on."
            return
        row = next((row for row in self._rows if row.source == str(path)), None)
        why = f": {row.reason}" if row is not None and row.reason else "."
        raise PluginsError(f"{path.name} is kept, but it does not bring the {named.plain}{why}")


def difference(lack: Lack, who: str, shares: bool) -> Difference:
    """What keeps this laptop from a table, with its sentence (F28)."""
    named = parse(lack.plugin)
    theirs = f"version {named.version or '?'}, {lack.digest.hex()[:8]}"
    if lack.mine is None:
        said = f"{who}'s table plays with the {named.plain} ({theirs}), which this laptop lacks."
    else:
        mine = f"version {lack.mine[0]}, {lack.mine[1].hex()[:8]}"
        said = f"The {named.plain} differs: {who}'s is {theirs}; this laptop's is {mine}."
    if not shares:
        said += f" The table hands out no files: copy it from {who}, put it into the plugin folder, reload."
    mine_hex = None if lack.mine is None else (lack.mine[0], lack.mine[1].hex())
    return Difference(named.kind, named.id, (named.version, lack.digest.hex()), mine_hex, said)


def rows(registry: Registry) -> tuple[PluginRow, ...]:
    """Every plugin and every file that brings none, as the window and ``plugins list`` show them."""
    return (
        *(_ready(plugin) for plugin in registry.plugins),
        *(_broken(problem) for problem in registry.problems),
        *(_off(source) for source in registry.off),
    )


def _ready(plugin: Plugin) -> PluginRow:
    source = plugin.source
    return PluginRow(
        source.name,
        plugin.kind,
        plugin.id,
        plugin.title,
        plugin.version,
        source.path,
        source.place,
        source.fingerprint.hex(),
        "on",
        text=said(plugin),
        options=tuple((option.name, option.help) for option in options(plugin)),
    )


def _broken(problem: Problem) -> PluginRow:
    source = problem.source
    return PluginRow(
        source.name,
        "",
        "",
        source.name,
        "",
        source.path,
        source.place,
        source.fingerprint.hex(),
        "broken",
        f"{problem.error}.",
        problem.line,
        problem.hint,
    )


def _off(source: Source) -> PluginRow:
    off = ("off", "Switched off.", None, "Switch it on to use it.")
    return PluginRow(source.name, "", "", source.name, "", source.path, source.place, "", *off)


def said(plugin: Plugin) -> str:
    """What a plugin says of itself: its summary, or the first paragraph of its class's docstring."""
    if plugin.kind == "variant":
        return " ".join(plugin.thing.summary)
    kind: Any = plugin.thing if plugin.kind == "opponent" else type(plugin.thing)
    return " ".join((kind.__doc__ or "").strip().partition("\n\n")[0].split())


def options(plugin: Plugin) -> Sequence[Any]:
    """The options that a plugin brings."""
    if plugin.kind == "variant":
        return tuple(plugin.thing.options)
    return tuple(plugin.thing.schema()) if plugin.kind == "house rule" else ()
