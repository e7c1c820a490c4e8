"""The kit for plugin authors: a wrong test fails with a sentence that says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinochle_lan.dealer import TableError
from pinochle_lan.testing import Pinochle

FAULTY = Path(__file__).parent / "faultyplugins"
NORTH = "AS 10S KS QS JS KH QH QS JD 9S 9C 9D"


def test_meld_of_a_dealt_hand(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership").deal(north=NORTH)
    meld = table.meld("north", "S")
    meld.has("run", 150)
    meld.has("marriage")
    meld.has_not("tens")
    assert meld.total == 150 + 20 + 10 + 40
    with pytest.raises(AssertionError, match="no run for 160; there is run 150, marriage 20"):
        meld.has("run", 160)
    with pytest.raises(AssertionError, match="there is run"):
        meld.has_not("run")


def test_the_other_hands_come_from_the_rest_of_the_pack(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership").deal(north=NORTH)
    everything = " ".join(table.hand(seat) for seat in ("north", "east", "south", "west")).split()
    assert sorted(everything) == sorted(table.game.pack)
    with pytest.raises(TableError, match="The pack does not hold that many AS"):
        pinochle.table("partnership").deal(north="AS AS AS")
    with pytest.raises(TableError, match="gets 12 cards, not 13"):
        pinochle.table("partnership").deal(north=NORTH + " 9H")


def test_a_hand_goes_from_bid_to_score(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", pass_count=0).deal(dealer="west", north=NORTH)
    assert table.asked == ("call", "N")
    table.bid(250, None, 260, None, None).name("H")
    assert table.asked == ("card", "S")
    table.finish()
    assert table.last.declarer == table.seat("south")
    assert table.score == dict(zip(("NS", "EW"), table.last.totals, strict=True))
    assert "(partnership 13)" in table.why


def test_legal_cards_and_refusals_in_text(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", pass_count=0).deal(
        dealer="west",
        north="AH 9H KC QC JC 9C KD QD JD 9D QS JS",
        east="10H KH 9H AS AS KS 10S QS JS 9S 9S 10S",
    )
    table.bid(250, None, None, None).name("S").play("AH")
    assert table.legal("east") == "10H KH 9H"
    assert str(table.refusal("east", "AS")) == "You have hearts. Follow suit."
    assert table.refusal("east", "9H") is None
    with pytest.raises(AssertionError, match=r"refused: You have hearts. Follow suit. \(partnership 10"):
        table.play("AS")
    with pytest.raises(AssertionError, match="E does not hold AC"):
        table.play("AC")


def test_what_is_not_due_is_said(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership").deal(dealer="west")
    with pytest.raises(AssertionError, match="nobody is asked for 'card' now; due is call of N"):
        table.play("AS")
    with pytest.raises(AssertionError, match="refused: At least 250 now"):
        table.bid(100)
    with pytest.raises(AssertionError, match="there is no seat 'up'; seats are N, E, S, W"):
        table.meld("up")
    with pytest.raises(AssertionError, match="no hand is scored yet"):
        _ = table.last


def test_kitty_and_burying(pinochle: Pinochle) -> None:
    table = pinochle.table("three-handed").deal(dealer="c", kitty="AS AH AD").bid(250, None, None)
    assert table.asked == ("bury", "A")
    held = table.hand("a").split()
    assert {"AS", "AH", "AD"} <= set(held)
    table.bury(" ".join(held[-3:]), "S")
    assert table.asked == ("card", "A")


def test_passing(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership").deal(
        dealer="west", north=NORTH, south="AC AC AD AD AH AH 9C 9D JC JC QC QC"
    )
    table.bid(250, None, None, None).name("S").give("AC AC AD AD")
    assert table.asked == ("pass", "N")
    assert table.hand("north").split().count("AC") == 2


def test_a_view_is_what_a_seat_sees(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership").deal(dealer="west", north=NORTH)
    own = table.view("north").seats[0].hand
    others = table.view("east").seats[0].hand
    assert all(one.card is not None for one in own)
    assert all(one.card is None for one in others)
    assert table.view().viewer is None


def test_a_plugin_file_is_loaded_or_its_fault_said(pinochle: Pinochle) -> None:
    assert pinochle.load(FAULTY / "wrong_sum.py").id == "wrong-sum"
    with pytest.raises(AssertionError, match=r"raises.py:3: ZeroDivisionError"):
        pinochle.load(FAULTY.parent / "badplugins" / "raises.py")


def test_conforms_fails_with_the_transcript(pinochle: Pinochle) -> None:
    rule = pinochle.load(FAULTY / "lost_card.py")
    with pytest.raises(AssertionError, match=r"auction with lost-card: 47 cards lie somewhere") as caught:
        pinochle.conforms(rule, most=1)
    assert "# auction with lost-card, seed 1\ngame auction {" in str(caught.value)
