"""One thing of a table's form changed: what is sent is all that differs, and nothing else is lost."""

from __future__ import annotations

import pytest

from pinochle_lan.form import CARDS, LAST, ORDER, Form, OptionInfo, PointsInfo, RuleInfo

BID = OptionInfo("minimum_bid", "Lowest bid", "", 250, (), 100, 600, 10)
ACES = PointsInfo("meld.aces", "Aces around", (100, 1000), (100, 1000))
TENS = PointsInfo("meld.tens", "Tens around", (0, 0), (0, 0))
CARD_POINTS = PointsInfo(CARDS, "Card points", (10, 10, 10, 0, 0, 0), (10, 10, 10, 0, 0, 0))
LAST_TRICK = PointsInfo(LAST, "Last trick", (10,), (10,))
SET = (
    ("double", True),
    (ORDER, "tens double"),
    ("meld.dix", 0),
    ("target", 1000),
    ("tens", True),
    ("tens.points", 90),
)
FORM = Form(
    "partnership",
    SET,
    (("minimum_bid", 250), ("target", 1000)),
    (BID,),
    (
        RuleInfo("tens", "Tens", "", True),
        RuleInfo("double", "Double", "", True),
        RuleInfo("stick", "Stick", ""),
    ),
    (ACES, TENS, CARD_POINTS, LAST_TRICK),
)


def test_an_option_changes_alone_and_house_rules_and_points_stay() -> None:
    assert dict(FORM.with_option(BID, 300)) == {**dict(SET), "minimum_bid": 300}
    assert FORM.with_option(BID, 250) == tuple(sorted(SET))


def test_a_house_rule_is_switched_on_behind_the_others() -> None:
    on = dict(FORM.with_rule("stick", True))
    assert on[ORDER] == "tens double stick"
    assert on["stick"] is True
    assert on["tens.points"] == 90
    assert on["meld.dix"] == 0


def test_a_house_rule_that_is_switched_off_takes_its_options_along() -> None:
    off = dict(FORM.with_rule("tens", False))
    assert off == {"double": True, ORDER: "double", "meld.dix": 0, "target": 1000}
    last = Form("partnership", (("tens", True), (ORDER, "tens")), rules=(RuleInfo("tens", "Tens", "", True),))
    assert last.with_rule("tens", False) == ()


@pytest.mark.parametrize(
    ("id", "by", "order"),
    [("double", -1, "double tens"), ("tens", 1, "double tens"), ("tens", -1, "tens double")],
)
def test_house_rules_change_places(id: str, by: int, order: str) -> None:
    assert dict(FORM.moved(id, by)) == {**dict(SET), ORDER: order}


@pytest.mark.parametrize(
    ("info", "place", "points", "value"),
    [
        (ACES, 0, 120, "120 1000"),
        (ACES, 1, 0, "100"),
        (ACES, 0, 0, "0"),
        (TENS, 0, 80, "80"),
        (TENS, 1, 800, "0"),
        (CARD_POINTS, 3, 5, "10 10 10 5 0 0"),
        (LAST_TRICK, 0, 20, 20),
        (ACES, 0, 10**9, "100000 1000"),
    ],
)
def test_points_are_sent_as_a_preset_writes_them(
    info: PointsInfo, place: int, points: int, value: str | int
) -> None:
    assert dict(FORM.with_points(info, place, points)) == {**dict(SET), info.name: value}


def test_usual_points_are_not_sent() -> None:
    changed = Form("partnership", (("meld.aces", "120 1000"),), points=(ACES,))
    assert changed.with_points(PointsInfo("meld.aces", "", (100, 1000), (120, 1000)), 0, 100) == ()
