"""plugins/last_trick_double.py"""

from __future__ import annotations

import pytest

from pinochle_lan.testing import Pinochle


@pytest.mark.parametrize(("variant", "last", "pool"), [("partnership", 20, 260), ("double-deck", 4, 52)])
def test_the_last_trick_counts_twice_and_the_scoring_knows(
    pinochle: Pinochle, variant: str, last: int, pool: int
) -> None:
    game = pinochle.table(variant, rules=["last-trick-double"]).game
    assert game.rules.counters.last == last
    assert game.rules.scoring.pool == pool


def test_a_whole_hand_brings_ten_more(pinochle: Pinochle) -> None:
    table = (
        pinochle.table("auction", rules=["last-trick-double"]).deal(dealer="west").bid(100, None, None, None)
    )
    table.name("S").finish()
    assert sum(table.last.tricks) == 260
