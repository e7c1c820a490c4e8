"""From plugins to games and back: what a table agrees on, put together from this laptop's registry.

A genesis names its variant and, as ``variant partnership`` or ``house rule tens-around``, the fingerprint of
every plugin whose code is part of the rules. Opponents are not named: only their host runs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.bridge import OptionValue
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.pluginhost.fingerprint import short
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.variant import HouseRule
from pinochle_lan.sealed.group import SUITE1

VARIANT: Final = "variant"
HOUSE_RULE: Final = "house rule"


class GamesError(RulesError):
    """A game that this laptop cannot play, in a sentence."""


class Games:
    """The games that this laptop's plugins can make."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.bots = {id: opponent.title for id, opponent in registry.opponents.items()}
        """Opponent id to shown name."""

    def fingerprint(self, name: str) -> bytes | None:
        """Of the plugin with a name as in a genesis; None if this laptop has none."""
        for kind in (VARIANT, HOUSE_RULE):
            if name.startswith(f"{kind} "):
                plugin = self.registry.plugin(kind, name.removeprefix(f"{kind} "))
                return None if plugin is None else plugin.source.fingerprint
        return None

    def terms(
        self, table_id: bytes, variant: str, options: Mapping[str, OptionValue]
    ) -> tuple[Genesis, Game]:
        """A genesis without members, and its game. Options of a house rule turn it on. Raises RulesError."""
        rules = tuple(rule for rule in self.registry.house_rules.values() if _chosen(rule, options))
        given = {name: value for name, value in options.items() if name not in self.registry.house_rules}
        game = self._game(variant, given, rules)
        names = [f"{VARIANT} {variant}", *(f"{HOUSE_RULE} {rule.id}" for rule in rules)]
        prints = tuple(sorted((name, self.fingerprint(name) or b"") for name in names))
        chosen = tuple(sorted(game.options.items()))
        return Genesis(table_id, PROTOCOL, ENGINE, SUITE1.suite, variant, chosen, prints, (), ()), game

    def of(self, genesis: Genesis) -> Game:
        """The game of a table. Raises GamesError if a plugin is missing or differs, or RulesError."""
        for name, theirs in genesis.plugins:
            mine = self.fingerprint(name)
            if mine is None:
                raise GamesError(f"The game needs the {name}, which this laptop does not have.")
            if mine != theirs:
                raise GamesError(
                    f"The game was played with another {name} ({short(theirs)}) than this laptop has "
                    f"({short(mine)}): put the same file here."
                )
        rules = tuple(
            self.registry.house_rules[name.removeprefix(f"{HOUSE_RULE} ")]
            for name, _ in genesis.plugins
            if name.startswith(f"{HOUSE_RULE} ")
        )
        return self._game(genesis.variant, dict(genesis.options), rules)

    def _game(self, variant: str, options: Mapping[str, OptionValue], rules: tuple[HouseRule, ...]) -> Game:
        found = self.registry.variants.get(variant)
        if found is None:
            raise GamesError(f"There is no game '{variant}' on this laptop.")
        try:
            return Game(found, options, rules)
        except RulesError:
            raise
        except Exception as error:  # a house rule may raise anything: the table does not start
            names = ", ".join(rule.title for rule in rules) or found.title
            raise GamesError(f"The rules cannot be put together ({names}): {error}.") from error


def _chosen(rule: HouseRule, options: Mapping[str, OptionValue]) -> bool:
    """On if its id is set to true, or an option of its own is named and the id is not set to false."""
    switch = options.get(rule.id)
    named = any(name.startswith(f"{rule.id}.") for name in options)
    return switch is True or (named and switch is not False)
