"""Single-deck partnership pinochle: docs/rules/partnership.md, section by section.

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
    counters = Counters.of(o, last=10)  # 12: A, 10, K 10 each, last trick 10
    nines = o.number("nines_redeal")
    return Rules(
        auction=AuctionRules.of(o),  # 4: from 250, 10 higher each time, dealer forced
        melds=meld_table(o, MELDS),
        following=Following.of(o),  # 10: follow, beat, trump, overtrump
        counters=counters,
        scoring=Scoring.of(o, pool=counters.pool(PACK)),  # 8, 9 and 13: 250 trick points in a hand
        end=GameEnd.of(o),  # 14
        claims=(ManyNines(least=nines),) if nines else (),
        phases=(
            Deal(rounds(players=4, hand=12, packet=o.number("deal_packet"))),  # 3
            Auction(),  # 4
            NameTrump(marriage=o.flag("trump_needs_marriage")),  # 5
            Passing(o.number("pass_count"), o.word("pass_order") == "simultaneous"),  # 6
            ShowMelds(),  # 7 and 8
            Go(),  # 9, where declarer does not lead
            TrickPlay(),  # 9 to 12
            ScoreHand(),  # 13 and 14
        ),
    )


PARTNERSHIP = Variant(
    id="partnership",
    version="1.0",
    title="Partnership pinochle",
    starter=True,
    summary=(
        "Four players, two teams, partners opposite; 48 cards, two of each.",
        "A 10 K Q J 9 is the order in every suit: the ten is second.",
    ),
    # 1 Seats clockwise; teams NS and EW
    seat_names=("N", "E", "S", "W"),
    sides=((0, 2), (1, 3)),
    side_names=("NS", "EW"),
    pack=PACK,
    # 16 Options
    options=(
        option("minimum_bid", 250),
        option("bid_increment", 10),
        option("bid_multiple", 1),
        option("bid_ladder"),
        option("all_pass", "dealer_forced"),
        option("pass_count", 4),
        option("pass_order"),
        option("trump_needs_marriage", False),
        option("must_beat"),
        option("run_extra"),
        option("double_melds"),
        option("roundhouse_bonus"),
        option("counters", "simple"),
        option("set_rule"),
        option("score_scale"),
        option("meld_needs", "point"),
        option("dix_only_kept", True),
        option("auto_set", True),
        option("allow_concede", True),
        option("concede_bonus"),
        option("first_leader", "bidder"),
        option("first_lead_must_be_trump"),
        option("target", 1500),
        option("both_reach", "bidder", "bidder", "higher", "raise_target"),
        option("all_tricks_wins"),
        option("nines_redeal"),
        option("seating"),
        first_dealer(4, "random"),
        option("deal_packet", 3),
        option("deal.takeover"),
        *penalties(),
    ),
    # what a refusal or a line of the score sheet quotes
    sections={
        "counters": "12",
        "meld": "7",
        "free": "10",
        "winner": "11",
        "auction": "4",
        "end": "14",
        "exposed": "15",
        "bid_low": "4.2",
        "bid_step": "4.2",
        "bid_high": "4.2",
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
        "open_copy": "2",
        "lead_trump": "10",
        "follow": "10.3",
        "beat": "10.3b",
        "trump": "10.4",
        "overtrump": "10.4a",
        "made": "13",
        "set": "13",
        "others": "13",
        "meld_lost": "8",
        "dix_kept": "8",
        "breach": "15",
        "forfeit": "15",
    },
    make=rules,
)


@hookimpl
def register_variants(register: Register) -> None:
    """Bring the game."""
    register(PARTNERSHIP)
