"""The five bidding games beside partnership: cases, options, sections, random hands, golden transcripts."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from typing import Any

import pytest
from helpers_conformance import (
    hands,
    random_game,
    watch_audit,
    watch_choices,
    watch_pack,
    watch_points,
    watch_views,
)
from helpers_golden import GOLDEN, RECORDED, written
from helpers_rules import ROOT, digest, game, replay, variants

from pinochle_lan.rules import text
from pinochle_lan.rules.catalogue import NAMES
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.referee import answer
from pinochle_lan.rules.refusal import SENTENCES

IDS = ("auction", "double-deck", "double-pack", "three-handed", "two-handed-kitty")
GAMES = variants()
CASES = json.loads((ROOT / "tests" / "data" / "cases.json").read_text(encoding="utf-8"))
OURS = [case for case in CASES if case["variant"] in IDS]


def rules_text(variant: str) -> dict[str, str]:
    """Sections of the variant's rules by number."""
    whole = (ROOT / "docs" / "rules" / f"{variant}.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\d+) ", whole, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


# --- worked cases


@pytest.mark.parametrize("case", OURS, ids=[case["id"] for case in OURS])
def test_F06_every_worked_case_is_right(case: dict[str, Any]) -> None:
    """docs/rules/README.md, cases.json."""
    asked = {key: case[key] for key in ("id", "variant", "options", "kind", "input")}
    got = answer(asked, GAMES)
    assert "error" not in got, got
    for key, value in case["expect"].items():
        found = got["answer"].get(key, "missing")
        if key == "legal":
            assert sorted(found) == sorted(value), case["why"]
        elif key == "items":
            assert found == {name: points for name, points in value.items() if points}, case["why"]
        else:
            assert found == value, case["why"]


def test_the_table_of_cases_is_whole() -> None:
    assert {variant: sum(case["variant"] == variant for case in OURS) for variant in IDS} == {
        "auction": 26,
        "double-deck": 14,
        "double-pack": 12,
        "three-handed": 10,
        "two-handed-kitty": 16,
    }


# --- options

FOUR_HANDED = {"seating", "first_dealer", "deal_packet"}
ELSEWHERE = {
    "auction": FOUR_HANDED,
    "double-deck": FOUR_HANDED,
    "double-pack": FOUR_HANDED,
    "three-handed": {"first_dealer", "deal_packet"},
    "two-handed-kitty": {"first_dealer"},
}
"""What house-rules.md gives beside section 16."""


@pytest.mark.parametrize("variant", IDS)
def test_section_16_lists_exactly_what_a_table_may_change(variant: str) -> None:
    listed = set(re.findall(r"[a-z]+(?:_[a-z]+)*", rules_text(variant)["16"])) & set(NAMES)
    ours = {option.name for option in GAMES[variant].options}
    penalties = {name for name in ours if name.startswith("penalty_")} - {"penalty_no_bury"}
    assert len(penalties) == (0 if variant == "two-handed-kitty" else 4)
    # No rule of play, but of the table: docs/sealed-deal.md 6.
    others = {"deal.takeover"} if len(GAMES[variant].seat_names) > 2 else set()
    assert ours - penalties == listed | ELSEWHERE[variant] | others


DEFAULTS: dict[str, tuple[Any, ...]] = {
    # option: A, DD, DP, 3H, 2K as the columns of house-rules.md; None = not offered there
    "minimum_bid": (100, 50, 500, 250, 20),
    "bid_increment": (10, 1, 10, 10, 1),
    "bid_multiple": (10, None, 10, 1, None),
    "bid_ladder": (None, "flat", "flat", None, None),
    "all_pass": ("redeal_next", "dealer_forced", "redeal_next", "dealer_forced", "dealer_forced"),
    "auction_style": (None, None, None, None, "single_round"),
    "trump_needs_marriage": (False, True, False, False, False),
    "seating": ("lobby", "lobby", "lobby", None, None),
    "first_dealer": ("draw_high", "random", "draw_high", "random", "random"),
    "deal_packet": (3, 4, 5, 3, None),
    "deal.takeover": (True, True, True, True, None),
    "deal_layout": (None, None, None, None, "3s"),
    "dummy_points": (None, None, None, None, "nobody"),
    "pass_count": (0, 0, 0, None, None),
    "pass_order": ("partner_first", "partner_first", "partner_first", None, None),
    "nines_redeal": (0, None, None, 0, None),
    "technical_misdeal": (None, False, False, None, None),
    "run_extra": ("none",) * 5,
    "double_melds": ("own", "own", None, "own", "own"),
    "roundhouse_bonus": (0, None, None, 0, 0),
    "meld_needs": ("trick", "point", "trick", "point", "none"),
    "meld_needs_points": (None, 1, None, None, None),
    "bidders_meld_needs": ("trick", None, "trick", None, None),
    "dix_only_kept": (None, None, None, True, None),
    "min_team_meld": (None, 0, None, None, None),
    "must_beat": ("always",) * 5,
    "after_ruff": ("either_suit", None, "either_suit", None, None),
    "first_leader": ("left_of_dealer", None, "bidder", None, None),
    "first_lead_must_be_trump": (False, None, None, None, None),
    "counters": ("classic", None, None, "simple", None),
    "set_rule": ("lose_bid",) * 5,
    "auto_set": (False, True, False, True, None),
    "allow_concede": (False, True, False, True, False),
    "concede_bonus": (0, 0, 0, 0, 25),
    "score_scale": ("full", None, "full", "full", None),
    "rounding": ("none", None, None, None, None),
    "target": (1000, 500, 3550, 1500, 120),
    "both_reach": ("bidder",) * 5,
    "target_raise": (None, None, None, 250, None),
    "scoring": (None, None, None, None, "standard"),
    "all_tricks_wins": (False, False, False, None, None),
    "enforcement": ("block",) * 5,
    "penalty_bid_out_of_turn": (False, False, False, False, None),
    "penalty_insufficient_bid": (False, False, False, False, None),
    "penalty_revoke": (False, False, False, False, None),
    "penalty_exposed_card": (False, False, False, False, None),
    "penalty_no_bury": (None, None, None, None, "off"),
}


@pytest.mark.parametrize("variant", IDS)
def test_defaults_are_those_of_the_text(variant: str) -> None:
    """House rules, columns A, DD, DP, 3H, 2K."""
    column = IDS.index(variant)
    expected = {name: row[column] for name, row in DEFAULTS.items() if row[column] is not None}
    assert dict(game(variant).options) == expected


@pytest.mark.parametrize("variant", IDS)
def test_the_whole_mapping_resolves_to_itself(variant: str) -> None:
    """docs/engine.md 6, trap 15: the record of a game holds every option, later defaults change nothing."""
    for n in range(30):
        options = dict(random_game(GAMES[variant], random.Random(n)).options)
        assert dict(game(variant, **options).options) == options


@pytest.mark.parametrize(
    ("variant", "options", "sentence"),
    [
        ("auction", {"bid_ladder": "flat"}, "has no option 'bid_ladder'"),
        ("auction", {"score_scale": "tenth"}, "tenths need simple counters"),
        ("double-deck", {"counters": "half"}, "has no option 'counters'"),
        ("double-deck", {"minimum_bid": 250}, "'minimum_bid' cannot be 250; allowed: 10 to 60"),
        ("double-deck", {"deal_packet": 3}, "'deal_packet' cannot be 3; allowed: 4 or 5"),
        ("double-pack", {"double_melds": "own"}, "has no option 'double_melds'"),
        ("double-pack", {"minimum_bid": 605}, "'minimum_bid' cannot be 605"),
        ("three-handed", {"pass_count": 0}, "has no option 'pass_count'"),
        ("three-handed", {"first_dealer": 3}, "'first_dealer' cannot be 3"),
        ("two-handed-kitty", {"auto_set": True}, "has no option 'auto_set'"),
        ("two-handed-kitty", {"deal_packet": 3}, "has no option 'deal_packet'"),
        ("two-handed-kitty", {"target": 25}, "'target' cannot be 25; allowed: 50 to 500"),
        (
            "two-handed-kitty",
            {"scoring": "alternate", "target": 120},
            "'target' cannot be 120; allowed: 5 to 25",
        ),
    ],
)
def test_what_a_game_does_not_offer_is_refused_by_name(
    variant: str, options: dict[str, Any], sentence: str
) -> None:
    """House rules: an option that a variant lists as "-" is refused, not ignored."""
    with pytest.raises(OptionError, match=re.escape(sentence)):
        game(variant, **options)


# --- sections


@pytest.mark.parametrize("variant", IDS)
def test_quoted_sections_stand_in_the_rules_text(variant: str) -> None:
    """Every refusal and every score can say why: 10.3b is step 3, case b of section 10."""
    sections = rules_text(variant)
    scored = {"made", "set", "others", "meld_lost", "dix_kept", "breach", "forfeit", "auto_set", "conceded"}
    referee = {"meld", "free", "winner", "counters", "auction", "end", "exposed", "alternate"}
    for code, place in GAMES[variant].sections.items():
        assert code in scored | referee or code in SENTENCES, code
        for one in place.split("-"):
            section, _, step = (one if "." in one else f"{place.split('.')[0]}.{one}").partition(".")
            if "." not in place:
                section, step = place, ""
            assert section in sections, f"{code}: {place}"
            if step:
                number, case = re.fullmatch(r"(\d+)([a-d]?)", step).groups()  # type: ignore[union-attr]
                found = re.search(rf"^{number}\. .*?(?=^\d+\. |\Z)", sections[section], re.M | re.S)
                assert found, f"{code}: {place}"
                assert not case or re.search(rf"^ +{case}\. ", found[0], re.M), f"{code}: {place}"


@pytest.mark.parametrize("variant", IDS)
def test_the_file_of_a_game_imports_the_api_alone(variant: str) -> None:
    """Law 10: shipped variants have no privileges."""
    source = (ROOT / "plugins" / f"{variant.replace('-', '_')}.py").read_text(encoding="utf-8")
    lines = [line for line in source.splitlines() if line.startswith(("import ", "from "))]
    plain = {"from collections.abc import Mapping", "from dataclasses import dataclass, replace"}
    assert [line for line in lines if line not in plain] == ["from pinochle_lan.api import ("]


@pytest.mark.parametrize("variant", IDS)
def test_the_file_of_a_game_names_every_section(variant: str) -> None:
    """A reader of the rules text finds each numbered section in the plugin."""
    source = (ROOT / "plugins" / f"{variant.replace('-', '_')}.py").read_text(encoding="utf-8")
    comments = " ".join(re.findall(r"(?:#|\"\"\").*", source))
    named = set(re.findall(r"\b\d+\b", comments))
    for first, final in re.findall(r"\b(\d+) to (\d+)\b", comments):
        named |= {str(n) for n in range(int(first), int(final) + 1)}
    assert [n for n in range(1, 17) if str(n) not in named] == []


@pytest.mark.parametrize("variant", IDS)
def test_the_rules_in_force_can_be_read(variant: str) -> None:
    told = text.rules(game(variant))
    assert {"The game", "Deal", "Auction", "Meld", "Play", "Scoring"} <= {heading for heading, _ in told}
    assert all(line.endswith(".") for _, lines in told for line in lines), told
    assert text.changes(game(variant)) == ()


# --- random hands


@pytest.mark.parametrize("variant", IDS)
def test_a_hundred_random_hands_under_random_options(variant: str) -> None:
    """Sections 2 and 12: hands end, cards and points are conserved, no choice is empty, nobody is accused."""
    for n in range(50):
        playing = random_game(GAMES[variant], random.Random(f"{variant} {n}"))
        closely = (watch_choices,) if n % 10 == 0 else ()
        hands(playing, 2, n, watch_pack, watch_points, watch_audit, *closely)


@pytest.mark.parametrize("variant", IDS)
def test_F40_views_leak_no_face(variant: str) -> None:
    """Laws 2 and 9."""
    for n in range(2):
        hands(random_game(GAMES[variant], random.Random(f"leak {n}")), 1, n, watch_views)


FRESH = """
import random, sys
sys.path[:0] = [{tests!r}, {root!r}]
from helpers_conformance import hands, random_game
from helpers_rules import digest, variants
games = variants()
for variant in {ids!r}:
    for n in range(4):
        for dealer in hands(random_game(games[variant], random.Random(n)), 2, n):
            print(digest(dealer.game, dealer.state))
"""


def test_F24_a_fresh_process_with_another_hash_seed_folds_the_same_bytes() -> None:
    code = FRESH.format(tests=str(ROOT / "tests"), root=str(ROOT), ids=IDS)
    fresh = {**os.environ, "PYTHONHASHSEED": "4711"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=fresh)
    here = [
        digest(dealer.game, dealer.state)
        for variant in IDS
        for n in range(4)
        for dealer in hands(random_game(GAMES[variant], random.Random(n)), 2, n)
    ]
    assert run.stdout.split() == here


# --- golden transcripts


@pytest.mark.parametrize("name", RECORDED)
def test_golden_transcripts_fold_to_the_recorded_digests(name: str) -> None:
    """A change here is a change of the rules' engine: raise the engine number and write the files anew."""
    recorded = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    for line, then, now in replay(recorded):
        assert then == now, f"{name}.txt line {line}"
    assert written(name) == recorded
    for words in RECORDED[name].shows:
        assert words in recorded, "what it is kept for"


def test_every_game_and_every_option_that_changes_the_flow_has_a_golden_transcript() -> None:
    assert {golden.variant for golden in RECORDED.values()} >= set(IDS)
    changed = {(golden.variant, name) for golden in RECORDED.values() for name in golden.options}
    assert {
        ("auction", "seating"),
        ("auction", "pass_count"),
        ("auction", "pass_order"),
        ("auction", "allow_concede"),
        ("auction", "all_pass"),
        ("auction", "nines_redeal"),
        ("double-deck", "technical_misdeal"),
        ("double-deck", "trump_needs_marriage"),
        ("double-pack", "first_leader"),
        ("three-handed", "trump_needs_marriage"),
        ("two-handed-kitty", "scoring"),
        ("two-handed-kitty", "auction_style"),
        ("two-handed-kitty", "dummy_points"),
        ("two-handed-kitty", "penalty_no_bury"),
    } <= changed
