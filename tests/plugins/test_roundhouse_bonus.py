"""plugins/roundhouse_bonus.py"""

from __future__ import annotations

from pinochle_lan.testing import Pinochle

ROUNDHOUSE = "KC QC KD QD KH QH KS QS 9C 9C 9D 9D"


def test_a_roundhouse_brings_the_bonus_beside_its_parts(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["roundhouse-bonus"]).deal(north=ROUNDHOUSE)
    meld = table.meld("north", "H")
    meld.has("roundhouse", 10)
    assert meld.total == 40 + 60 + 80 + 60 + 10


def test_three_marriages_bring_nothing_more(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["roundhouse-bonus"])
    table.deal(north=ROUNDHOUSE.replace("KS", "AS"))
    table.meld("north", "H").has_not("roundhouse")


def test_it_takes_the_place_of_the_option_of_the_same_name(pinochle: Pinochle) -> None:
    given = {"roundhouse_bonus": 10, "roundhouse_bonus__points": 30}
    table = pinochle.table("partnership", rules=["roundhouse-bonus"], **given).deal(north=ROUNDHOUSE)
    table.meld("north", "H").has("roundhouse", 30)
