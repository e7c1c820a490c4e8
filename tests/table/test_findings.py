"""What ``verify`` says of a sound game: counts that a person can follow, and what was refused by name."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from helpers_table import Bench, make_game

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Place
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.table.findings import Findings
from pinochle_lan.table.machine import TableMachine


def played(bench: Bench, found: Findings, until: int = 1) -> str:
    """Steps until so many hands are scored; gives the first thing wrong with a pack."""
    number = 0
    while len(bench.machine.state.history) < until:
        before = bench.machine
        contents = bench.step()
        wrong = found.note(number, before, contents, bench.machine)
        number += 1
        if wrong:
            return wrong
    return ""


def test_a_hand_is_told_in_numbers() -> None:
    found = Findings()
    assert played(Bench(), found) == ""
    hand, cards, shuffles, early, rules = found.sentences()
    assert hand == "1 hand, played by P0, P1, P2 and P3."
    assert cards == "Every card is accounted for: 48 dealt, 48 shown, none is left over."
    assert shuffles == "Nobody stacked the deck: 4 shuffles proved, by every laptop in turn."
    assert early.startswith("Nobody saw a card early: 48 opened cards, ")
    assert "no revoke" in rules


def test_the_pack_of_the_next_hand_counts_once_it_is_dealt() -> None:
    found, bench = Findings(), Bench()
    played(bench, found)
    assert (found.deals, found.dealt) == (1, 48)
    bench.to("ready")
    assert found.end() == ""
    assert (found.deals, found.dealt) == (1, 48)


def test_one_laptop_alone_is_told_as_that() -> None:
    found = Findings()
    assert played(Bench(laptops=1, hosts=(0, 0, 0, 0)), found) == ""
    assert "nobody else could check" in found.sentences()[2]


def test_a_lie_and_an_absence_are_named() -> None:
    found, bench = Findings(), Bench(make_game(**{"deal.takeover": True}))
    bench.to("share")

    def lie(place: Place, body: Value) -> Value:
        return (bytes(3),) if place.author == 2 else body

    before = bench.machine
    found.note(7, before, bench.step(lie), bench.machine)
    assert [lie.partition(": ")[0] for lie in found.lies] == ["step 7, P2's share"]
    before = bench.machine
    found.note(8, before, bench.step(absent=bench.machine.due()[0].author), bench.machine)
    said = found.sentences()
    assert any(line.startswith("Laptops were missing 1 time;") for line in said)
    assert said[-1] == f"Refused, and without effect: {found.lies[0]}."


def short(machine: TableMachine) -> TableMachine:
    """The same table with a slot less in its pack."""
    deal = machine.deal
    assert isinstance(deal, Deal)
    slots = dict(deal.slots)
    slots.popitem()
    return replace(machine, deal=replace(deal, slots=MappingProxyType(slots)))


def test_a_pack_that_is_not_whole_is_found() -> None:
    found, bench = Findings(), Bench()
    bench.to("call")
    before = bench.machine
    found.note(5, before, (), short(bench.machine))
    assert found.end() == "the pack of deal 1 is not whole: a card"
