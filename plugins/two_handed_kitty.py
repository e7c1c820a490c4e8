"""Two-handed pinochle with kitty and dummy: docs/rules/two-handed-kitty.md, section by section; in tenths.

A player may change anything here: save a copy under another name and give it another ``id``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pinochle_lan.api import (
    Auction,
    AuctionRules,
    Burying,
    Counters,
    Deal,
    Following,
    Game,
    GameEnd,
    Kitty,
    Options,
    Packet,
    Phase,
    Register,
    Rules,
    Score,
    ScoreHand,
    Scoring,
    Settling,
    ShowMelds,
    State,
    Tally,
    TrickPlay,
    Variant,
    first_dealer,
    full_table,
    hookimpl,
    meld_table,
    option,
    pack,
    zones,
)

# 2 Pack: two copies each of A 10 K Q J 9
PACK = pack(2)

# 7 Meld table: single, double
MELDS = full_table(
    run=(15, 150),
    royal_marriage=4,
    marriage=2,
    dix=1,
    pinochle=(4, 30),
    aces=(10, 100),
    kings=(8, 80),
    queens=(6, 60),
    jacks=(4, 40),
)

# 3 Deal: a number = a round of so many to non-dealer, dummy and dealer; each K = one card to the kitty
LAYOUTS: Mapping[str, tuple[int | str, ...]] = {
    "5+1": (5, "K", 5, "K", 5, "K"),
    "3+1": (3, "K", 3, "K", 3, "K", 3, 3),
    "4+1": (4, "K", 4, "K", 4, "K", 3),
    "3s": (3, 3, "KKK", 3, 3, 3),
}


def packets(layout: str) -> tuple[Packet, ...]:
    """3 Deal: the packets of a layout, non-dealer (1), dummy, dealer (2)."""
    dealt: list[Packet] = []
    for part in LAYOUTS[layout]:
        if isinstance(part, str):
            dealt.append(Packet("kitty", len(part)))
        else:
            dealt += [Packet(1, part), Packet("dummy", part), Packet(2, part)]
    return tuple(dealt)


@dataclass(frozen=True)
class Melds(ShowMelds):
    """7 and 8; where a missing bury forfeits the hand (15), declarer shows nothing and the hand ends here."""

    def enter(self, game: Game, state: State) -> State:
        return state if self.missing(game, state) else self.after(game, state)

    def missing(self, game: Game, state: State) -> tuple[int, ...]:
        seats = super().missing(game, state)
        return tuple(seat for seat in seats if buried(state) or seat != state.declarer)

    def after(self, game: Game, state: State) -> State:
        if buried(state) or self.missing(game, state):
            return super().after(game, state)
        return replace(state, ended="no-bury")


def buried(state: State) -> bool:
    """Whether declarer buried (5)."""
    return any(slot.zone == zones.BURIED for slot in state.slots)


@dataclass(frozen=True)
class DummyPoints(Phase):
    """12, option dummy_points = last_trick_winner: what nobody took goes with the last trick."""

    to_last_trick: bool

    name = "dummy"

    def enter(self, game: Game, state: State) -> State:
        if not self.to_last_trick or not state.winners:
            return state
        left = game.rules.counters.pool(game.faces) - sum(state.points)
        side = game.side_of(state.winners[-1])
        points = tuple(have + left if n == side else have for n, have in enumerate(state.points))
        return replace(state, points=points)

    def sentences(self, game: Game) -> tuple[str, ...]:
        if self.to_last_trick:
            return ("Points in the dummy hand go to the winner of the last trick.",)
        return ("Points in the dummy hand count for nobody.",)


@dataclass(frozen=True)
class Alternate(Scoring):
    """13, alternate: 2 for a made bid; 1 less for a failed one, and 1 for the opponent."""

    def score(self, tally: Tally) -> Score:
        found = super().score(tally)
        if tally.declarer is None or found.made is None:
            return found
        delta = tuple(
            (2 if found.made else -1) if side == tally.declarer else (0 if found.made else 1)
            for side in range(len(tally.names))
        )
        name = tally.names[tally.declarer]
        gain = "scores 2" if found.made else "loses 1, the opponent scores 1"
        told = [line for n, line in enumerate(found.why) if n == 0 or line[0] in ("breach", "meld_lost")]
        return replace(found, delta=delta, why=(*told, ("alternate", f"{name} {gain}")))

    def sentences(self) -> tuple[str, ...]:
        return ("A made bid scores 2; a failed one loses 1, and the opponent scores 1. Nothing else scores.",)


def rules(o: Options) -> Rules:
    """The rules under a table's options ``o``; ``unit=10`` says that they are written in tenths."""
    counters = Counters.of(o, last=1, unit=10)  # 12: A, 10, K 1 each, last trick 1
    alternate = o.word("scoring") == "alternate"
    missing = o.word("penalty_no_bury") if o.word("enforcement") == "penalty" else "off"  # 15
    scoring = Alternate if alternate else Scoring
    return Rules(
        auction=AuctionRules.of(o, unit=10, screen_step=1),  # 4: from 20, each speaks once, dealer forced
        melds=meld_table(o, MELDS, unit=10),
        following=Following.of(o),  # 10: follow, beat, trump, overtrump
        counters=counters,
        scoring=scoring.of(o, pool=counters.pool(PACK)),  # 8, 9 and 13
        end=GameEnd.of(o, unit=10),  # 14
        phases=(
            Deal(packets(o.word("deal_layout"))),  # 3
            Auction(),  # 4
            Kitty(),  # 5: both see it, declarer takes it
            Burying(3, o.flag("trump_needs_marriage"), missing),  # 5 and 15: three cards buried, trump named
            Melds(declarer_only=alternate),  # 7 and 8
            TrickPlay(),  # 9 to 12
            Settling(),  # 12: the buried cards are opened and count for declarer
            DummyPoints(o.word("dummy_points") == "last_trick_winner"),  # 12
            ScoreHand(),  # 13 and 14
        ),
    )


