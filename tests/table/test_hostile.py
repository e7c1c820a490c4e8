"""What a hostile member sends: every honest laptop takes it for what it is, names it, and plays on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers_hostile import ATTACKS, DIFFERS, ENDED, NOTHING, PROVED, REFUSED, Member
from helpers_log import identity
from helpers_table import Laptop, Room, key_of, make_game, passing

from pinochle_lan.room.guard import MOST_BYTES, MOST_MISPLACED, MOST_WAITING, Guard

HOSTILE = 3
NAME = "P3"
FLOODS = [name for name, attack in ATTACKS.items() if attack.words == "more than can be read"]
ALONE = (PROVED, DIFFERS)
"""After these the table is another one."""


def playing() -> Room:
    room = Room(make_game(), seed=2, chooser=passing, hands=2)
    room.start()
    assert room.air.run(60_000, lambda: all(cards(laptop) >= 6 for laptop in room.laptops))
    return room


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    made = playing()
    yield made
    made.play()
    assert made.same(), "after all that the four agree about the hand"


def cards(laptop: Laptop) -> int:
    return len(laptop.machine().state.plays)


def attack(room: Room, name: str) -> list[list[tuple[str, dict[str, object]]]]:
    """What each honest laptop makes of it within one step."""
    hostile, *honest = room.laptops[HOSTILE], *room.laptops[:HOSTILE]
    member = Member(identity(HOSTILE), hostile.table)
    frames = ATTACKS[name].frames(member)
    before = [len(laptop.happened) for laptop in honest]
    seen = max(laptop.table.ledger.settled_step for laptop in honest)
    for laptop in honest:
        for frame in frames:
            laptop.receive(HOSTILE, frame, room.air.now)
    assert room.air.run(20_000, lambda: all(one.table.ledger.settled_step > seen for one in honest))
    return [
        [(event.event, dict(event.data)) for event in laptop.happened[count:]]
        for laptop, count in zip(honest, before, strict=True)
    ]


@pytest.mark.parametrize(
    "name", [name for name, one in ATTACKS.items() if name not in FLOODS and one.expected not in ALONE]
)
def test_F55_what_has_no_place_is_refused_by_all_with_the_members_name(room: Room, name: str) -> None:
    expected, words = ATTACKS[name].expected, ATTACKS[name].words
    for told in attack(room, name):
        refused = [data for event, data in told if event == "refused"]
        assert all(event not in ("double", "differs", "illegal", "gone") for event, _ in told)
        if expected == NOTHING:
            assert refused == []
            continue
        assert {data["peer"] for data in refused} == {NAME}
        assert any(word in str(refused[0]["why"]) for word in words.split("|"))
        assert expected in (ENDED, REFUSED)
        over = [Guard().refused(b"", bool(data["hard"])) for data in refused]
        assert any(over) == (expected == ENDED and len(refused) <= MOST_MISPLACED)
        assert all(over) or expected == REFUSED or len(refused) > MOST_MISPLACED


@pytest.mark.parametrize("name", FLOODS)
def test_F55_a_flood_is_more_than_may_wait(room: Room, name: str) -> None:
    frames = ATTACKS[name].frames(Member(identity(HOSTILE), room.laptops[HOSTILE].table))
    assert len(frames) > 10 * MOST_WAITING or sum(map(len, frames)) > 1.2 * MOST_BYTES
    guard = Guard()
    assert not all(guard.takes(b"", len(frame), 0) for frame in frames)


@pytest.mark.parametrize("name", [name for name, one in ATTACKS.items() if one.expected in ALONE])
def test_F55_what_contradicts_itself_is_proved_and_told_to_the_people(name: str) -> None:
    room = playing()
    for number, told in enumerate(attack(room, name)):
        named = [data for event, data in told if event == ATTACKS[name].expected]
        assert {data["member"] for data in named} == {HOSTILE}
        lines = [text for text in room.laptops[number].said if f"{NAME}'s laptop" in text]
        assert any(word in line for line in lines for word in ATTACKS[name].words.split("|"))
    before = [cards(laptop) for laptop in room.laptops]
    assert room.air.run(20_000, lambda: all(cards(one) > before[0] + 3 for one in room.laptops[:HOSTILE]))


def cast_out(room: Room, *by: int) -> None:
    """These laptops end their links with the hostile one for what it sent; it is theirs to play."""
    room.laptops[HOSTILE].plays = False
    asked = room.laptops[0].table.ledger
    assert room.air.run(20_000, lambda: [place.author for place in asked.missing()] == [HOSTILE])
    for number in by:
        room.air.cut(number, HOSTILE)
        laptop, now = room.laptops[number], room.air.now
        laptop.linked(HOSTILE, now)
        laptop.do(laptop.table.link_down(key_of(HOSTILE), now, cast_out=True))


def test_F55_nobody_waits_for_a_laptop_that_all_cast_out() -> None:
    room = playing()
    cast_out(room, 0, 1, 2)
    begun, seen = room.air.now, cards(room.laptops[0])
    honest = room.laptops[:HOSTILE]
    assert room.air.run(20_000, lambda: all(cards(laptop) > seen for laptop in honest))
    assert room.air.now - begun < 1_000
    assert all(HOSTILE not in laptop.machine().roster for laptop in honest)


def test_F55_a_laptop_that_one_alone_casts_out_plays_on_by_way_of_the_others() -> None:
    room = playing()
    cast_out(room, 0)
    assert not room.air.run(3_000, lambda: bool(room.laptops[0].table.ledger.polling())), "others hear it"
    room.laptops[HOSTILE].plays = True
    room.laptops[HOSTILE].do([])
    seen = cards(room.laptops[0])
    assert room.air.run(20_000, lambda: all(cards(laptop) > seen + 8 for laptop in room.laptops))
    assert not [event for laptop in room.laptops for event in laptop.happened if event.event == "gone"]


def test_F55_two_entries_for_one_place_told_to_different_laptops_cost_less_than_a_second() -> None:
    room = playing()
    hostile, honest = room.laptops[HOSTILE], room.laptops[:HOSTILE]
    hostile.plays = False

    def waits() -> bool:
        missing = [[place.key for place in one.table.ledger.missing()] for one in room.laptops]
        return all(one == [(HOSTILE, f"card {hostile.table.seat()}")] for one in missing)

    assert room.air.run(20_000, waits)
    table = hostile.table
    seat = table.seat()
    assert seat is not None
    assert table._writer is not None
    card = table.terms.game.legal(hostile.machine().state, seat, table.mine(seat))[0]
    body = table._writer.own.action_body(hostile.machine(), card)
    member = Member(identity(HOSTILE), table)
    room.air.isolate(HOSTILE)
    for laptop, riders in zip(honest, ((), ((),), ((),)), strict=True):
        laptop.receive(HOSTILE, member.entry(kind=f"card {seat}", body=body, riders=riders), room.air.now)
    begun, step = room.air.now, room.laptops[0].table.ledger.settled_step
    assert room.air.run(20_000, lambda: all(one.table.ledger.settled_step > step for one in honest))
    assert room.air.now - begun < 200
    assert all("double" in [event.event for event in laptop.happened] for laptop in honest)
