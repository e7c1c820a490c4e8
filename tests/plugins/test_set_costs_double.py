"""plugins/set_costs_double.py"""

from __future__ import annotations

from pinochle_lan.api import GiveUp
from pinochle_lan.testing import Pinochle, Table

LOW = "9S 9S 9H 9H 9D 9D 9C 9C JC JH JS QC"


def at_the_lead(pinochle: Pinochle) -> Table:
    table = pinochle.table("partnership", rules=["set-costs-double"], auto_set=False, pass_count=0)
    return table.deal(dealer="west", north=LOW).bid(600, None, None, None).name("S")


def test_a_bid_played_and_missed_costs_twice(pinochle: Pinochle) -> None:
    table = at_the_lead(pinochle)
    while not table.dealer.state.history:
        seat = table.seat(table.asked[1])
        legal = table.game.legal(table.dealer.state, seat, table.dealer.mine(seat))
        table.do(next(action for action in legal if not isinstance(action, GiveUp)))
    assert table.score["NS"] == -1200
    assert "it costs double" in table.why


def test_a_hand_given_up_costs_the_bid_once(pinochle: Pinochle) -> None:
    table = at_the_lead(pinochle)
    table.do(GiveUp(0))
    assert table.score["NS"] == -600
