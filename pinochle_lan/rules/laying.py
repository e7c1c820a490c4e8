"""Melding during play: what may be laid from hand and table, by the record of what each card was used in.

Owns section 7 of the stock games (docs/rules: two-handed 7, two-person 7, two-handed-bidding 7): one set of
rules for the table and for the referee. Knows cards, records and numbers of slots; no seats, turns or zones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import Final

from pinochle_lan.cards import FACES, Card, Rank, Suit
from pinochle_lan.rules import melds
from pinochle_lan.rules.melds import Dix, Meld, RoyalMarriage, Run, Spares
from pinochle_lan.rules.options import Options
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import Melded

EXCHANGE: Final = "dix-exchange"
"""The first nine of trump laid: it takes the turn-up's place, free of the count of melds."""
DOUBLE: Final = "double-"
RUN_AND_SPARE: Final = f"{Run.name}+{Spares.name}"
RUNS: Final = (Run.name, RUN_AND_SPARE)
_ORDER: Final = (EXCHANGE, Dix.name, "marriage", RoyalMarriage.name, Run.name, RUN_AND_SPARE, Spares.name)
"""A good order of laying: what a later meld may still use comes before it."""


@dataclass(frozen=True)
class Desk:
    """What a player melds from at one moment."""

    trump: Suit | None
    hand: Mapping[int, Card]
    """Slot to face: cards that are not on the table; on arrival those that the entry shows."""
    table: Mapping[int, Card]
    """His face-up meld cards that are not played yet."""
    records: tuple[Melded, ...]
    """Everything that scored so far this hand, oldest first."""
    turn_up: Card | None = None
    """The card under the stock; None once it is drawn."""
    laid: int = 0
    """Melds of this trick that counted against the limit."""

    def face(self, slot: int) -> Card | None:
        """The face of a card that is here, else None."""
        return self.hand.get(slot) or self.table.get(slot)


