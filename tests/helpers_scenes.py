"""Sample fronts for the window's tests and pictures: realistic snapshots written by hand, one a screen.

Every sample is plain data of the public dataclasses, so that drawing never needs a running game.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from pinochle_lan import shelf
from pinochle_lan.cards import Card, Suit, cards
from pinochle_lan.form import Form, OptionInfo, PointsInfo, PresetInfo, RuleInfo
from pinochle_lan.front import Front, ListedTable, Lobby, SavedGame, VariantInfo
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import (
    BidOffer,
    CardView,
    HandResult,
    MeldOffer,
    MeldView,
    Offer,
    PickOffer,
    PlayOffer,
    SeatView,
    SideView,
    SuitOffer,
    TrickCard,
    TrickView,
    View,
)
from pinochle_lan.shelf import Difference, Meeting, PluginRow, Registers, Shelf
from pinochle_lan.table.snapshot import Fair, Laptop, Line, Person, Snapshot, Waiting

ME, BEN, ANA, CARO = 0, 1, 2, 3
NAMES = ("Dana", "Ben", "Ana", "Caro")

TABLE_OPTIONS: tuple[tuple[str, int | bool | str], ...] = (
    ("minimum_bid", 250),
    ("pass_count", 4),
    ("must_beat", "always"),
    ("target", 1500),
    ("allow_concede", True),
)

OPTIONS = (
    OptionInfo(
        "minimum_bid",
        "Lowest bid",
        "The first bid is at least this.",
        250,
        low=100,
        high=600,
        step=10,
    ),
    OptionInfo("bid_increment", "Bids go up by", "Every later bid is higher by this.", 10, low=1, high=100),
    OptionInfo("pass_count", "Cards passed", "Partners pass so many cards each way.", 4, (0, 3, 4)),
    OptionInfo(
        "must_beat",
        "Beating the trick",
        "When a higher card must be played.",
        "always",
        ("always", "trump_led_only"),
    ),
    OptionInfo(
        "trump_needs_marriage",
        "Trump needs a marriage",
        "The bidder shows king and queen.",
        False,
        (False, True),
    ),
    OptionInfo("target", "Game ends at", "The first side here wins.", 1500, low=500, high=3000, step=50),
    OptionInfo(
        "allow_concede", "Giving up allowed", "The bidder may throw the hand in.", True, (True, False)
    ),
    OptionInfo("counters", "Counters", "What cards count in tricks.", "ten", ("ten", "kings_and_queens")),
    OptionInfo("nines_redeal", "Five nines: new deal", "A hand of nines may be shown.", False, (False, True)),
    OptionInfo(
        "meld_needs",
        "Meld counts with",
        "What a side must win to keep meld.",
        "point",
        ("none", "trick", "point"),
    ),
    OptionInfo("both_reach", "Both past the end", "Who wins then.", "bidders", ("bidders", "higher")),
    OptionInfo("dix_only_kept", "Nines kept anyway", "A side whose only meld is nines.", True, (True, False)),
    OptionInfo("double_melds", "Double melds", "Doubles score the high value.", True, (True, False)),
    OptionInfo(
        "roundhouse_bonus", "Roundhouse", "All four marriages at once.", 240, low=0, high=500, step=10
    ),
    OptionInfo("set_rule", "A set costs", "What declarer loses.", "bid", ("bid", "double")),
    OptionInfo("all_tricks_wins", "All tricks", "Taking every trick wins the game.", False, (False, True)),
)

BOOK = (
    ("The game", (("Seats N, E, S, W clockwise; sides NS and EW.", False),)),
    (
        "Meld",
        (("Run (A 10 K Q J of trump): 150, double 1,500.", False), ("Tens around: 80, double 800.", True)),
    ),
    ("House rules", (("Tens around score: Four tens of different suits are a meld.", True),)),
)
VARIANTS = (
    VariantInfo("partnership", "Single deck, partners", 4, ("North", "East", "South", "West"), BOOK[:2]),
    VariantInfo("double-deck", "Double deck, partners", 4, ("North", "East", "South", "West")),
    VariantInfo("three-handed", "Three-handed", 3, ("A", "B", "C")),
    VariantInfo("two-handed", "Two-handed", 2, ("A", "B")),
)

RULES = (
    RuleInfo(
        "tens-around",
        "Tens around score",
        "Four tens of different suits are a meld; two sets count ten times as much.",
        True,
        (OptionInfo("tens-around.points", "Points", "Points of the rule.", 80, low=0, high=100_000),),
    ),
    RuleInfo(
        "double-for-spades", "Double for spades", "With spades as trump every score counts double.", True
    ),
    RuleInfo("stick-the-dealer", "Stick the dealer", "If all pass, the dealer has to take the lowest bid."),
    RuleInfo(
        "save-bid",
        "Save bid",
        "A dealer who has to play because nobody bid plays for less.",
        refused="'Stick the dealer' and 'Save bid' contradict each other: they exclude each other. "
        "Take one of them away.",
    ),
)
POINTS = (
    PointsInfo("meld.run", "Run", (150, 1500), (150, 1500)),
    PointsInfo("meld.royal-marriage", "Royal marriage", (40,), (40,)),
    PointsInfo("meld.marriage", "Marriage", (20,), (20,)),
    PointsInfo("meld.dix", "Dix", (10,), (0,)),
    PointsInfo("meld.pinochle", "Pinochle", (40, 300), (40, 400)),
    PointsInfo("meld.aces", "Aces around", (100, 1000), (100, 1000)),
    PointsInfo("meld.kings", "Kings around", (80, 800), (80, 800)),
    PointsInfo("meld.queens", "Queens around", (60, 600), (60, 600)),
    PointsInfo("meld.jacks", "Jacks around", (40, 400), (40, 400)),
    PointsInfo("counters.points", "Card points", (10, 10, 10, 0, 0, 0), (11, 10, 4, 3, 2, 0)),
    PointsInfo("counters.last", "Last trick", (10,), (10,)),
)
PRESETS = (
    PresetInfo(
        "grandma",
        "Grandma's kitchen",
        "As we have always played.",
        "partnership",
        (("target", 1000),),
        'title = "Grandma\'s kitchen"\n',
        mine=True,
        chosen=True,
    ),
    PresetInfo(
        "190-and-no-passing",
        "190 and no passing",
        "The lowest bid is 190, and partners pass no cards.",
        "partnership",
        (("minimum_bid", 190), ("pass_count", 0)),
        'title = "190 and no passing"\n',
    ),
    PresetInfo(
        "far",
        "Cut-throat",
        "For three at a round table.",
        "",
        (),
        'title = "Cut-throat"\n',
        refused="It is written for cut-throat, which this laptop does not have.",
    ),
)
FORM = Form(
    "partnership",
    (
        ("double-for-spades", True),
        ("house_rules", "tens-around double-for-spades"),
        ("target", 1000),
        ("tens-around", True),
    ),
    tuple((option.name, 1000 if option.name == "target" else option.default) for option in OPTIONS),
    OPTIONS,
    RULES,
    POINTS,
    PRESETS,
    ("Game ends at: 1000 (usually 1500).",),
    BOOK,
)

TENS = '''"""House rule: four tens, one of each suit, are a meld like the other arounds."""

from typing import Any, ClassVar

from pinochle_lan.api import Around, HouseRule, Rank, Register, Variant, hookimpl


class TensAround(HouseRule):
    """Four tens of different suits are a meld; two sets count ten times as much."""

    id, version, title = "tens-around", "1.0", "Tens around score"
    options: ClassVar = {"points": 80}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        single = variant.scaled(options["points"])
        return variant.with_meld(Around((single, single * 10), Rank.TEN))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(TensAround())
'''


def shelf_rows() -> tuple[PluginRow, ...]:
    """A laptop with the usual plugins, one that is off and two that are broken."""
    home = "/data/dana/pinochle-lan/plugins"
    named = (
        ("partnership", "variant", "Partnership pinochle"),
        ("two_handed", "variant", "Two-handed pinochle"),
        ("tens_around", "house rule", "Tens around score"),
        ("double_for_spades", "house rule", "Double for spades"),
        ("save_bid", "house rule", "Save bid"),
        ("shoot_the_moon", "house rule", "Shoot the moon"),
        ("steady", "opponent", "Steady"),
        ("expert", "opponent", "Expert"),
    )
    rows = tuple(
        PluginRow(
            file,
            kind,
            file.replace("_", "-"),
            title,
            "1.0",
            f"/usr/lib/python3/dist-packages/pinochle_lan/_shipped/plugins/{file}.py",
            "shipped",
            "3fa9c1d2" * 8,
            "on",
            text="Four tens of different suits are a meld; two sets count ten times as much.",
            options=(("tens-around.points", "Points of the house rule 'Tens around score'."),),
        )
        for file, kind, title in named
    )
    off = PluginRow(
        "novice", "", "", "", "", f"{home}/novice.py", "profile", "", "off", "Switched off on this laptop."
    )
    bad = (
        PluginRow(
            "grandma",
            "",
            "",
            "",
            "",
            f"{home}/grandma.py",
            "profile",
            "0badcafe" * 8,
            "broken",
            "NameError: name 'Aruond' is not defined",
            14,
            "Mend this line, or take the file out of the folder.",
        ),
        PluginRow(
            "misspelt",
            "",
            "",
            "",
            "",
            f"{home}/misspelt.py",
            "profile",
            "0badcafe" * 8,
            "broken",
            "'register_house_rule' is no hook",
            8,
            "Did you mean 'register_house_rules'?",
        ),
    )
    return (*rows, off, *bad)


SHELF = Shelf(shelf_rows(), "/data/dana/pinochle-lan/plugins", 1, "Plugins were read anew: 8 are on.")
NEEDED = (
    Difference(
        "house rule",
        "tens-around",
        ("1.0", "3fa9c1d2" * 8),
        ("0.9", "77aa10bc" * 8),
        "Ana's table plays with the house rule tens-around (version 1.0, 3fa9c1d2); "
        "this laptop has version 0.9, 77aa10bc.",
    ),
    Difference(
        "house rule",
        "grandma",
        ("0.3", "c0ffee00" * 8),
        None,
        "Ana's table plays with the house rule grandma (version 0.3, c0ffee00), which this laptop lacks.",
    ),
)
OFFER = shelf.Offer(
    "house rule tens-around",
    "3fa9c1d2" * 8,
    "Ana",
    (
        Registers(
            "house rule",
            "tens-around",
            "Tens around score",
            "1.0",
            "Four tens of different suits are a meld; two sets count ten times as much.",
            8,
        ),
    ),
    ("Line 3: it imports 'os': a plugin reaches for nothing but pinochle_lan.api.",),
    TENS,
    "tens-around-3fa9c1d2.py",
    "/data/dana/plugins/tens_around.py",
)
MEETING = Meeting("Ana's table", "Ana", False, NEEDED, (OFFER,))

LOBBY = Lobby(
    "Dana",
    "dana-x13",
    tables=(
        ListedTable(
            b"k" * 16,
            "Kitchen table",
            "Ana",
            "partnership",
            "Single deck, partners",
            ("Game to 1,000", "Kings 10, queens 0"),
            ("Ana", "Ben", "", "Robo"),
            True,
            rtt_ms=3,
            plugins=(
                ("Single deck, partners", "same"),
                ("Tens around score", "different"),
                ("house rule grandma", "missing"),
            ),
        ),
        ListedTable(
            b"p" * 16,
            "Porch",
            "Marisol",
            "double-deck",
            "Double deck, partners",
            (),
            ("Marisol", "Gil", "Theo", ""),
            rtt_ms=5,
        ),
        ListedTable(
            b"a" * 16,
            "Attic three",
            "Jonas",
            "three-handed",
            "Three-handed",
            ("Kitty of 3",),
            ("Jonas", "Ida", "Pim"),
            under_way=True,
            rtt_ms=11,
            why_not="The game is full and under way.",
        ),
    ),
    variants=VARIANTS,
    opponents=(("steady", "Steady"), ("miser", "Miser")),
    addresses=("192.168.178.31",),
    shelf=SHELF,
)
LATE = (
    "No laptop with the code H3T9-PAKD answers on this Wi-Fi. Read it again, or ask whether a guest network "
    "or a firewall is in between, and join by the address that the others read out."
)
FADING = (
    replace(
        LOBBY.tables[1],
        options=("Lowest bid: 60", "Tens around score"),
        plugins=(("Double deck, partners", "same"), ("Tens around score", "same")),
    ),
    replace(LOBBY.tables[2], why_not=""),
    replace(LOBBY.tables[0], ghost=True, why_not="Ana's laptop does not answer any more."),
)
SAVED = (
    SavedGame(
        "2026-11-20-a1b2c3d4.pinochle",
        "Kitchen table",
        ("Ana", "Ben", "Caro"),
        (("Us", 990), ("Them", 360)),
        "20 November",
    ),
    SavedGame(
        "2026-11-12-0badcafe.pinochle",
        "Sunday at Oma's",
        ("Oma",),
        (("You", 340), ("Oma", 310)),
        "12 November",
        ("house rule grandma",),
    ),
)

MINE = "AS 10S KS QS JS AH KH QH AC 9C 10D JD"


def hand(text: str, first: int = 0) -> tuple[CardView, ...]:
    """A hand with faces; slots from ``first``."""
    return tuple(CardView(first + i, card) for i, card in enumerate(cards(text)))


def backs(count: int, first: int) -> tuple[CardView, ...]:
    """A hand nobody else may see."""
    return tuple(CardView(first + i, None) for i in range(count))


def meld(title: str, points: int, text: str, slots: tuple[int, ...], name: str = "meld") -> MeldView:
    """A meld that counts."""
    return MeldView(name, title, points, slots, cards(text))


def trick(
    number: int,
    leader: int,
    text: str,
    seats: int = 4,
    winner: int | None = None,
    *,
    points: int | None = None,
    best: int | None = None,
) -> TrickView:
    """A trick in play order; ``best`` is the seat whose card wins so far."""
    played = cards(text)
    plays = tuple(
        TrickCard((leader + i) % seats, 100 + number * 10 + i, card, winning=(leader + i) % seats == best)
        for i, card in enumerate(played)
    )
    return TrickView(number, leader, plays, winner, points)


def people(names: tuple[str, ...] = NAMES, bots: tuple[int, ...] = (1,)) -> tuple[Person, ...]:
    """Seat holders; seat 0 is this laptop's person."""
    return tuple(
        Person(
            seat, name, bot="steady" if seat in bots else "", host=0 if seat in bots else seat, you=seat == 0
        )
        for seat, name in enumerate(names)
    )


