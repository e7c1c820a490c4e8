"""Where there is nothing to choose the program chooses; and what the diary keeps of a hand."""

from __future__ import annotations

from helpers_table import Room, any_legal, make_game

from pinochle_lan.rules.actions import Lay
from pinochle_lan.rules.refusal import Refusal


def test_a_player_without_a_meld_is_asked_nothing_and_the_table_goes_on() -> None:
    """docs/engine.md 5: the same frame, whether nothing could be laid or nothing was wanted."""
    room = Room(make_game("two-handed"), 2, seed=5, hosts=[0, 1], chooser=any_legal)
    room.start()
    seen = [0, 0]
    for laptop in room.laptops:
        laptop.plays = True
        choose = laptop._choose

        def watched(laptop=laptop, choose=choose) -> bool:
            table = laptop.table
            itself = table.by_itself if not table.pending else None
            offers = table.snapshot(room.air.now).view
            assert offers is not None
            if itself is None:
                return choose()
            assert isinstance(itself, Lay)
            assert itself.melds == ()
            assert offers.offers == (), "there is nothing to be asked"
            seen[laptop.number] += 1
            done = table.submit(itself, table.step, room.air.now)
            assert not isinstance(done, Refusal)
            laptop._carry_out(done)
            return True

        laptop._choose = watched  # type: ignore[method-assign]
    room.play()
    assert sum(seen) >= 3, seen


def test_by_itself_is_only_for_the_own_seat_and_only_where_there_is_nothing_to_choose() -> None:
    room = Room(
        make_game("partnership"), 2, seed=5, hosts=[0, 1, 0, 1], bots={2: "b", 3: "b"}, chooser=any_legal
    )
    room.start()
    assert all(laptop.table.by_itself is None for laptop in room.laptops)
    room.play()
    assert all(laptop.table.by_itself is None for laptop in room.laptops)


def test_the_melds_of_a_scored_hand_and_what_was_proved_about_it_stand_in_the_snapshot() -> None:
    room = Room(make_game("partnership"), 3, seed=5, hosts=[0, 1, 2, 0], bots={3: "b"}, chooser=any_legal)
    room.start()
    proved = []

    def watching() -> bool:
        fair = room.laptops[0].table.snapshot(room.air.now).fair
        if fair.sealed:
            proved.append(fair)
        return room.done()

    assert room.air.run(600_000, watching)
    snap = room.laptops[0].table.snapshot(room.air.now)
    assert snap.view is not None
    result = snap.view.history[-1]
    assert len(snap.laid) == 4
    melded = [sum(meld.points for seat in side.seats for meld in snap.laid[seat]) for side in snap.view.sides]
    assert sum(melded) == 0 or result.played is not None
    last = proved[-1]
    assert last.shufflers == 3
    assert len(last.names) == 3
    counts = dict(last.checked)
    assert counts["key"] == counts["proof"] == 3
    assert last.proofs == sum(counts.values())
    assert last.openings > 0
