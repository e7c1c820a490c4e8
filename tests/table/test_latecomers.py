"""Who comes to a table under way: let in by a yes or the code, watches, gets a chair at a hand's start."""

from __future__ import annotations

import pytest
from helpers_guests import SECRET, Guest, Opener, guest, link
from helpers_log import identity
from helpers_table import Room, make_game, passing, timid

from pinochle_lan.log.frames import FrameType, unpack
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.table.table import Table
from pinochle_lan.table.verify import verify

GAME = make_game()


def bots_table(laptops: int = 2, hands: int = 3, **named: object) -> Room:
    """Laptop n's person sits on seat n; bots of laptop 0 have the rest."""
    hosts = [seat if seat < laptops else 0 for seat in range(4)]
    bots = dict.fromkeys(range(laptops, 4), "steady")
    room = Room(GAME, laptops, hosts=hosts, bots=bots, hands=hands, chooser=timid, kind=Opener, **named)
    room.start()
    return room


def in_hand(room: Room, hand: int = 1) -> None:
    """Until cards are played in that hand."""
    first = room.laptops[0]
    assert room.air.run(600_000, lambda: first.machine().hand == hand and first.machine().running is not None)


def member(table: Table, key: bytes) -> int | None:
    return table.machine.terms.number(key)


def seated(room: Room, late: Guest, seat: int = 3) -> None:
    """The guest is let in, asks for a chair, and everybody plays on until it has it."""
    link(room, late.number)
    assert room.air.run(120_000, lambda: late.table.me is not None)
    result = late.table.sit(seat, room.air.now)
    assert not isinstance(result, Refusal)
    late.do(result)
    assert room.air.run(600_000, lambda: late.table.seat() is not None)


def test_a_latecomer_watches_then_has_a_bots_chair_from_the_next_hand() -> None:
    room = bots_table(hands=2)
    in_hand(room)
    late = guest(room, 2)
    assert late.table.watching
    link(room, 2)
    assert room.air.run(120_000, lambda: late.table.me == 2)
    assert room.laptops[0].knocks == ["Oma"], "one door is knocked at, that of the lowest member"
    assert room.laptops[1].knocks == []
    assert late.table.watching
    assert late.table.seat() is None
    assert late.table.snapshot(room.air.now).view is not None
    hand = late.machine().hand
    late.do(late.table.sit(3, room.air.now))  # type: ignore[arg-type]
    assert room.air.run(120_000, lambda: (3, 2) in late.machine().attendance.promised)
    assert late.machine().roster == (0, 1), "not before the hand's end"
    room.laptops.append(late)
    late.hands = 2
    room.play()
    assert late.machine().roster == (0, 1, 2)
    assert late.machine().terms.seats[3].holder == 2
    assert late.table.seat() is not None
    assert late.machine().hand > hand
    names = [person.name for person in late.table.snapshot(room.air.now).people]
    assert "Oma" in names
    assert len(late.machine().boxes) == 3, "its cards can be taken over from its first hand on"
    assert late.machine().deal is not None
    for laptop in room.laptops:
        assert verify(bytes(laptop.disk), lambda _: GAME, laptop.group).fault is None


def test_a_latecomer_reads_the_same_story_as_everybody() -> None:
    room = bots_table(hands=2)
    in_hand(room)
    late = guest(room, 2)
    seated(room, late)
    room.laptops.append(late)
    late.hands = 2
    room.play()
    told = [line.text for line in room.laptops[1].table.diary.lines]
    assert [line.text for line in late.table.diary.lines][-40:] == told[-40:]
    assert any(text == "Oma came in and watches." for text in told)
    assert any(text.startswith("Oma gets ") and "chair from the next hand on" in text for text in told)
    assert any(text.startswith("Oma sits down on ") for text in told)


def test_F29_the_founder_is_killed_and_new_people_still_join() -> None:
    """The founder's laptop is no exception: the door is at whoever is there."""
    room = Room(GAME, 4, kind=Opener, hands=4, chooser=passing)
    room.start()
    in_hand(room)
    founder = room.laptops[0]
    founder.dead = True
    room.air.remove(0)
    rest = room.laptops[1:]
    assert room.air.run(600_000, lambda: all(0 in one.machine().attendance.away for one in rest))
    late = guest(room, 4)
    link(room, 4)
    assert room.air.run(120_000, lambda: late.table.me == 4)
    assert rest[0].knocks == ["Oma"]
    # The founder's chair is a person's, so those present are asked whether Oma may have it.
    seat = next(s for s, m in late.machine().terms.people(late.machine().state.chairs).items() if m == 0)
    late.do(late.table.sit(seat, room.air.now))  # type: ignore[arg-type]
    asked = lambda: [m for m in rest[1].table.snapshot(room.air.now).motions if m.kind == "seat"]  # noqa: E731
    assert room.air.run(60_000, lambda: bool(asked()))
    assert (asked()[0].member, asked()[0].seat, asked()[0].needed) == (4, seat, 2)
    for one in rest[:2]:
        one.do(one.table.give_seat(seat, 4, room.air.now))  # type: ignore[arg-type]
    room.laptops = [*rest, late]
    for one in room.laptops:
        one.hands = 2
    room.hands = 2
    room.play()
    assert late.machine().roster == (1, 2, 3, 4)
    assert late.machine().terms.people(late.machine().state.chairs)[seat] == 4
    # The founder is back: a member without a chair, who may ask for one.
    room.air.add(0, founder)
    founder.restart()
    founder.plays = False
    room.air.link_all()
    assert room.air.run(60_000, lambda: founder.table.ledger.chain == late.table.ledger.chain)
    assert founder.table.watching
    assert founder.table.seat() is None


