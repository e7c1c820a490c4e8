"""The fast playout plays the very cards of the generic policy."""

from __future__ import annotations

import random
from typing import Any

import helpers_rules as rules
import pytest

from pinochle_lan.cards import Suit
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.tricks import Following
from pinochle_lan.rules.variant import HouseRule
from pinochle_lan.sampling.book import Book
from pinochle_lan.sampling.fast import Fast
from pinochle_lan.sampling.policy import Policy, Position, play_out, put


def position(book: Book, rng: random.Random) -> Position:
    """A random deal for all seats, some random legal cards into the hand."""
    pack = [book.number[face] for face in book.game.faces]
    rng.shuffle(pack)
    size = rng.randrange(2, len(pack) // book.seats + 1)
    hands = [pack[n * size : n * size + size] for n in range(book.seats)]
    declarer = rng.randrange(book.seats)
    at = Position(
        hands,
        declarer,
        rng.choice(list(Suit)),
        tuple(side == book.side[declarer] for side in book.side),
        points=[0] * len(book.game.sides),
        first=True,
    )
    for _ in range(rng.randrange(size * book.seats)):
        seat = Policy(book).seat(at)
        trick = [face for _, face in at.trick]
        put(book, at, rng.choice(book.legal(at.hands[seat], trick, at.trump, first=at.first)))
    return at


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("partnership", {}),
        ("partnership", {"counters": "classic"}),
        ("partnership", {"counters": "half", "first_lead_must_be_trump": True}),
        ("double-deck", {}),
        ("three-handed", {}),
        ("auction", {}),
        ("auction", {"must_beat": "trump_led_only"}),
        ("partnership", {"must_beat": "trump_led_only"}),
        ("double-pack", {}),
        ("two-handed", {}),
    ],
)
def test_the_fast_playout_is_the_generic_one_card_for_card(variant: str, options: dict[str, object]) -> None:
    book = Book(rules.game(variant, **options))
    assert book.standard
    fast, rng = Fast(book), random.Random(7)
    for _ in range(60):
        at = position(book, rng)
        log: list[int] = []
        quick = fast.run(
            fast.codes(at.hands),
            at.leader,
            list(Suit).index(at.trump),
            at.declaring,
            list(at.trick),
            list(at.points),
            sum(map(len, at.hands)),
            first=at.first,
            log=log,
        )
        slow, played = at.copy(), []
        while slow.trick or any(slow.hands):
            played.append(Policy(book).choose(slow))
            put(book, slow, played[-1])
        assert log == played
        assert quick == slow.points == fast.play_out(at) == play_out(book, at.copy())


class Upside(Following):
    """A house rule of somebody's: no duties at all."""

    def judge(self, hand: Any, trick: Any, trump: Any, *, first_lead: bool = False) -> Any:
        return tuple(hand), "free"


def test_other_duties_and_winners_are_left_to_the_generic_path() -> None:
    variant = rules.variants()["partnership"]
    for change in ({"following": Upside()}, {"winner": lambda trick, trump: 0}):

        class Odd(HouseRule):
            id, version, title = "odd", "1.0", "Odd"

            def amend(self, variant: Any, change: Any = change, **options: Any) -> Any:
                return variant.with_rules(**change)

        assert not Book(Game(variant, {}, [Odd()])).standard
