"""plugins/stick_the_dealer.py"""

from __future__ import annotations

import pytest

from pinochle_lan.api import RulesError
from pinochle_lan.testing import Pinochle


def test_three_passes_leave_the_bid_with_the_dealer(pinochle: Pinochle) -> None:
    table = pinochle.table("auction", rules=["stick-the-dealer"]).deal(dealer="west").bid(None, None, None)
    assert table.asked == ("name", "W")
    assert table.dealer.state.bid == 100


def test_it_contradicts_the_redeal_and_both_are_named(pinochle: Pinochle) -> None:
    for rules in (["stick-the-dealer", "no-passing-redeal"], ["no-passing-redeal", "stick-the-dealer"]):
        with pytest.raises(RulesError) as caught:
            pinochle.table("partnership", rules=rules)
        assert "'Stick the dealer'" in str(caught.value)
        assert "'No passing, and a redeal if nobody bids'" in str(caught.value)
        assert "contradict each other" in str(caught.value)


def test_a_game_without_an_auction_refuses_it(pinochle: Pinochle) -> None:
    with pytest.raises(RulesError, match=r"does not fit Two-handed pinochle: .* has no auction"):
        pinochle.table("two-handed", rules=["stick-the-dealer"])
