"""The options of docs/rules/house-rules.md, ready to be listed by a variant with its own default.

Owns names, sentences and allowed values; a variant says which of them it offers. Unknown to it: what they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pinochle_lan.rules.options import Option, OptionValue

_SWITCH: Final = (False, True)


def _switch(name: str, title: str, text: str, default: bool = False) -> Option:
    return Option(name, title, text, default, _SWITCH)


def _choice(name: str, title: str, text: str, *choices: OptionValue, scaled: bool = False) -> Option:
    return Option(name, title, text, choices[0], choices, scaled=scaled)


_ALL: Final = (
    # --- auction
    Option(
        "minimum_bid", "Lowest bid", "The lowest number that opens the auction.", 250, (), 100, 600, 10, True
    ),
    _choice("bid_increment", "Raise by", "Each bid is at least this much higher.", 10, 20, 50, scaled=True),
    _choice("bid_multiple", "Bids in steps of", "Every bid is a multiple of this.", 1, 10, scaled=True),
    _choice(
        "bid_ladder",
        "High bids",
        "flat: one step all the way; five_after_sixty: above 600 only in fifties (60 and fives in tenths).",
        "flat",
        "five_after_sixty",
    ),
    _choice(
        "all_pass",
        "If everybody passes",
        "dealer_forced: the dealer has it at the lowest bid; redeal_next: the next dealer deals; "
        "redeal_same: the same dealer deals again.",
        "dealer_forced",
        "redeal_next",
        "redeal_same",
    ),
    _choice(
        "auction_style",
        "Auction",
        "straight: until all but one pass; single_round: each speaks once; reveal_kitty: straight, and a "
        "kitty card is turned after each round.",
        "straight",
        "single_round",
        "reveal_kitty",
    ),
    _choice(
        "trump_source",
        "Trump comes from",
        "bidder: the bidder names it; turn_up: the turned-up card fixes it.",
        "bidder",
        "turn_up",
    ),
    _switch(
        "trump_needs_marriage",
        "Trump needs a marriage",
        "Trump may only be a suit of which the bidder shows K and Q.",
    ),
    # --- deal, passing, kitty
    _choice(
        "seating",
        "Partners",
        "lobby: as you sit; draw: the two higher cards play against the two lower.",
        "lobby",
        "draw",
    ),
    _choice(
        "first_dealer",
        "First dealer",
        "Who deals first: by lot, by the highest or lowest card, or a fixed seat.",
        "random",
        "draw_high",
        "draw_low",
    ),
    _choice("deal_packet", "Cards at a time", "How many cards are dealt at a time.", 3, 1, 4),
    _choice("pass_count", "Cards passed", "How many cards partners pass each way.", 4, 0, 2, 3),
    _choice(
        "pass_order",
        "Passing",
        "partner_first: the bidder sees the partner's cards first; simultaneous: both choose blind.",
        "partner_first",
        "simultaneous",
    ),
    _choice(
        "deal_layout",
        "Layout of the deal",
        "How hands, dummy and kitty are dealt.",
        "3s",
        "5+1",
        "3+1",
        "4+1",
    ),
    _choice(
        "dummy_points",
        "Points in the dummy hand",
        "nobody: they count for nobody; last_trick_winner: they go with the last trick.",
        "nobody",
        "last_trick_winner",
    ),
    _choice(
        "nines_redeal",
        "Redeal for nines",
        "A hand with so many nines may ask for a new deal; 0 = never.",
        0,
        5,
        6,
        7,
    ),
    _switch(
        "technical_misdeal",
        "Redeal without aces",
        "A hand with no ace and 13 or more queens and jacks may ask for a new deal.",
    ),
    # --- meld
    _choice(
        "run_extra",
        "Extra king or queen with a run",
        "none: nothing; 40_each: each counts 40 (190 with one, 230 with both); 20_each: each counts 20.",
        "none",
        "40_each",
        "20_each",
    ),
    _choice(
        "double_melds",
        "Double melds",
        "own: their own high value; two_singles: twice the single.",
        "own",
        "two_singles",
    ),
    _choice(
        "roundhouse_bonus", "Roundhouse bonus", "Extra for a marriage in all four suits.", 0, 10, scaled=True
    ),
    _choice(
        "meld_needs",
        "Meld needs",
        "What the side without the bid must win to keep its meld: nothing, a trick, or a trick point.",
        "point",
        "trick",
        "none",
    ),
    _choice("meld_needs_points", "Points to keep meld", "How many trick points keep the meld.", 1, 20),
    _choice(
        "bidders_meld_needs",
        "Bidder's meld needs",
        "What the bidding side must win to keep its meld: nothing or a trick.",
        "none",
        "trick",
    ),
    _switch(
        "dix_only_kept",
        "Nines alone are kept",
        "A side whose only meld is nines of trump keeps it in any case.",
        True,
    ),
    _choice("min_team_meld", "Least meld of a side", "A side's meld below this counts nothing.", 0, 20),
    # --- play and counters
    _choice(
        "must_beat",
        "Beating the trick",
        "always: you must beat the winning card if you can; trump_led_only: only when trump is led.",
        "always",
        "trump_led_only",
    ),
    _choice(
        "after_ruff",
        "After a trump on a plain suit",
        "follow_any: you still follow suit; either_suit: you may follow or trump.",
        "follow_any",
        "either_suit",
    ),
    _choice("first_leader", "First lead", "Who leads to the first trick.", "bidder", "left_of_dealer"),
    _switch(
        "first_lead_must_be_trump",
        "First lead is trump",
        "Declarer must lead a trump to the first trick, holding one.",
    ),
    _choice(
        "counters",
        "Card points",
        "simple: A, 10, K 10 each; half: A, 10 10 each, K, Q 5 each; classic: A 11, 10 10, K 4, Q 3, J 2.",
        "simple",
        "half",
        "classic",
    ),
    _choice("last_trick", "Last trick", "Points for the last trick.", 10, scaled=True),
    # --- scoring and end
    _choice(
        "set_rule",
        "A missed bid",
        "lose_bid: the bidders lose it; opponents_score_bid: the others score it.",
        "lose_bid",
        "opponents_score_bid",
    ),
    _switch(
        "auto_set",
        "Impossible bids are not played",
        "A bid that the trick points cannot reach is set at once.",
        True,
    ),
    _switch("allow_concede", "Giving up", "The bidder may give up between meld and the first lead.", True),
    _choice(
        "concede_bonus",
        "Bonus for an unplayed hand",
        "Extra points for each opposing side.",
        0,
        100,
        250,
        scaled=True,
    ),
    _choice(
        "score_scale", "The numbers", "full: as written; tenth: everything divided by ten.", "full", "tenth"
    ),
    _choice("rounding", "Rounding", "none: exact; seven_up: to tens, 7, 8 and 9 up.", "none", "seven_up"),
    Option("target", "Game", "The score that wins the game.", 1500, (), 500, 5000, 50, True),
    _choice(
        "both_reach",
        "If both reach it",
        "bidder: the bidding side wins; higher: the higher score wins; raise_target: the target rises.",
        "bidder",
        "higher",
        "raise_target",
    ),
    _choice(
        "target_raise", "Target rises by", "How far the target rises when both reach it.", 250, scaled=True
    ),
    _choice(
        "scoring",
        "Scoring",
        "standard: points; alternate: 2 for a made bid, 1 for a failed one.",
        "standard",
        "alternate",
    ),
    _switch(
        "all_tricks_wins", "All tricks win the game", "A side that wins every trick of a hand wins the game."
    ),
    Option("handicap", "Handicap", "Points that one chosen player starts with.", 0, (), 0, 499, 1),
    # --- stock games
    _choice(
        "meld_timing",
        "Meld",
        "after_draw: the winner draws, then melds; before_draw: the other way round.",
        "after_draw",
        "before_draw",
    ),
    _choice("melds_per_trick", "Melds after a trick", "1: one; 0: any number.", 1, 0),
    _choice(
        "run_from_marriage",
        "Run from a royal marriage",
        "pair: only with both its cards; any: also with one of them and a fresh one.",
        "pair",
        "any",
    ),
    _switch(
        "dix_exchange",
        "Exchange of the nine",
        "The first nine of trump is exchanged for the turned-up card.",
        True,
    ),
    _switch("dealer_scores_turned_dix", "Turned-up nine", "The dealer scores for a turned-up nine.", True),
    _switch(
        "last_draw_choice",
        "Last draw",
        "The winner takes either of the last two cards; otherwise the face-down one, and shows it.",
        True,
    ),
    _switch("count_stock_tricks", "Early tricks count", "Cards won before the stock is gone count.", True),
    _switch("instant_win", "Win in mid-hand", "The game can end inside a hand."),
    _switch(
        "prove_contract",
        "Contract must be proved",
        "Reaching the target with a contract wins only once it is made.",
        True,
    ),
    # --- irregularities
    _choice(
        "enforcement",
        "Illegal actions",
        "block: the program refuses them; penalty: they are accepted and judged.",
        "block",
        "penalty",
    ),
    _switch(
        "penalty_bid_out_of_turn", "Bid out of turn", "Void; the offender and partner are out of the auction."
    ),
    _switch(
        "penalty_insufficient_bid",
        "Bid too low",
        "Must be raised at once; the partner is out of the auction.",
    ),
    _switch("penalty_revoke", "Illegal card", "The side's trick points of the hand are lost."),
    _switch("penalty_exposed_card", "Exposed card", "Lies face up and is played as soon as it is legal."),
    _choice(
        "penalty_no_bury",
        "Missing bury",
        "What happens when nothing was buried.",
        "off",
        "bury_now",
        "forfeit",
    ),
    _choice("penalty_misplay_bonus", "Misplay", "What the opponent gets for a misplay.", 25),
    # --- of the table, read by the rules
    _switch(
        "deal.remix_draws",
        "Mix after each draw",
        "Hides which card of a hand was just drawn; a little slower.",
        True,
    ),
    _switch(
        "deal.takeover",
        "A missing player's cards",
        "All the other laptops together can open them, so that the hand goes on; otherwise nobody ever can, "
        "and the hand waits.",
        True,
    ),
)
_ONLY: Final[Mapping[str, tuple[str, tuple[OptionValue, ...]]]] = {
    "pass_order": ("pass_count", tuple(range(1, 21))),
    "meld_needs_points": ("meld_needs", ("point",)),
    "dix_only_kept": ("meld_needs", ("trick", "point")),
    "target_raise": ("both_reach", ("raise_target",)),
    **dict.fromkeys(
        (option.name for option in _ALL if option.name.startswith("penalty_")), ("enforcement", ("penalty",))
    ),
}
"""Options that mean something only beside certain values of another one."""
_BY_NAME: Final = {
    option.name: option.only_with(_ONLY[option.name][0], *_ONLY[option.name][1])
    if option.name in _ONLY
    else option
    for option in _ALL
}

NAMES: Final = tuple(option.name for option in _ALL)
"""Names of all ready-made options, in the order of house-rules.md."""

PENALTIES: Final = (
    "penalty_bid_out_of_turn",
    "penalty_insufficient_bid",
    "penalty_revoke",
    "penalty_exposed_card",
)
"""The penalties of the games with an auction."""


def option(
    name: str,
    default: OptionValue | None = None,
    *choices: OptionValue,
    low: int | None = None,
    high: int | None = None,
    step: int | None = None,
) -> Option:
    """The option ``name`` of house-rules.md with this variant's default, and its own choices or range if
    given.

    A variant in tenths gives its own range and choices in tenths; nothing is divided then. Raises KeyError.
    """
    found = _BY_NAME[name]
    changed: dict[str, object] = {}
    if default is not None:
        changed["default"] = default
    if choices:
        changed["choices"] = choices
    if low is not None:
        changed.update(choices=(), low=low, high=high, step=step or 1)
    return replace(found, **changed)  # type: ignore[arg-type]


def first_dealer(seats: int, default: OptionValue = "random") -> Option:
    """Who deals first: by lot, by a card drawn, or seat 0..n-1."""
    return replace(
        _BY_NAME["first_dealer"],
        default=default,
        choices=("random", "draw_high", "draw_low", *range(seats)),
    )


def penalties() -> tuple[Option, ...]:
    """``enforcement`` and the penalties of games with an auction."""
    return (option("enforcement"), *(option(name) for name in PENALTIES))
