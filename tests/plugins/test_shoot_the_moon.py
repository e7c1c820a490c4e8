"""plugins/shoot_the_moon.py"""

from __future__ import annotations

from pinochle_lan.testing import Pinochle, Table

HIGH = "AS AS 10S 10S KS KS QS QS JS JS AH AH"


def announced(pinochle: Pinochle, word: str, **hands: str) -> Table:
    table = pinochle.table("partnership", rules=["shoot-the-moon"], pass_count=0, target=5000)
    table.deal(dealer="west", **hands)
    return table.bid(250, None, None, None).name("S").answer(word)


def test_every_trick_taken_brings_the_bonus(pinochle: Pinochle) -> None:
    table = announced(pinochle, "moon", north=HIGH).finish()
    assert table.last.tricks == (250, 0)
    assert "NS shot the moon and took it: 500" in table.why
    assert table.score["NS"] == table.last.meld[0] + 250 + 500


def test_a_trick_lost_costs_as_much(pinochle: Pinochle) -> None:
    table = announced(pinochle, "moon", north="9S 9S QS QS JS JS 9H 9H JH JH QH QH").finish()
    assert table.last.tricks[1] > 0
    assert "missed it: -500" in table.why
    assert table.score["NS"] == -250 - 500


def test_without_the_word_the_hand_scores_as_ever(pinochle: Pinochle) -> None:
    table = announced(pinochle, "play", north=HIGH)
    assert table.asked == ("card", "N")
    table.finish()
    assert "moon" not in table.why
    assert table.score["NS"] == table.last.meld[0] + 250


def test_only_the_bidder_is_asked_and_sees_two_buttons(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["shoot-the-moon"], pass_count=0)
    table.deal(dealer="west", north=HIGH).bid(250, None, None, None).name("S")
    assert table.asked == ("answer", "N")
    (offer,) = table.view("north").offers
    assert offer.labels == ("Play on", "Shoot the moon")  # type: ignore[union-attr]
    assert table.view("east").offers == ()
