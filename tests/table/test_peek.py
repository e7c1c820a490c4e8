"""F40: a laptop with all secrets of others computes no unopened card of the fourth. Real group.

With `deal.takeover` off of all three others; with it on, where by design all three others together stand in
for one that went away (docs/sealed-deal.md 6), of two.
"""

from __future__ import annotations

import functools
from itertools import combinations

import pytest
from helpers_table import Room, key_of, make_game, passing

from pinochle_lan.rules import zones
from pinochle_lan.rules.game import Game
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.group import SUITE1
from pinochle_lan.sealed.secrets import Secrets

GAME = make_game()
SEALED_FOR_GOOD = make_game(**{"deal.takeover": False})
VICTIM, THIEF = 0, 1


def unopened(room: Room) -> list[int]:
    """Slots of the victim's hand that nobody may know yet."""
    machine = room.laptops[THIEF].machine()
    seat = next(seat for seat, host in machine.hosts.items() if host == VICTIM)
    if any(ask.kind == "remix" and ask.seat == seat for ask in machine.asks):
        return []  # four of them are the partner's gift, whose laptop of course knows them until the remix
    return [n for n in machine.state.hand(seat) if machine.state.slots[n].card is None]


def secret_of(room: Room, number: int) -> int:
    """A laptop's secret scalar of the running hand."""
    return secrets_of(room, number)._x


def part_of(room: Room, number: int) -> int | None:
    """The part of the victim's key that the log holds in a box to another laptop (docs/sealed-deal.md 6)."""
    deal = room.laptops[THIEF].machine().deal
    assert deal is not None
    return secrets_of(room, number)._sub_key(deal, VICTIM) if deal.setup.takeover else None


def secrets_of(room: Room, number: int) -> Secrets:
    """All that a laptop alone knows of the running hand."""
    deal = room.laptops[THIEF].machine().deal
    assert deal is not None
    setup = deal.setup
    known = room.laptops[number].all_secrets
    seed = known[f"hand-{setup.hand}-{setup.attempt}"]
    return Secrets(seed, setup, number, key_of(number), box_secret=known["box"])


def opened_by(deal: Deal, slots: list[int], scalars: list[int]) -> list[str]:
    """Every face that some of these secrets, with or without the public shares, find in the slots."""
    table = {SUITE1.card(face): face for face in deal.setup.types}
    found = []
    for number in slots:
        slot = deal.slots[number]
        parts = [SUITE1.mul(scalar, slot.a) for scalar in scalars]
        parts += [share for _, share in slot.shares if share not in parts]
        for count in range(len(parts) + 1):
            for some in combinations(parts, count):
                rest = SUITE1.sub(slot.b, SUITE1.sum(some)) if some else slot.b
                if rest in table:
                    found.append(table[rest])
    return found


@pytest.mark.parametrize(("game", "thieves"), [(SEALED_FOR_GOOD, (1, 2, 3)), (GAME, (1, 2))])
def test_F40_others_together_cannot_open_a_card_of_a_laptop(game: Game, thieves: tuple[int, ...]) -> None:
    """All that B holds or receives in a hand, and the secrets of the others (also their parts of A's key)."""
    room = Room(game, seed=2, group=SUITE1, chooser=passing)
    room.start()
    looked = 0
    for phase in ("auction", "pass", "play"):
        number = [p.name for p in game.phases].index(phase)
        assert room.air.run(60_000, lambda number=number: room.laptops[THIEF].machine().state.phase == number)
        for _ in range(3):
            slots = unopened(room)
            deal = room.laptops[THIEF].machine().deal
            assert deal is not None
            assert deal.setup.takeover is (game is GAME)
            held = [call(room, other) for other in thieves for call in (secret_of, part_of)]
            assert opened_by(deal, slots, [scalar for scalar in held if scalar is not None]) == []
            looked += len(slots)
            room.air.run(15)
    assert looked > 40
    # The same search with the victim's own secret finds every card: it would have found them.
    slots = unopened(room)
    everyone = [secret_of(room, other) for other in range(4)]
    assert len(opened_by(deal, slots, everyone)) >= len(slots) > 0


def test_all_three_others_together_stand_in_for_a_laptop_where_the_table_wants_it() -> None:
    """docs/sealed-deal.md 6: what `deal.takeover` means, said by a test as plainly as in the guide."""
    room = room_at_play()
    deal = room.laptops[THIEF].machine().deal
    assert deal is not None
    slots = unopened(room)
    parts = [part for other in (1, 2, 3) if (part := part_of(room, other)) is not None]
    others = [secret_of(room, other) for other in (1, 2, 3)]
    assert len(opened_by(deal, slots, [*others, *parts])) >= len(slots) > 0


@functools.cache
def room_at_play() -> Room:
    """A table whose play begins."""
    room = Room(GAME, seed=2, group=SUITE1, chooser=passing)
    room.start()
    number = [p.name for p in GAME.phases].index("play")
    assert room.air.run(60_000, lambda: room.laptops[THIEF].machine().state.phase == number)
    return room


def test_F40_nothing_that_identifies_a_card_crosses_the_air_or_the_snapshot() -> None:
    room = room_at_play()
    thief, victim = room.laptops[THIEF], room.laptops[VICTIM]
    heard = b"".join(thief.heard)
    for name, seed in victim.all_secrets.items():
        # The 32 bytes of the draw are revealed on purpose; a hand's seed and secret never are.
        assert name.startswith("draw") or seed not in heard
    secret = secret_of(room, VICTIM).to_bytes(32, "little")
    assert secret not in heard
    assert secret[::-1] not in heard
    snapshot = thief.table.snapshot(room.air.now)
    assert snapshot.view is not None
    for seat in snapshot.view.seats:
        if seat.seat != snapshot.seat:
            assert all(card.card is None or card.open for card in seat.hand)
    for slot in thief.machine().state.slots:
        assert slot.card is None or slot.open or slot.zone in (zones.WON, zones.TRICK, zones.GONE)


def test_mine_of_a_restarted_laptop_is_what_it_was() -> None:
    room = room_at_play()
    laptop = room.laptops[THIEF]
    seat = laptop.table.seat()
    assert seat is not None
    before, slots = laptop.table.mine(seat), laptop.machine().state.slots
    laptop.plays = False
    laptop.restart()
    assert laptop.table.mine(seat) == before
    assert laptop.machine().state.slots == slots
    assert laptop.table.mine((seat + 1) % 4) == {}
