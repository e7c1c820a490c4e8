"""A key that is welcomed becomes a member for every laptop alike (docs/log.md 11), however late they hear."""

from __future__ import annotations

import pytest
from helpers_log import Air, Laptop, Toy, all_over, genesis, identity, same_logs

from pinochle_lan.log.effects import Refused
from pinochle_lan.log.frames import pack, unpack
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.records import read_records
from pinochle_lan.log.replay import replay
from pinochle_lan.log.rider import WELCOME, Rider, consent
from pinochle_lan.log.verify import verify


class Newcomer(Laptop):
    """A laptop with a key and no number yet."""

    key = 7

    def _new(self) -> Ledger:
        ledger = Ledger(self.genesis, None, identity(self.key), self.machine, now_ms=self.air.now)
        ledger.may_vote = lambda place: self.may_vote(place)
        return ledger


def table(members: int = 3, hands: int = 3) -> tuple[Air, list[Laptop], Newcomer]:
    """Members who play, and a newcomer that is not linked yet."""
    air, gene = Air(5), genesis(members)
    toy = Toy(tuple(range(members)), hands)
    laptops = [Laptop(air, n, gene, toy, seed=1) for n in range(members)]
    late = Newcomer(air, None, gene, toy, name=b"late")
    for laptop in (*laptops, late):
        air.add(laptop.name, laptop)
    for laptop in laptops:
        laptop.do([])
    for n, laptop in enumerate(laptops):
        for other in laptops[:n]:
            air.link(laptop.name, other.name)
    return air, laptops, late


def welcome(door: Laptop, key: int = 7, name: str = "Oma") -> Rider:
    """What the laptop at the door signs."""
    gene = door.genesis
    fields = identity(key).key, name, consent(identity(key), gene.table, gene.digest, name)
    return Rider.make(identity(door.number or 0), gene.table, door.number or 0, WELCOME, fields)


def let_in(door: Laptop) -> None:
    door.do(door.ledger.request(WELCOME, welcome(door).fields))


def test_a_newcomer_is_a_member_on_every_laptop_and_signs_from_the_next_hand() -> None:
    air, laptops, late = table()
    assert air.run(20_000, lambda: laptops[0].ledger.open_step > 2)
    for laptop in laptops:
        air.link(late.name, laptop.name)
    let_in(laptops[0])
    assert air.run(60_000, lambda: all_over([*laptops, late])), late.ledger.missing()
    assert late.ledger.me == 3
    assert same_logs([*laptops, late])
    assert late.ledger.settled.roster == (0, 1, 2, 3)
    assert not [event for one in (*laptops, late) for event in one.told(Refused)]
    for laptop in (*laptops, late):
        report = verify(laptop.disk, lambda _: laptop.machine)  # noqa: B023
        assert report.fault is None, report.fault
        told = list(replay(read_records(laptop.disk).found, laptop.genesis, laptop.machine))
        assert told[-1][1].chain == laptop.ledger.chain


def test_a_laptop_that_lags_learns_of_the_newcomer_with_the_steps() -> None:
    """Its entries are passed over until the step that welcomes it is here, then brought again."""
    air, laptops, late = table(hands=4)
    slow = laptops[2]
    assert air.run(20_000, lambda: laptops[0].ledger.open_step > 2)
    air.isolate(slow.name)
    for laptop in laptops[:2]:
        air.link(late.name, laptop.name)
        laptop.may_vote = lambda place: place.author == 2
    let_in(laptops[0])
    there = [laptops[0], laptops[1], late]
    assert air.run(60_000, lambda: min(one.ledger.settled_step for one in there) > 15)
    behind = laptops[0].ledger.settled_step - slow.ledger.settled_step
    assert behind > 8
    air.link(slow.name, late.name)
    assert air.run(60_000, lambda: all_over([*laptops, late])), slow.ledger.missing()
    assert same_logs([*laptops, late])
    assert slow.told(Refused) == []


@pytest.mark.parametrize("crash_in", [5, 60, 140])
def test_a_newcomers_own_file_gives_its_number_back(crash_in: int) -> None:
    air, laptops, late = table()
    assert air.run(20_000, lambda: laptops[0].ledger.open_step > 2)
    for laptop in laptops:
        air.link(late.name, laptop.name)
    let_in(laptops[0])
    air.run(crash_in)
    air.remove(late.name)
    air.add(late.name, late)
    late.restart()
    for laptop in laptops:
        air.link(late.name, laptop.name)
    assert air.run(60_000, lambda: all_over([*laptops, late]))
    before = late.ledger.chain
    late.restart()
    assert (late.ledger.me, late.ledger.chain) == (3, before)


def test_nobody_is_made_a_member_without_a_signature_of_its_own() -> None:
    _, laptops, _ = table()
    zero, one = laptops[:2]
    good = welcome(one)
    key, name, signed = good.fields
    for fields in ((key, "Opa", signed), (identity(8).key, name, signed), (key, name), (key, name, b"")):
        forged = Rider.make(identity(1), good.table, 1, WELCOME, fields)
        zero.do(zero.ledger.receive(1, unpack(pack(forged.wire())), 0))
    assert {event.why for event in zero.told(Refused)} == {"the newcomer did not sign it"}  # type: ignore[union-attr]
    assert [rider for rider in zero.ledger.requests() if rider.type == WELCOME] == []


def test_two_doors_for_one_newcomer_give_one_number() -> None:
    air, laptops, late = table()
    assert air.run(20_000, lambda: laptops[0].ledger.open_step > 2)
    for laptop in laptops:
        air.link(late.name, laptop.name)
    let_in(laptops[0])
    let_in(laptops[1])
    assert air.run(60_000, lambda: all_over([*laptops, late]))
    assert dict(late.ledger.settled.members) == {n: identity(n).key for n in range(3)} | {3: identity(7).key}