def laptops(names: tuple[str, ...] = ("Dana", "Caro", "Ana", "Ben")) -> tuple[Laptop, ...]:
    """All linked and well."""
    return tuple(
        Laptop(i, name, True, you=i == 0, rtt_ms=None if i == 0 else 2 + i, step=143)
        for i, name in enumerate(names)
    )


LINES = (Line("Ben leads the king of hearts.", BEN, 5, 7),)


def play_lines() -> tuple[Line, ...]:
    """The log of a trick and a half."""
    told = [
        ("Dana leads the ten of diamonds.", ME, 6),
        ("Ben plays the ace of diamonds.", BEN, 6),
        ("Ana plays the nine of diamonds.", ANA, 6),
        ("Caro plays the king of diamonds.", CARO, 6),
        ("Ben takes the trick: 30 points.", BEN, 6),
        ("Ben leads the king of hearts.", BEN, 7),
        ("Ana plays the nine of hearts.", ANA, 7),
        ("Caro plays the ten of hearts.", CARO, 7),
    ]
    return tuple(Line(text, seat, 5, number) for text, seat, number in told)


def bid_lines() -> tuple[Line, ...]:
    """The log of an auction."""
    told = [
        ("Caro dealt 12 cards each.", CARO),
        ("Dana bids 250.", ME),
        ("Ben bids 260.", BEN),
        ("Ana bids 270.", ANA),
        ("Caro passes.", CARO),
        ("Dana bids 280.", ME),
        ("Ben bids 290.", BEN),
        ("Ana passes.", ANA),
    ]
    return tuple(Line(text, seat, 5) for text, seat in told)


