"""A question of a house rule: who is asked, what an answer does, what travels, what others read."""

from __future__ import annotations

from typing import Any

import pytest

from pinochle_lan.api import Answer, Asking, HouseRule, RulesError, Variant, everybody
from pinochle_lan.rules import wire
from pinochle_lan.rules.phases.asking import declarer
from pinochle_lan.table import words
from pinochle_lan.testing import Pinochle, Table

MERCY = Asking(
    name="mercy",
    answers=(("play", "Play"), ("throw-in", "Throw in"), ("double", "Double")),
    seats=everybody,
    ends={"throw-in": "redeal-next"},
    says="Anybody may throw the hand in.",
)


class Mercy(HouseRule):
    """Before the auction anybody may throw the hand in or double it."""

    id, version, title = "mercy", "1.0", "Mercy"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.after("deal", MERCY)


@pytest.fixture
def table(pinochle: Pinochle) -> Table:
    return pinochle.table("partnership", rules=[Mercy()]).deal(dealer="west")


def test_seats_are_asked_in_turn_until_all_have_said_the_first_word(table: Table) -> None:
    for seat in ("N", "E", "S", "W"):
        assert table.asked == ("answer", seat)
        table.answer("play")
    assert table.asked == ("call", "N")
    assert table.dealer.state.note("mercy") is None


def test_another_word_is_noted_and_ends_the_asking(table: Table) -> None:
    table.answer("play").answer("double")
    assert table.dealer.state.note("mercy") == (1, "double")
    assert table.asked == ("call", "N")


def test_a_word_that_ends_the_hand_deals_again(table: Table) -> None:
    table.answer("throw-in")
    assert table.dealer.state.deals == 2
    assert table.dealer.state.dealer == table.seat("north")
    assert table.dealer.state.history == ()


def test_the_seat_that_is_asked_sees_a_button_for_each_word(table: Table) -> None:
    (offer,) = table.view("north").offers
    assert offer.labels == ("Play", "Throw in", "Double")  # type: ignore[union-attr]
    assert [action.word for action in offer.actions] == ["play", "throw-in", "double"]  # type: ignore[union-attr]
    assert table.view("south").offers == ()
    legal = table.game.legal(table.dealer.state, 0, table.dealer.mine(0))
    assert list(legal) == list(offer.actions)  # type: ignore[union-attr]


def test_a_word_that_nobody_offered_and_a_seat_that_nobody_asked_are_refused(table: Table) -> None:
    check, state = table.game.check, table.dealer.state
    assert str(check(state, Answer(0, "maybe"))) == "Answer play or throw-in or double."
    assert str(check(state, Answer(1, "play"))) == "It is N's turn."
    table.answer("double")
    assert str(check(table.dealer.state, Answer(0, "play"))) == "The answer comes later."


def test_an_answer_travels_as_its_word() -> None:
    body = wire.to_body(Answer(2, "moon"))
    assert body == "moon"
    assert wire.from_body("answer", 2, body, {}) == Answer(2, "moon")
    for bad in ("", "x" * 33, 3, None, True, ("moon",)):
        with pytest.raises(RulesError, match="An answer is a word of at most 32 letters"):
            wire.from_body("answer", 2, bad, {})


def test_the_table_tells_what_was_said(table: Table) -> None:
    before = table.view()
    action = Answer(0, "throw-in")
    told = words.lines([action], before, before, before, {0: "Ann", 1: "Ben", 2: "Caro", 3: "Dan"})
    assert [line.text for line in told] == ["Ann says: throw in."]


def test_the_rules_page_says_it_and_a_question_without_a_sentence_says_nothing(table: Table) -> None:
    assert "Anybody may throw the hand in." in table.rules
    assert Asking(name="x", answers=(("a", "A"),)).sentences(table.game) == ()


def test_declarer_alone_is_asked_only_once_there_is_one(table: Table) -> None:
    assert declarer(table.game, table.dealer.state) == ()
    table.answer("double").bid(250, None, None, None)
    assert declarer(table.game, table.dealer.state) == (0,)
