"""Motion as a function of two snapshots and the time: flights, holds, speeds, catching up (look.md 8)."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pytest

from pinochle_lan.cards import cards
from pinochle_lan.rules.view import TrickView, View
from pinochle_lan.ui import motion
from pinochle_lan.ui.layout import Pose
from pinochle_lan.ui.motion import FOREVER, STILL, Motion, Pace, Stage
from pinochle_lan.ui.page import CardItem

SEATS = {seat: Pose(100.0 * seat, 50, 44) for seat in range(4)}
TRICK = {seat: Pose(400.0 + seat, 300, 102) for seat in range(4)}
CENTRE = Pose(500, 300, 60)


def stage(before: str = "", after: str = "") -> Stage:
    """Cards of the own hand by slot number."""

    def items(text: str) -> dict[str, CardItem]:
        return {f"hand:{n}": CardItem(f"hand:{n}", Pose(10.0 * int(n), 600, 124), None) for n in text.split()}

    return Stage(items(before), items(after), SEATS, TRICK, centre=CENTRE)


def playing(trick: TrickView | None, last: TrickView | None = None) -> View:
    return replace(samples.trick_view(), trick=trick, last_trick=last)


LAST = samples.trick(6, 0, "10D AD 9D KD", winner=1, points=30)
FIRST3 = samples.trick(7, 1, "KH 9H 10H")
FULL = samples.trick(7, 1, "KH 9H 10H AH", winner=0, points=30)


def test_my_card_flies_from_its_place_in_the_hand() -> None:
    mine = replace(FULL, plays=(*FIRST3.plays, replace(FULL.plays[3], slot=2)))
    shown = motion.plan(playing(FIRST3, LAST), playing(None, mine), stage("2 3"), 1000, Pace())
    (flight,) = [move for move in shown.moves if not move.ghost]
    assert (flight.id, flight.start.cy, flight.end, flight.ms) == ("trick-7-0", 600, TRICK[0], 180)


def test_other_cards_fly_from_their_seat_one_after_the_other() -> None:
    old, new = playing(None, LAST), playing(FIRST3, LAST)
    shown = motion.plan(old, new, stage(), 1000, Pace())
    assert [(move.start, move.begin) for move in shown.moves] == [
        (SEATS[1], 1000),
        (SEATS[2], 1240),
        (SEATS[3], 1480),
    ]
    assert motion.hidden(shown, 1100) == {"trick-7-1", "trick-7-2", "trick-7-3"}
    assert [sprite.id for sprite in motion.flying(shown, 1300)] == ["trick-7-2"]


@pytest.mark.parametrize("hold", [500, 900, 1800])
def test_F57_full_trick_stays_as_long_as_set_and_then_goes_to_its_winner(hold: int) -> None:
    shown = motion.plan(playing(FIRST3, LAST), playing(None, FULL), stage(), 0, Pace(hold=hold))
    landed = 240
    assert motion.held(shown, landed + hold - 1) == FULL
    assert motion.held(shown, landed + hold) is None
    going = [sprite.id for sprite in motion.flying(shown, landed + hold + 10)]
    assert going == ["won-7-0", "won-7-1", "won-7-2", "won-7-3"]
    assert motion.wake(shown, landed + hold + 300) is None


def test_F57_hold_until_a_click() -> None:
    shown = motion.plan(playing(FIRST3, LAST), playing(None, FULL), stage(), 0, Pace(hold=0))
    assert shown.hold_until == FOREVER
    assert motion.held(shown, 10**9) == FULL
    assert motion.wake(shown, 10**6) is None
    assert motion.held(motion.skip(shown, 10**6), 10**6) is None


def test_F57_next_lead_waits_behind_the_held_trick() -> None:
    first = motion.plan(playing(FIRST3, LAST), playing(None, FULL), stage(), 0, Pace())
    lead = samples.trick(8, 0, "AC")
    both = motion.plan(playing(None, FULL), playing(lead, FULL), stage(), 300, Pace(), running=first)
    (flight,) = [move for move in both.moves if move.id == "trick-8-0"]
    assert flight.begin == 240 + 900 + 300
    assert motion.held(both, 1000) == FULL


def test_click_finishes_everything() -> None:
    shown = motion.plan(playing(FIRST3, LAST), playing(None, FULL), stage(), 0, Pace())
    done = motion.skip(shown, 10)
    assert motion.flying(done, 10) == ()
    assert motion.hidden(done, 10) == frozenset()
    assert motion.wake(done, 10) is None


def test_speed_shortens_travel_but_not_the_hold() -> None:
    fast = motion.plan(playing(FIRST3, LAST), playing(None, FULL), stage(), 0, Pace(speed=200))
    assert fast.moves[0].ms == 120
    assert fast.hold_until == 120 + 900
    still = motion.plan(playing(FIRST3, LAST), playing(None, FULL), stage(), 0, Pace(speed=0))
    assert still.moves == ()
    assert still.hold_until == 900


def test_catching_up_jumps_to_the_end() -> None:
    running = Motion()
    now, old = 0, playing(None, LAST)
    for number in range(7, 13):
        full = samples.trick(number, 0, "AS KS QS JS", winner=0, points=10)
        new = playing(None, full)
        running = motion.plan(old, new, stage(), now, Pace(), running=running)
        old = new
    late = max((move.until for move in running.moves), default=0)
    assert late <= now + motion.BACKLOG


def test_deal_lasts_at_most_1400_ms_also_with_twenty_cards() -> None:
    for count in (12, 15, 20):
        after = " ".join(str(n) for n in range(count))
        hands = (samples.hand("AS " * count), *(samples.backs(count, 20 * n) for n in (1, 2, 3)))
        new = samples.four(hands, calls=())
        empty = samples.four(((), (), (), ()), calls=())
        shown = motion.plan(empty, new, stage("", after), 0, Pace())
        assert max(move.until for move in shown.moves) <= motion.DEAL_MOST
        assert {move.id for move in shown.moves if not move.ghost} == {f"hand:{n}" for n in range(count)}


def test_joining_in_the_middle_of_a_hand_moves_nothing() -> None:
    view = samples.trick_view()
    assert motion.plan(None, view, stage(), 0, Pace()) == STILL
    assert motion.plan(view, None, stage(), 0, Pace()) == STILL


def test_received_cards_come_from_their_source() -> None:
    view = replace(samples.trick_view(), trick=None, last_trick=None)
    came = replace(stage("", "40 41"), came=("hand:40", "hand:41"), source=SEATS[2])
    shown = motion.plan(view, view, came, 0, Pace())
    assert [(move.id, move.start) for move in shown.moves] == [("hand:40", SEATS[2]), ("hand:41", SEATS[2])]


def test_melds_are_laid_within_1200_ms() -> None:
    new = samples.meld_view()
    seats = tuple(replace(seat, meld=(), meld_points=0) for seat in new.seats)
    old = replace(new, seats=seats)
    after = {
        f"meld-{seat}-0:{n}": CardItem(f"meld-{seat}-0:{n}", Pose(n, n, 62), cards("AS")[0])
        for seat in range(4)
        for n in range(10)
    }
    shown = motion.plan(old, new, Stage({}, after, SEATS, TRICK, centre=CENTRE), 0, Pace())
    assert len(shown.moves) == 40
    assert max(move.until for move in shown.moves) <= motion.MELD_MOST


def test_flight_begins_and_ends_exactly() -> None:
    move = motion.Move("x", None, SEATS[1], TRICK[1], 100, 200, lift=14)
    assert motion.pose_at(move, 100) == SEATS[1]
    end = motion.pose_at(move, 300)
    assert (round(end.cx, 6), round(end.cy, 6), end.w) == (TRICK[1].cx, TRICK[1].cy, TRICK[1].w)
    assert motion.pose_at(move, 99999)[:1] == end[:1]
    assert motion.pose_at(move._replace(ms=0), 100).cx == TRICK[1].cx


def test_refused_card_shakes_and_comes_to_rest() -> None:
    shown = motion.refuse(STILL, "hand:3", 1000, Pace())
    pose = Pose(100, 600, 124)
    assert any(abs(motion.shaken(pose, shown, 1000 + t).cx - 100) > 1 for t in range(0, 180, 10))
    assert motion.shaken(pose, shown, 1180).cx == pytest.approx(100)
    assert motion.hidden(shown, 1090) == {"hand:3"}
    assert motion.wake(shown, 1090) == 0
    assert motion.settle(shown, 1200).shake == ""
    assert motion.refuse(STILL, "hand:3", 0, Pace(speed=0)) == STILL