@dataclass(frozen=True)
class Laying:
    """The options of melding during play (house-rules.md, stock games)."""

    per_trick: int = 1
    """Melds a trick; 0 = any number. The exchange is never counted."""
    doubles: bool = True
    """Doubles have a value of their own; otherwise a second set is a second single."""
    married_pair: bool = True
    """K and Q of a royal marriage go into a run both together or not at all (run_from_marriage = pair)."""
    exchange: bool = True
    """The first nine of trump is exchanged for a turn-up of the trump suit."""

    @classmethod
    def of(cls, o: Options) -> Laying:
        """The rules of laying under a table's options."""
        return cls(
            per_trick=o.number("melds_per_trick", 1),
            doubles=o.word("double_melds", "own") == "own",
            married_pair=o.word("run_from_marriage", "pair") == "pair",
            exchange=o.flag("dix_exchange", True),
        )

    # --- may it be laid

    def judge(self, desk: Desk, table: Sequence[Meld], name: str, slots: Sequence[int]) -> Melded | Refusal:
        """The record of the meld ``name`` laid with ``slots``, or why it may not be laid now."""
        faces = [desk.face(slot) for slot in slots]
        cards = tuple(face for face in faces if face is not None)
        if len(cards) != len(slots) or len(dict.fromkeys(slots)) != len(slots):
            return refuse("meld_gone")
        if name == EXCHANGE:
            return self._exchanged(desk, table, slots, cards)
        if self.per_trick and desk.laid >= self.per_trick:
            return refuse("meld_limit", count=self.per_trick)
        if not any(slot in desk.hand for slot in slots):
            return refuse("meld_new")
        if name in (Spares.name, RUN_AND_SPARE):
            return self._with_spares(desk, table, name, slots)
        double = name.startswith(DOUBLE)
        single = name.removeprefix(DOUBLE)
        meld = next((meld for meld in table if meld.name == single), None)
        if meld is None or (double and not self._doubled(meld)):
            return refuse("meld_unknown", meld=name.replace("-", " "))
        if not _shaped(meld, cards, desk.trump, 2 if double else 1):
            return refuse("not_meld")
        if single == Dix.name and self._may_exchange(desk):
            return refuse("dix_first", card=str(desk.turn_up))
        record = Melded(name, meld.group, meld.worth(2 if double else 1), tuple(slots), cards)
        return self._reused(desk, record, double) or record

    def _doubled(self, meld: Meld) -> bool:
        return self.doubles and len(meld.points) > 1

    def _reused(self, desk: Desk, record: Melded, double: bool) -> Refusal | None:
        """Rule 4: a card serves once in a class, but for the two upgrades."""
        single = record.name.removeprefix(DOUBLE)
        singles = RUNS if single == Run.name else (single,)
        for old in desk.records:
            if old.group != record.group or not any(slot in record.slots for slot in old.slots):
                continue
            whole = all(slot in record.slots for slot in old.slots)
            if single == Run.name and old.name == RoyalMarriage.name and (whole or not self.married_pair):
                continue
            if double and whole and old.name in (*singles, Spares.name):
                continue
            card = next(c for slot, c in zip(old.slots, old.cards, strict=True) if slot in record.slots)
            plain = old.name.replace("-", " ")
            meld = f"{plain} around" if plain.endswith("s") else f"a {plain}"
            return refuse("meld_reuse", rank=card.rank.title, meld=meld)
        return None

    # --- the exchange

    def _may_exchange(self, desk: Desk) -> bool:
        """Whether a nine would still be the first one, and the card for it lies there."""
        card = desk.turn_up
        return self.exchange and card is not None and card.suit is desk.trump and card.rank is not Rank.NINE

    def _exchanged(
        self, desk: Desk, table: Sequence[Meld], slots: Sequence[int], cards: tuple[Card, ...]
    ) -> Melded | Refusal:
        dix = next((meld for meld in table if meld.name == Dix.name), None)
        if dix is None or not self._may_exchange(desk):
            return refuse("no_exchange")
        if not _shaped(dix, cards, desk.trump, 1) or slots[0] not in desk.hand:
            return refuse("not_meld")
        return Melded(EXCHANGE, dix.group, dix.worth(1), tuple(slots), cards)

    # --- kings and queens beside a run

    def _with_spares(
        self, desk: Desk, table: Sequence[Meld], name: str, slots: Sequence[int]
    ) -> Melded | Refusal:
        spares = next((meld for meld in table if meld.name == Spares.name), None)
        run = next((meld for meld in table if meld.name == Run.name), None)
        if spares is None or run is None:
            return refuse("meld_unknown", meld=name.replace("-", " "))
        if name == Spares.name:
            return self._spare(desk, spares, slots)
        why: Refusal | None = None
        for extra in _extras(desk, slots):
            rest = [slot for slot in slots if slot not in extra]
            cards = tuple(_face(desk, slot) for slot in rest)
            if not _shaped(run, cards, desk.trump, 1):
                continue
            first = Melded(Run.name, run.group, run.worth(1), tuple(rest), cards)
            more = Melded(Spares.name, spares.group, spares.worth(1) * len(extra), extra, ())
            why = self._reused(desk, first, double=False) or self._reused(desk, more, double=False)
            if why is None:
                every = (*rest, *extra)
                faces = tuple(_face(desk, slot) for slot in every)
                return Melded(name, run.group, first.points + more.points, every, faces)
        return why or refuse("not_meld")

    def _spare(self, desk: Desk, spares: Meld, slots: Sequence[int]) -> Melded | Refusal:
        if tuple(slots) not in _extras(desk, slots):
            return refuse("not_meld")
        size = len(melds.RUN_RANKS)
        if not any(
            old.name in RUNS and all(slot in desk.table for slot in old.slots[:size]) for old in desk.records
        ):
            return refuse("run_broken")
        cards = tuple(_face(desk, slot) for slot in slots)
        record = Melded(Spares.name, spares.group, spares.worth(1) * len(slots), tuple(slots), cards)
        return self._reused(desk, record, double=False) or record

    # --- what may be laid

    def choices(self, desk: Desk, table: Sequence[Meld]) -> Iterator[Melded]:
        """Every meld that may be laid now, each alone; of equal cards in the hand the lowest slots."""
        here = melds.count([*desk.hand.values(), *desk.table.values()])
        for name, wanted in _patterns(tuple(table), desk.trump, self.doubles):
            if any(here.get(face, 0) < count for face, count in wanted):
                continue
            for slots in _ways(desk, wanted):
                found = self.judge(desk, table, name, slots)
                if isinstance(found, Melded):
                    yield found

    def best(self, desk: Desk, table: Sequence[Meld]) -> tuple[Melded, ...]:
        """As ``choices``, but of melds with equal cards only the one that keeps most cards in the hand."""
        kept: dict[tuple[str, tuple[tuple[Card, int], ...]], Melded] = {}
        for one in self.choices(desk, table):
            pool = melds.count(one.cards)
            key = one.name, tuple((face, pool[face]) for face in FACES if face in pool)
            other = kept.get(key)
            if other is None or _from_hand(desk, one) < _from_hand(desk, other):
                kept[key] = one
        return tuple(kept.values())

    def sentences(self) -> tuple[str, ...]:
        """Melding during play as rules in force."""
        many = {0: "as many melds as he likes", 1: "one meld"}.get(self.per_trick, f"{self.per_trick} melds")
        lines = [
            f"The winner of a trick may lay {many}, with at least one card from his hand; points count at "
            "once.",
            "A card counts once in each class (sequence, around, pinochle).",
            "A royal marriage may be filled out to a run"
            + (", both cards together." if self.married_pair else ", also with one of its cards."),
        ]
        if self.doubles:
            lines.append(
                "A single run, pinochle or around may be completed to the double, for its full value."
            )
        if self.exchange:
            lines.append(
                "The first nine of trump is exchanged for the turned-up card, besides the meld, while that "
                "card is of the trump suit and lies there."
            )
        return tuple(lines)


