"""Double-pack pinochle: docs/rules/double-pack.md, section by section.

A player may change anything here: save a copy under another name and give it another ``id``.
"""

from pinochle_lan.api import (
    Auction,
    AuctionRules,
    Counters,
    Deal,
    Following,
    GameEnd,
    Go,
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

# 7 Meld table: single, double, triple, fourfold; flushes bring no bonus, a fourfold pinochle 3,000
MELDS = full_table(
    run=(150, 300, 450, 600),
    royal_marriage=40,
    marriage=20,
    dix=0,
    pinochle=(40, 300, 450, 3000),
    aces=(100, 1000, 1500, 2000),
    kings=(80, 800, 1200, 1600),
    queens=(60, 600, 900, 1200),
    jacks=(40, 400, 600, 800),
)


def rules(o: Options) -> Rules:
    """The rules under a table's options ``o``."""
    counters = Counters.of(o, last=20)  # 12: A, 10, K 10 each, last trick 20
    return Rules(
        auction=AuctionRules.of(o),  # 4: from 500 in tens; four passes: the next dealer deals
        melds=meld_table(o, MELDS),
        following=Following.of(o),  # 10: after a ruff who can follow may also trump
        counters=counters,
        scoring=Scoring.of(o, pool=counters.pool(PACK)),  # 8 and 13: meld needs a trick, declarer's too
        end=GameEnd.of(o),  # 14
        claims=(NoAces(),) if o.flag("technical_misdeal") else (),
        phases=(
            Deal(rounds(players=4, hand=20, packet=o.number("deal_packet"))),  # 3
            Auction(),  # 4
            NameTrump(marriage=o.flag("trump_needs_marriage")),  # 5
            Passing(o.number("pass_count"), o.word("pass_order") == "simultaneous"),  # 6: none
            ShowMelds(),  # 7 and 8
            Go(),  # 9: only where tables allow giving up and left of the dealer leads
            TrickPlay(),  # 10 to 12: the bidder leads
            ScoreHand(),  # 13 and 14
        ),
    )


DOUBLE_PACK = Variant(
    id="double-pack",
    version="1.0",
    title="Double-pack pinochle",
    summary=(
        "Four players, two teams, partners opposite; 80 cards, four of each, no nines.",
        "Bids go from 500 in tens and anybody may pass; a team without a trick scores no meld.",
        "A hand has 500 trick points.",
        "A 10 K Q J is the order in every suit: the ten is second.",
    ),
    # 1 Seats clockwise; teams NS and EW; the option seating draws for partners
    seat_names=("N", "E", "S", "W"),
    sides=((0, 2), (1, 3)),
    side_names=("NS", "EW"),
    pack=PACK,
    # 16 Options
    options=(
        option("minimum_bid", 500),
        option("bid_increment", 10),
        option("bid_multiple", 10),
        option("bid_ladder"),
        option("all_pass", "redeal_next"),
        option("pass_count", 0),
        option("pass_order"),
        option("trump_needs_marriage", False),
        option("must_beat"),
        option("after_ruff", "either_suit"),
        option("first_leader", "bidder"),
        option("run_extra"),
        option("set_rule"),
        option("score_scale"),
        option("meld_needs", "trick"),
        option("bidders_meld_needs", "trick"),
        option("auto_set", False),
        option("allow_concede", False),
        option("concede_bonus"),
        option("target", 3550),
        option("both_reach", "bidder", "bidder", "higher", "raise_target"),
        option("technical_misdeal"),
        option("all_tricks_wins"),
        option("seating"),
        first_dealer(4, "draw_high"),
        option("deal_packet", 5, 4, 5),
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
        "follow": "10.3-5",
        "beat": "10.3-4a",
        "trump": "10.4b-5c",
        "overtrump": "10.5",
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
    register(DOUBLE_PACK)
