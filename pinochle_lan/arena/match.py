"""A match: what is played, one deal of it as a row of plain numbers, and rows as figures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from pinochle_lan.arena.table import ArenaTable, arrangements
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.opponent import Opponent
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.state import State


@dataclass(frozen=True)
class Match:
    """All that decides the rows of a match; plain data, so that it travels to other processes."""

    names: tuple[str, ...]
    """Two opponents, or one for each seat."""
    variant: str
    seed: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    house_rules: tuple[str, ...] = ()
    bidder: str = ""
    """Who makes every choice before the first card for all; empty = each its own."""
    tricks: bool = False
    """Count trick points in place of the score."""
    games: bool = False
    """Play whole games in place of single hands."""
    timed: bool = False
    """Keep the opponents' deadlines; else they think out all they mean to, however slow the machine."""
    folders: tuple[tuple[str, str], ...] = ()
    """(place, folder) of the plugins."""

    @property
    def key(self) -> str:
        """Sixteen letters that tell this match from any other, and from the same one with other plugins."""
        registry = _registry(self.folders)
        named = [("variant", self.variant), *(("house rule", id) for id in self.house_rules)]
        named += [("opponent", id) for id in dict.fromkeys((*self.names, self.bidder)) if id]
        plugins = [found for one in named if (found := registry.plugin(*one)) is not None]
        prints = [found.source.fingerprint.hex() for found in plugins]
        facts = {**asdict(self), "folders": (), "prints": prints}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


@dataclass
class Row:
    """One deal (or game) of a match, all arrangements together."""

    deal: int
    value: float
    """Points of the first opponent's sides less the others', a hand and side."""
    hands: int = 0
    thrown_in: int = 0
    contracts: dict[str, list[int]] = field(default_factory=dict)
    """Opponent to [voluntary bids won, of them made, forced ones, of them made]."""
    wins: list[int] = field(default_factory=list)
    """[games of the first opponent, of the others], whole games only."""
    times: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    """Opponent to kind (card, bid) to tenths of a millisecond to count."""
    faults: list[str] = field(default_factory=list)


@lru_cache(maxsize=4)
def _registry(folders: tuple[tuple[str, str], ...]) -> Registry:
    return load_all([(place, Path(folder)) for place, folder in folders])


@lru_cache(maxsize=4)
def table_of(match: Match) -> tuple[Game, Mapping[str, type[Opponent]]]:
    """The game and the opponents of a match. Raises KeyError or RulesError for what there is not."""
    registry = _registry(match.folders)
    rules = [registry.house_rules[name] for name in match.house_rules]
    game = Game(registry.variants[match.variant], dict(match.options), rules)
    opponents = registry.opponents
    for name in (*match.names, *((match.bidder,) if match.bidder else ())):
        if name not in opponents:
            raise KeyError(name)
    return game, opponents


def play(match: Match, deal: int) -> Row:
    """Play one deal in all arrangements. The same on every machine but for ``times``."""
    game, opponents = table_of(match)
    row = Row(deal, 0.0, wins=[0, 0])
    first = 0.0
    count = 0
    for seats in arrangements(game, len(match.names)):
        table = ArenaTable(
            game,
            [opponents[match.names[place]] for place in seats],
            f"{match.seed}/{deal}",
            bidder=opponents[match.bidder] if match.bidder else None,
            timed=match.timed,
        )
        while True:
            end = table.hand()
            first += _hand(match, seats, table, end, row)
            count += 1
            if not match.games or table.state.over:
                break
        if match.games and table.state.winner is not None:
            ours = seats[game.sides[table.state.winner][0]] == 0
            row.wins[0 if ours else 1] += 1
        for name, timing in table.timing.items():
            for (kind, tenths), often in timing.counts.items():
                cell = row.times.setdefault(name, {}).setdefault(kind, {})
                cell[str(tenths)] = cell.get(str(tenths), 0) + often
        row.faults += table.faults
    row.hands = count
    row.value = first / count
    return row


