"""Parts that rest on what was not folded: once by another's doing, in a row by their author's own."""

from __future__ import annotations

import pytest
from helpers_table import Bench

from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Place
from pinochle_lan.table.folding import MOST_ATTEMPTS


@pytest.mark.parametrize("kind", ["mix 3", "proof 3", "seal"])
def test_a_shuffle_that_rests_on_something_else_is_done_again_and_its_author_named_in_the_end(
    kind: str,
) -> None:
    bench = Bench()
    bench.to("key")

    def lie(place: Place, body: Value) -> Value:
        if place.kind != kind or place.author != 2:
            return body
        assert isinstance(body, tuple)
        return bytes(32), body[1]

    for attempt in range(1, MOST_ATTEMPTS):
        bench.step(lie)
        assert bench.machine.roster == (0, 1, 2, 3), "the first times it may have been shown two versions"
        assert bench.machine.attempt == attempt + 1
    bench.step(lie)
    assert bench.machine.roster == (0, 1, 3)
    assert not bench.machine.stopped
    bench.step()
    assert bench.machine.deal is not None


def test_of_two_laptops_the_table_names_it_and_stops() -> None:
    bench = Bench(laptops=2, hosts=[0, 1, 0, 1])
    bench.to("key")
    for _ in range(MOST_ATTEMPTS):
        bench.step(lambda place, body: (bytes(32), body[1]) if place.key == (1, "mix 2") else body)  # type: ignore[index]
    assert bench.machine.offender == 1


def test_shares_for_a_remix_that_is_not_there_stall_the_hand_no_longer_than_three_steps() -> None:
    bench = Bench()
    bench.to("remix")
    others = [place.author for place in bench.machine.due() if place.kind == "share"]
    liar = others[0]

    def lie(place: Place, body: Value) -> Value:
        return (bytes(32), body[1]) if place.key == (liar, "share") else body  # type: ignore[index]

    for _ in range(1, MOST_ATTEMPTS):
        due = bench.machine.due()
        bench.step(lie)
        assert bench.machine.due() == due, "nothing was folded, the same is due again"
        assert liar in bench.machine.roster
    bench.step(lie)
    assert liar not in bench.machine.roster
    assert any(place.kind.startswith("sub") for place in bench.machine.due())


def test_an_honest_step_between_them_begins_the_count_anew() -> None:
    bench = Bench()
    bench.to("remix")
    liar = next(place.author for place in bench.machine.due() if place.kind == "share")
    bench.step(lambda place, body: (bytes(32), body[1]) if place.key == (liar, "share") else body)  # type: ignore[index]
    assert bench.machine.spoilt == 1
    bench.step()
    assert bench.machine.spoilt == 0
    assert liar in bench.machine.roster
