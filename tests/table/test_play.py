"""Real tables in one process: whole hands over a bad network, with crashes."""

from __future__ import annotations

import random

import pytest
from helpers_table import ROOT, Laptop, Room, make_game, timid

from pinochle_lan.sealed.group import SUITE1
from pinochle_lan.table.verify import verify

GAME = make_game()


def assert_agreed(room: Room) -> None:
    """Same entries, same state, same public view; and every laptop's file says so too."""
    first = room.laptops[0]
    for laptop in room.laptops[1:]:
        assert laptop.table.ledger.chain == first.table.ledger.chain
        assert laptop.machine().state == first.machine().state
        assert laptop.machine().digest() == first.machine().digest()
    assert not any(laptop.machine().stopped or laptop.table.lost for laptop in room.laptops)


def test_four_laptops_play_a_hand_and_agree() -> None:
    room = Room(GAME)
    room.start()
    room.play()
    assert_agreed(room)
    assert len(room.laptops[0].machine().state.history) == 1


def test_a_hand_over_the_real_group_and_its_file() -> None:
    room = Room(GAME, seed=5, group=SUITE1)
    room.start()
    room.play()
    assert_agreed(room)
    result = verify(bytes(room.laptops[3].disk), lambda genesis: GAME)
    assert result.ok
    assert result.hands == 1


@pytest.mark.parametrize("seed", range(2))
def test_loss_doubling_and_reordering_change_nothing(seed: int) -> None:
    room = Room(GAME, seed=seed, loss=0.15, dup=0.15, reorder=0.3, delay_ms=(1, 40))
    room.start()
    room.play()
    assert_agreed(room)


def test_a_short_game_to_its_end() -> None:
    game = make_game(target=500)
    room = Room(game, 2, hosts=[0, 1, 0, 1], bots={2: "b", 3: "b"}, seed=3, hands=50, chooser=timid, dup=0.1)
    room.start()
    room.play()
    assert_agreed(room)
    state = room.laptops[0].machine().state
    assert state.over
    assert all(laptop.table.over for laptop in room.laptops)
    assert room.laptops[0].table.snapshot(room.air.now).stage == "over"
    assert "win the game." in room.laptops[0].said[-1]
    assert room.laptops[0].happened[-1].event == "game-over"
    assert not any(laptop.secrets for laptop in room.laptops), "seeds of finished hands are gone"


def test_F23_one_shuffle_a_hand_and_equal_hands() -> None:
    room = Room(GAME, seed=4, delay_ms=(1, 80), reorder=0.5)
    room.start()
    room.play()
    mixes = [e for e in entries(room.laptops[0]) if e[1].startswith("mix") and e[2] < 10]
    assert len(mixes) == 4
    assert_agreed(room)


def entries(laptop: Laptop) -> list[tuple[int, str, int]]:
    """(author, kind, step) of every entry on a laptop's disk."""
    from pinochle_lan.codec import decode
    from pinochle_lan.log.entry import Entry
    from pinochle_lan.log.records import RecordType, read_records

    found = read_records(bytes(laptop.disk)).found
    read = [Entry.read(decode(record.payload)) for record in found if record.type == RecordType.ENTRY]
    return [(entry.author, entry.kind, entry.step) for entry in read]


@pytest.mark.parametrize("seed", range(4))
def test_crashes_at_random_points_lose_nothing(seed: int) -> None:
    """Records and secrets stay, what was not sent is lost; the restarted laptop writes the same bytes."""
    room = Room(GAME, seed=10 + seed, loss=0.05, reorder=0.2)
    rng = random.Random(seed)
    room.start()
    crashes = 0
    for _ in range(400):
        if room.done():
            break
        victim = rng.choice(room.laptops)
        if victim.crash_after is None and crashes < 8:
            victim.crash_after = rng.randrange(60)
        room.air.run(rng.randrange(20, 200), room.done)
        crashes += room.revive()
    for laptop in room.laptops:
        laptop.crash_after = None
    room.play()
    assert crashes > 3
    assert_agreed(room)
    assert not any(h.event == "double" for laptop in room.laptops for h in laptop.happened)


SHIPPED = sorted(
    path.stem
    for path in (ROOT / "plugins").glob("*.py")
    if "register_variants" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_game_runs_on_real_tables(name: str) -> None:
    game = make_game(name)
    room = Room(game, game.seats, seed=1, reorder=0.2)
    room.start()
    room.play()
    assert_agreed(room)
