"""The meld table: patterns that count, the meld of a whole hand, and which slots to lay for it.

Each pattern takes its cards from the pool of its class (``group``): a card counts once in each class.
Patterns are asked in table order, which is the counting procedure of docs/rules/partnership.md 7: runs, then
what is left. Exact for any number of copies.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules.options import Options
from pinochle_lan.rules.state import Melded

SEQUENCE: Final = "sequence"
PINOCHLE: Final = "pinochle"
AROUND: Final = "around"

RUN_RANKS: Final = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
_WORDS: Final = ("", "double ", "triple ", "fourfold ")


class Found(NamedTuple):
    """A meld in a hand: its name, class, points and cards (none for a bonus)."""

    name: str
    group: str
    points: int
    cards: tuple[Card, ...]


Pool = dict[Card, int]
"""Copies of each face that are still free in one class."""


@dataclass(frozen=True)
class Meld(ABC):
    """A pattern. ``points`` by multiple: (single, double, ...); beyond its end the last value stays."""

    points: tuple[int, ...]

    name = ""
    """Heading of docs/rules/README.md."""
    group = SEQUENCE
    cards = ""
    """Its cards in words, for the rules page."""

    @abstractmethod
    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        """What of ``pool`` makes this meld, after ``found``. Never changes the pool."""

    def worth(self, multiple: int) -> int:
        """Points of ``multiple`` copies, counted as one meld."""
        return self.points[min(multiple, len(self.points)) - 1] if multiple else 0

    def scaled(self, tenth: int) -> Meld:
        """The same meld with all points divided by ``tenth``."""
        return replace(self, points=tuple(points // tenth for points in self.points))

    def singles(self) -> Meld:
        """The same meld where doubles are worth two singles, and so on."""
        return replace(self, points=tuple(self.points[0] * n for n in range(1, len(self.points) + 1)))

    def sentences(self) -> tuple[str, ...]:
        """The meld as a line of the rules in force."""
        cards = f" ({self.cards})" if self.cards else ""
        return (f"{title(self.name)}{cards}: {_values(self.points)}.",)


@dataclass(frozen=True)
class Run(Meld):
    """A 10 K Q J of trump."""

    name = "run"
    cards = "A 10 K Q J of trump"

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        if trump is None:
            return ()
        cards = tuple(Card(rank, trump) for rank in RUN_RANKS)
        count = min(pool.get(card, 0) for card in cards)
        return (Found(self.name, self.group, self.worth(count), cards * count),) if count else ()


@dataclass(frozen=True)
class Spares(Meld):
    """Kings and queens of trump beyond exactly one run, each worth ``points`` (option run_extra)."""

    name = "spare"

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        runs = [meld for meld in found if meld.name == Run.name]
        if trump is None or len(runs) != 1 or len(runs[0].cards) != len(RUN_RANKS):
            return ()
        cards = (Card(Rank.KING, trump), Card(Rank.QUEEN, trump))
        return tuple(
            Found(self.name, self.group, self.points[0], (card,))
            for card in cards
            for _ in range(pool.get(card, 0))
        )

    def sentences(self) -> tuple[str, ...]:
        return (f"Each further king or queen of trump beside one run: {self.points[0]}.",)


@dataclass(frozen=True)
class RoyalMarriage(Meld):
    """K Q of trump outside the run, each pair its own meld."""

    name = "royal-marriage"
    cards = "K Q of trump"

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        return () if trump is None else _marriages(self, pool, trump)


@dataclass(frozen=True)
class Marriage(Meld):
    """K Q of a plain suit, each pair its own meld."""

    name = "marriage"
    cards = "K Q of another suit"

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        return tuple(meld for suit in Suit if suit is not trump for meld in _marriages(self, pool, suit))


@dataclass(frozen=True)
class Dix(Meld):
    """Each nine of trump; it shares no card with anything."""

    name = "dix"

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        if trump is None:
            return ()
        nine = Card(Rank.NINE, trump)
        return (Found(self.name, self.group, self.points[0], (nine,)),) * pool.get(nine, 0)

    def sentences(self) -> tuple[str, ...]:
        return (f"Nine of trump: {self.points[0]} each.",)


@dataclass(frozen=True)
class Pinochle(Meld):
    """QS JD."""

    name = "pinochle"
    group = PINOCHLE
    cards = "Q of spades, J of diamonds"

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        cards = (Card(Rank.QUEEN, Suit.SPADES), Card(Rank.JACK, Suit.DIAMONDS))
        count = min(pool.get(card, 0) for card in cards)
        return (Found(self.name, self.group, self.worth(count), cards * count),) if count else ()


@dataclass(frozen=True)
class Around(Meld):
    """Four of a rank, one of each suit."""

    rank: Rank = Rank.ACE
    group = AROUND
    cards = "one of each suit"

    @property
    def name(self) -> str:  # type: ignore[override]
        """Heading: aces, kings, queens, jacks; tens and nines for house rules."""
        return {Rank.TEN: "tens", Rank.NINE: "nines"}.get(self.rank, f"{self.rank.title}s")

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        cards = tuple(Card(self.rank, suit) for suit in Suit)
        count = min(pool.get(card, 0) for card in cards)
        return (Found(self.name, self.group, self.worth(count), cards * count),) if count else ()


@dataclass(frozen=True)
class Roundhouse(Meld):
    """A bonus beside a marriage in each of the four suits; it uses no card (option roundhouse_bonus)."""

    name = "roundhouse"

    def find(self, pool: Pool, trump: Suit | None, found: Sequence[Found]) -> tuple[Found, ...]:
        suits = [meld.cards[0].suit for meld in found if meld.name in (RoyalMarriage.name, Marriage.name)]
        return (
            (Found(self.name, self.group, self.points[0], ()),) if all(suit in suits for suit in Suit) else ()
        )

    def sentences(self) -> tuple[str, ...]:
        return (f"A marriage in all four suits brings {self.points[0]} more.",)


def _marriages(meld: Meld, pool: Pool, suit: Suit) -> tuple[Found, ...]:
    pair = (Card(Rank.KING, suit), Card(Rank.QUEEN, suit))
    return (Found(meld.name, meld.group, meld.points[0], pair),) * min(pool.get(card, 0) for card in pair)


def _values(points: tuple[int, ...]) -> str:
    return ", ".join(f"{word}{value:,}" for word, value in zip(_WORDS, points, strict=False))


# --- the meld of a hand


def count(cards: Iterable[Card]) -> Pool:
    """Copies of each face."""
    pool: Pool = {}
    for card in cards:
        pool[card] = pool.get(card, 0) + 1
    return pool


def find(cards: Iterable[Card], trump: Suit | None, table: Sequence[Meld]) -> tuple[Found, ...]:
    """All melds that count in a hand, in table order; their points add up to the maximum."""
    whole = count(cards)
    pools: dict[str, Pool] = {}
    found: list[Found] = []
    for meld in table:
        pool = pools.setdefault(meld.group, dict(whole))
        for one in meld.find(pool, trump, found):
            for card in one.cards:
                pool[card] -= 1
            found.append(one)
    return tuple(found)


def total(found: Iterable[Found | Melded]) -> int:
    """Points of melds together."""
    return sum(meld.points for meld in found)


def items(found: Iterable[Found | Melded]) -> dict[str, int]:
    """Points by heading, in the order found; headings without points are left out."""
    headings: dict[str, int] = {}
    for meld in found:
        headings[meld.name] = headings.get(meld.name, 0) + meld.points
    return {name: points for name, points in headings.items() if points}


def needed(found: Iterable[Found]) -> Pool:
    """The least cards that show all of ``found``: of each face the most copies that one class uses."""
    used: dict[str, Pool] = {}
    for meld in found:
        pool = used.setdefault(meld.group, {})
        for card in meld.cards:
            pool[card] = pool.get(card, 0) + 1
    least: Pool = {}
    for pool in used.values():
        for card, copies in pool.items():
            least[card] = max(least.get(card, 0), copies)
    return least


def superfluous(cards: Sequence[Card], trump: Suit | None, table: Sequence[Meld]) -> tuple[Card, ...]:
    """Cards of a showing that no counted meld uses (docs/engine.md 3: they would tell a partner
    something).
    """
    least = needed(find(cards, trump, table))
    return tuple(card for card, copies in count(cards).items() if copies > least.get(card, 0))


def best_slots(
    faces: Mapping[int, Card], public: Iterable[int], trump: Suit | None, table: Sequence[Meld]
) -> tuple[int, ...]:
    """The least set of slots that shows the whole meld: public ones first, then the lowest number,
    ascending.
    """
    seen = tuple(public)
    left = needed(find(faces.values(), trump, table))
    chosen = []
    for slot in sorted(faces, key=lambda n: (n not in seen, n)):
        if left.get(faces[slot], 0):
            left[faces[slot]] -= 1
            chosen.append(slot)
    return tuple(sorted(chosen))


def laid(faces: Mapping[int, Card], trump: Suit | None, table: Sequence[Meld]) -> tuple[Melded, ...]:
    """The melds in the cards shown, each with its slots: in one class no slot serves twice."""
    free: dict[str, dict[Card, list[int]]] = {}
    made = []
    for meld in find(faces.values(), trump, table):
        if meld.group not in free:
            by_face: dict[Card, list[int]] = {}
            for slot in sorted(faces):
                by_face.setdefault(faces[slot], []).append(slot)
            free[meld.group] = by_face
        slots = tuple(free[meld.group][card].pop(0) for card in meld.cards)
        made.append(Melded(meld.name, meld.group, meld.points, slots, meld.cards))
    return tuple(made)


# --- words


def title(name: str, cards: Sequence[Card] = ()) -> str:
    """A meld for people: ``Run in spades``, ``Double pinochle``, ``Marriage in hearts``."""
    name = name.removeprefix("double-")
    plain = name.replace("-", " ").replace("+", " and ")
    if name in ("aces", "kings", "queens", "jacks", "tens", "nines"):
        plain += " around"
        size = 4
    else:
        size = {"run": 5, "pinochle": 2}.get(name, len(cards) or 1)
    if cards and len(cards) > size:
        plain = f"{_WORDS[min(len(cards) // size, len(_WORDS)) - 1]}{plain}"
    if name == "spare" and cards:
        ranks = " and ".join(card.rank.title for card in cards)
        return f"Spare {ranks} of {cards[0].suit.title.lower()}"
    if name in ("dix", "dix-exchange") and cards:
        return f"Nine of {cards[0].suit.title.lower()}"
    if cards and name in ("run", "royal-marriage", "marriage"):
        plain += f" in {cards[0].suit.title.lower()}"
    return plain[:1].upper() + plain[1:]


# --- tables


def full_table(
    *,
    run: tuple[int, ...] = (150, 1500),
    royal_marriage: int = 40,
    marriage: int = 20,
    dix: int = 10,
    pinochle: tuple[int, ...] = (40, 300),
    aces: tuple[int, ...] = (100, 1000),
    kings: tuple[int, ...] = (80, 800),
    queens: tuple[int, ...] = (60, 600),
    jacks: tuple[int, ...] = (40, 400),
) -> tuple[Meld, ...]:
    """The common table of docs/rules/partnership.md 7; points by multiple. ``dix`` 0 leaves the nines out."""
    nines: tuple[Meld, ...] = (Dix((dix,)),) if dix else ()
    return (
        Run(run),
        RoyalMarriage((royal_marriage,)),
        Marriage((marriage,)),
        *nines,
        Pinochle(pinochle),
        Around(aces, Rank.ACE),
        Around(kings, Rank.KING),
        Around(queens, Rank.QUEEN),
        Around(jacks, Rank.JACK),
    )


def with_options(
    table: Sequence[Meld], *, double_melds: str = "own", extra: int = 0, roundhouse: int = 0
) -> tuple[Meld, ...]:
    """The table under the meld options of house-rules.md.

    ``extra``: points of a spare king or queen, 0 = none.
    """
    melds: list[Meld] = [meld.singles() if double_melds == "two_singles" else meld for meld in table]
    if extra:
        after = next(n for n, meld in enumerate(melds) if isinstance(meld, Run)) + 1
        melds.insert(after, Spares((extra,)))
    if roundhouse:
        melds.append(Roundhouse((roundhouse,)))
    return tuple(melds)


def meld_table(o: Options, table: Sequence[Meld], *, unit: int = 1) -> tuple[Meld, ...]:
    """The meld table of a variant under its options, in the scale in force.

    ``unit`` is 10 for a variant that is written in tenths.
    """
    divide = unit * o.tenth
    extra = {"40_each": 40, "20_each": 20}.get(o.word("run_extra", "none"), 0) // divide
    return with_options(
        [meld.scaled(o.tenth) for meld in table],
        double_melds=o.word("double_melds", "own"),
        extra=extra,
        roundhouse=o.number("roundhouse_bonus"),
    )
