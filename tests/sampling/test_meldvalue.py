"""Meld by arithmetic is the meld of the rules, in points and in the cards that show it."""

from __future__ import annotations

import random

import helpers_rules as rules
import pytest

from pinochle_lan.cards import Suit
from pinochle_lan.rules import melds
from pinochle_lan.sampling.book import Book


@pytest.mark.parametrize("variant", sorted(rules.variants()))
@pytest.mark.parametrize("double_melds", ["own", "two_singles"])
def test_meld_by_arithmetic_is_the_meld_of_the_rules(variant: str, double_melds: str) -> None:
    offered = {option.name for option in rules.variants()[variant].options}
    options = {"double_melds": double_melds} if "double_melds" in offered else {}
    book, rng = Book(rules.game(variant, **options)), random.Random(3)
    pack = [book.number[face] for face in book.game.faces]
    table = book.rules.melds
    for _ in range(250):
        hand = rng.sample(pack, rng.randrange(1, 25))
        trump = rng.choice(list(Suit))
        found = melds.find([book.faces[n] for n in hand], trump, table)
        assert book.meld(hand, trump) == melds.total(found)
        need = melds.needed(found)
        assert book.meld.needed(hand, trump) == [need.get(face, 0) for face in book.faces]


def test_other_tables_are_asked_through_the_rules() -> None:
    book, rng = Book(rules.game(run_extra="20_each")), random.Random(4)
    assert not book.meld.simple
    pack = [book.number[face] for face in book.game.faces]
    for _ in range(60):
        hand = rng.sample(pack, 16)
        found = melds.find([book.faces[n] for n in hand], Suit.HEARTS, book.rules.melds)
        assert book.meld(hand, Suit.HEARTS) == melds.total(found)
