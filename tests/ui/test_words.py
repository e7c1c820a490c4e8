"""Sentences of the screens: who is waited for, what must be done, how a hand scored (look.md 11)."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pytest

from pinochle_lan.cards import Suit
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import HandResult, PlayOffer
from pinochle_lan.table.snapshot import Laptop, Snapshot, Waiting
from pinochle_lan.ui import tellings, words


def table(front: object = None) -> Snapshot:
    found = samples.play().table
    assert found is not None
    return found


def text(snap: Snapshot) -> str:
    return words.plain(words.message(snap)[1])


def test_cards_in_a_sentence_become_shapes() -> None:
    runs = words.rich("Ben plays the ten of hearts, then AS.")
    assert [run.suit for run in runs if run.suit] == [Suit.HEARTS, Suit.SPADES]
    assert [run.text for run in runs if not run.suit] == ["Ben plays ", "10", ", then ", "A", "."]
    assert words.plain(words.rich("no card here")) == "no card here"


def test_cards_written_out_on_buttons() -> None:
    assert words.spoken("Take the 9D") == "Take the nine of diamonds"
    assert words.spoken("Take the nine of diamonds") == "Take the nine of diamonds"


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


def test_F34_a_plate_says_who_may_be_back_and_for_whom_a_bot_plays() -> None:
    front = samples.waiting()
    assert front.table is not None
    snap = front.table
    view = snap.view
    assert view is not None
    ben = next(who for who in snap.people if who.name == "Ben")
    assert words.seat_state(snap, view, ben.seat, False, short=False) == "back in a moment?"
    stand_in = replace(ben, away=True, host=snap.laptops[0].member)
    folk = tuple(stand_in if who is ben else who for who in snap.people)
    plate = words.seat_state(replace(snap, people=folk), view, ben.seat, False, short=False)
    assert plate == "away, a bot plays"


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
    assert words.waiting_line(snap, Waiting(0, 0, "ready", 0, False)) == "The table waits for you."


def test_network_mark_is_words_too() -> None:
    snap = table()
    assert words.network_line(snap) == ("4 of 4 connected · 4 ms", "good", 3)
    away = (*snap.laptops[:3], Laptop(3, "Ben", False, silent_ms=6400))
    assert words.network_line(replace(snap, laptops=away)) == ("waiting for Ben, 6 s", "amber", 1)
    assert words.network_line(replace(snap, laptops=snap.laptops[:1]))[0] == "this laptop alone"


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (
            "NS made 300 with 210 meld and 160 tricks (partnership 13)",
            "You and Ana made 300 with 210 meld and 160 tricks.",
        ),
        ("EW is set: 20 short (partnership 13).", "Ben and Caro are set: 20 short."),
        ("NS scores 60 meld", "You and Ana score 60 meld."),
        ("The hand was thrown in.", "The hand was thrown in."),
    ],
)
def test_score_sentences_name_people(why: str, said: str) -> None:
    snap = table()
    assert snap.view is not None
    result = HandResult(1, 0, 0, 300, None, (0, 0), (0, 0), (0, 0), (0, 0), True, True, (why,))
    assert tellings.why_lines(snap, snap.view, result, rules=False) == (said,)


def test_score_sentences_where_all_play_alone() -> None:
    front = samples.three()
    assert front.table is not None
    assert front.table.view is not None
    told = ("A gave up 270", "B scores 60 meld", "A hand like this")
    result = HandResult(1, 0, 0, 270, None, (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), True, False, told)
    said = tellings.why_lines(front.table, front.table.view, result, rules=True)
    assert said == ("You gave up 270.", "Ben scores 60 meld.", "A hand like this.")


def test_numbers_and_lists() -> None:
    assert words.number(-1260) == "−1,260"
    assert [words.joined(names) for names in ((), ("A",), ("A", "B"), ("A", "B", "C"))] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


def test_who_is_missing_at_setup() -> None:
    front = samples.setup()
    assert front.table is not None
    assert tellings.setup_missing(front.table).startswith("One chair is free.")
    full = tuple(replace(who, name=who.name or "Ben", bot=who.bot) for who in front.table.people)
    assert tellings.setup_missing(replace(front.table, people=full)) == "Waiting for Ben to be ready."
    ready = tuple(replace(who, ready=True) for who in full)
    assert tellings.setup_missing(replace(front.table, people=ready)) == "Everybody else is ready."
    assert tellings.setup_missing(replace(front.table, people=ready, you_ready=True)).startswith(
        "All are ready."
    )
