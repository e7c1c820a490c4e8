"""House rules as data: what a table sets besides the variant's own options, and presets with sets of it.

Everything is a flat mapping of names to numbers, words and switches, so that it travels with a table like any
option: ``meld.aces`` = "100 1000" (points by multiple; 0 takes a meld out), ``counters.points`` = points of
A 10 K Q J 9, ``counters.last`` = points of the last trick, ``house_rules`` = ids of the house rules in the
order in which they apply. A preset is the same in a form that people write. Reads values, never files; all of
it is hostile until it was read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from pinochle_lan.cards import Rank
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.melds import Around, Meld, Roundhouse, Run, Spares
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.tricks import Counters
from pinochle_lan.rules.variant import Variant

ORDER: Final = "house_rules"
"""The setting that names the house rules in use, in the order in which they apply."""
MELD: Final = "meld."
POINTS: Final = "counters.points"
LAST: Final = "counters.last"
COUNTERS: Final = (POINTS, LAST)
MOST_POINTS: Final = 100_000
MOST_MULTIPLES: Final = 4
MOST_SETTINGS: Final = 200
LONGEST_TEXT: Final = 2_000
KNOWN: Final = ("title", "variant", "variants", "text", "options", "melds", "counters", "rules")
"""Keys of a preset."""

_EXTRA: Final[Mapping[str, Meld]] = {
    "tens": Around((), Rank.TEN),
    "nines": Around((), Rank.NINE),
    "spare": Spares(()),
    "roundhouse": Roundhouse(()),
}
"""Melds that a preset may add to any game by their name alone."""
RANKS: Final = ("A", "10", "K", "Q", "J", "9")
"""In the order of the numbers in ``POINTS``."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules. ``settings`` is what a table is given, in order of name."""

    title: str
    variants: tuple[str, ...]
    """Ids of the games that it is written for, the first one first; empty = any game that takes it."""
    settings: tuple[tuple[str, OptionValue], ...]
    rules: tuple[str, ...] = ()
    """Ids of the house rules that it needs, in the order in which they apply."""
    text: str = ""
    """A sentence about it, for players."""

    def fits(self, variant: str) -> bool:
        """Whether it is meant for the game of that id."""
        return not self.variants or variant in self.variants


# --- a preset out of plain values


def read(value: object, name: str = "The preset") -> Preset:
    """The preset of a parsed TOML document. Raises OptionError with a sentence that names the key.

    Whether a game takes the settings is said when a table is made of them.
    """
    table = _table(value, name)
    for key in table:
        if key not in KNOWN:
            near = get_close_matches(key, KNOWN, 1)
            hint = f"; did you mean '{near[0]}'?" if near else f"; it may have {', '.join(KNOWN)}."
            raise OptionError(f"{name} has a key '{key}' that means nothing{hint}")
    title = _text(table.get("title"), f'{name} needs a title: title = "..."')
    settings: dict[str, OptionValue] = {}
    for key, given in _table(table.get("options", {}), f"[options] of {name}").items():
        settings[key] = _plain(given, f"[options] {key} of {name}")
    for key, given in _table(table.get("melds", {}), f"[melds] of {name}").items():
        settings[MELD + key] = _line(_points(given, f"[melds] {key} of {name}"))
    settings.update(_counters(_table(table.get("counters", {}), f"[counters] of {name}"), name))
    rules = _rules(table.get("rules", {}), name, settings)
    if len(settings) > MOST_SETTINGS:
        raise OptionError(f"{name} sets {len(settings)} things; at most {MOST_SETTINGS} are read")
    return Preset(
        title, _variants(table, name), tuple(sorted(settings.items())), rules, str(table.get("text", ""))
    )


def _variants(table: Mapping[str, object], name: str) -> tuple[str, ...]:
    found = table.get("variants", table.get("variant", ()))
    if isinstance(found, str):
        found = [found]
    if not isinstance(found, list | tuple) or not all(isinstance(one, str) for one in found):
        raise OptionError(f'{name}: variants are the ids of games in quotes, as in variants = ["one", "two"]')
    return tuple(str(one) for one in found)


def _counters(table: Mapping[str, object], name: str) -> dict[str, OptionValue]:
    settings: dict[str, OptionValue] = {}
    left = dict(table)
    if "last" in left:
        settings[LAST] = _points(left.pop("last"), f"[counters] last of {name}")[0]
    if not left:
        return settings
    for key in left:
        if key not in RANKS:
            raise OptionError(f"[counters] of {name} has '{key}'; ranks are {', '.join(RANKS)}, and last")
    each = [_points(left.get(rank, 0), f"[counters] {rank} of {name}")[0] for rank in RANKS]
    settings[POINTS] = _line(each)
    return settings


def _rules(value: object, name: str, settings: dict[str, OptionValue]) -> tuple[str, ...]:
    """The house rules of ``[rules]``, in the order written: ``id = true`` or ``id = { option = value }``."""
    rules = []
    for id, given in _table(value, f"[rules] of {name}").items():
        if given is False:
            continue
        rules.append(id)
        settings[id] = True
        if given is not True:
            for option, wanted in _table(given, f"[rules] {id} of {name}").items():
                settings[f"{id}.{option}"] = _plain(wanted, f"[rules] {id}.{option} of {name}")
    if rules:
        settings[ORDER] = " ".join(rules)
    return tuple(rules)


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise OptionError(f"{what} is no table of names and values")
    return value


