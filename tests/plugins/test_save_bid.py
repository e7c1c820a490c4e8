"""plugins/save_bid.py"""

from __future__ import annotations

from pinochle_lan.testing import Pinochle


def test_a_dealer_on_whom_the_bid_drops_plays_for_less(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["save-bid"]).deal(dealer="west").bid(None, None, None)
    assert table.asked == ("name", "W")
    assert table.dealer.state.bid == 150


def test_a_bid_that_was_called_stays(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["save-bid"]).deal(dealer="west").bid(260, None, None, None)
    assert table.dealer.state.bid == 260


def test_the_table_sets_for_how_much(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["save-bid"], save_bid__points=200)
    table.deal(dealer="west").bid(None, None, None)
    assert table.dealer.state.bid == 200
    assert "saves the hand at 200" in table.rules