def snapshot(view: View | None, **extra: object) -> Snapshot:
    """A table in play around a view."""
    base = Snapshot(
        "play",
        "Kitchen table",
        b"k" * 16,
        "H3T9-PAKD",
        True,
        ME,
        people(),
        laptops(),
        "partnership",
        TABLE_OPTIONS,
        view=view,
        fair=Fair(4, 4, True, 27),
        step=143,
        digest="9f2c7a1e5b3d4c6f" * 4,
    )
    return replace(base, **extra)  # type: ignore[arg-type]


def four(hands: tuple[tuple[CardView, ...], ...], **extra: object) -> View:
    """A partnership view seen from seat 0; ``extra`` replaces fields of the view."""
    seats = tuple(SeatView(i, "NESW"[i], i % 2, held) for i, held in enumerate(hands))
    base = View(
        "partnership",
        "Single deck, partners",
        TABLE_OPTIONS,
        ME,
        seats,
        (SideView("NS", (0, 2), 990), SideView("EW", (1, 3), 360)),
        5,
        CARO,
        "auction",
        (ME,),
        1500,
        tricks_total=12,
    )
    return replace(base, **extra)  # type: ignore[arg-type]


def with_seat(view: View, seat: int, **extra: object) -> View:
    """The view with one seat changed."""
    changed = replace(view.seats[seat], **extra)  # type: ignore[arg-type]
    return replace(view, seats=tuple(changed if one.seat == seat else one for one in view.seats))


