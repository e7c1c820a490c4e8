"""A second reading of docs/rules: cases of our own, worked by hand from the texts before they were run.

tests/data/cases_more.json has the schema of docs/rules/README.md; every kind and every option of every game
stands in it at least once where the referee can see it.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from helpers_rules import ROOT, variants

from pinochle_lan.rules.game import Game
from pinochle_lan.rules.referee import answer

GAMES = variants()
CASES: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "data" / "cases_more.json").read_text(encoding="utf-8")
)
UNSEEN = {
    "pass_order",
    "pass_count",
    "seating",
    "first_dealer",
    "deal_packet",
    "deal_layout",
    "deal.remix_draws",
    "deal.takeover",
    "nines_redeal",
    "technical_misdeal",
    "trump_source",
    "trump_needs_marriage",
    "dummy_points",
    "first_leader",
    "all_tricks_wins",
    "meld_timing",
    "last_draw_choice",
    "dealer_scores_turned_dix",
    "handicap",
    "handicap_seat",
    "penalty_no_bury",
    "penalty_misplay_bonus",
    "penalty_revoke",
    "penalty_exposed_card",
}
"""What only a table shows: seats, deals, steps and penalties of a hand that is played."""


def right(expect: dict[str, Any], got: dict[str, Any]) -> bool:
    def same(key: str, value: Any) -> bool:
        have = got.get(key, "missing")
        return sorted(have) == sorted(value) if isinstance(value, list) else bool(have == value)

    return all(same(key, value) for key, value in expect.items())


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_the_second_reading_agrees(variant: str) -> None:
    wrong = []
    for case in CASES:
        if case["variant"] == variant:
            got = answer({k: case[k] for k in ("id", "variant", "options", "kind", "input")}, GAMES)
            if not right(case["expect"], got.get("answer", {})):
                wrong.append((case["id"], case["why"], case["expect"], got))
    assert not wrong


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_every_kind_and_every_option_that_a_case_can_show_is_there(variant: str) -> None:
    ours = [case for case in CASES if case["variant"] == variant]
    game = Game(GAMES[variant])
    wanted = {"meld", "legal", "trick", "hand-score", "game-end"}
    wanted |= {"auction"} if game.rules.auction is not None else set()
    assert len(ours) >= 25
    assert {case["kind"] for case in ours} == wanted
    progressive = any(case["input"].get("mode") == "progressive" for case in ours)
    assert progressive == (game.rules.laying is not None)
    used = {name for case in ours for name in case["options"]}
    offered = {option.name for option in GAMES[variant].options if option.choices != (option.default,)}
    assert offered - used - UNSEEN == set()
