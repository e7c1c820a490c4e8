"""Options: every name and value of the rules text, refusals by name, scales, house rules' own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from helpers_rules import ROOT, game, variants

from pinochle_lan.rules.catalogue import NAMES, option
from pinochle_lan.rules.errors import OptionError

PARTNERSHIP = variants()["partnership"]


def offered() -> set[str]:
    text = (ROOT / "docs" / "rules" / "partnership.md").read_text(encoding="utf-8")
    section = text.split("## 16 ")[1].split("## 17 ")[0]
    names = set(re.findall(r"[a-z]+(?:_[a-z]+)+|enforcement|counters|target", section))
    return {name for name in names if name in NAMES}


def test_partnership_16_offers_exactly_its_options() -> None:
    """partnership 16, the three that house-rules.md gives to every four-handed table, bid_ladder
    (column P), and what becomes of a missing player's cards (docs/sealed-deal.md 6).
    """
    ours = {option.name for option in PARTNERSHIP.options}
    always = {"seating", "first_dealer", "deal_packet", "deal.takeover", "bid_ladder"}
    penalties = {name for name in NAMES if name.startswith("penalty_")} & ours
    assert len(penalties) == 4
    assert ours == offered() | always | penalties


def test_every_option_of_the_house_rules_is_in_the_catalogue() -> None:
    text = (ROOT / "docs" / "rules" / "house-rules.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| ([a-z_]+) \|", text, re.M)) - {"misdeal_redeal"}
    assert named
    assert named <= set(NAMES)


@pytest.mark.parametrize("name", [option.name for option in PARTNERSHIP.options])
def test_every_option_has_a_sentence_and_allows_its_default(name: str) -> None:
    found = next(option for option in PARTNERSHIP.options if option.name == name)
    assert found.allows(found.default)
    assert found.help.endswith(".")
    assert found.title
    assert found.tenths().allows(found.tenths().default)


def test_defaults_are_those_of_the_text() -> None:
    """House rules, column P."""
    options = game().options
    expected: dict[str, Any] = {
        "minimum_bid": 250,
        "bid_increment": 10,
        "bid_multiple": 1,
        "bid_ladder": "flat",
        "all_pass": "dealer_forced",
        "pass_count": 4,
        "pass_order": "partner_first",
        "trump_needs_marriage": False,
        "seating": "lobby",
        "first_dealer": "random",
        "deal_packet": 3,
        "nines_redeal": 0,
        "run_extra": "none",
        "double_melds": "own",
        "roundhouse_bonus": 0,
        "meld_needs": "point",
        "dix_only_kept": True,
        "must_beat": "always",
        "first_leader": "bidder",
        "first_lead_must_be_trump": False,
        "counters": "simple",
        "set_rule": "lose_bid",
        "auto_set": True,
        "allow_concede": True,
        "concede_bonus": 0,
        "score_scale": "full",
        "target": 1500,
        "both_reach": "bidder",
        "all_tricks_wins": False,
        "enforcement": "block",
    }
    assert {name: options[name] for name in expected} == expected
    assert not any(options[name] for name in options if name.startswith("penalty_"))
    assert list(options) == sorted(options), "in order of name, whoever reads it"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"minimum_bit": 3}, "has no option 'minimum_bit'; did you mean 'minimum_bid'?"),
        ({"after_ruff": "either_suit"}, "has no option 'after_ruff'"),
        ({"minimum_bid": 255}, "'minimum_bid' cannot be 255; allowed: 100 to 600 in steps of 10"),
        ({"minimum_bid": "250"}, "'minimum_bid' cannot be 250"),
        ({"minimum_bid": True}, "'minimum_bid' cannot be yes"),
        ({"auto_set": 1}, "'auto_set' cannot be 1; allowed: no or yes"),
        ({"pass_count": 1}, "'pass_count' cannot be 1; allowed: 4, 0, 2 or 3"),
        ({"first_dealer": 4}, "'first_dealer' cannot be 4"),
        ({"score_scale": "tenth", "counters": "half"}, "'score_scale' tenth and 'counters' half contradict"),
        ({"score_scale": "tenth", "minimum_bid": 7}, "'minimum_bid' cannot be 7; allowed: 10 to 60"),
    ],
)
def test_wrong_options_are_refused_by_name(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=re.escape(sentence)):
        game(**options)


def test_F08_minimum_150_no_passing() -> None:
    """A family's table, without code."""
    options = game(minimum_bid=150, pass_count=0).options
    assert (options["minimum_bid"], options["pass_count"]) == (150, 0)


@pytest.mark.parametrize("written", [150, 15])
def test_F08_the_numbers_divided_by_ten_from_15(written: int) -> None:
    """House rules, score_scale: points are divided, values written in tenths are taken as they are."""
    tenth = game(score_scale="tenth", minimum_bid=written)
    assert tenth.options["minimum_bid"] == 15
    assert tenth.options["target"] == 150
    assert tenth.options["bid_increment"] == 1
    assert tenth.start().target == 150
    assert tenth.rules.scoring.pool == 25


def test_a_variant_narrows_an_option_to_its_own_values() -> None:
    found = option("minimum_bid", 50, low=10, high=60)
    assert found.allows(51)
    assert not found.allows(9)
    assert option("deal_packet", 5, 4, 5).allowed == "4 or 5"