def full_hands() -> tuple[tuple[CardView, ...], ...]:
    """Twelve cards each, the own ones known."""
    return (hand(MINE), backs(12, 12), backs(12, 24), backs(12, 36))


def auction_view() -> View:
    """Picture 2: my turn to bid after Ben's 290."""
    calls = ((0, 250), (1, 260), (2, 270), (3, None), (0, 280), (1, 290), (2, None))
    offer = BidOffer(
        "call",
        300,
        10,
        1,
        True,
        ((Suit.SPADES, 210), (Suit.HEARTS, 100), (Suit.DIAMONDS, 80), (Suit.CLUBS, 90)),
    )
    view = four(full_hands(), calls=calls, standing=(BEN, 290), offers=(offer,))
    view = with_seat(view, ME, bid=280)
    view = with_seat(view, BEN, bid=290)
    view = with_seat(view, ANA, bid=270, passed=True)
    return with_seat(view, CARO, passed=True)


def auction() -> Front:
    return Front(LOBBY, snapshot(auction_view(), lines=bid_lines()))


def auction_waiting() -> Front:
    """Caro thinks; I have bid."""
    view = replace(auction_view(), offers=(), turn=(BEN,), standing=(ME, 310))
    view = with_seat(view, ME, bid=310)
    return Front(LOBBY, snapshot(view, lines=bid_lines()))


