"""Two settled histories: the first step that differs is found by halving and named, a lie in it proved."""

from __future__ import annotations

import pytest
from helpers_log import Laptop, ack_of, forged, give, identity, picks

from pinochle_lan.log.effects import Differs, DoubleEntry, Refused
from pinochle_lan.log.frames import FrameType, pack, unpack

STEPS = 23


def parted(at: int) -> tuple[Laptop, Laptop]:
    """Laptops 0 and 1 of three that settled other entries from step ``at`` on, thanks to laptop 2's lies."""
    zero, one, _ = laptops = picks(3, ("pick",) * (STEPS + 2))
    for step in range(STEPS):
        author = step % 3
        for laptop in laptops[:2]:
            body = "common" if step < at else f"shown to {laptop.number}"
            if laptop.ledger.places()[0].author == laptop.number:
                # The other one never hears its honest choice: it is cut off.
                laptop.do(laptop.ledger.write(laptop.ledger.wanted()[0], body))
            else:
                give(laptop, 2, forged(laptop, author, f"card {author}", body))
            give(laptop, 2, ack_of(laptop, 2))
        assert zero.ledger.settled_step == one.ledger.settled_step == step
    zero.events.clear()
    one.events.clear()
    return zero, one


@pytest.mark.parametrize("at", [0, 1, 7, 16, STEPS - 1])
def test_7_the_first_differing_step_is_named_on_both_sides(at: int) -> None:
    zero, one = parted(at)
    assert zero.ledger.chains[at + 1] != one.ledger.chains[at + 1]
    zero.air.link(0, 1)
    zero.air.run(3_000)
    for laptop, other in ((zero, 1), (one, 0)):
        assert Differs(other, at, rules=False) in laptop.told(Differs)
        assert laptop.ledger.differs() == {other: at}
    asked = [send for send in zero.sent if unpack(send.frame)[0] == FrameType.CHAIN]
    assert len(asked) <= 2 * 6, "halving, not walking"
    assert len(zero.told(Refused)) + len(one.told(Refused)) < 10, "nobody floods the other with its steps"


def test_7_who_showed_two_cards_is_proved_by_the_step_that_is_exchanged() -> None:
    zero, one = parted(2)
    zero.air.link(0, 1)
    zero.air.run(3_000)
    told = [event for laptop in (zero, one) for event in laptop.told(DoubleEntry)]
    assert {(event.author, event.step) for event in told} == {(2, 2)}  # type: ignore[union-attr]


def test_7_equal_histories_are_never_looked_into() -> None:
    zero, one = parted(STEPS)
    zero.air.link(0, 1)
    zero.air.run(3_000)
    assert zero.told(Differs) == one.told(Differs) == []
    assert not [send for send in zero.sent if unpack(send.frame)[0] == FrameType.CHAIN]


@pytest.mark.parametrize(
    "parts", [(), (b"t" * 16, -1, bytes(32), True), (b"t" * 16, 0, b"", True), (1, 2, 3, 4)]
)
def test_a_chain_value_of_another_form_is_refused_by_name(parts: tuple[object, ...]) -> None:
    zero, _ = picks(2)
    zero.do(zero.ledger.receive(1, (int(FrameType.CHAIN), *parts), 0))  # type: ignore[arg-type]
    assert [event.kind for event in zero.told(Refused)] == ["chain"]  # type: ignore[union-attr]


def test_an_answer_that_nobody_asked_for_changes_nothing() -> None:
    zero, one = parted(5)
    frame = (int(FrameType.CHAIN), zero.genesis.table, 3, bytes(32), False)
    zero.do(zero.ledger.receive(1, unpack(pack(frame)), 0))
    assert zero.told(Differs) == []
    assert identity(1).key == one.genesis.key(1)


@pytest.mark.parametrize("settled", [-2, -1_000_000, 2**64 - 1])
def test_F55_a_question_about_no_step_at_all_is_refused(settled: int) -> None:
    zero, one = parted(2)
    question = (int(FrameType.HAVE), zero.genesis.table, settled, b"x" * 32, (), (), (), ())
    one.do(one.ledger.receive(0, question, one.air.now))
    assert [event.peer for event in one.told(Refused)] == [0]  # type: ignore[union-attr]
