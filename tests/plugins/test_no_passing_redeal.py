"""plugins/no_passing_redeal.py"""

from __future__ import annotations

from pinochle_lan.testing import Pinochle


def test_nobody_passes_cards(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["no-passing-redeal"]).deal(dealer="west")
    table.bid(250, None, None, None).name("S")
    assert table.asked == ("card", "N")


def test_four_passes_and_the_same_dealer_deals_again(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["no-passing-redeal"]).deal(dealer="west")
    table.bid(None, None, None, None)
    assert table.dealer.state.deals == 2
    assert table.dealer.state.dealer == table.seat("west")
    assert table.dealer.state.history == ()
