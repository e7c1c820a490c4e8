"""The joint draw: one open shuffle from the common seed decides seats and the first dealer."""

from __future__ import annotations

import hashlib

import pytest
from helpers_rules import Dealer, game

from pinochle_lan.cards import cards, pack
from pinochle_lan.rules.actions import Drawn, Ready
from pinochle_lan.rules.draw import Stream, ranking

SEED = bytes(range(32))


def test_the_stream_is_counter_mode_sha256() -> None:
    """docs/engine.md 3: block n is SHA-256(seed, n), read as 32-bit numbers."""
    first = hashlib.sha256(SEED + (0).to_bytes(8, "big")).digest()
    stream = Stream(SEED)
    assert [stream.below(2**32) for _ in range(2)] == [
        int.from_bytes(first[:4], "big"),
        int.from_bytes(first[4:8], "big"),
    ]


def test_the_shuffle_is_a_permutation_and_the_same_everywhere() -> None:
    deck = Stream(SEED).shuffled(pack(2))
    assert sorted(map(str, deck)) == sorted(map(str, pack(2)))
    assert deck == Stream(SEED).shuffled(pack(2))
    assert deck != Stream(bytes(32)).shuffled(pack(2))


def test_numbers_below_a_bound_are_even() -> None:
    stream = Stream(SEED)
    counts = [0] * 3
    for _ in range(3000):
        counts[stream.below(3)] += 1
    assert all(abs(n - 1000) < 120 for n in counts)


def test_chairs_draw_from_the_top_and_equal_ranks_draw_on() -> None:
    """docs/engine.md 3: A 10 K Q J 9, suits do not count, only those who tie draw again."""
    order, drawn = ranking(cards("KH 10S KD 9C QH AS"), range(4))
    assert order == (1, 2, 0, 3)
    assert drawn[4:] == ((0, cards("QH")[0]), (2, cards("AS")[0]))
    again, more = ranking(cards("KH KD QH QS AS 9S"), range(2))
    assert again == (0, 1)
    assert len(more) == 6


def test_who_goes_away_gains_nothing() -> None:
    """docs/engine.md 3: an absent chair ranks last and is not drawn for."""
    order, drawn = ranking(cards("AS KS QS"), range(4), absent=(0,))
    assert order == (1, 2, 3, 0)
    assert [chair for chair, _ in drawn] == [1, 2, 3]


@pytest.mark.parametrize("how", ["draw_high", "draw_low"])
def test_first_dealer_by_card(how: str) -> None:
    """House rules, first_dealer."""
    playing = game(first_dealer=how)
    state = playing.apply(playing.apply(playing.start(), [Ready()]), [Drawn(SEED)])
    order, drawn = ranking(Stream(SEED).shuffled(pack(2)), range(4))
    assert state.dealer == (order[0] if how == "draw_high" else order[-1])
    assert state.drawn == drawn
    assert playing.draws_first


def test_first_dealer_by_lot_and_fixed() -> None:
    """partnership 3: drawn so that no laptop can steer it; a fixed seat needs no draw."""
    playing = game()
    assert playing.draws_first
    dealers = []
    for n in range(40):
        state = playing.apply(playing.apply(playing.start(), [Ready()]), [Drawn(bytes([n] * 32))])
        assert state.dealer is not None
        dealers.append(state.dealer)
    assert sorted(dict.fromkeys(dealers)) == [0, 1, 2, 3]
    fixed = game(first_dealer=2)
    assert not fixed.draws_first
    state = fixed.apply(fixed.start(), [Ready()])
    assert state.dealer == 2
    assert fixed.due(state)[0].kind == "shuffle"


def test_seating_by_draw_puts_the_two_higher_opposite_each_other() -> None:
    """House rules, seating; the highest deals under draw_high."""
    playing = game(seating="draw", first_dealer="draw_high")
    state = playing.apply(playing.apply(playing.start(), [Ready()]), [Drawn(SEED)])
    order, _ = ranking(Stream(SEED).shuffled(pack(2)), range(4))
    assert {state.chairs[0], state.chairs[2]} == set(order[:2])
    assert {state.chairs[1], state.chairs[3]} == set(order[2:])
    assert state.dealer is not None
    assert state.chairs[state.dealer] == order[0]
    assert game(seating="draw", first_dealer=0).draws_first


def test_a_draw_is_part_of_the_first_hand_only() -> None:
    """docs/engine.md 5: ready, draw, shuffle, deal; later shuffle, ready, deal."""
    dealer = Dealer(game(), 4)
    kinds: list[str] = []
    dealer.watch.append(lambda played, actions, before: kinds.append(played.game.due(before)[0].kind))
    dealer.hands(2)
    first = kinds.index("call")
    assert kinds[:first] == ["ready", "draw", "shuffle", "deal"]
    second = kinds.index("shuffle", first)
    assert kinds[second : second + 4] == ["shuffle", "ready", "deal", "call"]
