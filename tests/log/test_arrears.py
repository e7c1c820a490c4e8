"""Catching up: proofs of what the others settled are put off, and checked before anything rests on them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping

import pytest
from helpers_log import Air, Laptop, Policy, Toy, genesis, say_anything

from pinochle_lan.codec import Value
from pinochle_lan.log.effects import IllegalContent
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.log.machine import Place
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.step import Step

LATE = 3
HANDS = 4


class Gullible(Toy):
    """Lets every word stand, as the machine of somebody in league with a liar."""

    def judge(
        self, place: Place, body: Value, held: Mapping[tuple[int, str], Value], trusted: bool
    ) -> str | None:
        return super().judge(place, body, held, True)


class Spied(Identity):
    """Notes what it signs, and what of the running hand was unchecked in that moment."""

    def __init__(self, number: int) -> None:
        super().__init__(hashlib.sha256(b"test identity %d" % number).digest())
        self.ledger: Ledger | None = None
        self.signed: list[tuple[str, tuple[str, ...]]] = []

    def sign(self, tag: str, fields: tuple[Value, ...]) -> bytes:
        if self.ledger is not None:
            machine = self.ledger.settled
            assert isinstance(machine, Toy)
            self.signed.append((tag, self.ledger.unchecked(machine.hand)))
        return super().sign(tag, fields)


class Watched(Laptop):
    """A laptop with such an identity."""

    def _new(self) -> Ledger:
        assert self.number is not None
        self.pen = Spied(self.number)
        ledger = Ledger(self.genesis, self.number, self.pen, self.machine, now_ms=self.air.now)
        ledger.may_vote = lambda place: self.may_vote(place)
        self.pen.ledger = ledger
        return ledger


def missed_hands(
    gullible: tuple[int, ...] = (), liar: int | None = None, word: str = "mix 1"
) -> tuple[Air, list[Watched]]:
    """Three of four laptops played on for more than a hand; the fourth, just linked again, knows nothing."""
    air, gene = Air(3), genesis(4)
    lies: list[bool] = []

    def policy_of(n: int) -> Policy:
        def policy(place: Place, rng: random.Random) -> Value:
            return "bad" if lies and n == liar and place.kind == word else say_anything(place, rng)

        return policy

    laptops = [
        Watched(air, n, gene, (Gullible if n in gullible else Toy)((0, 1, 2, 3), HANDS), policy=policy_of(n))
        for n in range(4)
    ]
    for laptop in laptops:
        air.add(laptop.name, laptop)
        laptop.do([])
    air.link_all()
    here, late = laptops[:LATE], laptops[LATE]
    assert air.run(60_000, lambda: all(hand(one) == 1 for one in laptops))
    air.isolate(LATE)
    lies.append(True)
    # One against the rest folds what nobody else does, and stands still.
    alone = gullible if len(gullible) == 1 else ()
    for laptop in here:
        laptop.may_vote = lambda place: (
            place.author == LATE or (place.author in alone and bool(here[0].told(IllegalContent)))
        )
    going = [one for one in here if one.number not in alone]
    assert air.run(60_000, lambda: all(hand(one) == 2 for one in going))
    lies.clear()
    assert air.run(60_000, lambda: all(places(one, "card") for one in going))
    for one in here:
        one.plays = False
    late.pen.signed.clear()
    air.link_all()
    return air, laptops


def hand(laptop: Laptop) -> int:
    machine = laptop.ledger.settled
    assert isinstance(machine, Toy)
    return machine.hand


def places(laptop: Laptop, word: str) -> bool:
    return any(place.kind.split()[0] == word for place in laptop.ledger.places())


def caught_up(late: Laptop, other: Laptop) -> bool:
    return late.ledger.settled_step == other.ledger.settled_step


def test_what_the_others_settled_is_shown_at_once_and_checked_afterwards() -> None:
    air, laptops = missed_hands()
    late = laptops[LATE]
    assert air.run(100, lambda: caught_up(late, laptops[0]))
    assert len(late.ledger.unchecked()) > len(late.ledger.unchecked(hand(late))) > 0
    assert late.ledger.lie is None
    assert air.run(5_000, lambda: not late.ledger.unchecked())
    assert late.ledger.lie is None
    for laptop in laptops:
        laptop.plays = True
    assert air.run(60_000, lambda: all(one.ledger.over for one in laptops))
    assert len({one.ledger.chain for one in laptops}) == 1


def test_nothing_is_signed_in_a_hand_whose_proofs_are_not_checked() -> None:
    air, laptops = missed_hands()
    late = laptops[LATE]
    for laptop in laptops:
        laptop.plays = True
    assert air.run(60_000, lambda: all(one.ledger.over for one in laptops))
    acts = [unchecked for tag, unchecked in late.pen.signed if tag != "rider"]
    assert acts
    assert not any(acts)
    assert any(tag == "rider" and unchecked for tag, unchecked in late.pen.signed), (
        "it asked to be back at once"
    )


@pytest.mark.parametrize("word", ["key", "mix 1", "share"])
def test_a_lie_that_a_majority_let_stand_is_found_afterwards_and_its_author_named(word: str) -> None:
    air, laptops = missed_hands(gullible=(0, 1, 2), liar=1, word=word)
    late = laptops[LATE]
    assert air.run(5_000, lambda: late.ledger.lie is not None)
    lie = late.ledger.lie
    assert lie is not None
    assert (lie.author, lie.kind, lie.why) == (1, word, "bad word")
    bad = [entry for entry in entries(late, lie.step) if entry.body == "bad"]
    assert [(entry.author, entry.kind) for entry in bad] == [(1, word)], "in that very step"
    assert late.told(IllegalContent) == [lie]
    late.pen.signed.clear()
    for laptop in laptops:
        laptop.plays = True
    air.run(5_000)
    assert late.ledger.wanted() == ()
    assert late.pen.signed == [], "it signs nothing more"
    late.restart()
    assert air.run(5_000, lambda: late.ledger.lie is not None)
    assert late.ledger.lie == lie, "the file tells it again"


def test_a_lie_that_the_majority_refused_folds_as_it_did_there() -> None:
    air, laptops = missed_hands(gullible=(1,), liar=1)
    late = laptops[LATE]
    assert air.run(5_000, lambda: caught_up(late, laptops[0]) and not late.ledger.unchecked())
    assert late.ledger.chain == laptops[0].ledger.chain
    assert late.ledger.lie is None
    told = late.told(IllegalContent)
    assert [(one.author, one.kind) for one in told if isinstance(one, IllegalContent)] == [(1, "mix 1")]


def test_a_false_proof_found_within_its_step_has_the_step_judged_anew() -> None:
    step = Step(0, Toy((0, 1, 2), script=("share",)), bytes(32), bytes(8))
    whole = Step(0, Toy((0, 1, 2), script=("share",)), bytes(32), bytes(8))
    step.later = True
    for member in (0, 1, 2):
        body = "bad" if member == 1 else "good"
        made = Entry(b"t" * 16, 0, member, "share", body, bytes(32), bytes(8), bytes(64), ())
        for one in (step, whole):
            one.put(made)
    assert [kind for _, kind in step.unproved] == ["share"] * 3
    assert step.illegal() == ()
    while step.unproved:
        step.prove()
    assert step.illegal() == whole.illegal() != ()
    assert step.after is not None
    assert whole.after is not None
    assert step.after.claim == whole.after.claim


def entries(laptop: Laptop, step: int) -> list[Entry]:
    return [entry for both in laptop.ledger._store.at(step).values() for entry in both]
