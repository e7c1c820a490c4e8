"""More sample fronts: talk at the table, a hand lost before it was played, the review, the exchange of the
nine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import helpers_scenes as samples

from pinochle_lan.cards import Suit, cards
from pinochle_lan.front import Front
from pinochle_lan.rules.actions import Call, Play, Shown
from pinochle_lan.rules.view import HandResult, MeldOffer, TrickView
from pinochle_lan.table.snapshot import Fair, HintLine, Line, Motion, Remark, Review, Reviewed, Snapshot

REMARKS = (
    Remark(1, 2, "Well bid"),
    Remark(2, 0, "Thanks"),
    Remark(3, 1, "Who dealt these? I have not one heart, and the phone just rang."),
)
FAIR = Fair(
    4, 12, True, 27, ("Ana", "Ben", "Caro", "Dana"), (("key", 4), ("proof", 4), ("seal", 4), ("share", 12))
)
LONG = ("Wilhelmina-Charlotte", "Großmütterchen Änne", "さくら子とお婆ちゃんと猫", "Jürgen-Øystein Müller")
"""Names of about twenty letters that a family may have, by seat."""
STORY = (
    "Ben closed the program.",
    "Ben's laptop was not heard for ten seconds; those present go on without it.",
    "Ben is away; a stand-in plays on.",
    "Ben is back.",
)


def table_of(front: Front) -> Snapshot:
    """The front's table."""
    assert front.table is not None
    return front.table


def talking() -> Front:
    """Picture 4 with talk: Caro has no bot's laptop, so member 1 is hers."""
    front = samples.play()
    snap = table_of(front)
    seats = {0: 0, 1: 0, 2: 2, 3: 1}
    people = tuple(replace(who, host=seats[who.seat]) for who in snap.people)
    return replace(front, table=replace(snap, people=people, chat=REMARKS, fair=FAIR))


def exchange() -> Front:
    """Two-handed: the nine may take the turn-up, which makes one more meld possible."""
    offer = MeldOffer(
        "lay",
        (
            samples.meld("Exchange of the nine", 10, "9S", (35,), "dix-exchange"),
            samples.meld("Aces around", 100, "AS AH AC AD", (0, 2, 5, 33)),
        ),
        2,
        (samples.meld("Royal marriage", 40, "KS QS", (36, 37), "royal-marriage"),),
    )
    view = replace(samples.two_view(), offers=(offer,), trick=TrickView(6, samples.ME, ()))
    return Front(samples.LOBBY, samples.two_snapshot(view))


def lost_early() -> Front:
    """Ben's side could not make its bid, so the hand ended with the melds."""
    front = samples.score()
    snap = table_of(front)
    assert snap.view is not None
    lost = HandResult(
        6, 1, samples.BEN, 500, Suit.HEARTS, (20, 60), (0, 0), (20, -500), (1420, 0), False, False,
        ("EW bid 500 and cannot reach it: 60 meld and 250 in tricks at most (partnership 13).",),
    )  # fmt: skip
    view = replace(snap.view, history=(*snap.view.history, lost), hand_number=7)
    laid = (
        (samples.meld("Marriage in spades", 20, "KS QS", (3, 4)),),
        (samples.meld("Queens around", 60, "QS QH QC QD", (14, 15, 16, 17)),),
        (),
        (),
    )
    return replace(front, table=replace(snap, view=view, laid=laid))


def reviewed() -> Front:
    """The last hand, looked at again."""
    ace, ten, king = (Shown(place, card) for place, card in enumerate(cards("AH 10H KH")))
    lines = (
        HintLine(Play(0, ace), 12, 4, "it wins, and nobody can trump it yet"),
        HintLine(Play(0, ten), 4, 4, "it may be beaten by the other ace"),
        HintLine(Play(0, king), -9, 5, "it gives away ten points"),
    )
    bids = (HintLine(Call(0, 310), 40, 12, "the run makes it safe"), HintLine(Call(0, None), 0, 9, "pass"))
    plays = tuple(
        Reviewed(Play(0, ace if number % 2 else king), number, lines if number != 3 else ())
        for number in range(1, 13)
    )
    review = Review(5, (Reviewed(Call(0, 310), 0, bids), *plays), done=True)
    front = samples.score()
    return replace(front, table=replace(table_of(front), review=review, adviser=True, fair=FAIR))


def deciding() -> Front:
    """Somebody knocks, and Ben would have a turn clock."""
    snap = table_of(talking())
    clock = Motion(
        "turn", None, None, 30, ("Caro",), 3, False,
        "A bot is to play for whoever needs more than 30 seconds, from the next hand on.",
    )  # fmt: skip
    return replace(talking(), table=replace(snap, requests=((b"z" * 32, "Zoe"),), motions=(clock,)))


def watching() -> Front:
    """No chair yet: the table from outside, with a bot's chair to ask for."""
    snap = table_of(samples.play())
    assert snap.view is not None
    seats = tuple(
        replace(seat, hand=tuple(replace(item, card=None) for item in seat.hand)) for seat in snap.view.seats
    )
    view = replace(snap.view, viewer=None, offers=(), seats=seats, turn=(samples.BEN,))
    people = tuple(replace(who, you=False) for who in snap.people)
    table = replace(snap, view=view, seat=None, people=people, watching=True, free=(samples.BEN,))
    return replace(samples.play(), table=table)


def renamed(front: Front) -> Front:
    """The front with the people's names exchanged for LONG ones, in the log too."""
    snap = table_of(front)
    new = dict(zip(samples.NAMES, LONG, strict=True))

    def said(text: str) -> str:
        return re.sub("|".join(rf"\b{name}\b" for name in new), lambda found: new[found[0]], text)

    return replace(
        front,
        table=replace(
            snap,
            people=tuple(replace(who, name=said(who.name)) for who in snap.people),
            laptops=tuple(replace(item, name=said(item.name)) for item in snap.laptops),
            lines=tuple(replace(line, text=said(line.text)) for line in snap.lines),
            requests=tuple((key, f"{said(name)} Oberhuber") for key, name in snap.requests),
        ),
    )


def absence() -> Front:
    """In the middle of a trick Ben's laptop went and came back."""
    snap = table_of(samples.play())
    people = tuple(replace(who, bot="", host=3) if who.name == "Ben" else who for who in snap.people)
    lines = (*snap.lines[:6], *(Line(text) for text in STORY), *snap.lines[6:])
    return replace(samples.play(), table=replace(snap, people=people, lines=lines))


def more() -> Mapping[str, Front]:
    """Name to front."""
    return {
        "talking": talking(),
        "lay-exchange": exchange(),
        "meld-missed": lost_early(),
        "reviewed": reviewed(),
        "deciding": deciding(),
        "watching": watching(),
        "absence": absence(),
    }