def test_the_code_opens_the_door_and_a_wrong_one_does_not() -> None:
    room = bots_table(hands=2)
    for laptop in room.laptops:
        assert isinstance(laptop, Opener)
        laptop.table.gate._lock.secret = SECRET
        laptop.yes = None
    in_hand(room)
    wrong = guest(room, 2, code=b"xyz")
    link(room, 2)
    right = guest(room, 3, code=SECRET, name="Opa")
    link(room, 3)
    assert room.air.run(120_000, lambda: right.table.me is not None)
    assert wrong.table.me is None
    assert member(room.laptops[1].table, identity(2).key) is None
    assert room.laptops[0].knocks == [], "the code is the yes"


def test_F31_a_stranger_hears_nothing_of_a_table_that_did_not_let_it_in() -> None:
    room = bots_table(hands=1)
    for laptop in room.laptops:
        laptop.yes = None  # type: ignore[attr-defined]
    in_hand(room)
    late = guest(room, 2)
    link(room, 2)
    room.air.run(20_000)
    kinds = {unpack(data)[0] for data in late.heard}
    assert kinds == {FrameType.REFUSED}, "asked: wait for a yes"
    assert late.table.step == 0
    one = room.laptops[0]
    one.do(one.table.admit(late.key, False, room.air.now))
    room.air.run(5_000)
    assert [unpack(data)[1] for data in late.heard] == ["asked", "no"]


def test_a_chair_of_somebody_who_is_there_is_not_given() -> None:
    room = bots_table(hands=2)
    in_hand(room)
    late = guest(room, 2)
    link(room, 2)
    assert room.air.run(120_000, lambda: late.table.me is not None)
    mine = room.laptops[1].table.seat()
    assert mine is not None
    assert late.table.sit(mine, room.air.now) == Refusal("chair")
    assert late.table.sit(9, room.air.now) == Refusal("chair")


@pytest.mark.parametrize("after", [3, 160])
def test_F30_a_latecomer_crashes_and_is_a_member_again(after: int) -> None:
    """Its number, its requests and its chair stand in its own file."""
    room = bots_table(hands=1)
    in_hand(room)
    late = guest(room, 2)
    late.crash_after = after
    link(room, 2)
    room.air.run(3_000, lambda: late.dead)
    assert late.dead
    room.air.remove(2)
    room.air.run(1_000)
    room.air.add(2, late)
    late.restart()
    room.hands = late.hands = 2
    for laptop in room.laptops:
        laptop.hands = 2
    seated(room, late)
    room.laptops.append(late)
    room.play()
    late.table.ledger.tick(room.air.now)
    room.air.remove(2)
    room.air.add(2, late)
    late.restart()
    assert late.table.me == 2, "the file alone says so"
    assert late.table.seat() is not None
    assert late.machine().digest() == room.laptops[0].machine().digest()


def test_numbers_are_given_once_and_names_are_told_apart() -> None:
    room = bots_table(hands=1)
    in_hand(room)
    two, three = guest(room, 2, name="P1"), guest(room, 3, name="P1")
    link(room, 2)
    link(room, 3)
    assert room.air.run(120_000, lambda: None not in (two.table.me, three.table.me))
    assert sorted(filter(None, (two.table.me, three.table.me))) == [2, 3]
    assert sorted(room.laptops[0].machine().terms.member_names.values()) == ["P0", "P1", "P1 2", "P1 3"]


def test_who_is_let_in_by_a_laptop_that_signs_nothing_yet_is_welcomed_a_moment_later() -> None:
    """A restarted laptop may not ask for anything before it heard the others; the guest knocks again."""
    room = bots_table(hands=1)
    in_hand(room)
    door = room.laptops[0]
    room.air.remove(0)
    room.air.add(0, door)
    door.restart()
    late = guest(room, 2)
    room.air.link(2, 0)
    assert room.air.run(3_000, lambda: door.table.gate.holds(late.key))
    room.air.run(1_000)
    assert door.table.ledger.muted
    assert late.table.me is None
    room.air.link_all()
    room.air.run(6_000)
    for laptop in room.laptops:
        laptop.hands = 2
        laptop.do(laptop.table.tick(room.air.now))
    assert room.air.run(20_000, lambda: late.table.me == 2)
