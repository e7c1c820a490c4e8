"""plugins/double_for_spades.py"""

from __future__ import annotations

import pytest

from pinochle_lan.testing import Pinochle, Table


def played(pinochle: Pinochle, trump: str, *rules: str) -> Table:
    table = pinochle.table("partnership", rules=rules, pass_count=0, target=5000).deal(dealer="west")
    return table.bid(250, None, None, None).name(trump).finish()


@pytest.mark.parametrize(("trump", "times"), [("S", 2), ("H", 1)])
def test_spades_count_double_and_other_suits_once(pinochle: Pinochle, trump: str, times: int) -> None:
    plain, ruled = played(pinochle, trump), played(pinochle, trump, "double-for-spades")
    assert ruled.last.tricks == plain.last.tricks
    assert ruled.last.delta == tuple(points * times for points in plain.last.delta)
    assert ("the hand counts double" in ruled.why) == (times == 2)


def test_a_missed_bid_costs_double_too(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["double-for-spades"], auto_set=False, pass_count=0)
    table.deal(dealer="west", north="9S 9S 9H 9H 9D 9D 9C 9C JC JH JS QC")
    table.bid(600, None, None, None).name("S").finish()
    assert table.score["NS"] == -1200