def _hand(match: Match, seats: tuple[int, ...], table: ArenaTable, end: State, row: Row) -> float:
    """Points of the first opponent less the others' in the hand that just ended; counts its contract."""
    game, before = table.game, len(end.history)
    if len(table.state.history) == before:
        row.thrown_in += 1
        return 0.0
    result = table.state.history[before]
    values = result.tricks if match.tricks else result.delta
    ours = [values[n] for n, side in enumerate(game.sides) if not seats[side[0]]]
    theirs = [values[n] for n, side in enumerate(game.sides) if seats[side[0]]]
    if result.declarer is not None and result.made is not None:
        called = any(seat == result.declarer and bid is not None for seat, bid in end.calls)
        name = match.bidder or match.names[seats[result.declarer]]
        cell = row.contracts.setdefault(name, [0, 0, 0, 0])
        cell[0 if called else 2] += 1
        cell[1 if called else 3] += result.made
    return (sum(ours) / len(ours) if ours else 0.0) - (sum(theirs) / len(theirs) if theirs else 0.0)


def mean(values: Iterable[float]) -> tuple[float, float]:
    """Mean and half of its 95 % interval (normal; no width for fewer than two values)."""
    some = list(values)
    if not some:
        return 0.0, 0.0
    middle = sum(some) / len(some)
    if len(some) < 2:
        return middle, float("inf")
    variance = sum((value - middle) ** 2 for value in some) / (len(some) - 1)
    return middle, 1.96 * (variance / len(some)) ** 0.5


def percentile(counts: Mapping[int, int], part: float) -> float:
    """The value in milliseconds below which ``part`` of the decisions lie; counts by tenths."""
    total = sum(counts.values())
    seen = 0
    for tenths in sorted(counts):
        seen += counts[tenths]
        if seen >= part * total:
            return (tenths + 1) / 10
    return 0.0


def figures(match: Match, rows: Iterable[Row]) -> dict[str, Any]:
    """What ``--json`` prints."""
    some = sorted(rows, key=lambda row: row.deal)
    middle, half = mean(row.value for row in some)
    contracts: dict[str, list[int]] = {}
    times: dict[str, dict[str, dict[int, int]]] = {}
    for row in some:
        for name, cell in row.contracts.items():
            have = contracts.setdefault(name, [0, 0, 0, 0])
            contracts[name] = [a + b for a, b in zip(have, cell, strict=True)]
        for name, kinds in row.times.items():
            for kind, cells in kinds.items():
                for bucket in (kind, "all"):
                    into = times.setdefault(name, {}).setdefault(bucket, {})
                    for tenths, often in cells.items():
                        into[int(tenths)] = into.get(int(tenths), 0) + often
    result: dict[str, Any] = {
        "variant": match.variant,
        "names": list(match.names),
        "seed": match.seed,
        "deals": len(some),
        "hands": sum(row.hands for row in some),
        "points_per_hand": {
            "mean": round(middle, 2),
            "ci95": [round(middle - half, 2), round(middle + half, 2)] if half != float("inf") else None,
        },
        "made": {
            name: {
                "voluntary": cell[0],
                "made": cell[1],
                "rate": round(cell[1] / cell[0], 3) if cell[0] else None,
                "forced": cell[2],
                "forced_made": cell[3],
            }
            for name, cell in sorted(contracts.items())
        },
        "thrown_in": sum(row.thrown_in for row in some),
        "decision_ms": {
            name: {
                **_times(kinds["all"]),
                **{kind: _times(cells) for kind, cells in sorted(kinds.items()) if kind != "all"},
            }
            for name, kinds in sorted(times.items())
        },
        "faults": sum(len(row.faults) for row in some),
    }
    if match.games:
        result["games"] = {
            "won": sum(row.wins[0] for row in some),
            "lost": sum(row.wins[1] for row in some),
        }
    return result


def _times(cells: Mapping[int, int]) -> dict[str, float]:
    return {
        "p50": percentile(cells, 0.5),
        "p95": percentile(cells, 0.95),
        "max": percentile(cells, 1.0),
    }
