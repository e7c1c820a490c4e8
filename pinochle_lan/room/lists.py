"""What the lobby's lists are made of: variants, opponents, saved games and found tables as plain rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.form import Settings
from pinochle_lan.front import ListedTable, SavedGame, VariantInfo
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.net.found import FoundTable
from pinochle_lan.net.notice import Notice
from pinochle_lan.net.versions import difference
from pinochle_lan.pluginhost.fingerprint import short
from pinochle_lan.pluginhost.guard import guarded
from pinochle_lan.pluginhost.look import Look as PluginLook
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.pluginhost.registry import Plugin, Registry
from pinochle_lan.profile import Profile
from pinochle_lan.room.games import VARIANT, Games
from pinochle_lan.rules import preset, text
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import shown
from pinochle_lan.rules.variant import Variant
from pinochle_lan.shelf import LookInfo
from pinochle_lan.table.snapshot import Snapshot


def variants(registry: Registry) -> tuple[VariantInfo, ...]:
    """Every game; the one to begin with first."""
    return tuple(
        VariantInfo(
            variant.id,
            variant.title,
            len(variant.seat_names),
            variant.seat_names,
            _book(variant, registry.plugin(VARIANT, variant.id)),
        )
        for variant in sorted(registry.variants.values(), key=lambda variant: not variant.starter)
    )


def _book(variant: Variant, plugin: Plugin | None) -> tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]:
    """The usual rules of a game; a sentence about its file if that cannot say them."""
    path = "" if plugin is None else plugin.source.path
    try:
        told = guarded(lambda: text.rules(Game(variant)), path)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a plugin's code may do anything
        return (("The game", ((f"Its rules cannot be told: {error}.", False),)),)
    return tuple((title, tuple((line, False) for line in lines)) for title, lines in told)


def opponents(registry: Registry) -> tuple[tuple[str, str], ...]:
    """(id, title) of every opponent; the one to begin with first."""
    rows = sorted(registry.opponents.items(), key=lambda row: not row[1].starter)
    return tuple((id, opponent.title) for id, opponent in rows)


def looks(registry: Registry) -> tuple[LookInfo, ...]:
    """Decks and cloths of plugins; what does not have the form of a look is left out."""
    rows = []
    for plugin in registry.plugins:
        if plugin.kind == "look" and isinstance(plugin.thing, PluginLook):
            look, home = plugin.thing, Path(plugin.source.path).parent
            cards, back = (str(home / name) if name else "" for name in (look.cards, look.back))
            colours = tuple((str(role), str(colour)) for role, colour in dict(look.colours).items())
            rows.append(LookInfo(look.id, look.title, cards, back, look.base, colours))
    return tuple(rows)


def saved(profile: Profile) -> tuple[SavedGame, ...]:
    """The unfinished games of this laptop, newest first."""
    rows = []
    for path in profile.game_files():
        note = profile.note(path)
        if note is not None and not note.over:
            suspects = () if note.stopped is None else note.stopped.plugins
            rows.append(
                SavedGame(
                    str(path),
                    note.title,
                    note.people,
                    note.scores,
                    path.name[:10],
                    suspects,
                    note.continued,
                    bool(note.peers),
                )
            )
    return tuple(rows)


def listed(found: FoundTable, registry: Registry, kept: Callable[[bytes], Path | None]) -> ListedTable:
    """A found table as a row, with the reason if it cannot be joined."""
    notice = found.notice
    variant = registry.variants.get(notice.variant)
    taken = notice.seats - notice.free
    mine = notice.under_way and kept(notice.table_id) is not None
    return ListedTable(
        notice.table_id,
        notice.name,
        notice.founder,
        notice.variant,
        variant.title if variant is not None else notice.variant,
        notice.differs,
        tuple(notice.founder if n == 0 else "taken" if n < taken else "" for n in range(notice.seats)),
        notice.locked,
        notice.under_way,
        notice.under_way and not mine,
        found.rtt_ms,
        found.ghost,
        "" if mine and not found.ghost else _why_not(found),
        tuple(
            (_titled(name, registry), _compared(name, digest, registry)) for name, digest in notice.plugins
        ),
    )


def _titled(name: str, registry: Registry) -> str:
    """A plugin of a table by its title here, else as it is named there."""
    kind, _, id = name.rpartition(" ")
    plugin = registry.plugin(kind, id)
    return name if plugin is None else plugin.title


def _compared(name: str, digest: str, registry: Registry) -> str:
    kind, _, id = name.rpartition(" ")
    plugin = registry.plugin(kind, id)
    if plugin is None:
        return "missing"
    return "same" if short(plugin.source.fingerprint) == digest else "different"


def _why_not(found: FoundTable) -> str:
    notice = found.notice
    if found.ghost:
        return f"{notice.founder}'s laptop does not answer any more."
    older = difference(notice.founder, (PROTOCOL, ENGINE), (notice.protocol, notice.engine))
    if older is not None:
        return older
    return "" if notice.free or notice.under_way else "All chairs are taken."


def notice(snapshot: Snapshot, genesis: Genesis | None, me: bytes, name: str, games: Games) -> Notice | None:
    """What is told of our table: by the founder while it is set up, by all that play once it is under way.

    ``me`` and ``name`` are this laptop's; a game under way is told under its founder's.
    """
    if (genesis is None and not snapshot.founder) or snapshot.watching:
        return None
    key = me
    differs, plugins = _told(games, snapshot.variant, snapshot.options)
    if genesis is not None:
        key, name = genesis.members[0].key, genesis.members[0].name
    return Notice(
        table_id=snapshot.table_id,
        name=snapshot.name,
        founder=name,
        founder_key=key,
        variant=snapshot.variant,
        seats=len(snapshot.people),
        free=sum(not person.name for person in snapshot.people),
        protocol=PROTOCOL,
        engine=ENGINE,
        locked=bool(snapshot.code),
        under_way=genesis is not None,
        differs=differs,
        plugins=plugins,
    )


@lru_cache(maxsize=4)
def _told(
    games: Games, variant: str, options: Settings
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """What a table changes of its game's own rules in words, and its plugins with their digests."""
    try:
        genesis, game = games.terms(bytes(16), variant, dict(options))
    except RulesError:
        return (), ()
    words = [f"{option.title}: {shown(game.options[option.name])}" for option in text.changed(game)]
    words += [rule.title for rule in game.house_rules]
    words += [line.rstrip(".") for line in preset.sentences(game.data)]
    named = [(parse(name), digest) for name, digest in genesis.plugins]
    return (
        tuple(word.replace("_", " ") for word in words),
        tuple((f"{one.kind} {one.id}", short(digest)) for one, digest in named),
    )
