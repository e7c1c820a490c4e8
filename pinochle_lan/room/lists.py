"""What the lobby's lists are made of: variants, opponents, saved games and found tables as plain rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.bridge import ListedTable, OptionInfo, OptionValue, SavedGame, VariantInfo
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.net.found import FoundTable
from pinochle_lan.net.notice import Notice
from pinochle_lan.net.versions import difference
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.profile import Profile
from pinochle_lan.rules.options import Option
from pinochle_lan.rules.variant import Variant
from pinochle_lan.table.snapshot import Snapshot


def variants(registry: Registry) -> tuple[VariantInfo, ...]:
    """Every game with its options, house rules' own options behind them."""
    extra = tuple(option for rule in registry.house_rules.values() for option in rule.schema())
    return tuple(
        VariantInfo(
            variant.id,
            variant.title,
            len(variant.seat_names),
            variant.seat_names,
            tuple(_option(option) for option in (*variant.options, *extra)),
        )
        for variant in registry.variants.values()
    )


def _option(option: Option) -> OptionInfo:
    return OptionInfo(
        option.name,
        option.title,
        option.help,
        option.default,
        option.choices,
        option.low,
        option.high,
        option.step,
    )


def opponents(registry: Registry) -> tuple[tuple[str, str], ...]:
    """(id, title) of every opponent."""
    return tuple((id, opponent.title) for id, opponent in registry.opponents.items())


def differing(variant: Variant | None, options: Mapping[str, OptionValue] | Any) -> tuple[str, ...]:
    """The options that are not at their default, in words: ``Minimum bid 300``."""
    if variant is None:
        return ()
    usual = {option.name: option for option in variant.options}
    words = []
    for name, value in dict(options).items():
        option = usual.get(name)
        if option is None or option.default != value:
            shown = (
                {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
            )
            words.append(f"{option.title if option else name}: {shown.replace('_', ' ')}")
    return tuple(words)


def saved(profile: Profile) -> tuple[SavedGame, ...]:
    """The unfinished games of this laptop, newest first."""
    rows = []
    for path in profile.game_files():
        note = profile.note(path)
        if note is not None and not note.over:
            rows.append(SavedGame(str(path), note.title, note.people, note.scores, path.name[:10]))
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
        (),
        tuple(notice.founder if n == 0 else "taken" if n < taken else "" for n in range(notice.seats)),
        notice.locked,
        notice.under_way,
        found.rtt_ms,
        found.ghost,
        "" if mine and not found.ghost else _why_not(found, variant is not None),
    )


def _why_not(found: FoundTable, known: bool) -> str:
    notice = found.notice
    if found.ghost:
        return f"{notice.founder}'s laptop does not answer any more."
    older = difference(notice.founder, (PROTOCOL, ENGINE), (notice.protocol, notice.engine))
    if older is not None:
        return older
    if not known:
        return f"This laptop has no game '{notice.variant}': copy its plugin from {notice.founder}."
    if notice.under_way:
        return "The game is under way."
    return "" if notice.free else "All chairs are taken."


def notice(snapshot: Snapshot, genesis: Genesis | None, me: bytes, name: str) -> Notice | None:
    """What is told of our table: by the founder while it is set up, by every laptop once it is under way.

    ``me`` and ``name`` are this laptop's; a game under way is told under its founder's.
    """
    if genesis is None and not snapshot.founder:
        return None
    key = me
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
    )
