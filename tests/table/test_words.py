"""Names and lines: what people read is clean, tells people apart, and tells nothing that is hidden."""

from __future__ import annotations

import pytest
from helpers_table import Room, make_game, passing

from pinochle_lan.shown import NAME_BYTES, unique
from pinochle_lan.table.names import LONGEST, player
from pinochle_lan.table.words import faces, joined


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", "Player"),
        ("   \t ", "Player"),
        ("x" * 200, "x" * LONGEST),
        ("Oma\nErna", "Oma Erna"),
        ("a\0b", "ab"),
        ("\u202eevil\u202c", "evil"),
        ("\ud800Ben", "Ben"),
        ("\u200b\u200d", "Player"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\U0001f600" * 30, "\U0001f600" * 12),
        ("\u05d3\u05d5\u05d3", "\u05d3\u05d5\u05d3"),
        ("\u00e9" * 64, "\u00e9" * LONGEST),
    ],
)
def test_F39_names_are_cleaned_when_they_come(typed: str, shown: str) -> None:
    name = player(typed)
    assert name == shown
    assert len(name) <= LONGEST
    assert len(name.encode()) <= NAME_BYTES
    assert player(name) == name


def test_F38_equal_names_get_numbers_that_are_not_taken() -> None:
    assert unique(["Oma", "Oma 2", "Oma", "OMA"]) == ("Oma", "Oma 2", "Oma 3", "OMA 4")
    assert unique([]) == ()


def test_lists_in_words() -> None:
    assert joined([]) == ""
    assert joined(["Ann"]) == "Ann"
    assert joined(["Ann", "Ben", "Cleo"]) == "Ann, Ben and Cleo"
    assert faces([]) == ""


def test_every_laptop_reads_the_same_story_and_every_line_is_a_sentence() -> None:
    room = Room(make_game(), seed=2, chooser=passing)
    room.start()
    room.play()
    stories = [laptop.said for laptop in room.laptops]
    assert all(story == stories[0] for story in stories)
    assert all(line[0].isupper() and "{" not in line and "None" not in line for line in stories[0])
    said = [
        "The draw is done",
        "shuffled by every",
        "has the bid at",
        "passes four cards to",
        "takes trick 12",
    ]
    for say in said:
        assert any(say in line for line in stories[0]), say
    assert sum(" plays the " in line for line in stories[0]) == 48


def test_the_panel_of_a_restarted_laptop_reads_the_same() -> None:
    room = Room(make_game(), seed=2, chooser=passing)
    room.start()
    room.play()
    laptop = room.laptops[2]
    before = [line.text for line in laptop.table.diary.lines]
    laptop.happened.clear()
    laptop.said.clear()
    laptop.restart()
    assert [line.text for line in laptop.table.diary.lines] == before
    assert laptop.said == []
    assert laptop.happened == []
