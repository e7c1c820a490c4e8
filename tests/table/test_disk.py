"""A disk that takes nothing more: no crash, nothing signed that is not saved, and the others go on."""

from __future__ import annotations

from typing import Any

import pytest
from helpers_table import Laptop, Room, make_game, passing

from pinochle_lan.log.entry import Entry
from pinochle_lan.log.frames import FrameType, unpack
from pinochle_lan.log.records import read_records
from pinochle_lan.table.effects import Effect, Save, Send
from pinochle_lan.table.verify import verify

GAME = make_game()
OWN = (FrameType.ACK, FrameType.VOTE, FrameType.CONFIRM)


class FullDisk(Laptop):
    """A laptop whose disk is full after so many more records, as ``room.files`` treats it."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self.room: int | None = None
        """Records that still fit."""
        self.sent_since: list[bytes] = []
        super().__init__(*args, **named)

    def _carry_out(self, effects: list[Effect]) -> None:
        saves = [effect for effect in effects if isinstance(effect, Save)]
        if self.room is None or (self.room >= len(saves) and self.room > 0):
            self.room = None if self.room is None else self.room - len(saves)
            super()._carry_out(effects)
            return
        if self.room == -1:
            self.sent_since += [effect.frame for effect in effects if isinstance(effect, Send)]
            super()._carry_out([effect for effect in effects if not isinstance(effect, Save)])
            return
        fit, self.room = saves[: self.room], -1
        super()._carry_out([*fit, *(e for e in effects if not isinstance(e, Save | Send))])
        self._carry_out(self.table.save_failed(saves[len(fit) :], self.air.now))


@pytest.mark.parametrize("fits", [0, 1, 7, 30, 61])
def test_F62_a_full_disk_stops_one_laptop_and_the_others_finish_the_hand(fits: int) -> None:
    room = Room(GAME, kind=FullDisk, chooser=passing, seed=3)
    room.start()
    full = room.laptops[1]
    assert isinstance(full, FullDisk)
    assert room.air.run(60_000, lambda: full.table.step >= 4)
    full.room = fits
    rest = [laptop for laptop in room.laptops if laptop is not full]
    assert room.air.run(600_000, lambda: all(len(one.machine().state.history) >= 1 for one in rest))
    assert full.room == -1
    assert 1 in rest[0].machine().attendance.away, "it took its leave, so nobody had to wait and vote"
    for data in full.sent_since:
        frame = unpack(data)
        assert frame[0] not in OWN
        assert frame[0] != FrameType.ENTRY or Entry.read(frame[1:]).author != 1
    found = verify(bytes(full.disk), lambda _: GAME, full.group)
    assert found.fault is None
    # Space was made and the program started again: it takes its seat back.
    full.room = None
    full.hands = 2
    for laptop in rest:
        laptop.hands = 2
    room.air.remove(1)
    room.air.add(1, full)
    full.restart()
    room.air.link_all()
    room.hands = 2
    room.play()
    assert all(laptop.machine().attendance.away == () for laptop in room.laptops)


def test_F62_with_two_laptops_the_game_pauses_and_the_file_is_whole() -> None:
    room = Room(make_game("two-handed"), 2, hosts=[0, 1], kind=FullDisk, chooser=passing)
    room.start()
    full, other = room.laptops
    assert isinstance(full, FullDisk)
    assert room.air.run(60_000, lambda: full.table.step >= 8)
    before = read_records(bytes(full.disk)).found
    full.room = 0
    room.air.run(30_000)
    assert full.table.ledger.wanted() == ()
    assert full.table.ledger.open_step - other.table.ledger.open_step in (0, 1)
    assert read_records(bytes(full.disk)).found[: len(before)] == before
