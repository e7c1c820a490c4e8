"""From plugins to games and back: what a table agrees on, put together from this laptop's registry.

A genesis names its variant and house rules with version and fingerprint, as ``house rule tens-around 1.0``:
every plugin whose code is part of the rules. Opponents are not named: only their host runs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.form import OptionValue
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.pluginhost.fingerprint import fingerprint, short
from pinochle_lan.pluginhost.naming import Named, parse
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

    def here(self, name: str) -> tuple[str, bytes] | None:
        """(version, fingerprint) of the plugin with a name as in a genesis; None if this laptop has none."""
        named = parse(name)
        if named.kind not in (VARIANT, HOUSE_RULE):
            return None
        plugin = self.registry.plugin(named.kind, named.id)
        return None if plugin is None else (plugin.version, plugin.source.fingerprint)

    def source(self, name: str, digest: bytes) -> bytes | None:
        """The file of a plugin with a name as in a genesis; None if it is not that one (any more)."""
        named = parse(name)
        plugin = self.registry.plugin(named.kind, named.id)
        if plugin is None:
            return None
        try:
            data = Path(plugin.source.path).read_bytes()
        except OSError:
            return None
        return data if fingerprint(data) == digest else None

    def files(self, genesis: Genesis) -> dict[str, str]:
        """Path of the file of each plugin that a genesis names, to that name."""
        named = [(name, parse(name)) for name, _ in genesis.plugins]
        plugins = [(name, self.registry.plugin(one.kind, one.id)) for name, one in named]
        return {plugin.source.path: name for name, plugin in plugins if plugin is not None}

    def terms(
        self, table_id: bytes, variant: str, options: Mapping[str, OptionValue]
    ) -> tuple[Genesis, Game]:
        """A genesis without members, and its game. Options of a house rule turn it on. Raises RulesError."""
        rules = tuple(rule for rule in self.registry.house_rules.values() if _chosen(rule, options))
        given = {name: value for name, value in options.items() if name not in self.registry.house_rules}
        game = self._game(variant, given, rules)
        used = [(VARIANT, variant), *((HOUSE_RULE, rule.id) for rule in rules)]
        prints = tuple(sorted(self._named(kind, id) for kind, id in used))
        chosen = tuple(sorted(game.options.items()))
        return Genesis(table_id, PROTOCOL, ENGINE, SUITE1.suite, variant, chosen, prints, (), ()), game

    def of(self, genesis: Genesis) -> Game:
        """The game of a table. Raises GamesError if a plugin is missing or differs, or RulesError."""
        rules = []
        for name, theirs in genesis.plugins:
            named, mine = parse(name), self.here(name)
            if mine is None:
                raise GamesError(f"The game needs the {named.plain}, which this laptop does not have.")
            if mine[1] != theirs:
                raise GamesError(
                    f"The game was played with another {named.plain} ({_shown(named.version, theirs)}) "
                    f"than this laptop has ({_shown(*mine)}): put the same file here."
                )
            if named.kind == HOUSE_RULE:
                rules.append(self.registry.house_rules[named.id])
        return self._game(genesis.variant, dict(genesis.options), tuple(rules))

    def _named(self, kind: str, id: str) -> tuple[str, bytes]:
        plugin = self.registry.plugin(kind, id)
        if plugin is None:
            return f"{kind} {id}", b""
        return str(Named(kind, id, plugin.version)), plugin.source.fingerprint

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


def _shown(version: str, digest: bytes) -> str:
    return f"{version}, {short(digest)}" if version else short(digest)