def trump() -> Front:
    refused = (Suit.CLUBS, Refusal("no_marriage", (("suit", "clubs"),), "double-deck 5"))
    offer = SuitOffer(
        "name",
        (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS),
        (refused,),
        ((Suit.SPADES, 210), (Suit.HEARTS, 100), (Suit.DIAMONDS, 80), (Suit.CLUBS, 90)),
    )
    view = replace(auction_view(), offers=(offer,), declarer=ME, bid=310, phase="trump", standing=(ME, 310))
    return Front(LOBBY, snapshot(view, lines=bid_lines()))


def passing() -> Front:
    """I hold 16 and give four back."""
    held = hand(MINE + " 9S KD AD 9H")
    held = held[:12] + tuple(replace(item, fresh=True) for item in held[12:])
    offer = PickOffer("pass", 4, tuple(item.slot for item in held), receiver=ANA)
    hands = (held, backs(12, 20), backs(8, 32), backs(12, 44))
    view = replace(
        auction_view(),
        offers=(offer,),
        declarer=ME,
        bid=310,
        phase="pass",
        trump=Suit.SPADES,
        seats=four(hands).seats,
        passing=(ME, ANA),
    )
    return Front(LOBBY, snapshot(view, lines=bid_lines()))


def meld_view() -> View:
    """Picture 3."""
    offer = PlayOffer("card", tuple(range(12)), (), may_give_up=True)
    view = four(
        full_hands(),
        phase="play",
        trump=Suit.SPADES,
        declarer=ME,
        bid=310,
        need=80,
        offers=(offer,),
        trick=TrickView(1, ME, ()),
        sides=(SideView("NS", (0, 2), 990, 0, 230), SideView("EW", (1, 3), 360, 0, 70)),
    )
    mine = (
        meld("Run in spades", 150, "AS 10S KS QS JS", (0, 1, 2, 3, 4)),
        meld("Pinochle", 40, "QS JD", (3, 11)),
        meld("Marriage in hearts", 20, "KH QH", (6, 7)),
    )
    view = with_seat(view, ME, meld=mine, meld_points=210)
    view = with_seat(
        view, BEN, meld=(meld("Queens around", 60, "QS QH QC QD", (12, 13, 14, 15)),), meld_points=60
    )
    view = with_seat(view, ANA, meld=(meld("Marriage in diamonds", 20, "KD QD", (24, 25)),), meld_points=20)
    return with_seat(view, CARO, meld=(meld("Nine of trump", 10, "9S", (36,)),), meld_points=10)


def melds() -> Front:
    lines = (Line("Dana has the bid at 310.", ME, 5), Line("Dana names spades trump.", ME, 5))
    return Front(LOBBY, snapshot(meld_view(), lines=lines))


