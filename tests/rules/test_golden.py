"""A golden transcript for every game, whole to its end, and for every option that changes the flow of a hand.

The transcripts are folded again by test_conformance, test_stock_hands and test_bidding_games; here it is
watched that none is missing: an option that is new to the program fails until it is called flow or still.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from helpers_golden import GOLDEN, WHOLE
from helpers_rules import game, variants

GAMES = variants()
FLOW = {
    "all_pass",
    "auction_style",
    "trump_source",
    "trump_needs_marriage",
    "seating",
    "first_dealer",
    "deal_packet",
    "deal_layout",
    "deal.remix_draws",
    "pass_count",
    "pass_order",
    "nines_redeal",
    "technical_misdeal",
    "auto_set",
    "allow_concede",
    "first_leader",
    "scoring",
    "meld_timing",
    "melds_per_trick",
    "dix_exchange",
    "last_draw_choice",
    "instant_win",
    "prove_contract",
    "enforcement",
    "penalty_insufficient_bid",
    "penalty_no_bury",
}
"""Options that change which steps a hand has, or who is asked."""
STILL = {
    "deal.takeover",
    "minimum_bid",
    "bid_increment",
    "bid_multiple",
    "bid_ladder",
    "must_beat",
    "after_ruff",
    "first_lead_must_be_trump",
    "run_extra",
    "double_melds",
    "roundhouse_bonus",
    "run_from_marriage",
    "counters",
    "count_stock_tricks",
    "dealer_scores_turned_dix",
    "dummy_points",
    "set_rule",
    "score_scale",
    "rounding",
    "meld_needs",
    "meld_needs_points",
    "bidders_meld_needs",
    "dix_only_kept",
    "min_team_meld",
    "concede_bonus",
    "target",
    "target_raise",
    "both_reach",
    "all_tricks_wins",
    "handicap",
    "handicap_seat",
    "penalty_bid_out_of_turn",
    "penalty_revoke",
    "penalty_exposed_card",
    "penalty_misplay_bonus",
}
"""Options that change numbers and legal choices alone, or that only the referee judges."""


def recorded() -> dict[str, tuple[str, dict[str, Any]]]:
    """Name of each transcript to its variant and options."""
    found = {}
    for path in sorted(GOLDEN.glob("*.txt")):
        line = path.read_text(encoding="utf-8").splitlines()[1]
        _, variant, options = line.split(" ", 2)
        found[path.stem] = (variant, json.loads(options))
    return found


def test_every_option_is_flow_or_still() -> None:
    names = {option.name for variant in GAMES.values() for option in variant.options}
    assert names == FLOW | STILL
    assert not FLOW & STILL


def test_every_option_that_changes_the_flow_has_a_transcript() -> None:
    shown = set()
    for variant, options in recorded().values():
        usual = game(variant).options
        shown |= {name for name, value in options.items() if value != usual[name]}
    assert FLOW - shown == set()


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_every_game_has_a_transcript_of_its_usual_rules_and_a_whole_game(variant: str) -> None:
    usual = dict(game(variant).options)
    assert any(found == (variant, usual) for found in recorded().values())
    text = (GOLDEN / f"{variant}-whole.txt").read_text(encoding="utf-8")
    totals = [int(n) for n in re.findall(r"-?\d+", text.rsplit("\n# totals ", 1)[1])]
    target = WHOLE[variant][1]["target"]
    assert max(totals) >= target, "it ends with the game"
    assert text.count("\n# totals ") >= 2, "more than one hand"
