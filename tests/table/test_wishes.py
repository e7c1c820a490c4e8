"""What people want of a table besides playing: somebody to go, a hand to end, a clock; leaving politely."""

from __future__ import annotations

import pytest
from helpers_guests import Opener, guest, link
from helpers_log import identity
from helpers_table import Bench, Laptop, Room, make_game, passing, timid

from pinochle_lan.log.frames import FrameType, pack, unpack
from pinochle_lan.log.machine import Sort
from pinochle_lan.log.rider import Rider
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.table.effects import Effect
from pinochle_lan.table.refusals import UNHEARD

GAME = make_game()


def done(laptop: Laptop, result: list[Effect] | Refusal) -> None:
    assert not isinstance(result, Refusal), str(result)
    laptop.do(result)


def playing(laptops: int = 4, hands: int = 2, **named: object) -> Room:
    """A room in the middle of its first hand."""
    room = Room(GAME, laptops, hands=hands, chooser=passing, kind=Opener, **named)
    room.start()
    first = room.laptops[0]
    assert room.air.run(
        60_000, lambda: first.machine().running is not None and first.machine().state.phase >= 3
    )
    return room


def test_a_kick_by_more_than_half_closes_the_door() -> None:
    room = playing(hands=2)
    one, two, three, four = room.laptops
    for laptop in (one, two):
        done(laptop, laptop.table.kick(3, room.air.now))
    told = lambda: [m for m in four.table.snapshot(room.air.now).motions if m.kind == "kick"]  # noqa: E731
    assert room.air.run(5_000, lambda: bool(told()))
    motion = told()[0]
    assert (motion.member, motion.needed, motion.sentence) == (3, 3, "P3 is to leave the table.")
    done(three, three.table.kick(3, room.air.now))
    rest = [one, two, three]
    assert room.air.run(600_000, lambda: all(3 in laptop.machine().attendance.away for laptop in rest))
    assert room.air.run(600_000, lambda: all(len(laptop.machine().state.history) >= 2 for laptop in rest))
    assert "asked you to leave" in four.table.snapshot(room.air.now).notice
    assert four.table.ledger.open_step < one.table.ledger.open_step, "nobody tells it anything more"
    four.heard.clear()
    room.air.isolate(3)
    for laptop in rest:
        room.air.link(3, laptop.number)
    room.air.run(5_000)
    assert {unpack(data)[0] for data in four.heard} <= {FrameType.REFUSED}
    assert [line.text for line in one.table.diary.lines if "asked P3 to leave" in line.text] != []


def test_a_kick_of_fewer_is_forgotten_with_the_hand() -> None:
    room = playing(hands=1)
    for laptop in room.laptops[:2]:
        done(laptop, laptop.table.kick(3, room.air.now))
    room.play()
    assert room.laptops[0].machine().roster == (0, 1, 2, 3)
    assert room.laptops[0].machine().attendance.wishes == ()


def test_a_hand_that_nobody_wants_does_not_count() -> None:
    room = playing(hands=1)
    hand = room.laptops[0].machine().hand
    for laptop in room.laptops:
        done(laptop, laptop.table.void(room.air.now))
    assert room.air.run(60_000, lambda: all(laptop.machine().hand == hand + 1 for laptop in room.laptops))
    assert room.laptops[0].machine().state.history == ()
    assert any("it does not count" in line.text for line in room.laptops[0].table.diary.lines)
    room.play()


def test_F34_a_turn_clock_lets_a_bot_play_for_who_went_to_the_door_until_it_is_back() -> None:
    """docs/field.md F34: the default is to wait; a table may want a bot after a while."""
    room = playing(hands=1)
    for laptop in room.laptops[:3]:
        done(laptop, laptop.table.set_clock(30, room.air.now))
    assert room.air.run(600_000, room.done), room.stuck()
    idle = room.laptops[2]
    for laptop in room.laptops:
        laptop.hands = room.hands = 3
        assert isinstance(laptop, Opener)
        laptop.do(laptop.table.tick(room.air.now))
    idle.plays = False
    done(idle, idle.table.ready(room.air.now))
    rest = [laptop for laptop in room.laptops if laptop is not idle]
    assert room.air.run(600_000, lambda: idle.table.asked)
    assert rest[0].machine().attendance.clock == 30
    at = room.air.now
    assert room.air.run(25_000, lambda: 2 in rest[0].machine().attendance.away) is False
    assert room.air.run(20_000, lambda: idle.table.idle), "the clock ran out, and it knows"
    assert room.air.now - at >= 30_000
    assert "Say when you are here" in idle.table.snapshot(room.air.now).notice
    assert room.air.run(600_000, lambda: len(rest[0].machine().state.history) >= 2), room.stuck()
    assert 2 in rest[0].machine().attendance.away, "it does not come back by itself"
    idle.plays = True
    idle.do(idle.table.come_back(room.air.now))
    room.play()
    assert rest[0].machine().attendance.away == ()


