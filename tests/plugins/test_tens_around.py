"""plugins/tens_around.py"""

from __future__ import annotations

from pinochle_lan.testing import Pinochle


def test_four_tens_score_as_the_table_says(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["tens-around"])
    table.deal(north="10S 10H 10D 10C AS AS 9C 9C 9D 9D 9H 9H")
    table.meld("north", "S").has("tens", 80)
    table = pinochle.table("partnership", rules=["tens-around"], tens_around__points=60)
    table.deal(north="10S 10H 10D 10C AS AS 9C 9C 9D 9D 9H 9H")
    table.meld("north", "S").has("tens", 60)


def test_eight_tens_score_ten_times_as_much(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["tens-around"])
    table.deal(north="10S 10H 10D 10C 10S 10H 10D 10C 9C 9C 9D 9D")
    table.meld("north", "H").has("tens", 800)


def test_a_table_in_tenths_writes_tenths(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership", rules=["tens-around"], score_scale="tenth")
    table.deal(north="10S 10H 10D 10C AS AS 9C 9C 9D 9D 9H 9H")
    table.meld("north", "S").has("tens", 8)


def test_without_the_rule_tens_are_no_meld(pinochle: Pinochle) -> None:
    table = pinochle.table("partnership").deal(north="10S 10H 10D 10C AS AS 9C 9C 9D 9D 9H 9H")
    table.meld("north", "S").has_not("tens")


def test_the_rules_page_says_it(pinochle: Pinochle) -> None:
    page = pinochle.table("partnership", rules=["tens-around"]).rules
    assert "Tens around score: Four tens of different suits are a meld" in page
    (line,) = [line for line in page.splitlines() if line.startswith("Tens around") and "double" in line]
    assert line.endswith(": 80, double 800.")