def many_melds() -> Front:
    """More melds than fit in one row, for everybody."""
    view = meld_view()
    more = (
        meld("Run in spades", 150, "AS 10S KS QS JS", (0, 1, 2, 3, 4)),
        meld("Aces around", 100, "AC AD AH AS", (5, 6, 7, 0)),
        meld("Kings around", 80, "KC KD KH KS", (8, 9, 10, 2)),
        meld("Pinochle", 40, "QS JD", (3, 11)),
        meld("Marriage in hearts", 20, "KH QH", (10, 7)),
        meld("Nine of trump", 10, "9S", (12,)),
        meld("Nine of trump", 10, "9S", (13,)),
    )
    for seat in range(4):
        view = with_seat(view, seat, meld=more, meld_points=410)
    return Front(LOBBY, snapshot(view))


def trick_view() -> View:
    """Picture 4: the ten of hearts must be beaten."""
    held = hand("AS QS AH QH AC JD")
    why = Refusal("beat", (("rank", "ten"), ("which", "Only AH is high enough.")), "partnership 10.3b")
    follow = Refusal("follow", (("suit", "hearts"),), "partnership 10.3")
    offer = PlayOffer("card", (2,), ((0, follow), (1, follow), (3, why), (4, follow), (5, follow)))
    hands = (held, backs(5, 12), backs(5, 24), backs(5, 36))
    view = four(
        hands,
        phase="play",
        trump=Suit.SPADES,
        declarer=ME,
        bid=310,
        need=20,
        offers=(offer,),
        trick=trick(7, BEN, "KH 9H 10H", best=CARO),
        last_trick=trick(6, ME, "10D AD 9D KD", winner=BEN, points=30),
        sides=(SideView("NS", (0, 2), 990, 60, 230), SideView("EW", (1, 3), 360, 90, 70)),
    )
    mine = (meld("Run in spades", 150, "AS 10S KS QS JS", (0, 60, 61, 1, 62)),)
    return with_seat(view, ME, meld=mine, meld_points=210)


def play() -> Front:
    return Front(LOBBY, snapshot(trick_view(), lines=play_lines()))


def play_any() -> Front:
    """My lead, nothing is refused."""
    view = replace(trick_view(), trick=TrickView(7, ME, ()), offers=(PlayOffer("card", tuple(range(6))),))
    return Front(LOBBY, snapshot(view, lines=play_lines()))


def twenty() -> Front:
    """Picture 6: twenty cards, one legal duty."""
    held = hand("AS AS 10S KS QS QS JS AH 10H KH KH JH AC 10C QC JC AD KD JD JD")
    why = Refusal("beat", (("rank", "ten"), ("which", "Only AH is high enough.")), "double-deck 10")
    refused = tuple((item.slot, why) for item in held if item.card != Card(*cards("AH")[0]))
    offer = PlayOffer("card", (7,), refused)
    hands = (held, backs(19, 20), backs(19, 40), backs(19, 60))
    view = four(
        hands,
        title="Double deck, partners",
        phase="play",
        trump=Suit.SPADES,
        declarer=ME,
        bid=62,
        need=31,
        offers=(offer,),
        trick=trick(1, BEN, "KH JH 10H", best=CARO),
        tricks_total=20,
        sides=(SideView("NS", (0, 2), 312, 0, 31), SideView("EW", (1, 3), 205, 0, 12)),
        target=500,
    )
    return Front(LOBBY, snapshot(view, lines=play_lines()))


def two_view() -> View:
    """Picture 7: two-handed with a stock."""
    held = hand("AS 10S AH KH 9H AC 9C 10D 9D")
    table = hand("KS QS JD", 30)
    offer = PlayOffer("card", tuple(item.slot for item in (*held, *table)))
    seats = (
        SeatView(
            0,
            "A",
            0,
            held,
            table,
            (meld("Royal marriage", 40, "KS QS", (30, 31)), meld("Pinochle", 40, "QS JD", (31, 32))),
            80,
        ),
        SeatView(
            1,
            "B",
            1,
            backs(8, 12),
            hand("QS QH QC QD", 40),
            (meld("Queens around", 60, "QS QH QC QD", (40, 41, 42, 43)),),
            60,
        ),
    )
    return View(
        "two-handed",
        "Two-handed",
        TABLE_OPTIONS,
        ME,
        seats,
        (SideView("A", (0,), 340), SideView("B", (1,), 310)),
        2,
        1,
        "stock",
        (ME,),
        1200,
        trump=Suit.SPADES,
        trick=trick(5, 1, "KD", 2, best=1),
        last_trick=trick(4, 0, "AC 9C", 2, winner=0, points=11),
        tricks_total=24,
        turn_up=CardView(25, cards("9S")[0]),
        stock_left=15,
        offers=(offer,),
    )


