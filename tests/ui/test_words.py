"""The vocabulary of the screens, and the sentences between hands (look.md 11)."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pytest

from pinochle_lan.cards import Suit
from pinochle_lan.rules.view import HandResult
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.ui import tellings, words


def table() -> Snapshot:
    found = samples.play().table
    assert found is not None
    return found


def test_cards_in_a_sentence_become_shapes() -> None:
    runs = words.rich("Ben plays the ten of hearts, then AS.")
    assert [run.suit for run in runs if run.suit] == [Suit.HEARTS, Suit.SPADES]
    assert [run.text for run in runs if not run.suit] == ["Ben plays ", "10", ", then ", "A", "."]
    assert words.plain(words.rich("no card here")) == "no card here"


def test_cards_written_out_on_buttons() -> None:
    assert words.spoken("Take the 9D") == "Take the nine of diamonds"
    assert words.spoken("Take the nine of diamonds") == "Take the nine of diamonds"


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


def test_a_sentence_about_a_laptop_names_its_person() -> None:
    snap = table()
    folk = tuple(replace(who, bot="") for who in snap.people)
    snap = replace(snap, people=(*folk, replace(folk[1], seat=4, name="Ben Otto")))
    assert words.named(snap, "Ben is back.") == ("Ben", " is back.", 1)
    assert words.named(snap, "Ben Otto's laptop was not heard.") == (
        "Ben Otto",
        "'s laptop was not heard.",
        4,
    )
    assert words.named(snap, "Benno is back.") == ("", "Benno is back.", None)
    assert words.named(table(), "Ben is back.")[0] == ""
