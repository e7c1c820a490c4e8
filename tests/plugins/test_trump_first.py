"""plugins/trump_first.py"""

from __future__ import annotations

import pytest

from pinochle_lan.api import RulesError
from pinochle_lan.testing import Pinochle

HAND = "AS 10S AH AH AD AD AC AC KD KC JH 9H"


def test_the_bidder_leads_trump_to_the_first_trick(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["trump-first"], pass_count=0).deal(dealer="west", north=HAND)
    table.bid(250, None, None, None).name("S")
    assert table.legal("north") == "AS 10S"
    refusal = table.refusal("north", "KC")
    assert str(refusal) == "Lead a trump (spades) to the first trick."
    assert refusal is not None
    assert refusal.rule == "partnership 10"


def test_later_leads_are_free(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["trump-first"], pass_count=0).deal(
        dealer="west", north=HAND, east="9S JS 9C 9C JC QC QC 9D 9D JD QD QH",
        south="QS JS KC JC JD QD KD QH JH KH KH 10H", west="9S KS KS QS AS 10S 10C 10C 10D 10D 10H 9H",
    )  # fmt: skip
    table.bid(250, None, None, None).name("S").play("AS", "JS", "QS", "KS")
    assert table.asked == ("card", "N")
    assert len(table.legal("north").split()) > 2


def test_a_game_without_a_bidder_refuses_it(pinochle: Pinochle) -> None:
    with pytest.raises(RulesError, match="nobody bids in Two-handed pinochle"):
        pinochle.table("two-handed", rules=["trump-first"])