def two_snapshot(view: View) -> Snapshot:
    lines = (
        Line("Dana leads the ace of clubs.", ME, 2, 4),
        Line("Ben plays the nine of clubs.", BEN, 2, 4),
        Line("Dana takes the trick: 11 points.", ME, 2, 4),
        Line("Dana melds pinochle: 40.", ME, 2, 4),
        Line("Ben leads the king of diamonds.", BEN, 2, 5),
    )
    return snapshot(view, people=people(NAMES[:2], ()), laptops=laptops(("Dana", "Ben")), lines=lines)


def two() -> Front:
    return Front(LOBBY, two_snapshot(two_view()))


def lay() -> Front:
    """Two-handed: a meld may be laid."""
    offers = (
        MeldOffer(
            "lay",
            (
                meld("Aces around", 100, "AS AH AC AD", (0, 2, 5, 33)),
                meld("Marriage in hearts", 20, "KH QH", (3, 34)),
                meld("Nine of trump", 10, "9S", (35,)),
            ),
            1,
        ),
    )
    view = replace(two_view(), offers=offers, trick=TrickView(6, ME, ()))
    return Front(LOBBY, two_snapshot(view))


def three_view(offers: tuple[Offer, ...] = ()) -> View:
    """Three-handed with the kitty open and three cards to bury."""
    held = hand(MINE + " 9S KD AD 9H JH 10C")
    held = held[:15] + tuple(replace(item, fresh=True) for item in held[15:])
    offer = PickOffer("bury", 3, tuple(item.slot for item in held), suits=tuple(Suit))
    seats = (
        SeatView(0, "A", 0, held, bid=270),
        SeatView(1, "B", 1, backs(15, 20), bid=260, passed=True),
        SeatView(2, "C", 2, backs(15, 40), passed=True),
    )
    sides = tuple(SideView("ABC"[i], (i,), score) for i, score in enumerate((420, 380, -110)))
    return View(
        "three-handed",
        "Three-handed",
        TABLE_OPTIONS,
        ME,
        seats,
        sides,
        3,
        2,
        "bury",
        (ME,),
        1500,
        calls=((0, 250), (1, 260), (2, None), (0, 270), (1, None)),
        standing=(0, 270),
        declarer=ME,
        bid=270,
        kitty=(),
        offers=offers or (offer,),
        tricks_total=15,
    )


def three() -> Front:
    return Front(
        LOBBY, snapshot(three_view(), people=people(NAMES[:3], (1,)), laptops=laptops(("Dana", "Ana")))
    )


def three_kitty() -> Front:
    """The kitty lies open while somebody else decides."""
    view = replace(three_view(), offers=(), turn=(1,), declarer=1, kitty=hand("9H JH 10C", 60), phase="kitty")
    return Front(LOBBY, snapshot(view, people=people(NAMES[:3], (1,)), laptops=laptops(("Dana", "Ana"))))


HISTORY = (
    HandResult(1, 0, ME, 300, Suit.SPADES, (210, 60), (160, 90), (370, 150), (370, 150), True, True),
    HandResult(2, 1, BEN, 260, Suit.HEARTS, (40, 100), (120, 130), (160, -260), (530, -110), True, False),
    HandResult(3, 2, ANA, 280, Suit.CLUBS, (180, 80), (150, 100), (330, 180), (860, 70), True, True),
    HandResult(4, 3, CARO, 280, Suit.DIAMONDS, (20, 150), (110, 140), (130, 290), (990, 360), True, True),
    HandResult(
        5,
        0,
        ME,
        310,
        Suit.SPADES,
        (230, 70),
        (180, 70),
        (410, 140),
        (1400, 500),
        True,
        True,
        (
            "NS bid 310 and made 410: 230 meld and 180 in tricks, with the last trick (partnership 13).",
            "EW score 140: 70 meld and 70 in tricks (partnership 13).",
        ),
    ),
)


def score() -> Front:
    """Picture 5: hand 5 is scored, the next one not dealt."""
    sides = (SideView("NS", (0, 2), 1400), SideView("EW", (1, 3), 500))
    view = four(((), (), (), ()), history=HISTORY, phase="score", turn=(), sides=sides, hand_number=6)
    ready = tuple(replace(who, ready=who.seat in (ANA, CARO), bot="") for who in people())
    return Front(LOBBY, snapshot(view, people=ready))


def long_score() -> Front:
    """More hands than fit."""
    many = tuple(replace(HISTORY[i % 5], number=i + 1) for i in range(17))
    front = score()
    assert front.table is not None
    assert front.table.view is not None
    view = replace(front.table.view, history=many, hand_number=18)
    return Front(LOBBY, replace(front.table, view=view))


