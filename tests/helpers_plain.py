"""Whole hands scored by plain functions over text, written from docs/rules alone: no table of the engine.

``facts`` reads who did what from a dealer's log; ``delta`` is the score that sections 7, 8, 11, 12 and 13
give under the usual rules of a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from helpers_perft import best
from helpers_rules import Dealer

from pinochle_lan.rules import actions as act

SUITS = "CDHS"
FULL = {
    "run": (150, 1500),
    "royal": 40,
    "marriage": 20,
    "dix": 10,
    "pinochle": (40, 300),
    "A": (100, 1000),
    "K": (80, 800),
    "Q": (60, 600),
    "J": (40, 400),
}
TENTH = {
    "run": (15, 150),
    "royal": 4,
    "marriage": 2,
    "dix": 1,
    "pinochle": (4, 30),
    "A": (10, 100),
    "K": (8, 80),
    "Q": (6, 60),
    "J": (4, 40),
}
DECK = TENTH | {
    "run": (15, 150, 225, 300),
    "pinochle": (4, 30, 60, 90),
    "A": (10, 100, 150, 200),
    "K": (8, 80, 120, 160),
    "Q": (6, 60, 90, 120),
    "J": (4, 40, 60, 80),
}
PACK = FULL | {
    "run": (150, 300, 450, 600),
    "pinochle": (40, 300, 450, 3000),
    "A": (100, 1000, 1500, 2000),
    "K": (80, 800, 1200, 1600),
    "Q": (60, 600, 900, 1200),
    "J": (40, 400, 600, 800),
}
TABLES = {"double-deck": DECK, "double-pack": PACK, "two-handed-kitty": TENTH}
TENS = {"A": 10, "10": 10, "K": 10}
ONES = {"A": 1, "10": 1, "K": 1}
CLASSIC = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
WORTH = {
    "partnership": (TENS, 10),
    "auction": (CLASSIC, 10),
    "double-deck": (ONES, 2),
    "double-pack": (TENS, 20),
    "three-handed": (TENS, 10),
    "two-handed": (CLASSIC, 10),
    "two-person": (CLASSIC, 10),
    "two-handed-bidding": (ONES, 1),
    "two-handed-kitty": (ONES, 1),
}


@dataclass
class Facts:
    """What happened in the last hand of a log."""

    melds: dict[int, list[str]] = field(default_factory=dict)
    laid: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    """Stock games: (meld, number of cards) by seat."""
    plays: list[tuple[int, str]] = field(default_factory=list)
    buried: list[str] = field(default_factory=list)
    turned: str = ""
    gave_up: bool = False


def facts(dealer: Dealer) -> Facts:
    """The facts of the last deal."""
    found = Facts()
    for step in dealer.log:
        for action in step:
            if isinstance(action, act.Shuffled):
                found = Facts()
            elif isinstance(action, act.Faces) and action.zone == "turn-up" and not found.turned:
                found.turned = str(action.shown[0].card)
            elif isinstance(action, act.ShowMeld):
                found.melds[action.seat] = [str(one.card) for one in action.shown]
            elif isinstance(action, act.Lay):
                rows = [(one.meld, len(one.shown)) for one in action.melds]
                found.laid.setdefault(action.seat, []).extend(rows)
            elif isinstance(action, act.Play):
                found.plays.append((action.seat, str(action.card)))
            elif isinstance(action, act.Settle):
                found.buried = [str(one.card) for one in action.shown]
            elif isinstance(action, act.GiveUp):
                found.gave_up = True
    return found


def meld(hand: list[str], trump: str, table: dict[str, object]) -> tuple[int, bool]:
    """Points of a hand (section 7), and whether nines are all of it."""

    def n(rank: str, suit: str) -> int:
        return hand.count(rank + suit)

    def row(name: str, count: int) -> int:
        values = table[name]
        assert isinstance(values, tuple)
        return values[count - 1] if count else 0

    def each(name: str) -> int:
        value = table[name]
        assert isinstance(value, int)
        return value

    runs = min(n(rank, trump) for rank in ("A", "10", "K", "Q", "J"))
    total = row("run", runs) + each("royal") * (min(n("K", trump), n("Q", trump)) - runs)
    total += sum(each("marriage") * min(n("K", s), n("Q", s)) for s in SUITS if s != trump)
    total += row("pinochle", min(n("Q", "S"), n("J", "D")))
    total += sum(row(rank, min(n(rank, s) for s in SUITS)) for rank in "AKQJ")
    nines = each("dix") * n("9", trump)
    return total + nines, bool(nines) and not total


def tricks(variant: str, found: Facts, trump: str, seats: int) -> tuple[list[int], list[int]]:
    """Points and tricks won by seat (sections 11 and 12)."""
    worth, last = WORTH[variant]
    points, won = [0] * seats, [0] * seats
    for start in range(0, len(found.plays), seats):
        trick = found.plays[start : start + seats]
        winner = trick[best([card for _, card in trick], trump)][0]
        won[winner] += 1
        early = start < 24 and variant in ("two-person", "two-handed-bidding")
        if not early:
            points[winner] += sum(worth.get(card[:-1], 0) for _, card in trick)
        if start + seats >= len(found.plays):
            points[winner] += last
    return points, won


LAID = {
    "run": 150,
    "royal-marriage": 40,
    "marriage": 20,
    "dix": 10,
    "dix-exchange": 10,
    "pinochle": 40,
    "aces": 100,
    "kings": 80,
    "queens": 60,
    "jacks": 40,
    "double-run": 1500,
    "double-pinochle": 300,
    "double-aces": 1000,
    "double-kings": 800,
    "double-queens": 600,
    "double-jacks": 400,
}


def laid(variant: str, rows: list[tuple[str, int]]) -> int:
    """Points of melds laid during play."""
    total = 0
    for name, cards in rows:
        if name == "spare":
            total += 20 * cards
        elif name == "run+spare":
            total += 150 + 20 * (cards - 5)
        else:
            total += LAID[name]
    return total // 10 if variant == "two-handed-bidding" else total


def rounded(points: int) -> int:
    """7, 8 and 9 up, the rest down (two-person 13)."""
    unit = points % 10
    return points - unit + (10 if unit >= 7 else 0)


def delta(dealer: Dealer) -> list[int]:
    """The score by side of the last hand, played to its end or not at all."""
    playing, result = dealer.game, dealer.state.history[-1]
    variant, found = playing.id, facts(dealer)
    trump = str(result.trump)
    points, won = tricks(variant, found, trump, playing.seats)
    sides = playing.sides
    if variant in ("two-handed", "two-person", "two-handed-bidding"):
        have = [laid(variant, found.laid.get(seat, [])) + points[seat] for seat in range(2)]
        if variant == "two-handed-bidding":
            assert result.declarer is not None
            assert result.bid is not None
            if have[result.declarer] < result.bid:
                have[result.declarer] = -result.bid
            return have
        have[result.dealer] += 10 if found.turned == f"9{trump}" else 0
        return [rounded(value) for value in have]
    table = TABLES.get(variant, FULL)
    worth, _ = WORTH[variant]
    shown = [meld(found.melds.get(seat, []), trump, table) for seat in range(playing.seats)]
    melded = [sum(shown[seat][0] for seat in side) for side in sides]
    taken = [sum(points[seat] for seat in side) for side in sides]
    tricked = [sum(won[seat] for seat in side) for side in sides]
    only = [
        melded[n] > 0 and all(shown[s][1] or not shown[s][0] for s in side) for n, side in enumerate(sides)
    ]
    assert result.declarer is not None
    assert result.bid is not None
    mine = next(n for n, side in enumerate(sides) if result.declarer in side)
    if not found.plays:
        return [-result.bid if n == mine else value for n, value in enumerate(melded)]
    taken[mine] += sum(worth.get(card[:-1], 0) for card in found.buried)
    for n in range(len(sides)):
        if variant in ("auction", "double-pack"):
            melded[n] = melded[n] if tricked[n] else 0
        elif variant != "two-handed-kitty" and n != mine and not taken[n] and not only[n]:
            melded[n] = 0
    total = [have + got for have, got in zip(melded, taken, strict=True)]
    total[mine] = total[mine] if total[mine] >= result.bid else -result.bid
    return total
