"""Double-deck pinochle: docs/rules/double-deck.md, section by section; all numbers in tenths.

A player may change anything here: save a copy under another name and give it another ``id``.
"""

from pinochle_lan.api import (
    Auction,
    AuctionRules,
    Counters,
    Deal,
    Following,
    GameEnd,
    NameTrump,
    NoAces,
    Options,
    Passing,
    Rank,
    Register,
    Rules,
    ScoreHand,
    Scoring,
    ShowMelds,
    TrickPlay,
    Variant,
    first_dealer,
    full_table,
    hookimpl,
    meld_table,
    option,
    pack,
    penalties,
    rounds,
)

# 2 Pack: four copies each of A 10 K Q J, no nines
PACK = pack(4, (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK))

# 7 Meld table: single, double, triple, fourfold; each row once, at the highest multiple
MELDS = full_table(
    run=(15, 150, 225, 300),
    royal_marriage=4,
    marriage=2,
    dix=0,
    pinochle=(4, 30, 60, 90),
    aces=(10, 100, 150, 200),
    kings=(8, 80, 120, 160),
    queens=(6, 60, 90, 120),
    jacks=(4, 40, 60, 80),
)


def rules(o: Options) -> Rules:
    """The rules under a table's options ``o``; ``unit=10`` says that they are written in tenths."""
    counters = Counters.of(o, last=2, unit=10)  # 12: A, 10, K 1 each, last trick 2
    return Rules(
        auction=AuctionRules.of(o, unit=10, screen_step=1),  # 4: from 50, dealer forced
        melds=meld_table(o, MELDS, unit=10),
        following=Following.of(o),  # 10: follow, beat, trump, overtrump
        counters=counters,
        scoring=Scoring.of(o, pool=counters.pool(PACK)),  # 8, 9 and 13: 50 trick points in a hand
        end=GameEnd.of(o, unit=10),  # 14
        claims=(NoAces(),) if o.flag("technical_misdeal") else (),
        phases=(
            Deal(rounds(players=4, hand=20, packet=o.number("deal_packet"))),  # 3
            Auction(),  # 4
            NameTrump(
                marriage=o.flag("trump_needs_marriage")
            ),  # 5: K and Q shown; without any the bid is lost
            Passing(o.number("pass_count"), o.word("pass_order") == "simultaneous"),  # 6: none
            ShowMelds(),  # 7 and 8
            TrickPlay(),  # 9 to 12
            ScoreHand(),  # 13 and 14
        ),
    )


DOUBLE_DECK = Variant(
    id="double-deck",
    version="1.0",
    title="Double-deck pinochle",
    summary=(
        "Four players, two teams, partners opposite; 80 cards, four of each, no nines.",
        "All numbers in tenths: a run is 15, a hand has 50 trick points.",
        "A 10 K Q J is the order in every suit: the ten is second.",
    ),
    # 1 Seats clockwise; teams NS and EW
    seat_names=("N", "E", "S", "W"),
    sides=((0, 2), (1, 3)),
    side_names=("NS", "EW"),
    pack=PACK,
    # 16 Options
    options=(
        option("minimum_bid", 50, low=10, high=60, step=1),
        option("bid_increment", 1, 1, 2, 5),
        option("bid_ladder"),
        option("all_pass", "dealer_forced"),
        option("pass_count", 0),
        option("pass_order"),
        option("trump_needs_marriage", True),
        option("must_beat"),
        option("run_extra"),
        option("double_melds"),
        option("set_rule"),
        option("meld_needs", "point"),
        option("meld_needs_points"),
        option("min_team_meld"),
        option("auto_set", True),
        option("allow_concede", True),
        option("concede_bonus", 0, 0, 25),
        option("target", 500, low=50, high=500, step=1),
        option("both_reach", "bidder", "bidder", "higher", "raise_target"),
        option("technical_misdeal"),
        option("all_tricks_wins"),
        option("seating"),
        first_dealer(4, "random"),
        option("deal_packet", 4, 4, 5),
        option("deal.takeover"),
        *penalties(),  # 15
    ),
    # what a refusal or a line of the score sheet quotes
    sections={
        "meld": "7",
        "free": "10",
        "winner": "11",
        "counters": "12",
        "auction": "4",
        "end": "14",
        "exposed": "15",
        "bid_low": "4",
        "bid_step": "4",
        "bid_high": "4",
        "bid_passed": "4",
        "bid_again": "15",
        "no_claim": "16",
        "claim_short": "16",
        "name_suit": "5",
        "no_marriage": "5",
        "has_marriage": "5",
        "show_all": "5",
        "pick_count": "6",
        "superfluous": "7",
        "auto_set": "9",
        "conceded": "9",
        "no_give_up": "9",
        "open_copy": "2",
        "follow": "10.3",
        "beat": "10.3b",
        "trump": "10.4",
        "overtrump": "10.4a",
        "made": "13",
        "set": "13",
        "others": "13",
        "meld_lost": "8",
        "breach": "15",
        "forfeit": "15",
    },
    make=rules,
)


@hookimpl
def register_variants(register: Register) -> None:
    """Bring the game."""
    register(DOUBLE_DECK)