def over() -> Front:
    front = score()
    assert front.table is not None
    assert front.table.view is not None
    last = replace(HISTORY[4], totals=(1530, 500), delta=(540, 140))
    sides = (SideView("NS", (0, 2), 1530), SideView("EW", (1, 3), 500))
    history = (*HISTORY[:4], last)
    view = replace(front.table.view, history=history, over=True, winner=0, phase="over", sides=sides)
    return Front(LOBBY, replace(front.table, view=view, stage="over"))


def setup(founder: bool = True) -> Front:
    """A table being set up, somebody at the door."""
    chairs = (
        Person(0, "Dana", host=0, you=True, ready=False),
        Person(1, "Robo", "steady", 0),
        Person(2, "Ana", host=1, ready=True),
        Person(3, ""),
    )
    table = Snapshot(
        "setup",
        "Dana's table",
        b"k" * 16,
        "H3T9-PAKD",
        founder,
        ME,
        chairs,
        laptops(("Dana", "Ana")),
        "partnership",
        FORM.values,
        requests=((b"c" * 32, "Caro"),) if founder else (),
    )
    return Front(replace(LOBBY, form=FORM), table)


def meeting(**changes: object) -> Front:
    """At Ana's door: her table uses a plugin that this laptop has in another form."""
    front = setup(founder=False)
    met = replace(MEETING, **changes)  # type: ignore[arg-type]
    return replace(front, lobby=replace(front.lobby, form=None, shelf=replace(SHELF, meeting=met)))


def waiting() -> Front:
    """Ben's laptop is away and it is his turn."""
    view = replace(trick_view(), offers=(), turn=(BEN,))
    gone = Laptop(3, "Ben", False, silent_ms=21_000, step=140)
    folk = tuple(replace(who, bot="", host=3) if who.seat == BEN else who for who in people())
    return Front(
        LOBBY,
        snapshot(
            view,
            lines=play_lines(),
            people=folk,
            laptops=(*laptops()[:3], gone),
            waiting=(Waiting(3, BEN, "card", 21_000, True),),
        ),
    )


def stopped() -> Front:
    fault = "Ben's copy differs at step 143 (rules plugin grandma_rules). The table is stopped."
    return Front(LOBBY, snapshot(trick_view(), stage="stopped", fault=fault))


CHECK = (
    "This laptop reaches others (192.168.178.20, 192.168.178.24, 192.168.178.29 and 1 more), but they cannot "
    "reach it: its own firewall stops them.",
    "Allow pinochle-lan (Python) for private networks in this laptop's firewall, TCP and UDP from port "
    "47470; on Windows also set this Wi-Fi to “Private”. Until then join tables of others instead "
    "of opening one.",
    "Something is at 192.168.178.29, but it takes no connection: the firewall over there stops this laptop.",
    "A table on this laptop is joined by address at 192.168.178.31:47470.",
)


def samples() -> Mapping[str, Front]:
    """Every sample by name, in the order of a game."""
    from helpers_scenes_more import more  # it is made of the samples here

    quiet = replace(LOBBY, tables=(), searching_ms=9000)
    return {
        "lobby": Front(LOBBY),
        "lobby-empty": Front(quiet),
        "lobby-check": Front(replace(quiet, check=CHECK)),
        "lobby-checking": Front(replace(quiet, check=("Asking who is there ...",), checking=True)),
        "lobby-ghost": Front(replace(LOBBY, tables=FADING)),
        "lobby-saved": Front(replace(quiet, saved=SAVED, searching_ms=1000)),
        "lobby-both": Front(replace(LOBBY, saved=SAVED, problem=LATE)),
        "name": Front(replace(quiet, name="")),
        "setup": setup(),
        "setup-guest": setup(founder=False),
        "meeting": meeting(),
        "meeting-coming": meeting(offers=()),
        "meeting-forbidden": meeting(offers=(), forbidden=True),
        "auction": auction(),
        "auction-waiting": auction_waiting(),
        "trump": trump(),
        "passing": passing(),
        "meld": melds(),
        "meld-many": many_melds(),
        "trick": play(),
        "trick-lead": play_any(),
        "twenty": twenty(),
        "two": two(),
        "lay": lay(),
        "three": three(),
        "three-kitty": three_kitty(),
        "score": score(),
        "score-long": long_score(),
        "over": over(),
        "waiting": waiting(),
        "stopped": stopped(),
        **more(),
    }
