"""A card cannot be followed from where it came from to where it is played: by slots, not only by faces.

``tests/bench/sealed_peek.py`` counts the same over a thousand hands of all nine games with the real group.
"""

from __future__ import annotations

import pytest
from helpers_peek import Count, Hand, chi_square
from helpers_sealed import OPEN_GROUP
from helpers_table import make_game

from pinochle_lan.sealed.group import SUITE1


@pytest.mark.parametrize("name", ["partnership", "three-handed", "two-handed", "two-handed-kitty"])
def test_no_slot_tells_how_its_card_came_to_the_hand(name: str) -> None:
    game = make_game(name)
    total = Count()
    for seed in (1, 2):
        victim = seed % game.seats
        spies = [laptop for laptop in range(game.seats) if laptop != victim]
        total.add(Hand(game, OPEN_GROUP, seed, victim, spies, every=10**6).play())
    assert total.choices > 50
    assert total.told_apart == 0
    assert any(sum(counts) for counts in total.places.values()), "some card was gained and remixed"


def test_without_the_remix_of_drawn_cards_it_would() -> None:
    """The control: a table may turn that remix off, and then slots do tell what was just drawn."""
    game = make_game("two-handed", **{"deal.remix_draws": False})
    found = Hand(game, OPEN_GROUP, 1, 0, [1], every=10**6).play()
    assert found.told_apart > 5


def test_with_the_real_group_nothing_is_read_and_nothing_linked() -> None:
    game = make_game("two-handed-kitty")
    found = Hand(game, SUITE1, 4, 1, [0], every=10**6).play()
    assert found.cards > 50
    assert found.pairs > 100
    assert found.bad == 0


def test_uneven_counts_have_a_small_p() -> None:
    assert chi_square([1000] * 12) > 0.999
    assert 0.04 < chi_square([1000, 1063, 1000, 937]) < 0.06
    assert chi_square([1000, 1200, 1000, 800]) < 0.001
