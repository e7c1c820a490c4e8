"""Two-person pinochle, close to bezique: docs/rules/two-person.md, section by section.

A player may change anything here: save a copy under another name and give it another ``id``.
"""

from dataclasses import replace

from pinochle_lan.api import (
    Counters,
    Deal,
    Following,
    GameEnd,
    LaterPlay,
    Laying,
    NameTrump,
    Options,
    Packet,
    Register,
    Rules,
    ScoreHand,
    Scoring,
    Settling,
    StockPlay,
    TurnedNine,
    Variant,
    first_dealer,
    full_table,
    hookimpl,
    meld_table,
    option,
    pack,
    rounds,
)

# 2 Pack: two copies each of A 10 K Q J 9
PACK = pack(2)

# 7 Meld table; the doubles count only where a table sets double_melds to own
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
    """3 and 5 Deal: twelve to each, the next card turned up for trump, the rest is the stock."""
    return (*rounds(players=2, hand=12, packet=size), Packet("turn-up", 1), Packet("stock", 23))


def rules(o: Options) -> Rules:
    """The rules under a table's options ``o``."""
    counters = Counters.of(o, last=10)  # 12: ace 11, ten 10, king 4, queen 3, jack 2, last trick 10
    scoring = Scoring.of(o, pool=counters.pool(PACK))  # 13: melds and later tricks, rounded to tens
    return Rules(
        melds=meld_table(o, MELDS),
        laying=Laying.of(o),  # 6 and 7: one meld after a trick won, no doubles, the first nine exchanged
        following=Following.of(o),  # 10, later play: follow, beat, trump
        counters=counters,
        scoring=replace(scoring, meld_stays=True),  # 8: written at once, final
        end=GameEnd.of(o),  # 14: if both are there, the target rises
        phases=(
            Deal(packets(o.number("deal_packet"))),  # 3
            NameTrump(source="turn_up"),  # 5
            TurnedNine(o.flag("dealer_scores_turned_dix")),  # 5
            StockPlay.of(o),  # 6 to 8: early play, twelve tricks that count nothing
            LaterPlay(),  # 10 to 12: later play, twelve tricks
            Settling(),  # 15: what must be proved before the score
            ScoreHand(),  # 13 and 14
        ),
    )


TWO_PERSON = Variant(
    id="two-person",
    version="1.0",
    title="Two-person pinochle",
    summary=(
        "Two players with a stock; 48 cards, two of each; meld in early play, tricks count in later play.",
        "A 10 K Q J 9 is the order in every suit: the ten is second.",
    ),
    # 1 Seats, each a side
    seat_names=("A", "B"),
    sides=((0,), (1,)),
    side_names=("A", "B"),
    pack=PACK,
    # 4 No auction. 16 Options
    options=(
        option("target", 1000),
        option("both_reach", "raise_target"),
        option("target_raise", 250),
        option("rounding", "seven_up"),
        option("meld_timing"),
        option("melds_per_trick"),
        option("run_from_marriage"),
        option("dix_exchange", True),
        option("dealer_scores_turned_dix", True),
        option("last_draw_choice", True),
        option("count_stock_tricks", False),
        option("double_melds", "two_singles"),
        option("counters", "classic"),
        option("must_beat"),
        option("enforcement", "block", "block"),
        first_dealer(2, "draw_high"),
        option("deal_packet", 3),
        option("deal.remix_draws"),
    ),
    # what a refusal or a line of the score sheet quotes
    sections={
        "counters": "12",
        "meld": "7",
        "free": "10",
        "winner": "11",
        "end": "14",
        "auto_set": "9",
        "not_in_hand": "6",
        "meld_limit": "7.1",
        "meld_gone": "7.2",
        "not_meld": "7.2",
        "meld_new": "7.3",
        "meld_reuse": "7.4",
        "meld_unknown": "7",
        "run_broken": "7.4",
        "no_exchange": "6",
        "dix_first": "6",
        "follow": "10.1",
        "beat": "10.1",
        "trump": "10.2",
        "settle_all": "15",
        "others": "13",
        "breach": "15",
        "forfeit": "15",
    },
    make=rules,
)


@hookimpl
def register_variants(register: Register) -> None:
    """Bring the game."""
    register(TWO_PERSON)
