"""Scores and the end of the game, with the boundaries that are easily off by one."""

from __future__ import annotations

import pytest
from helpers_rules import game

from pinochle_lan.rules.end import GameEnd
from pinochle_lan.rules.score import Score, Scoring, Tally

NAMES = ("NS", "EW")


def tally(**changes: object) -> Tally:
    facts: dict[str, object] = {
        "names": NAMES,
        "meld": (210, 60),
        "tricks": (160, 90),
        "declarer": 0,
        "bid": 300,
    }
    return Tally(**(facts | changes))  # type: ignore[arg-type]


def score(options: dict[str, object] | None = None, **changes: object) -> Score:
    return game(**(options or {})).rules.scoring.score(tally(**changes))


def test_the_worked_hand() -> None:
    """partnership 13: made +370 and +150, set -300 and +230."""
    assert score().delta == (370, 150)
    assert score(tricks=(80, 170)).delta == (-300, 230)


def test_F01_exactly_the_bid_is_made_and_ten_less_is_set() -> None:
    """partnership 13."""
    assert score(tricks=(90, 160)).made is True
    assert score(tricks=(80, 170)).made is False


def test_F01_exactly_250_short_is_playable() -> None:
    """partnership 9."""
    scoring = game().rules.scoring
    assert scoring.playable(tally(bid=500, meld=(250, 0)))
    assert not scoring.playable(tally(bid=510, meld=(250, 0)))
    assert game(auto_set=False).rules.scoring.playable(tally(bid=900, meld=(0, 0)))


def test_the_other_side_keeps_meld_with_a_point_only() -> None:
    """partnership 8: a trick of queens, jacks and nines is no point; the last trick is."""
    assert score(tricks=(250, 0), tricks_won=(10, 2)).delta == (460, 0)
    assert score(tricks=(240, 10)).delta == (450, 70)


@pytest.mark.parametrize(("needs", "kept"), [("point", 0), ("trick", 60), ("none", 60)])
def test_meld_needs(needs: str, kept: int) -> None:
    """House rules, meld_needs."""
    assert score({"meld_needs": needs}, tricks=(250, 0), tricks_won=(10, 2)).delta[1] == kept
    without = score({"meld_needs": needs}, tricks=(250, 0), tricks_won=(12, 0)).delta[1]
    assert without == (60 if needs == "none" else 0)


def test_nines_alone_are_kept_either_way() -> None:
    """partnership 8: nines with any other meld are lost with it."""
    assert score(meld=(210, 20), tricks=(250, 0), dix_only=(1,)).delta[1] == 20
    assert score(meld=(210, 40), tricks=(250, 0)).delta[1] == 0
    assert score({"dix_only_kept": False}, meld=(210, 20), tricks=(250, 0), dix_only=(1,)).delta[1] == 0


def test_declarer_needs_no_trick_for_meld() -> None:
    """partnership 8."""
    assert score(meld=(310, 40), tricks=(0, 250)).delta == (310, 290)


def test_unplayed_hands() -> None:
    """partnership 9: the bid and nothing else against the others' meld; bonus by option."""
    assert score(outcome="auto-set").delta == (-300, 60)
    assert score(outcome="conceded").delta == (-300, 60)
    assert score({"concede_bonus": 250}, outcome="conceded").delta == (-300, 310)
    assert score(outcome="no-marriage").delta == (-300, 0)


def test_opponents_score_the_missed_bid() -> None:
    """House rules, set_rule: declarer 0; a concession likewise."""
    other = {"set_rule": "opponents_score_bid"}
    assert score(other, tricks=(80, 170)).delta == (0, 530)
    assert score(other, outcome="conceded").delta == (0, 360)
    assert score(other).delta == (370, 150)


