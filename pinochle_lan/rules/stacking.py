"""House rules one upon the other: in which order they apply, and which do not go together.

A contradiction is refused before anybody sits down, by the names of both rules. Knows no rule by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pinochle_lan.rules.errors import OptionError, RulesError
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.variant import HouseRule, Variant


def ordered(rules: Sequence[HouseRule], order: Sequence[str] | None) -> tuple[HouseRule, ...]:
    """The rules as ``order`` names them; None = as they are. Raises OptionError if it names others."""
    ids = [rule.id for rule in rules]
    twice = [id for n, id in enumerate(ids) if id in ids[:n]]
    if twice:
        raise OptionError(f"The house rule '{twice[0]}' is there twice")
    if order is None:
        return tuple(rules)
    by_id = dict(zip(ids, rules, strict=True))
    for id in order:
        if id not in by_id:
            raise OptionError(f"The house rule '{id}' is named in 'house_rules', but it is not in use here")
    left = [rule.title for rule in rules if rule.id not in order]
    if left:
        raise OptionError(f"'house_rules' does not say when {left[0]} applies: it must name every house rule")
    return tuple(by_id[id] for id in order)


def without_switches(
    rules: Sequence[HouseRule], options: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """``options`` without the ids of the rules in use, which stand there as yes. Raises OptionError."""
    for rule in rules:
        if options.get(rule.id, True) is not True:
            raise OptionError(f"'{rule.id}' is a house rule in use: it is yes, or left out")
    ids = [rule.id for rule in rules]
    return {name: value for name, value in options.items() if name not in ids}


def amended(variant: Variant, rules: Sequence[HouseRule], options: Mapping[str, OptionValue]) -> Variant:
    """The variant after all of them, in order.

    Raises RulesError, naming both, for rules that exclude each other, that bring the same meld, phase or
    claim, or of which one takes away what another needs; naming one, for a rule that does not fit the game.
    """
    _exclusive(rules)
    plain = variant
    brought: dict[tuple[str, str], str] = {}
    for n, rule in enumerate(rules):
        before = variant
        try:
            variant = rule.amend(variant, **rule.own(options))
        except RulesError as error:
            raise _refused(plain, rules[:n], rule, options, error) from error
        if not isinstance(variant, Variant):
            raise RulesError(f"{rule.title} does not give a game back: amend must return the changed variant")
        old = _names(before)
        for thing in _names(variant):
            if thing in old and not _same(before, variant, thing) and thing in brought:
                raise _both(brought[thing], rule.title, f"both bring the {thing[0]} '{thing[1]}'")
            if thing not in old:
                brought[thing] = rule.title
        _unique(variant, rule)
    return variant


def _exclusive(rules: Sequence[HouseRule]) -> None:
    for n, rule in enumerate(rules):
        for other in rules[:n]:
            if rule.id in other.excludes or other.id in rule.excludes:
                raise _both(other.title, rule.title, "they exclude each other")


def _both(first: str, second: str, why: str) -> RulesError:
    return RulesError(f"'{first}' and '{second}' contradict each other: {why}. Take one of them away.")


def _refused(
    plain: Variant,
    before: Sequence[HouseRule],
    rule: HouseRule,
    options: Mapping[str, OptionValue],
    error: RulesError,
) -> RulesError:
    """Whose fault it is that ``rule`` found something missing: the game's, or a rule's that came before."""
    try:
        rule.amend(plain, **rule.own(options))
    except RulesError:
        return RulesError(f"'{rule.title}' does not fit {plain.title}: {error}")
    for other in before:
        try:
            rule.amend(other.amend(plain, **other.own(options)), **rule.own(options))
        except RulesError:
            return _both(other.title, rule.title, str(error))
    names = "' and '".join(other.title for other in before)
    return _both(names, rule.title, str(error))


def _names(variant: Variant) -> tuple[tuple[str, str], ...]:
    """(what, name) of everything in the tables that must be there once."""
    return (
        *(("meld", meld.name) for meld in variant.rules.melds),
        *(("phase", phase.name) for phase in variant.phases),
        *(("claim", claim.name) for claim in variant.rules.claims),
    )


def _same(before: Variant, after: Variant, thing: tuple[str, str]) -> bool:
    return _named(before, thing) == _named(after, thing)


def _named(variant: Variant, thing: tuple[str, str]) -> object:
    kind, name = thing
    tables: Mapping[str, Sequence[object]] = {
        "meld": variant.rules.melds,
        "phase": variant.phases,
        "claim": variant.rules.claims,
    }
    return next((one for one in tables[kind] if getattr(one, "name", "") == name), None)


def _unique(variant: Variant, rule: HouseRule) -> None:
    names = _names(variant)
    for n, thing in enumerate(names):
        if thing in names[:n]:
            raise RulesError(f"'{rule.title}' brings a second {thing[0]} '{thing[1]}': give it another name")
