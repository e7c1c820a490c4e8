"""What the window sees of a table that is being set up, and how one thing of it is changed.

Plain frozen data, beside ``bridge``.

Owns the words "form" (everything that a table may set, as it stands) and "settings" (what of it differs from
the game's own; sent whole with every change). Reads no rules: ``room.form`` fills it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OptionValue = int | bool | str
Settings = tuple[tuple[str, OptionValue], ...]
"""In order of name."""

FIRST_DEALER: Final = "first_dealer"
"""The option whose numbers are seats."""
ORDER: Final = "house_rules"
"""The setting with the ids of the house rules in use, in the order in which they apply."""
CARDS: Final = "counters.points"
LAST: Final = "counters.last"
RANKS: Final = ("A", "10", "K", "Q", "J", "9")
"""In the order of the numbers in ``CARDS``."""
MOST_POINTS: Final = 100_000


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """One option: its sentence, allowed values (or a range) and default."""

    name: str
    title: str
    help: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    words: tuple[str, ...] = ()
    """How the choices are shown, where their values do not say it (seats by name); empty = as they are."""


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A house rule of this laptop, in use at the table or not."""

    id: str
    title: str
    text: str
    """What it says, for players."""
    on: bool = False
    options: tuple[OptionInfo, ...] = ()
    refused: str = ""
    """Why it cannot be used beside the rest, in a sentence that names both; empty = it can."""


@dataclass(frozen=True, slots=True)
class PointsInfo:
    """Points that a table may set as data: of a meld by multiple, of the cards by rank, of the last trick."""

    name: str
    """The setting: ``meld.aces``, ``counters.points``, ``counters.last``."""
    title: str
    usual: tuple[int, ...]
    now: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PresetInfo:
    """A named set of settings, shipped or the player's own."""

    name: str
    title: str
    text: str
    variant: str
    """The game it is played in when it is picked; empty = none on this laptop."""
    settings: Settings
    source: str
    """The file, to be handed to somebody else."""
    mine: bool = False
    """It lies in the own profile and may be thrown away."""
    chosen: bool = False
    """The table's settings are just these."""
    refused: str = ""
    """Why it cannot be picked, in a sentence."""


@dataclass(frozen=True, slots=True)
class Form:
    """Everything that the table's founder may set, as it stands now."""

    variant: str
    settings: Settings = ()
    values: Settings = ()
    """Every option in force with its value, those of house rules too."""
    options: tuple[OptionInfo, ...] = ()
    """Those that count under the values of the others, in the game's order."""
    rules: tuple[RuleInfo, ...] = ()
    """Those in use first, in the order in which they apply."""
    points: tuple[PointsInfo, ...] = ()
    presets: tuple[PresetInfo, ...] = ()
    words: tuple[str, ...] = ()
    """What differs from the game's own, a sentence each."""
    book: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...] = ()
    """The rules in force: (heading, sentences), each with whether the usual game does not say so."""

    def value(self, option: OptionInfo) -> OptionValue:
        """The value in force."""
        return dict(self.values).get(option.name, option.default)

    @property
    def order(self) -> tuple[str, ...]:
        """Ids of the house rules in use, in order."""
        return tuple(rule.id for rule in self.rules if rule.on)

    # --- one change: the whole settings that are asked for

    def with_option(self, option: OptionInfo, value: OptionValue) -> Settings:
        """One option changed; its default is not sent."""
        return self._with(option.name, None if value == option.default else value)

    def with_rule(self, id: str, on: bool) -> Settings:
        """One house rule switched; the newest applies last."""
        order = (*self.order, id) if on else tuple(other for other in self.order if other != id)
        kept = {name: value for name, value in self.settings if on or not name.startswith(f"{id}.")}
        return _ordered(kept, order, self.order)

    def moved(self, id: str, by: int) -> Settings:
        """One house rule applies earlier (negative) or later."""
        order = list(self.order)
        place = order.index(id)
        order.insert(max(0, min(len(order) - 1, place + by)), order.pop(place))
        return _ordered(dict(self.settings), tuple(order), self.order)

    def with_points(self, info: PointsInfo, place: int, points: int) -> Settings:
        """One number of a table of points changed; a single of nothing takes a meld out."""
        now = list(info.now)
        now[place] = max(0, min(MOST_POINTS, points))
        return self.with_all_points(info, tuple(now))

    def with_all_points(self, info: PointsInfo, points: tuple[int, ...]) -> Settings:
        """All numbers of a table of points changed; the usual ones are not sent."""
        if points == info.usual:
            return self._with(info.name, None)
        if info.name == LAST:
            return self._with(info.name, points[0])
        if info.name != CARDS:
            while len(points) > 1 and (not points[-1] or not points[0]):
                points = points[:-1]
        return self._with(info.name, " ".join(str(one) for one in points))

    def _with(self, name: str, value: OptionValue | None) -> Settings:
        kept = {old: held for old, held in self.settings if old != name}
        if value is not None:
            kept[name] = value
        return tuple(sorted(kept.items()))


def _ordered(settings: dict[str, OptionValue], order: tuple[str, ...], before: tuple[str, ...]) -> Settings:
    for id in before:
        settings.pop(id, None)
    settings.pop(ORDER, None)
    if order:
        settings |= dict.fromkeys(order, True)
        settings[ORDER] = " ".join(order)
    return tuple(sorted(settings.items()))


# --- what a person may ask for --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SavePreset:
    """Keep the settings of the table at hand in the own profile; an own preset of that title is replaced."""

    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class TakePreset:
    """Keep a preset that somebody handed over as text (``PresetInfo.source``)."""

    source: str


@dataclass(frozen=True, slots=True)
class DropPreset:
    """Throw an own preset away."""

    name: str


FormIntent = SavePreset | TakePreset | DropPreset
