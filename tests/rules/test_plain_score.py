"""Random hands of every game under its usual rules, scored again by plain functions over text."""

from __future__ import annotations

import pytest
from helpers_golden import modest
from helpers_plain import TENTH, delta, meld, rounded
from helpers_rules import Dealer, game, variants

GAMES = sorted(variants())


@pytest.mark.parametrize("variant", GAMES)
def test_the_score_of_random_hands_is_what_the_text_says(variant: str) -> None:
    """Sections 7, 8, 11, 12 and 13 of every game, from the cards that were shown and played."""
    playing = game(variant)
    scored = 0
    for seed in range(6):
        dealer = Dealer(playing, seed, modest)
        for _ in range(2):
            before = len(dealer.state.history)
            if dealer.state.over:
                break
            dealer.hand()
            if len(dealer.state.history) > before and not dealer.state.over:
                scored += 1
                assert list(dealer.state.history[-1].delta) == delta(dealer), (seed, variant)
    assert scored >= 6


def test_the_plain_functions_read_the_text() -> None:
    """two-handed-kitty 7, two-person 13."""
    hand = ["AS", "AH", "AD", "AC", "10S", "KS", "QS", "JS", "JD", "9S", "KD", "QD", "KH", "QH", "10C"]
    assert meld(hand, "S", TENTH) == (34, False)
    assert meld(["9S", "9S"], "S", TENTH) == (2, True)
    assert [rounded(n) for n in (117, 42, 116, 127, 320)] == [120, 40, 110, 130, 320]