TWO_HANDED_KITTY = Variant(
    id="two-handed-kitty",
    version="1.0",
    title="Two-handed pinochle with kitty",
    summary=(
        "Two players and a dummy hand that nobody ever sees; 48 cards, two of each, three in the kitty.",
        "All numbers in tenths: a run is 15, an ace, ten or king in tricks is 1.",
        "A 10 K Q J 9 is the order in every suit: the ten is second.",
    ),
    # 1 Seats, each a side
    seat_names=("A", "B"),
    sides=((0,), (1,)),
    side_names=("A", "B"),
    pack=PACK,
    # 6 No passing. 16 Options
    options=(
        option("scoring"),
        option("target", 120, low=50, high=500, step=1).when(
            "scoring", "alternate", option("target", 15, low=5, high=25)
        ),
        option("auction_style", "single_round"),
        option("minimum_bid", 20, low=10, high=60, step=1),
        option("bid_increment", 1, 1, 2, 5),
        option("all_pass", "dealer_forced"),
        option("deal_layout"),
        option("trump_needs_marriage", False),
        option("must_beat"),
        option("run_extra"),
        option("double_melds"),
        option("roundhouse_bonus", 0, 0, 1),
        option("meld_needs", "none"),
        option("allow_concede", False).when("scoring", "alternate", option("allow_concede", True)),
        option("concede_bonus", 25, 0, 25).when("scoring", "alternate", option("concede_bonus", 0, 0, 25)),
        option("dummy_points"),
        option("both_reach", "bidder", "bidder", "higher", "raise_target"),
        option("set_rule"),
        option("penalty_no_bury"),  # 15
        option("enforcement"),
        first_dealer(2, "random"),
    ),
    # what a refusal or a line of the score sheet quotes
    sections={
        "meld": "7",
        "free": "10",
        "winner": "11",
        "counters": "12",
        "auction": "4",
        "end": "14",
        "auto_set": "9",
        "bid_low": "4",
        "bid_passed": "4",
        "pick_count": "5",
        "name_suit": "5",
        "no_marriage": "5",
        "has_marriage": "5",
        "show_all": "5",
        "kept": "5",
        "no_bury": "15",
        "superfluous": "7",
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
        "alternate": "13",
        "meld_lost": "8",
        "breach": "15",
        "forfeit": "15",
    },
    make=rules,
)


@hookimpl
def register_variants(register: Register) -> None:
    """Bring the game."""
    register(TWO_HANDED_KITTY)
