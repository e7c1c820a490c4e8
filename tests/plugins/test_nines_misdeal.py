"""plugins/nines_misdeal.py"""

from __future__ import annotations

import pytest

from pinochle_lan.api import Claim, RulesError
from pinochle_lan.testing import Pinochle

NINES = "9S 9S 9H 9H 9D AS AH AD AC KS KH KD"


def test_five_nines_may_be_shown_for_a_new_deal(pinochle: Pinochle) -> None:
    table = pinochle.table("auction", rules=["nines-misdeal"]).deal(dealer="west", north=NINES)
    seat = table.seat("north")
    legal = table.game.legal(table.dealer.state, seat, table.dealer.mine(seat))
    claim = next(action for action in legal if isinstance(action, Claim))
    table.do(claim)
    assert table.dealer.state.deals == 2
    assert table.dealer.state.dealer == table.seat("west")


def test_six_are_needed_where_the_table_says_six(pinochle: Pinochle) -> None:
    table = pinochle.table("auction", rules=["nines-misdeal"], nines_misdeal__least=6)
    table.deal(dealer="west", north=NINES)
    legal = table.game.legal(table.dealer.state, 0, table.dealer.mine(0))
    assert not any(isinstance(action, Claim) for action in legal)


def test_a_pack_without_nines_refuses_the_rule(pinochle: Pinochle) -> None:
    with pytest.raises(RulesError, match=r"'Misdeal for nines' does not fit Double-deck pinochle: the pack"):
        pinochle.table("double-deck", rules=["nines-misdeal"])
