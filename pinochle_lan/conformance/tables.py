"""Which games a plugin is tried in: every shipped game that a house rule fits, options at their limits.

The list follows from the plugin and a seed alone, so that two processes try the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Final

from pinochle_lan.conformance.finding import Finding
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.rules.errors import OptionError, RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import Option, OptionValue, shown
from pinochle_lan.rules.variant import HouseRule, Variant

MIXED: Final = 6
"""Tables with options changed at random, for a game of its own."""


@dataclass(frozen=True)
class Trial:
    """A game to try. ``name`` says in words which."""

    name: str
    game: Game
    hands: int
    logged: bool = True
    """Its log is folded again in another process."""


@dataclass(frozen=True)
class Trials:
    """All games to try, and what was found while they were put together."""

    trials: tuple[Trial, ...]
    findings: tuple[Finding, ...]
    unfit: tuple[str, ...]
    """Sentences: which games a house rule does not fit, and why."""


def of(checked: Registry, shipped: Registry, seed: int, hands: int) -> Trials:
    """The games for everything that the file ``checked`` brings. Raises what the plugin raises."""
    trials: list[Trial] = []
    findings: list[Finding] = []
    unfit: list[str] = []
    for variant in checked.variants.values():
        findings += _options(variant.id, variant.options)
        if not findings:
            trials += _variant(variant, seed, hands)
    for rule in checked.house_rules.values():
        found = _options(rule.id, rule.schema())
        findings += found
        if not found:
            fitting = tuple(_fitting(rule, tuple(shipped.variants.values()), unfit))
            if not fitting:
                findings.append(Finding("fits", f"'{rule.title}' fits no game: {unfit[-1] if unfit else ''}"))
            trials += _house_rule(rule, fitting, hands)
    return Trials(tuple(trials), tuple(findings), tuple(unfit))


def _options(owner: str, options: Sequence[Option]) -> list[Finding]:
    findings = []
    for option in options:
        if not option.allows(option.default):
            sentence = f"'{option.name}' is {shown(option.default)} by default, allowed is {option.allowed}"
            findings.append(Finding("options", sentence, game=owner))
        elif not option.choices and (option.high or 0) < (option.low or 0):
            findings.append(Finding("options", f"'{option.name}' allows nothing", game=owner))
    return findings


def _variant(variant: Variant, seed: int, hands: int) -> Iterator[Trial]:
    yield Trial(variant.id, Game(variant), hands)
    rng = random.Random(seed)  # noqa: S311 - which tables are tried
    for _ in range(MIXED):
        given, game = mixed(variant, rng)
        yield Trial(_named(variant.id, (), given), game, 1)


def mixed(variant: Variant, rng: random.Random) -> tuple[dict[str, OptionValue], Game]:
    """A table with about a third of the game's options changed to any allowed value, and its game."""
    while True:
        given: dict[str, OptionValue] = {}
        for option in variant.options:
            if rng.random() < 1 / 3:
                given[option.name] = any_value(option.in_force(given), rng)
        try:
            return given, Game(variant, given)
        except OptionError:
            continue  # two of them contradict each other: tenths with classic counters


def any_value(option: Option, rng: random.Random) -> OptionValue:
    """Any value that the option allows, each as likely."""
    if option.choices:
        return rng.choice(option.choices)
    return rng.randrange(option.low or 0, (option.high or 0) + 1, option.step)


def _fitting(
    rule: HouseRule,
    variants: Sequence[Variant],
    unfit: list[str],
    given: Mapping[str, OptionValue] = MappingProxyType({}),
) -> Iterator[Variant]:
    """Games that the rule takes so; a RulesError is its way to say that it does not fit."""
    for variant in variants:
        try:
            Game(variant, given, (rule,))
        except RulesError as error:
            unfit.append(str(error))
        else:
            yield variant


def _house_rule(rule: HouseRule, fitting: Sequence[Variant], hands: int) -> Iterator[Trial]:
    for n, variant in enumerate(fitting):
        yield Trial(_named(variant.id, (rule,), {}), Game(variant, {}, (rule,)), hands if n < 2 else 1)
    for option in rule.schema():
        for value in _limits(option):
            given = {option.name: value}
            for variant in islice(_fitting(rule, fitting, [], given), 1):
                yield Trial(_named(variant.id, (rule,), given), Game(variant, given, (rule,)), 1)


def _limits(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option at its ends, the default left out."""
    ends = option.choices or (option.low or 0, option.high or 0)
    return tuple(dict.fromkeys(value for value in ends if value != option.default))


def _named(variant: str, rules: Sequence[HouseRule], given: Mapping[str, OptionValue]) -> str:
    words = [variant, *(f"with {rule.id}" for rule in rules)]
    return ", ".join([" ".join(words), *(f"{name} = {shown(value)}" for name, value in given.items())])