def test_without_a_clock_the_table_waits_for_whoever_thinks() -> None:
    room = playing(hands=1)
    slow = room.laptops[1]
    slow.plays = False
    assert room.air.run(600_000, lambda: slow.table.asked)
    room.air.run(600_000)
    assert slow.table.asked
    assert room.laptops[0].machine().attendance.away == ()


@pytest.mark.parametrize("seconds", [1, 29, -5, 10**9])
def test_a_clock_that_is_none_of_those_on_offer_is_passed_over(seconds: int) -> None:
    bench = Bench()
    bench.to("call")
    wish = [_rider(member, "turn", seconds, 1) for member in range(4)]
    bench.step(riders=wish)
    assert bench.machine.attendance.clock_next == 0


def _rider(member: int, type_: str, *fields: object) -> Rider:
    return Rider.make(identity(member), b"table of tests..", member, type_, fields)  # type: ignore[arg-type]


def test_F33_leaving_works_as_often_as_one_comes_back() -> None:
    """One goodbye is folded once; the next one is another."""
    room = playing(hands=4)
    goer = room.laptops[3]
    rest = room.laptops[:3]
    for _ in range(3):
        goer.do(goer.table.leave(room.air.now))
        assert room.air.run(60_000, lambda: 3 in rest[0].machine().attendance.away), room.stuck()
        goer.do(goer.table.come_back(room.air.now))
        assert room.air.run(60_000, lambda: 3 in goer.table.ledger.settled.roster), room.stuck()
    room.play()


def test_F33_an_old_goodbye_sent_again_moves_nobody() -> None:
    room = playing(hands=1)
    goer, first = room.laptops[3], room.laptops[0]
    said = goer.table.leave(room.air.now)
    goer.do(said)
    assert room.air.run(60_000, lambda: 3 in first.machine().attendance.away)
    goer.do(goer.table.come_back(room.air.now))
    assert room.air.run(60_000, lambda: 3 not in first.machine().attendance.away)
    old = Rider.make(identity(3), room.genesis.table, 3, "leave", (0,))
    first.do(first.table.receive(identity(1).key, _packed(old), room.air.now))
    room.play()
    assert first.machine().attendance.away == ()


def _packed(rider: Rider) -> bytes:
    return pack(rider.wire())


def test_who_is_back_when_a_draw_follows_has_no_part_in_it() -> None:
    """It committed itself to nothing before the others showed theirs."""
    bench = Bench()
    assert bench.machine.draw_follows
    bench.step(absent=3)
    assert bench.machine.roster == (0, 1, 2)
    bench.step(riders=[_rider(3, "back", 0)])
    assert bench.machine.roster == (0, 1, 2, 3)
    kinds = {(place.author, place.kind) for place in bench.machine.due()}
    assert kinds == {(0, "reveal"), (1, "reveal"), (2, "reveal"), (3, "seen")}
    bench.to("call")
    assert bench.machine.roster == (0, 1, 2, 3)


def test_nothing_can_be_asked_for_before_the_others_were_heard() -> None:
    room = playing(hands=1)
    laptop = room.laptops[1]
    room.air.remove(1)
    room.air.add(1, laptop)
    laptop.restart()
    assert laptop.table.kick(3, room.air.now) == UNHEARD
    assert laptop.table.void(room.air.now) == UNHEARD


def test_a_table_of_one_laptop_gives_a_chair_to_whoever_asks() -> None:
    """The first friend who comes by takes a bot's chair: no vote is needed of one."""
    room = Room(
        GAME,
        1,
        hosts=[0, 0, 0, 0],
        bots={1: "steady", 2: "steady", 3: "steady"},
        hands=1,
        chooser=timid,
        kind=Opener,
    )
    room.start()
    only = room.laptops[0]
    late = guest(room, 1)
    link(room, 1)
    room.air.run(1_000)
    assert late.table.me is None, "nobody signs anything before the next hand"
    only.hands = room.hands = 2
    only.do(only.table.tick(room.air.now))
    assert room.air.run(60_000, lambda: late.table.me == 1), room.stuck()
    done(late, late.table.sit(2, room.air.now))
    room.laptops.append(late)
    late.hands = 2
    room.play()
    room.air.run(1_000)
    only.hands = late.hands = room.hands = 3
    only.do(only.table.tick(room.air.now))
    room.play()
    assert only.machine().roster == (0, 1)
    places = [place for place in only.machine().places if place.sort is Sort.CHOICE]
    assert all(place.author in (0, 1) for place in places)
