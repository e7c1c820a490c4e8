"""Three-handed pinochle with a kitty: docs/rules/three-handed.md, section by section.

A player may change anything here: save a copy under another name and give it another ``id``.
"""

from pinochle_lan.api import (
    Auction,
    AuctionRules,
    Burying,
    Counters,
    Deal,
    Following,
    GameEnd,
    Kitty,
    ManyNines,
    Options,
    Packet,
    Register,
    Rules,
    ScoreHand,
    Scoring,
    Settling,
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


def packets(size: int) -> tuple[Packet, ...]:
    """3 Deal: a round to each, three cards to the kitty, the other rounds; the last card goes to a player."""
    hands = rounds(players=3, hand=15, packet=size)
    return (*hands[:3], Packet("kitty", 3), *hands[3:])


def rules(o: Options) -> Rules:
    """The rules under a table's options ``o``."""
    counters = Counters.of(o, last=10)  # 12: A, 10, K 10 each, last trick 10
    nines = o.number("nines_redeal")
    return Rules(
        auction=AuctionRules.of(o),  # 4: from 250, 10 higher each time, dealer forced
        melds=meld_table(o, MELDS),
        following=Following.of(o),  # 10: follow, beat, trump, overtrump, defenders against each other too
        counters=counters,
        scoring=Scoring.of(o, pool=counters.pool(PACK)),  # 8, 9 and 13: each defender needs his own point
        end=GameEnd.of(o),  # 14
        claims=(ManyNines(least=nines),) if nines else (),
        phases=(
            Deal(packets(o.number("deal_packet"))),  # 3
            Auction(),  # 4
            Kitty(),  # 5.1: turned up for all, taken
            Burying(3, marriage=o.flag("trump_needs_marriage")),  # 5.2 and 5.3: the discard, then trump
            ShowMelds(),  # 5.4, 7 and 8
            TrickPlay(),  # 9 to 12
            Settling(),  # 12: the discards are opened and count for declarer
            ScoreHand(),  # 13 and 14
        ),
    )


THREE_HANDED = Variant(
    id="three-handed",
    version="1.0",
    title="Three-handed pinochle",
    summary=(
        "Three players, each alone; 48 cards, two of each, three of them in the kitty.",
        "The two opponents of the bidder play together but score apart.",
        "A 10 K Q J 9 is the order in every suit: the ten is second.",
    ),
    # 3 In a next game the winner deals first
    winner_deals=True,
    # 1 Seats clockwise, each a side
    seat_names=("A", "B", "C"),
    sides=((0,), (1,), (2,)),
    side_names=("A", "B", "C"),
    pack=PACK,
    # 6 No passing. 16 Options
    options=(
        option("minimum_bid", 250),
        option("bid_increment", 10),
        option("bid_multiple", 1),
        option("all_pass", "dealer_forced"),
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
        option("target", 1500),
        option("both_reach", "bidder", "bidder", "higher", "raise_target"),
        option("target_raise", 250),
        option("nines_redeal"),
        first_dealer(3, "random"),
        option("deal_packet", 3),
        option("deal.takeover"),
        *penalties(),  # 15
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
        "bid_low": "4",
        "bid_step": "4",
        "bid_passed": "4",
        "bid_again": "15",
        "no_claim": "16",
        "claim_short": "16",
        "pick_count": "5.2",
        "name_suit": "5.3",
        "no_marriage": "5.3",
        "has_marriage": "5.3",
        "show_all": "5.3",
        "superfluous": "7",
        "auto_set": "9",
        "conceded": "9",
        "no_give_up": "9",
        "open_copy": "2",
        "follow": "10.3",
        "beat": "10.3b",
        "trump": "10.4",
        "overtrump": "10.4a",
        "settle_all": "12",
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
    register(THREE_HANDED)
