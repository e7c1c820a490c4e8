"""Partnership auction pinochle: docs/rules/auction.md, section by section.

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
    ManyNines,
    NameTrump,
    Options,
    Passing,
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

# 2 Pack: two copies each of A 10 K Q J 9
PACK = pack(2)

# 7 Meld table: single, double
MELDS = full_table(
    run=(150, 1500),
    royal_marriage=40,
    marriage=20,
    dix=10,
    pinochle=(40, 300),
    aces=(100, 1000),
    kings=(80, 800),
    queens=(60, 600),
    jacks=(40, 400),
)


def rules(o: Options) -> Rules:
    """The rules under a table's options ``o``."""
    counters = Counters.of(o, last=10)  # 12: A 11, 10 10, K 4, Q 3, J 2, last trick 10
    nines = o.number("nines_redeal")
    return Rules(
        auction=AuctionRules.of(o),  # 4: from 100 in tens; four passes: the next dealer deals
        melds=meld_table(o, MELDS),
        following=Following.of(o),  # 10: after a ruff who can follow may also trump
        counters=counters,
        scoring=Scoring.of(o, pool=counters.pool(PACK)),  # 8 and 13: meld needs a trick, declarer's too
        end=GameEnd.of(o),  # 14
        claims=(ManyNines(least=nines),) if nines else (),
        phases=(
            Deal(rounds(players=4, hand=12, packet=o.number("deal_packet"))),  # 3
            Auction(),  # 4
            NameTrump(marriage=o.flag("trump_needs_marriage")),  # 5
            Passing(o.number("pass_count"), o.word("pass_order") == "simultaneous"),  # 6: none
            ShowMelds(),  # 7 and 8
            Go(),  # 9: only where tables allow giving up, for left of the dealer leads
            TrickPlay(),  # 10 to 12
            ScoreHand(),  # 13 and 14
        ),
    )


AUCTION = Variant(
    id="auction",
    version="1.0",
    title="Partnership auction pinochle",
    summary=(
        "Four players, two teams, partners opposite; 48 cards, two of each.",
        "Bids go from 100 in tens and anybody may pass; a team without a trick scores no meld.",
        "A 10 K Q J 9 is the order in every suit: the ten is second.",
    ),
    # 1 Seats clockwise; teams NS and EW; the option seating draws for partners
    seat_names=("N", "E", "S", "W"),
    sides=((0, 2), (1, 3)),
    side_names=("NS", "EW"),
    pack=PACK,
    # 16 Options
    options=(
        option("minimum_bid", 100),
        option("bid_increment", 10),
        option("bid_multiple", 10),
        option("all_pass", "redeal_next"),
        option("pass_count", 0),
        option("pass_order"),
        option("trump_needs_marriage", False),
        option("must_beat"),
        option("after_ruff", "either_suit"),
        option("first_leader", "left_of_dealer"),
        option("first_lead_must_be_trump"),
        option("run_extra"),
        option("double_melds"),
        option("roundhouse_bonus"),
        option("counters", "classic"),
        option("set_rule"),
        option("score_scale"),
        option("meld_needs", "trick"),
        option("bidders_meld_needs", "trick"),
        option("auto_set", False),
        option("allow_concede", False),
        option("concede_bonus"),
        option("rounding"),
        option("target", 1000),
        option("both_reach", "bidder", "bidder", "higher", "raise_target"),
        option("all_tricks_wins"),
        option("nines_redeal"),
        option("seating"),
        first_dealer(4, "draw_high"),
        option("deal_packet", 3),
        option("deal.takeover"),
        *penalties(),  # 15
    ),
    # what a refusal or a line of the score sheet quotes
    sections={
        "counters": "12",
        "auction": "4",
        "meld": "7",
        "free": "10",
        "winner": "11",
        "end": "14",
        "exposed": "15",
        "bid_low": "4.2",
        "bid_step": "4.2",
        "bid_passed": "4.3",
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
        "lead_trump": "10",
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
    register(AUCTION)
