"""The network mark and the line on a plate: who is there and who is waited for."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples

from pinochle_lan.table.snapshot import Laptop, Snapshot
from pinochle_lan.ui import presence


def table() -> Snapshot:
    found = samples.play().table
    assert found is not None
    return found


def test_F34_a_plate_says_who_may_be_back_and_for_whom_a_bot_plays() -> None:
    front = samples.waiting()
    assert front.table is not None
    snap = front.table
    view = snap.view
    assert view is not None
    ben = next(who for who in snap.people if who.name == "Ben")
    assert presence.seat_state(snap, view, ben.seat, False, short=False) == "back in a moment?"
    stand_in = replace(ben, away=True, host=snap.laptops[0].member)
    folk = tuple(stand_in if who is ben else who for who in snap.people)
    plate = presence.seat_state(replace(snap, people=folk), view, ben.seat, False, short=False)
    assert plate == "away, a bot plays"


def test_network_mark_is_words_too() -> None:
    snap = table()
    assert presence.network_line(snap) == ("4 of 4 connected · 4 ms", "good", 3)
    away = (*snap.laptops[:3], Laptop(3, "Ben", False, silent_ms=6400))
    assert presence.network_line(replace(snap, laptops=away)) == ("waiting for Ben, 6 s", "amber", 1)
    assert presence.network_line(replace(snap, laptops=snap.laptops[:1]))[0] == "this laptop alone"


def test_before_the_deal_nobody_counts_cards() -> None:
    snap = table()
    assert snap.view is not None
    bare = tuple(replace(seat, hand=(), table=()) for seat in snap.view.seats)
    view = replace(snap.view, seats=bare, trick=None, last_trick=None)
    said = [presence.seat_state(snap, view, seat, False, short=False) for seat in (1, 2, 3)]
    assert said == ["Bot", "Partner", ""]
    assert presence.seat_state(snap, snap.view, 1, False, short=False) == "Bot · 5 cards"
