"""What the window sees of plugins, and what a person may ask for: plain frozen data, beside ``bridge``.

Owns the words "shelf" (the plugins of this laptop), "difference" (what keeps two laptops from one table) and
"offer" (a file that another laptop hands over). Runs and reads nothing; ``room.plugins`` fills it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PluginRow:
    """One plugin of this laptop, or one file that brings none because it is off or broken."""

    file: str
    """File name without ``.py``: what ``SwitchPlugin`` takes."""
    kind: str
    """``variant``, ``house rule``, ``opponent`` or ``look``; empty if the file was not run."""
    id: str
    title: str
    version: str
    source: str
    """Path of the file."""
    place: str
    """``shipped``, ``profile`` (the own plugin folder) or ``installed`` (a package)."""
    digest: str
    """Hex of the source's fingerprint, whole; people compare the first 8 digits. Empty if it was not read."""
    state: str
    """``on``, ``off`` or ``broken``."""
    reason: str = ""
    """Why it is off or broken, one sentence without the place; empty if it is on."""
    line: int | None = None
    """Line of the author's file that broke."""
    hint: str = ""
    """One sentence: what to do."""
    text: str = ""
    """What the plugin says of itself."""
    options: tuple[tuple[str, str], ...] = ()
    """(name, sentence) of each option that it brings."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A plugin of a table that this laptop lacks or has in another form."""

    kind: str
    id: str
    theirs: tuple[str, str]
    """(version, digest in hex) at the table; an unknown version is empty."""
    mine: tuple[str, str] | None
    """The same here; None = this laptop lacks it."""
    sentence: str
    """Which plugin, both versions and digests, which side lacks it, what to do."""

    @property
    def plugin(self) -> str:
        """``house rule tens-around``: the plugin's name at a table."""
        return f"{self.kind} {self.id}"


@dataclass(frozen=True, slots=True)
class Registers:
    """One thing that a source says it registers, read without running it."""

    kind: str
    id: str
    """Empty where only running the file would tell."""
    title: str
    version: str
    text: str
    """First paragraph of its class's docstring."""
    line: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A plugin file from another laptop, whole, that was not run."""

    plugin: str
    """``house rule tens-around``: for which difference it came."""
    digest: str
    """Hex, whole: what ``AcceptPlugin`` takes."""
    who: str
    """Name of the person whose laptop hands it over."""
    registers: tuple[Registers, ...]
    reaches: tuple[str, ...]
    """What a plugin should not touch, a sentence each with its line; empty = nothing was found."""
    source: str
    """All of it, lines ended by ``\\n``."""
    file: str
    """Name under which it would be kept in the own plugin folder."""
    replaces: str = ""
    """File that would be switched off for it (kept, not changed); empty = none."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table that one wants to join, or sits at, and cannot play yet because plugins differ."""

    table: str
    """The table's shown name."""
    who: str
    """The founder."""
    forbidden: bool
    """The table hands out no files: they must be copied some other way, then ``ReloadPlugins``."""
    differences: tuple[Difference, ...]
    offers: tuple[Offer, ...] = ()
    """Files that came; a difference without one is still on its way (or forbidden)."""
    problem: str = ""
    """Why a file did not come or was not kept, in a sentence."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The plugins of this laptop at one moment."""

    rows: tuple[PluginRow, ...] = ()
    folder: str = ""
    """The own plugin folder."""
    loads: int = 0
    """How often plugins were read since the program began: rises with every reload."""
    notice: str = ""
    """What the last reload, switch or yes came to, in a sentence."""
    meeting: Meeting | None = None
    failed: bool = False
    """``notice`` says why it came to nothing."""


@dataclass(frozen=True, slots=True)
class LookInfo:
    """A look of this laptop: what of the window it changes. Nothing of it was checked yet."""

    id: str
    title: str
    cards: str = ""
    """Folder with 24 drawings; empty = it brings no deck."""
    back: str = ""
    """File with a drawing of the back; empty = none."""
    base: str = "green"
    colours: tuple[tuple[str, str], ...] = ()
    """(role, colour) that differ from the base's; empty = it brings no cloth."""


# --- what a person may ask for --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReloadPlugins:
    """Read all plugins anew. A game under way keeps what it began with."""


@dataclass(frozen=True, slots=True)
class SwitchPlugin:
    """Use the file of that name (``PluginRow.file``), or leave it alone; plugins are read anew."""

    file: str
    on: bool


@dataclass(frozen=True, slots=True)
class AcceptPlugin:
    """The yes to an offer, by its digest: keep the file, read plugins anew, sit down once all agree."""

    digest: str


@dataclass(frozen=True, slots=True)
class RefusePlugins:
    """The no: nothing is kept, and this laptop leaves the table."""


PluginIntent = ReloadPlugins | SwitchPlugin | AcceptPlugin | RefusePlugins
