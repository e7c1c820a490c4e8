"""What the person has to do now, and whom the message line waits for (look.md 11)."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples

from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import PlayOffer
from pinochle_lan.table.snapshot import Snapshot, Waiting
from pinochle_lan.ui import presence, turns, words


def table() -> Snapshot:
    found = samples.play().table
    assert found is not None
    return found


def text(snap: Snapshot) -> str:
    return words.plain(turns.message(snap)[1])


def test_turn_is_told_from_the_reasons_of_refusals() -> None:
    snap = table()
    assert text(snap) == "Your turn  Hearts were led. You must beat 10hearts"
    assert snap.view is not None
    for code, said in (
        ("follow", "Hearts were led. Follow suit."),
        ("trump", "No hearts left: play a trump."),
    ):
        offer = PlayOffer("card", (2,), ((0, Refusal(code, (("suit", "hearts"),))),))
        changed = replace(snap, view=replace(snap.view, offers=(offer,)))
        assert text(changed) == f"Your turn  {said}"


def test_waiting_names_the_person_and_counts() -> None:
    snap = table()
    assert snap.view is not None
    others = replace(snap, view=replace(snap.view, offers=(), turn=(3,)))
    assert text(others) == "Caro is to act."
    late = replace(others, waiting=(Waiting(1, 3, "card", 6000, False),))
    assert text(late) == "Waiting for Caro (6 s)"
    gone = replace(others, waiting=(Waiting(1, 3, "card", 9000, True),))
    assert text(gone) == "Caro's laptop does not answer. 9 s"
    bot = replace(snap, view=replace(snap.view, offers=(), turn=(1,)))
    assert text(bot) == "Ben is thinking."
    assert text(replace(snap, pending="card")) == "Sent. One moment."
    assert presence.waiting_line(snap, Waiting(0, 0, "ready", 0, False)) == "The table waits for you."
