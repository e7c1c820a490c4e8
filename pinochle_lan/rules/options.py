"""Options: what tables may set, its allowed values, and the whole resolved mapping of one game.

Owns reading and refusing; what each option means to the rules stands where it is used. The ready-made options
of docs/rules/house-rules.md are in ``rules.catalogue``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from pinochle_lan.rules.errors import OptionError

OptionValue = int | bool | str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that tables decide. Either ``choices`` or the range ``low``..``high`` says what is allowed.

    A ``scaled`` option counts points: under ``score_scale = tenth`` its values are divided by ten, and values
    that are written in tenths are taken as they are.
    """

    name: str
    title: str
    help: str
    """A sentence that a player understands."""
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    scaled: bool = False
    under: tuple[tuple[str, OptionValue, Option], ...] = ()
    """(name, value, option): what stands in this one's place while the option ``name`` has that value."""
    only: tuple[tuple[str, tuple[OptionValue, ...]], ...] = ()
    """(name, values): it means something only while the option ``name`` has one of these values."""

    def when(self, name: str, value: OptionValue, other: Option) -> Option:
        """This option, with ``other`` in its place while the option ``name`` has ``value``."""
        return replace(self, under=(*self.under, (name, value, other)))

    def only_with(self, name: str, *values: OptionValue) -> Option:
        """This option, which means something only while the option ``name`` has one of ``values``."""
        return replace(self, only=(*self.only, (name, values)))

    def counts(self, values: Mapping[str, OptionValue]) -> bool:
        """Whether it means something at a table with ``values``; what the game does not offer is no bar."""
        return all(name not in values or values[name] in allowed for name, allowed in self.only)

    def in_force(self, values: Mapping[str, OptionValue]) -> Option:
        """What stands at a table with ``values``: default and allowed values by other options and scale."""
        chosen = next((other for name, value, other in self.under if values.get(name) == value), self)
        return chosen.tenths() if values.get("score_scale") == "tenth" else chosen

    def allows(self, value: object) -> bool:
        """Whether ``value`` is of the right type and one of the allowed values."""
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        if type(value) is not int or self.low is None or self.high is None:
            return False
        return self.low <= value <= self.high and (value - self.low) % self.step == 0

    @property
    def allowed(self) -> str:
        """The allowed values for people: ``none, trick or point``, ``100 to 600 in steps of 10``."""
        if self.choices:
            words = [shown(choice) for choice in self.choices]
            return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"{self.low} to {self.high}{steps}"

    def tenths(self) -> Option:
        """The same option where all points are divided by ten."""
        if not self.scaled:
            return self
        return replace(
            self,
            default=_tenth(self.default),
            choices=tuple(dict.fromkeys(_tenth(choice) for choice in self.choices)),
            low=None if self.low is None else self.low // 10,
            high=None if self.high is None else self.high // 10,
            step=max(1, self.step // 10),
        )


class Options(Mapping[str, OptionValue]):
    """The whole resolved mapping, in order of name, with typed readers."""

    def __init__(self, values: Mapping[str, OptionValue]) -> None:
        self._values = dict(sorted(values.items()))

    def __getitem__(self, name: str) -> OptionValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Options({self._values})"

    def number(self, name: str, default: int = 0) -> int:
        """The number set for ``name``; ``default`` where the variant does not offer it."""
        value = self._values.get(name, default)
        assert isinstance(value, int), f"{name} is no number"
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """Whether ``name`` is on; ``default`` where the variant does not offer it."""
        value = self._values.get(name, default)
        assert isinstance(value, bool), f"{name} is no switch"
        return value

    def word(self, name: str, default: str = "") -> str:
        """The word set for ``name``; ``default`` where the variant does not offer it."""
        value = self._values.get(name, default)
        assert isinstance(value, str), f"{name} is no word"
        return value

    @property
    def tenth(self) -> int:
        """What full-scale points are divided by: 10 under ``score_scale = tenth``, else 1."""
        return 10 if self.word("score_scale", "full") == "tenth" else 1


def shown(value: OptionValue) -> str:
    """A value for people: ``yes`` and ``no`` for switches."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def resolve(schema: Iterable[Option], given: Mapping[str, OptionValue], title: str) -> Options:
    """Every option of ``schema`` with its value in force.

    Raises OptionError, naming the option, for an unknown name, a value that is not allowed, and values that
    contradict each other (docs/rules/house-rules.md: tenths require simple counters).
    """
    known = {option.name: option for option in schema}
    for name in sorted(given):
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise OptionError(f"{title} has no option '{name}'{hint}")
    # what other options hang on is read first: the scale, then options that stand under no other
    values: dict[str, OptionValue] = {}
    for option in sorted(known.values(), key=lambda one: (one.name != "score_scale", bool(one.under))):
        values[option.name] = _value(option, given, values)
    found = Options(values)
    if found.tenth == 10 and found.word("counters", "simple") != "simple":
        raise OptionError(
            f"'score_scale' tenth and 'counters' {found.word('counters')} contradict each other: "
            "tenths need simple counters"
        )
    return found


def _value(
    option: Option, given: Mapping[str, OptionValue], others: Mapping[str, OptionValue]
) -> OptionValue:
    """The value of ``option`` beside ``others``; under tenths a value in full is taken, too."""
    in_force = option.in_force(others)
    value = given.get(option.name, in_force.default)
    if in_force.allows(value):
        return value
    if others.get("score_scale") == "tenth" and option.scaled and option.allows(value):
        return _tenth(value)
    raise OptionError(f"'{option.name}' cannot be {shown(value)}; allowed: {in_force.allowed}")


def _tenth(value: OptionValue) -> OptionValue:
    if isinstance(value, bool) or not isinstance(value, int) or value == 0:
        return value
    return max(1, value // 10)
