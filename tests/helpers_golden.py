"""The golden transcripts of tests/golden: one a game, one an option that changes the flow of a hand.

``python tests/helpers_golden.py`` writes them anew; do so only with a higher engine number.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from helpers_rules import ROOT, Chooser, Dealer, at_random, game, transcript

from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.legal import Legal

GOLDEN = ROOT / "tests" / "golden"


def claiming(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Asks for a new deal whenever the hand allows it."""
    claims = [action for action in iter(legal) if isinstance(action, act.Claim)]
    return claims[0] if claims else at_random(dealer, ask, legal)


def eager(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Bids the lowest number three times in four."""
    bids = [action for action in iter(legal) if isinstance(action, act.Call) and action.bid is not None]
    return bids[0] if bids and dealer.rng.random() < 0.75 else at_random(dealer, ask, legal)


def forgetful(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Names trump without a bury, where that is judged."""
    chosen = at_random(dealer, ask, legal)
    if isinstance(chosen, act.Bury) and dealer.state.trump is None:
        return act.Bury(chosen.seat, (), chosen.suit, chosen.shown)
    return chosen


def modest(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Bids the lowest number where nobody has bid yet, then passes; plays at random."""
    calls = [action for action in iter(legal) if isinstance(action, act.Call)]
    if not calls:
        return at_random(dealer, ask, legal)
    high = any(bid is not None for _, bid in dealer.state.calls)
    return next(action for action in calls if (action.bid is None) is high)


def stingy(dealer: Dealer, ask: Ask, legal: Legal) -> Action:
    """Bids the standing bid again, which is too low, whenever that is judged and not refused."""
    calls = [action for action in iter(legal) if isinstance(action, act.Call) and action.bid is not None]
    high = max((bid for _, bid in dealer.state.calls if bid is not None), default=None)
    if calls and high is not None and dealer.rng.random() < 0.5:
        return act.Call(calls[0].seat, high)
    return eager(dealer, ask, legal)


class Golden(NamedTuple):
    """How a transcript came about, and words that must stand in it: the reason why it is kept."""

    variant: str
    seed: int
    hands: int
    options: Mapping[str, Any]
    shows: tuple[str, ...]
    choose: Chooser = at_random


RECORDED: dict[str, Golden] = {
    "auction": Golden("auction", 1, 3, {}, ("(auction 13)",)),
    "auction-draw": Golden(
        "auction",
        1,
        2,
        {"seating": "draw", "pass_count": 3, "pass_order": "simultaneous", "all_pass": "dealer_forced"},
        ("\ndraw ", "\npass ", "\nremix "),
    ),
    "auction-go": Golden(
        "auction",
        13,
        3,
        {"allow_concede": True, "all_pass": "redeal_same"},
        ('go 1 "play"', "give up"),
        eager,
    ),
    "auction-nines": Golden("auction", 6, 2, {"nines_redeal": 5}, ('["claim", "nines"',), claiming),
    "double-deck": Golden("double-deck", 1, 1, {}, ("(double-deck 13)",)),
    "double-deck-no-marriage": Golden("double-deck", 30, 1, {}, ("has no marriage",)),
    "double-deck-misdeal": Golden(
        "double-deck",
        61,
        2,
        {"technical_misdeal": True, "trump_needs_marriage": False},
        ('["claim", "no-aces"',),
        claiming,
    ),
    "double-deck-floors": Golden(
        "double-deck", 2, 1, {"min_team_meld": 20, "meld_needs_points": 20}, ("fewer than 20 trick points",)
    ),
    "double-pack": Golden("double-pack", 1, 1, {}, ("(double-pack 13)",), eager),
    "double-pack-go": Golden(
        "double-pack",
        1,
        1,
        {"first_leader": "left_of_dealer", "allow_concede": True, "auto_set": True},
        ('"play"', "(double-pack 13)"),
        eager,
    ),
    "three-handed": Golden("three-handed", 1, 1, {}, ("\nshow kitty", "\nbury ", "\nsettle ")),
    "three-handed-marriage": Golden(
        "three-handed",
        8,
        2,
        {"trump_needs_marriage": True, "deal_packet": 4},
        ("has no marriage", "\nsettle "),
    ),
    "three-handed-given-up": Golden("three-handed", 33, 2, {}, ("gave up", "cannot reach")),
    "two-handed-kitty": Golden("two-handed-kitty", 1, 2, {}, ("(two-handed-kitty 13)",)),
    "two-handed-kitty-alternate": Golden(
        "two-handed-kitty",
        16,
        3,
        {"scoring": "alternate", "deal_layout": "5+1"},
        ("gave up", "scores 2"),
    ),
    "two-handed-kitty-straight": Golden(
        "two-handed-kitty", 1, 1, {"auction_style": "straight"}, ("\ncall 0 2", "\ncall 1 2"), eager
    ),
    "two-handed-kitty-reveal": Golden(
        "two-handed-kitty",
        1,
        1,
        {"auction_style": "reveal_kitty", "dummy_points": "last_trick_winner"},
        ("\nshow kitty 18\n", "\nshow kitty 19\n", "\nshow kitty 20\n"),
        eager,
    ),
    "two-handed-kitty-late-bury": Golden(
        "two-handed-kitty",
        1,
        1,
        {"enforcement": "penalty", "penalty_no_bury": "bury_now"},
        ("[[], ", "\nsettle "),
        forgetful,
    ),
    "two-handed-kitty-no-bury": Golden(
        "two-handed-kitty",
        1,
        1,
        {"enforcement": "penalty", "penalty_no_bury": "forfeit"},
        ("no bury (two-handed-kitty 15)",),
        forgetful,
    ),
    "partnership-low-bid": Golden(
        "partnership",
        8,
        1,
        {"enforcement": "penalty", "penalty_insufficient_bid": True, "first_dealer": 2},
        ("\ncall 3 250\n", "\ncall 0 250\n", "\ncall 0 260\n"),
        stingy,
    ),
    "two-handed-bidding-turned": Golden(
        "two-handed-bidding",
        1,
        2,
        {"trump_source": "turn_up", "dix_exchange": False, "instant_win": False, "first_dealer": 1},
        ("(two-handed-bidding 13)",),
        modest,
    ),
}

WHOLE: dict[str, tuple[int, dict[str, Any]]] = {
    "partnership": (4, {"target": 500, "minimum_bid": 100}),
    "auction": (2, {"target": 500}),
    "double-deck": (5, {"target": 50, "minimum_bid": 10}),
    "double-pack": (5, {"target": 500, "minimum_bid": 100}),
    "three-handed": (1, {"target": 500, "minimum_bid": 100}),
    "two-handed": (4, {"target": 500}),
    "two-person": (4, {"target": 500}),
    "two-handed-bidding": (1, {"target": 50}),
    "two-handed-kitty": (1, {"target": 50, "minimum_bid": 10}),
}
"""A whole game of each variant, to its end at the lowest target: (seed, options)."""
MOST_HANDS = 20

RECORDED |= {
    f"{variant}-whole": Golden(variant, seed, MOST_HANDS, options, ("\n# totals ",), modest)
    for variant, (seed, options) in WHOLE.items()
}


def written(name: str) -> str:
    """The transcript as it is now."""
    golden = RECORDED[name]
    dealer = Dealer(game(golden.variant, **golden.options), golden.seed, golden.choose)
    return transcript(dealer, golden.hands, f"{name}, seed {golden.seed}")


def main(say: Callable[[str], object] = print) -> None:
    """Write every transcript that changed."""
    GOLDEN.mkdir(exist_ok=True)
    for name, text in _all():
        path = GOLDEN / f"{name}.txt"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            say(f"{path.name} written")


def _all() -> Iterator[tuple[str, str]]:
    for name in RECORDED:
        yield name, written(name)


if __name__ == "__main__":
    main()
