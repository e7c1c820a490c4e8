"""What absences and riders do to the machine, without a log (docs/log.md 10, 11; docs/sealed-deal.md 6)."""

from __future__ import annotations

from helpers_log import identity
from helpers_table import TABLE, Bench, kinds

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import HAND_BACK, Place, Sort
from pinochle_lan.log.rider import Rider
from pinochle_lan.table.folding import face_up


def rider(member: int, type_: str, *fields: Value) -> Rider:
    return Rider.make(identity(member), TABLE, member, type_, fields)


def at_call(laptops: int = 4, hosts: list[int] | None = None) -> tuple[Bench, int]:
    """A hand whose first call is due, and from whom."""
    bench = Bench(laptops=laptops, hosts=hosts)
    bench.to("call")
    return bench, bench.machine.due()[0].author


def test_back_with_the_entry_that_carries_the_rider() -> None:
    bench, gone = at_call()
    bench.step(absent=gone)
    bench.to("call")
    partner = (gone + 2) % 4
    assert kinds(bench.machine)[0][0] == partner
    bench.step(riders=[rider(gone, "back", 5)])
    assert bench.machine.roster == (0, 1, 2, 3)
    assert bench.machine.deal is not None
    assert bench.machine.deal.away is None
    assert dict(bench.machine.hosts)[gone] == gone


def test_the_stand_in_hands_back_and_the_owner_chooses() -> None:
    """docs/engine.md 2: a body that any choice place of a stand-in accepts, and no other."""
    bench, gone = at_call()
    place = bench.machine.due()[0]
    assert bench.machine.judge(place, HAND_BACK, {}, False) is not None
    bench.step(absent=gone)
    bench.to("call")
    kind = bench.machine.due()[0].kind
    bench.step(lambda place, body: HAND_BACK, riders=[rider(gone, "back", 5)])
    assert kinds(bench.machine) == [(gone, kind)]


def test_absent_twice_in_one_hand_is_back_at_the_next_one() -> None:
    """docs/log.md 10: no flapping."""
    bench, gone = at_call()
    for _ in range(2):
        while all(place.author != gone for place in bench.machine.due()):
            bench.step()
        bench.step(absent=gone)
        bench.step(riders=[rider(gone, "back", 5)])
    assert gone not in bench.machine.roster
    bench.to("key")
    assert gone in bench.machine.roster


def test_a_hand_without_a_partners_laptop_lies_face_up_and_plays_by_itself() -> None:
    """docs/sealed-deal.md 6 (2): the standard bot inside the fold, no author being due."""
    bench = Bench(laptops=3, hosts=[0, 1, 0, 2])
    bench.to("card")
    while all(place.author != 0 for place in bench.machine.due()):
        bench.step()
    bench.step(absent=0)
    assert bench.machine.hosts == {1: 1, 3: 2}
    bench.step()
    deal = bench.machine.deal
    assert deal is not None
    hand = bench.machine.state.hand(0)
    assert set(hand) <= set(face_up(deal, 0))
    bench.to("key")
    assert len(bench.machine.state.history) == 1
    assert bench.machine.roster == (1, 2)
    assert bench.machine.hosts == {0: 1, 1: 1, 2: 1, 3: 2}


def test_who_takes_its_leave_is_off_at_once_if_the_rest_can_go_on() -> None:
    """docs/log.md 11."""
    bench, caller = at_call()
    other = (caller + 1) % 4
    bench.step(riders=[rider(other, "leave", 0)])
    assert other not in bench.machine.roster
    assert {kind for _, kind in kinds(bench.machine)} == {f"sub {other}", "seen"}


def test_of_two_laptops_one_leaves_at_the_hands_end_and_the_other_plays_on_with_bots() -> None:
    """docs/log.md 12."""
    bench, caller = at_call(2, [0, 1, 0, 1])
    bench.step(riders=[rider(caller, "leave", 0)])
    assert bench.machine.roster == (0, 1)
    bench.to("key")
    assert bench.machine.roster == (1 - caller,)
    assert bench.machine.hosts == dict.fromkeys(range(4), 1 - caller)


def test_a_kick_needs_more_than_half_and_counts_at_the_next_hand_for_good() -> None:
    bench, _ = at_call()
    bench.step(riders=[rider(0, "kick", 2, 1), rider(1, "kick", 2, 1), rider(3, "kick", 2, 99)])
    assert bench.machine.attendance.leaving == ()
    bench.step(riders=[rider(3, "kick", 2, 1)])
    assert bench.machine.roster == (0, 1, 2, 3)
    bench.to("key")
    assert bench.machine.roster == (0, 1, 3)
    bench.step(riders=[rider(2, "back", 9)])
    assert bench.machine.roster == (0, 1, 3)


def test_void_by_all_ends_the_hand_without_score() -> None:
    bench, _ = at_call()
    bench.step(riders=[rider(n, "void", 1) for n in (0, 1, 2)])
    assert bench.machine.running is not None
    bench.step(riders=[rider(3, "void", 1)])
    assert bench.machine.running is None
    assert bench.machine.hand == 2
    assert bench.machine.state.history == ()


def test_a_proven_lie_costs_the_seat_and_there_is_no_way_back() -> None:
    bench, caller = at_call()
    liar = (caller + 1) % 4
    bench.step(riders=[rider(caller, "fault", liar, "entry", (), ())])
    assert liar not in bench.machine.roster
    bench.step(riders=[rider(liar, "back", 9)])
    assert liar not in bench.machine.roster


def test_ready_that_leaves_another_roster_asks_for_another_shuffle() -> None:
    """docs/log.md 5."""
    bench, _ = at_call()
    bench.to("key")
    bench.to("ready")
    assert bench.machine.hand == 2
    bench.step(absent=3)
    assert kinds(bench.machine) == [(n, "ready") for n in (0, 1, 2)]
    bench.step()
    assert kinds(bench.machine)[0] == (0, "key")
    assert bench.machine.fresh.setup.attempt == 2
    bench.step()
    assert bench.machine.peers == (0, 1, 2)
    assert [kind for _, kind in kinds(bench.machine)] == ["share"] * 3


def test_back_in_a_hand_dealt_without_it_sits_out_until_the_next() -> None:
    bench = Bench()
    bench.to("key")
    bench.step(absent=2)
    bench.to("call")
    bench.step(riders=[rider(2, "back", 3)])
    assert bench.machine.roster == (0, 1, 2, 3)
    assert bench.machine.hosts[2] == 0
    bench.to("key")
    assert bench.machine.hosts == {n: n for n in range(4)}


def test_crash_in_the_deal_gives_nobody_another_one() -> None:
    """docs/sealed-deal.md 3: from the first share on, an absence never ends the attempt."""
    bench = Bench()
    bench.to("share")
    assert bench.machine.deal is not None
    hid = bench.machine.deal.setup.hid
    bench.step(absent=1)
    assert {kind for _, kind in kinds(bench.machine)} <= {"sub 1", "seen"}
    bench.to("call")
    assert bench.machine.deal.setup.hid == hid
    assert all(place.sort is Sort.CHOICE for place in bench.machine.due())


def test_a_shuffler_that_goes_leaves_the_shuffle_to_the_others() -> None:
    """docs/sealed-deal.md 7: attempt + 1 by the roster as it then is."""
    bench = Bench()
    bench.to("key")
    bench.step(absent=0)
    assert bench.machine.attempt == 2
    assert all(place.author != 0 for place in bench.machine.due())
    assert isinstance(bench.machine.due()[0], Place)