def _text(value: object, sentence: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_TEXT:
        raise OptionError(sentence)
    return value


def _plain(value: object, what: str) -> OptionValue:
    if isinstance(value, bool | int | str) and len(str(value)) <= LONGEST_TEXT:
        return value
    raise OptionError(f"{what} is a number, a word in quotes, true or false")


def _points(value: object, what: str) -> tuple[int, ...]:
    """One number or several, by multiple. Raises OptionError."""
    many = value if isinstance(value, list | tuple) else [value]
    good = all(type(one) is int and 0 <= one <= MOST_POINTS for one in many)
    if not good or not 1 <= len(many) <= MOST_MULTIPLES:
        raise OptionError(
            f"{what} is a number of points from 0 to {MOST_POINTS}, or up to {MOST_MULTIPLES} of them in [ ]"
        )
    return tuple(one for one in many if isinstance(one, int))


def _line(points: Sequence[int]) -> str:
    return " ".join(str(one) for one in points)


# --- settings at a table


def divided(
    given: Mapping[str, OptionValue],
) -> tuple[dict[str, OptionValue], dict[str, OptionValue], tuple[str, ...] | None]:
    """(options of the variant and its house rules, data of this file, ids of house rules in order or None).

    Raises OptionError if the order is no line of ids.
    """
    data = {name: value for name, value in given.items() if name.startswith(MELD) or name in COUNTERS}
    options = {name: value for name, value in given.items() if name not in data and name != ORDER}
    if ORDER not in given:
        return options, data, None
    line = given[ORDER]
    if not isinstance(line, str):
        raise OptionError(
            f"'{ORDER}' names house rules with blanks between, in the order in which they apply"
        )
    ids = tuple(line.split())
    twice = [id for n, id in enumerate(ids) if id in ids[:n]]
    if twice:
        raise OptionError(f"'{ORDER}' names '{twice[0]}' twice")
    return options, data, ids


def amend(variant: Variant, data: Mapping[str, OptionValue]) -> Variant:
    """The variant with melds and counters as ``data`` says. Raises OptionError, naming the setting."""
    for name in sorted(data):
        counters = variant.rules.counters
        if name == POINTS:
            a, ten, king, queen, jack, nine = _numbers(name, data[name], 6, 6)
            variant = variant.with_counters(Counters((a, ten, king, queen, jack, nine), counters.last))
        elif name == LAST:
            variant = variant.with_counters(replace(counters, last=_numbers(name, data[name], 1, 1)[0]))
        else:
            points = _numbers(name, data[name], 1, MOST_MULTIPLES)
            variant = _with_meld(variant, name, name.removeprefix(MELD), points)
    return variant


def offered(variant: Variant) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """(setting, points as they are without it) of all melds that a table may set; 0 = no meld so far."""
    own = tuple((meld.name, meld.points) for meld in variant.rules.melds)
    names = [name for name, _ in own]
    more = tuple(
        (name, (0, 0) if isinstance(meld, Around) else (0,))
        for name, meld in _EXTRA.items()
        if name not in names
    )
    return tuple((MELD + name, points) for name, points in (*own, *more))


def sentences(data: Mapping[str, OptionValue]) -> Iterable[str]:
    """What ``data`` changes, for the rules page."""
    for name in sorted(data):
        if name == POINTS:
            yield f"Card points of {' '.join(RANKS)}: {data[name]}."
        elif name == LAST:
            yield f"Last trick: {data[name]}."
        else:
            points = str(data[name])
            heading = name.removeprefix(MELD).replace("-", " ").capitalize()
            yield f"{heading}: {points.replace(' ', ', ')}." if points != "0" else f"{heading} is no meld."


def _with_meld(variant: Variant, setting: str, name: str, points: tuple[int, ...]) -> Variant:
    table = variant.rules.melds
    names = [meld.name for meld in table]
    if name in names and points == (0,):
        return variant.with_rules(melds=tuple(meld for meld in table if meld.name != name))
    if name in names:
        changed = tuple(replace(meld, points=points) if meld.name == name else meld for meld in table)
        return variant.with_rules(melds=changed)
    if name not in _EXTRA:
        known = [*names, *(extra for extra in _EXTRA if extra not in names)]
        near = get_close_matches(name, known, 1)
        hint = f"did you mean '{MELD}{near[0]}'?" if near else f"its melds are {', '.join(known)}."
        raise OptionError(f"{variant.title} has no meld for '{setting}'; {hint}")
    if points == (0,):
        return variant
    meld = replace(_EXTRA[name], points=points)
    if name != Spares.name:
        return variant.with_rules(melds=(*table, meld))
    after = names.index(Run.name) + 1 if Run.name in names else len(names)
    return variant.with_rules(melds=(*table[:after], meld, *table[after:]))


def _numbers(name: str, value: OptionValue, least: int, most: int) -> tuple[int, ...]:
    words = value.split() if isinstance(value, str) else [str(value)] if type(value) is int else []
    good = all(word.isascii() and word.isdecimal() and len(word) <= len(str(MOST_POINTS)) for word in words)
    if not good or not least <= len(words) <= most or any(int(word) > MOST_POINTS for word in words):
        count = str(most) if least == most else f"{least} to {most}"
        raise OptionError(f"'{name}' is {count} numbers from 0 to {MOST_POINTS} with blanks between")
    return tuple(int(word) for word in words)
