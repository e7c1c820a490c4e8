"""Long work comes in pieces: what is made leaves before the next piece begins (docs/sealed-deal.md 3)."""

from __future__ import annotations

from helpers_table import Laptop, Room, make_game, passing

from pinochle_lan.log.entry import Entry
from pinochle_lan.log.frames import FrameType, unpack
from pinochle_lan.table.effects import Effect, Send
from pinochle_lan.table.places import word
from pinochle_lan.table.table import LONG


class Watched(Laptop):
    """Notes the kinds of what it makes in each piece of work."""

    def __init__(self, *args: object, **more: object) -> None:
        self.pieces: list[list[str]] = []
        super().__init__(*args, **more)  # type: ignore[arg-type]

    def _carry_out(self, effects: list[Effect]) -> None:
        found = []
        for effect in effects:
            frame = unpack(effect.frame) if isinstance(effect, Send) and effect.to is None else ()
            if frame and frame[0] == FrameType.ENTRY:
                entry = Entry.read(frame[1:])
                if entry.author == self.number:
                    found.append(word(entry.kind))
        self.pieces.append(found)
        super()._carry_out(effects)


def test_a_deck_is_sent_before_its_proof_is_made() -> None:
    room = Room(make_game(), seed=2, chooser=passing, kind=Watched)
    room.start()
    room.play()
    for laptop in room.laptops:
        assert isinstance(laptop, Watched)
        long = [[kind for kind in piece if kind in LONG] for piece in laptop.pieces]
        assert max(map(len, long)) == 1, "one long computation at a time"
        assert [kind for piece in long for kind in piece][:2] == ["mix", "proof"]


def test_a_table_that_has_more_to_do_wants_to_be_woken_at_once() -> None:
    room = Room(make_game(), seed=2, chooser=passing, kind=Watched)
    room.start()
    first = room.laptops[0]
    assert isinstance(first, Watched)
    assert room.air.run(60_000, lambda: any("mix" in piece for piece in first.pieces))
    assert not any("proof" in piece for piece in first.pieces)
    assert first.table.wake_at_ms is not None
    assert first.table.wake_at_ms <= room.air.now
    first.tick(room.air.now)
    assert any("proof" in piece for piece in first.pieces)