@cache
def _patterns(
    table: tuple[Meld, ...], trump: Suit | None, doubles: bool
) -> tuple[tuple[str, tuple[tuple[Card, int], ...]], ...]:
    """Every meld of a table as (name, copies of each face), in a good order of laying."""
    found: list[tuple[str, tuple[Card, ...]]] = []
    for meld in table:
        for one in meld.find(dict.fromkeys(FACES, 1), trump, ()):
            found.append((meld.name, one.cards))
            if meld.name == Dix.name:
                found.append((EXCHANGE, one.cards))
            if doubles and len(meld.points) > 1:
                found.append((f"{DOUBLE}{meld.name}", one.cards * 2))
        if meld.name == Spares.name and trump is not None:
            run = tuple(Card(rank, trump) for rank in melds.RUN_RANKS)
            king, queen = run[2], run[3]
            for extra in ((king,), (queen,), (king, queen)):
                found += [(RUN_AND_SPARE, run + extra), (Spares.name, extra)]
    ordered = sorted(found, key=lambda pair: _place(pair[0]))
    return tuple((name, tuple(melds.count(cards).items())) for name, cards in ordered if cards)


def in_order(record: Melded) -> tuple[int, str, tuple[int, ...]]:
    """Sorts melds into a good order of laying."""
    return _place(record.name), record.name, record.slots


def laid(desk: Desk, record: Melded, turn_up: int | None = None) -> Desk:
    """The desk after a meld; ``turn_up``: the slot that comes to the hand for an exchanged nine."""
    records = (*desk.records, record)
    hand = {slot: card for slot, card in desk.hand.items() if slot not in record.slots}
    if record.name == EXCHANGE:
        assert turn_up is not None
        assert desk.turn_up is not None
        hand[turn_up] = desk.turn_up
        return replace(desk, hand=hand, records=records, turn_up=record.cards[0])
    table = {**desk.table, **dict(zip(record.slots, record.cards, strict=True))}
    return replace(desk, hand=hand, table=table, records=records, laid=desk.laid + 1)


def _place(name: str) -> int:
    if name in _ORDER:
        return _ORDER.index(name)
    return len(_ORDER) + name.startswith(DOUBLE)


def _shaped(meld: Meld, cards: Sequence[Card], trump: Suit | None, copies: int) -> bool:
    """Whether the cards are exactly the meld: one set of it, or a double."""
    pool = melds.count(cards)
    if not pool or any(count != copies for count in pool.values()):
        return False
    found = meld.find(dict(pool), trump, ())
    return len(found) == 1 and melds.count(found[0].cards) == pool


def _face(desk: Desk, slot: int) -> Card:
    face = desk.face(slot)
    assert face is not None
    return face


def _extras(desk: Desk, slots: Sequence[int]) -> list[tuple[int, ...]]:
    """One king of trump, one queen, or both, out of ``slots``."""
    of = {
        rank: [slot for slot in slots if desk.face(slot) == Card(rank, desk.trump)]
        for rank in (Rank.KING, Rank.QUEEN)
        if desk.trump is not None
    }
    kings, queens = of.get(Rank.KING, []), of.get(Rank.QUEEN, [])
    both = [pair for king in kings for queen in queens for pair in ((king, queen), (queen, king))]
    return [*((slot,) for slot in (*kings, *queens)), *both]


def _ways(desk: Desk, wanted: Sequence[tuple[Card, int]]) -> Iterator[tuple[int, ...]]:
    """The slots that could make these cards: of equal ones in the hand only the lowest, and never none of
    the hand.
    """
    per_face = []
    for face, count in wanted:
        here = sorted(slot for slot, card in desk.hand.items() if card == face)[:count]
        there = sorted(slot for slot, card in desk.table.items() if card == face)
        ways = [
            (*here[: count - len(out)], *out)
            for size in range(min(count, len(there)) + 1)
            if count - size <= len(here)
            for out in combinations(there, size)
        ]
        per_face.append(ways)
    for way in product(*per_face):
        slots = tuple(slot for part in way for slot in part)
        if any(slot in desk.hand for slot in slots):
            yield slots


def _from_hand(desk: Desk, record: Melded) -> int:
    return sum(slot in desk.hand for slot in record.slots)
