"""Stock games at real tables of two laptops: draws, exchanges, last draws and wins inside a hand, sealed."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from helpers_sealed import OPEN_GROUP
from helpers_table import Room, any_legal, key_of, make_game

from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Call, Choice, Lay
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.view import View
from pinochle_lan.sealed.group import SUITE1
from pinochle_lan.sealed.secrets import Secrets
from pinochle_lan.table.verify import verify

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("two-handed", {}),
    ("two-handed", {"meld_timing": "before_draw", "melds_per_trick": 0, "last_draw_choice": False}),
    ("two-person", {"deal.remix_draws": False}),
    ("two-person", {"deal.remix_draws": False, "last_draw_choice": False, "meld_timing": "before_draw"}),
    ("two-handed-bidding", {"last_draw_choice": False}),
    ("two-handed-bidding", {"target": 50, "handicap": 45, "prove_contract": False}),
]


def eager(view: View, legal: Legal, rng: random.Random) -> Choice:
    """Bids the least, lays as much as it can, plays anything."""
    some = list(legal)
    if isinstance(some[0], Lay):
        return some[-1]
    if isinstance(some[0], Call) and view.standing is None:
        return some[1]
    return some[0] if isinstance(some[0], Call) else any_legal(view, legal, rng)


def played(room: Room) -> Room:
    room.start()
    room.play()
    first = room.laptops[0].machine()
    assert not first.stopped
    assert all(laptop.machine().digest() == first.digest() for laptop in room.laptops)
    return room


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_two_laptops_play_a_hand_and_its_file_is_verified(name: str, options: dict[str, Any]) -> None:
    """docs/engine.md 5: remixes of draws and exchanges, the shown last card, settlements."""
    game = make_game(name, **options)
    room = played(Room(game, 2, seed=5, hosts=[0, 1], chooser=eager, loss=0.05, reorder=0.2))
    state = room.laptops[0].machine().state
    assert state.history
    result = verify(bytes(room.laptops[1].disk), lambda genesis: game, OPEN_GROUP)
    assert result.fault is None, result.fault


def test_a_stock_hand_over_the_real_group() -> None:
    room = played(Room(make_game("two-handed"), 2, seed=7, hosts=[0, 1], group=SUITE1, chooser=eager))
    assert any("lays" in line for line in room.laptops[0].said)


def test_one_laptop_plays_a_stock_game_against_its_bot() -> None:
    """One path: a deal on a single laptop needs no share, so draws are passed over."""
    game = make_game("two-handed")
    room = played(Room(game, 1, seed=3, hosts=[0, 0], bots={1: "b"}, chooser=eager))
    assert len(room.laptops[0].machine().state.history) == 1


def test_F40_the_other_laptop_opens_neither_stock_nor_draws_nor_hand() -> None:
    """Law 2, with its own key and everything that was published, at many moments of a hand."""
    room = Room(make_game("two-handed"), 2, seed=4, hosts=[0, 1], group=SUITE1, chooser=eager)
    room.start()
    tried = 0
    for drawn in range(0, 13, 3):
        assert room.air.run(60_000, lambda drawn=drawn: len(room.laptops[1].machine().state.winners) == drawn)
        machine = room.laptops[1].machine()
        deal = machine.deal
        if deal is None:
            assert drawn == 0
            continue
        seed = room.laptops[1].all_secrets[f"hand-{deal.setup.hand}-{deal.setup.attempt}"]
        key = Secrets(seed, deal.setup, 1, key_of(1))._x
        faces = {SUITE1.card(face) for face in deal.setup.types}
        seat = next(seat for seat, host in machine.hosts.items() if host == 0)
        for number, slot in enumerate(machine.state.slots):
            hidden = slot.card is None and (slot.zone == zones.STOCK or slot.owner == seat)
            if not hidden or number not in deal.slots:
                continue  # a remix that is due has only reserved its numbers
            sealed = deal.slots[number]
            parts = [SUITE1.mul(key, sealed.a), *(share for _, share in sealed.shares)]
            for count in range(len(parts) + 1):
                for some in combinations(parts, count):
                    rest = SUITE1.sub(sealed.b, SUITE1.sum(some)) if some else sealed.b
                    assert rest not in faces, f"slot {number} opened after {drawn} tricks"
            tried += 1
    assert tried > 60
