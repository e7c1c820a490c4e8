"""A game that goes on at a new table: without a plugin that stopped it, or with fewer people than it needs.

The log of the old table stays as it is, whole and readable; the new table's genesis names it (docs/log.md
13). What is carried over stands in the settings that everybody signs: nothing is believed unseen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import Record
from pinochle_lan.log.replay import replay
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.profile import Stopped
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.rules.preset import ORDER
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.terms import Terms

CARRIED: Final = "carried-score"
"""The house rule by which each side begins with the score that it had."""
PLACES: Final = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Branch:
    """What a new table begins with."""

    variant: str
    options: tuple[tuple[str, OptionValue], ...]
    base: tuple[bytes, int, bytes]
    places: tuple[tuple[bytes, int], ...]
    """(key, chair) of each person."""
    bots: tuple[tuple[int, str], ...]
    """(chair, opponent id)."""


def branch(genesis: Genesis, stopped: Stopped, without: Sequence[str]) -> Branch:
    """The table that goes on from ``stopped`` without those plugins (``house rule tens-around``)."""
    gone = [parse(name).id for name in without]
    options = _without(dict(genesis.options), gone)
    order = [id for id in str(options.get(ORDER, "")).split() if id != CARRIED]
    scores = zip(PLACES, stopped.scores, strict=False)
    options |= {f"{CARRIED}.{place}": points for place, points in scores}
    options |= {CARRIED: True, ORDER: " ".join((*order, CARRIED))}
    if stopped.dealer is not None and "first_dealer" in options:
        options["first_dealer"] = stopped.dealer
    if "seating" in options:
        options["seating"] = "lobby"  # a draw for seats was done; everybody sits as it came out
    seats = list(enumerate(stopped.seats))
    return Branch(
        genesis.variant,
        tuple(sorted(options.items())),
        (genesis.table, stopped.step, stopped.chain),
        tuple((key, chair) for chair, (key, bot) in seats if not bot),
        tuple((chair, bot) for chair, (_, bot) in seats if bot),
    )


def _without(options: Mapping[str, OptionValue], gone: Sequence[str]) -> dict[str, OptionValue]:
    """The options without house rules: switch, own options, place in the order."""
    kept = {
        name: value
        for name, value in options.items()
        if name not in gone and not any(name.startswith(f"{id}.") for id in gone)
    }
    order = [id for id in str(kept.pop(ORDER, "")).split() if id not in gone]
    return {**kept, ORDER: " ".join(order)} if order else kept


def standing(genesis: Genesis, game: Game, records: Sequence[Record]) -> Stopped:
    """What a game that waits for somebody would begin with anew: score and dealer of its last hand.

    Base is the last step at a hand's start (docs/log.md 13).
    """
    machine = TableMachine.begin(Terms(genesis, game))
    base = 0, genesis.digest
    for number, after in replay(records, genesis, machine, trusted=True):
        folded = cast(TableMachine, after.machine)
        if folded.hand != machine.hand:
            base = number, after.chain
        machine = folded
    terms, state = machine.terms, machine.state
    people, bots, hosts = terms.people(state.chairs), terms.bots(state.chairs), terms.hosts(state.chairs)
    seats = tuple(
        (terms.keys[people.get(seat, hosts[seat])], bots.get(seat, "")) for seat in range(terms.game.seats)
    )
    return Stopped((), base[0], base[1], state.scores, state.dealer, seats)
