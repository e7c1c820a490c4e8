"""A laptop that slept through hands sees the table at once; proofs are checked before it plays, or after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from helpers_table import Laptop, Room, make_game, passing

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Place
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.own import Own
from pinochle_lan.table.places import word
from pinochle_lan.table.verify import verify

LATE = 3


def slept() -> Room:
    """Three of four laptops scored a hand while the fourth slept, and are in the next one; now it wakes."""
    room = Room(make_game(), seed=5, hands=3, chooser=passing)
    for laptop in room.laptops:
        laptop.table.patience = False
    room.start()
    assert room.air.run(60_000, lambda: all(hands(one) == 1 for one in room.laptops))
    room.air.isolate(LATE)
    here = room.laptops[:LATE]
    assert room.air.run(60_000, lambda: all(hands(one) == 2 for one in here))
    assert room.air.run(60_000, lambda: all(due(one, "card") for one in here))
    for one in here:
        one.plays = False
    room.air.link_all()
    return room


def hands(laptop: Laptop) -> int:
    return len(laptop.machine().state.history)


def due(laptop: Laptop, kind: str) -> bool:
    return any(word(place.kind) == kind for place in laptop.machine().due())


def test_the_table_is_shown_at_once_and_the_proofs_of_what_was_missed_follow() -> None:
    room = slept()
    first, late = room.laptops[0], room.laptops[LATE]
    assert room.air.run(150, lambda: late.machine().digest() == first.machine().digest())
    fair = late.table.snapshot(room.air.now).fair
    assert fair.unchecked > 8
    assert dict(fair.checked).get("proof", 0) == 0, "what is not checked is not counted"
    assert room.air.run(5_000, lambda: not late.table.ledger.unchecked())
    after = late.table.snapshot(room.air.now).fair
    assert after.checked == first.table.snapshot(room.air.now).fair.checked
    for laptop in room.laptops:
        laptop.plays = True
    room.play()


def test_one_proof_a_tick_is_checked_and_none_while_frames_are_read() -> None:
    room = slept()
    first, late = room.laptops[0], room.laptops[LATE]
    assert room.air.run(150, lambda: late.machine().digest() == first.machine().digest())
    left = []
    while late.table.ledger.unchecked():
        wake = late.table.wake_at_ms
        assert wake is not None
        room.air.now = max(room.air.now, wake)
        late.tick(room.air.now)
        left.append(len(late.table.ledger.unchecked()))
    assert left == list(range(left[0], -1, -1))


@pytest.fixture
def in_league(monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the late laptop let every proof stand, and the second one's shuffles are proved wrongly."""
    judging: list[int] = []
    guarded, judge, body = Laptop._guarded, TableMachine.judge, Own.body

    def who(self: Laptop, call: Any) -> None:
        judging.append(self.number)
        guarded(self, call)
        judging.pop()

    def gullible(
        self: TableMachine, place: Place, what: Value, held: Mapping[tuple[int, str], Value], trusted: bool
    ) -> str | None:
        return judge(self, place, what, held, trusted or (bool(judging) and judging[-1] != LATE))

    def false(self: Own, machine: TableMachine, place: Place, held: Mapping[tuple[int, str], Value]) -> Value:
        made = body(self, machine, place, held)
        if word(place.kind) == "proof" and place.author == 1 and len(machine.state.history) == 1:
            assert isinstance(made, tuple)
            assert isinstance(made[1], bytes)
            return made[0], made[1][::-1]
        return made

    monkeypatch.setattr(Laptop, "_guarded", who)
    monkeypatch.setattr(TableMachine, "judge", gullible)
    monkeypatch.setattr(Own, "body", false)


@pytest.mark.usefixtures("in_league")
def test_a_false_proof_that_the_others_let_stand_is_named_afterwards_as_verify_names_it() -> None:
    room = slept()
    late = room.laptops[LATE]
    late.happened.clear()
    assert room.air.run(5_000, lambda: bool(late.table.lost))
    told = [dict(event.data) for event in late.happened if event.event == "illegal"]
    assert [one["member"] for one in told] == [1]
    assert told[0]["kind"] == "proof 2"
    assert "P1" in late.table.lost
    assert late.table.snapshot(room.air.now).fault == late.table.lost
    found = verify(bytes(late.disk), lambda genesis: room.game, room.laptops[0].group)
    assert found.fault is not None
    assert (found.fault.step, found.fault.author) == (told[0]["step"], 1)
    for laptop in room.laptops:
        laptop.plays = True
    step = late.table.ledger.settled_step
    room.air.run(5_000)
    assert late.table.ledger.wanted() == ()
    assert late.table.ledger.acked_step(LATE) < told[0]["step"]  # type: ignore[operator]
    assert late.table.ledger.settled_step > step, "it goes on showing what the others do"