def test_a_proven_breach_costs_the_tricks_and_the_meld_without_an_earlier_trick() -> None:
    """House rules, penalty_revoke not corrected; README, found out later."""
    assert score(breaches=((1, 0),)).delta == (370, 0)
    assert score(breaches=((1, 2),)).delta == (370, 60)
    assert score(breaches=((0, 2),)).delta == (-300, 150)
    assert score(breaches=((0, 0),), bid=250).delta == (-250, 150)


def test_a_forfeit_gives_everything_to_the_others() -> None:
    """docs/engine.md 2: with a contract the offender loses the bid, otherwise it scores 0."""
    assert score(outcome="forfeit", offender=0).delta == (-300, 310)
    assert score(outcome="forfeit", offender=1).delta == (460, 0)
    assert score(outcome="forfeit", offender=1, declarer=None, bid=None).delta == (460, 0)


def test_options_of_other_games() -> None:
    """auction 8 and 13, double-deck 8: parameters of the same scoring."""
    both = Scoring(250, meld_needs="trick", bidders_meld_needs="trick")
    assert both.score(tally(tricks=(0, 250), tricks_won=(0, 12), bid=100)).delta == (-100, 310)
    rounded = Scoring(250, rounding="seven_up")
    facts = tally(meld=(190, 40), tricks=(107, 143))
    assert rounded.score(facts).delta == (300, 180), "297 counts as 300 before it is compared"
    floors = Scoring(50, meld_needs="point", meld_needs_points=20, min_team_meld=20)
    assert floors.score(tally(bid=50, meld=(40, 19), tricks=(19, 31))).delta == (-50, 31)
    assert Scoring(250).score(tally(declarer=None, bid=None)).delta == (370, 150)


def test_every_line_of_the_score_says_why_and_names_its_code() -> None:
    lines = score(tricks=(250, 0)).why
    assert lines[0] == ("made", "NS made 300 with 210 meld and 250 trick points")
    assert ("meld_lost", "EW loses 60 meld: no trick point") in lines
    assert ("others", "EW scores 0 meld and 0 trick points") in lines


# --- the end of the game


@pytest.mark.parametrize("seating", [0, 1])
@pytest.mark.parametrize("target", [1500, 1000, 1200, 500, 150, 120])
def test_F01_the_side_on_the_target_wins_in_both_seatings(seating: int, target: int) -> None:
    """partnership 14: reaching is enough."""
    totals = (target, target - 10) if seating == 0 else (target - 10, target)
    for rule in ("bidder", "higher", "raise_target"):
        for declarer in (0, 1, None):
            assert GameEnd(target, rule).after_hand(totals, declarer, target) == (seating, target)
    assert GameEnd(target).after_hand((target - 1, target - 1), 0, target) == (None, target)


def test_both_there_the_bidder_wins_whatever_the_totals() -> None:
    """partnership 14."""
    assert GameEnd(1500).after_hand((1510, 1690), 0, 1500) == (0, 1500)
    assert GameEnd(1500).after_hand((1150, 1680), 0, 1500) == (1, 1500)


def test_both_reach_options() -> None:
    """House rules, both_reach; a tie of others plays on (three-handed 14)."""
    assert GameEnd(1500, "higher").after_hand((1510, 1690), 0, 1500) == (1, 1500)
    assert GameEnd(1500, "higher").after_hand((1600, 1600), 0, 1500) == (None, 1500)
    assert GameEnd(1200, "raise_target").after_hand((1310, 1270), None, 1200) == (None, 1450)
    assert GameEnd(1000, "raise_target").after_hand((1250, 1020), None, 1000) == (None, 1500)
    assert GameEnd(1500).after_hand((1500, 0, 1500), 1, 1500) == (None, 1500)


def test_all_tricks_win_the_game() -> None:
    """House rules, all_tricks_wins."""
    assert game(all_tricks_wins=True).rules.end.after_hand((10, 20), 1, 1500, sweep=0) == (0, 1500)
    assert game().rules.end.after_hand((10, 20), 1, 1500, sweep=0) == (None, 1500)
