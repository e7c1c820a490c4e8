"""Help for peek tests: hands with everybody's secrets at hand, and what some could read or link.

One laptop a seat. Each step is made by its author, judged as received bytes are, and folded once: the log,
the network and the other laptops' own copies add nothing to what a spy can know.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from helpers_sealed import readable
from helpers_table import make_genesis

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Blank, Content, Place, Sort
from pinochle_lan.rules.actions import Call, Choice, GiveUp
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.sealed.deal import Deal
from pinochle_lan.sealed.group import POINT, Group
from pinochle_lan.sealed.slots import Slot
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.own import Own
from pinochle_lan.table.places import word
from pinochle_lan.table.terms import Terms


@dataclass
class Count:
    """What was looked at, and what a spy found: all the latter must stay 0."""

    cards: int = 0
    """Face-down cards of others that were tried, each at every look."""
    read: int = 0
    choices: int = 0
    """Choices before which the slots of a hand were compared."""
    told_apart: int = 0
    """Choices at which the slot numbers of face-down cards said how they came to the hand."""
    pairs: int = 0
    """(old card, new card) of a remix, tried for a trace of one in the other."""
    linked: int = 0
    places: dict[int, list[int]] = field(default_factory=dict)
    """By cards remixed: how often a card just gained became the first new slot, the second, ..."""

    def add(self, other: Count) -> None:
        """Another hand's."""
        for name in ("cards", "read", "choices", "told_apart", "pairs", "linked"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for size, counts in other.places.items():
            self.places[size] = [
                a + b for a, b in zip(self.places.get(size, [0] * size), counts, strict=True)
            ]

    @property
    def bad(self) -> int:
        """Everything that must not be."""
        return self.read + self.told_apart + self.linked


class Hand:
    """One hand of a game, played at random; laptop ``victim`` is spied on by ``spies``."""

    def __init__(
        self, game: Game, group: Group, seed: int, victim: int, spies: Sequence[int], *, every: int = 12
    ) -> None:
        """``every``: look into the victim's cards each so many steps, besides at each new phase."""
        self.game, self.group = game, group
        self.victim, self.spies, self._every = victim, tuple(spies), every
        self.rng = random.Random(seed)
        terms = Terms(make_genesis(game, game.seats, suite=group.suite), game, group)
        self.machine = TableMachine.begin(terms)
        keep = [random.Random(f"{seed} {laptop}") for laptop in range(game.seats)]
        self.owns = [Own(terms, laptop, keep[laptop].randbytes, {}) for laptop in range(game.seats)]
        self.count = Count()
        self.played = False
        """Some trick was played, or the hand was scored otherwise."""
        self._held_by: dict[int, set[int]] = {}
        self._birth: dict[int, int] = {}
        """By slot the remix that made it."""
        self._births = 0
        self._graves: dict[int, Slot] = {}
        self._points: set[bytes] = set()

    def play(self) -> Count:
        """To the end of the first deal: scored, thrown in, void."""
        step, phase = 0, -1
        while self.machine.state.deals <= 1 and not self.machine.state.history and self.machine.due():
            before = self.machine
            self._before_choice()
            contents = self._step()
            self._note(before, contents)
            step += 1
            turned = self.machine.state.phase != phase
            phase = self.machine.state.phase
            self.played |= bool(self.machine.state.trick)
            if self.machine.running is not None and (turned or step % self._every == 0):
                self._look(self.machine.running)
        return self.count

    def own(self, laptop: int, deal: Deal):  # type: ignore[no-untyped-def]
        """A laptop's secrets of the deal."""
        return self.owns[laptop]._secrets(deal)

    # --- playing

    def _step(self) -> list[tuple[Place, Content]]:
        held: dict[tuple[int, str], Value] = {}
        contents: list[tuple[Place, Content]] = []
        for place in self.machine.due():
            if any(need not in held for need in place.needs):
                contents.append((place, Blank.SKIPPED))
                continue
            body = self._body(place, held)
            assert self.machine.judge(place, body, held, True) is None, place.kind
            held[place.key] = body
            contents.append((place, body))
            self._points |= set(points(body))
        self.machine = self.machine.fold(contents, {}, ())
        return contents

    def _body(self, place: Place, held: Mapping[tuple[int, str], Value]) -> Value:
        own = self.owns[place.author]
        if place.sort is not Sort.CHOICE:
            return own.body(self.machine, place, held)
        seat = int(place.kind.split()[1])
        legal = self.game.legal(self.machine.state, seat, own.mine(self.machine, seat))
        return own.action_body(self.machine, self._chosen(legal))

    def _chosen(self, legal: Legal) -> Choice:
        """A random choice; the first caller bids often, so that few hands are thrown in."""
        offered = [
            action for _, action in zip(range(24), legal, strict=False) if not isinstance(action, GiveUp)
        ]
        passes = [action for action in offered if isinstance(action, Call) and action.bid is None]
        bids = [action for action in offered if isinstance(action, Call) and action.bid is not None]
        if bids and passes:
            opened = any(bid is not None for _, bid in self.machine.state.calls)
            return bids[0] if self.rng.random() < (0.15 if opened else 0.7) else passes[0]
        return self.rng.choice(offered)

    # --- watching the slots

    def _note(self, before: TableMachine, contents: Sequence[tuple[Place, Content]]) -> None:
        deal = self.machine.deal
        if deal is None:
            return
        for place, body in contents:
            if word(place.kind) == "remix" and before.deal is not None:
                seat, old, new = before.gains.remix(place.kind)
                self._births += 1
                self._birth |= dict.fromkeys(new, self._births)
                self._trace(before.deal, seat, old, new, body)
        for number, slot in deal.slots.items():
            self._graves[number] = slot
            if slot.seat is not None:
                self._held_by.setdefault(number, set()).add(slot.seat)

    def _before_choice(self) -> None:
        """All face-down cards of a seat that chooses must have come into their slots by one mix."""
        for place in self.machine.due():
            if place.sort is Sort.CHOICE and self.machine.running is not None:
                slots = self.machine.state.slots
                seat = int(place.kind.split()[1])
                hand = self.machine.state.hand(seat)
                births = {self._born(number, seat) for number in hand if slots[number].card is None}
                self.count.choices += 1
                self.count.told_apart += len(births) > 1

    def _trace(self, deal: Deal, seat: int, old: Sequence[int], new: Sequence[int], body: Content) -> None:
        """Where gained cards went, and whether any old card can be seen in a new one."""
        mixed = self.own(seat, deal)._last_mix
        assert mixed is not None
        order = mixed[1][0]
        counts = self.count.places.setdefault(len(old), [0] * len(old))
        for at, number in enumerate(old):
            dealt = deal.setup.slot_map[number] if number < len(deal.setup.slot_map) else seat
            if dealt != seat or self._holders(number) - {seat}:
                counts[order.index(at)] += 1
        if seat != self.victim:
            return
        assert isinstance(body, bytes)
        out = [body[POINT * i : POINT * (i + 1)] for i in range(2 * len(new))]
        known = sum(self.own(spy, deal)._x for spy in self.spies) % self.group.q
        here = self._points - set(out)
        ins = deal.cards(old)
        for i in range(len(new)):
            for j in range(len(old)):
                self.count.pairs += 1
                if (out[2 * i], out[2 * i + 1]) == (ins[2 * j], ins[2 * j + 1]):
                    self.count.linked += 1
                    continue
                a = self.group.sub(out[2 * i], ins[2 * j])
                b = self.group.sub(out[2 * i + 1], ins[2 * j + 1])
                rest = self.group.sub(b, self.group.mul(known, a))
                self.count.linked += any(point in here for point in (a, b, rest))

    def _born(self, number: int, seat: int) -> int:
        """How a slot came to a seat: by its deal (0), by a remix, or as this one slot from elsewhere."""
        assert self.machine.deal is not None
        dealt = self.machine.deal.setup.slot_map
        if number >= len(dealt):
            return self._birth[number]
        return 0 if dealt[number] == seat else -1 - number

    def _holders(self, number: int) -> set[int]:
        """The seats that ever held a slot."""
        return self._held_by.get(number, set())

    # --- spying

    def _look(self, deal: Deal) -> None:
        keys = {spy: self.own(spy, deal)._x for spy in self.spies}
        parts = dict(self._parts(deal))
        live = {number: slot for number, slot in self._graves.items() if number in deal.slots}
        for number in live:
            if self._foreign(deal, number):
                self.count.cards += 1
                self.count.read += bool(readable(deal, number, keys, parts))

    def _foreign(self, deal: Deal, number: int) -> bool:
        """Face down, and no spy has ever held this slot."""
        if deal.face(number) is not None or self.machine.state.slots[number].card is not None:
            return False
        return not self._holders(number) & {*self.spies}

    def _parts(self, deal: Deal) -> Iterator[tuple[tuple[int, int], int]]:
        """The parts of keys in boxes to the spies, and those of their own keys."""
        if not deal.setup.takeover:
            return
        for spy in self.spies:
            for other in deal.custodians(spy):
                for of, custodian in ((other, spy), (spy, other)):
                    part = self.own(custodian, deal)._sub_key(deal, of)
                    assert part is not None
                    yield (of, custodian), part


def points(body: Value) -> Iterator[bytes]:
    """Every 32 bytes of a body that may be a point."""
    if isinstance(body, bytes):
        yield from (body[at : at + POINT] for at in range(0, len(body) - POINT + 1, POINT))
    elif isinstance(body, tuple):
        for item in body:
            yield from points(item)


def chi_square(counts: Sequence[int]) -> float:
    """The chance of counts as uneven as these or more so, if all cells were equally likely."""
    expected = sum(counts) / len(counts)
    return upper_tail(sum((count - expected) ** 2 for count in counts) / expected, len(counts) - 1)


def upper_tail(x: float, freedom: int) -> float:
    """P(chi-square with these degrees of freedom > x), by Wilson and Hilferty: good to 1 % near 0.001."""
    spread = 2 / (9 * freedom)
    z = ((x / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2
