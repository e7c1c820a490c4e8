"""Real tables in a seeded world of faults: the promises of docs/log.md 16, with cards (fixed seeds).

Two to five laptops, every shipped game, liars, strangers, latecomers. Thousands: ``python
tests/bench/sim_tables.py``. A failing seed replays exactly.
"""

from __future__ import annotations

import pytest
from helpers_sim_once import once
from helpers_tables_sim import World, shipped, world


@pytest.mark.parametrize("seed", range(50))
def test_faults_change_nothing_that_was_agreed(seed: int) -> None:
    """No fork, no double choice, the hand ends, all logs equal after healing, every file verifies."""
    made = world(seed, shipped(), hands=1, faults=2)
    with once():
        made.run()
    assert len(made.honest[0].machine().state.history) >= 1


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(676, id="two entries for a place long settled, told to who comes late"),
        pytest.param(892, id="the lowest laptop only watches when a newcomer knocks"),
        pytest.param(1026, id="a hand that nobody can go on with is ended by its people"),
        pytest.param(2827, id="three of four cannot agree about a double entry until the fourth is back"),
        pytest.param(642, id="a newcomer knocks while the score is read"),
        pytest.param(3691, id="two entries for a place that is skipped hinder nobody"),
        pytest.param(6510, id="two entries, and with the first of them the step is never complete"),
        pytest.param(7803, id="three entries for a place: what counts is the one that came last"),
        pytest.param(307, id="two stand on two versions of a step: both stand on the steps before it"),
        pytest.param(5224, id="a vote was open when this laptop went off the roster: it sleeps on"),
        pytest.param(4051, id="two entries, and the next step has none that tells which counts"),
    ],
)
def test_found_in_ten_thousand_games(seed: int) -> None:
    made = world(seed, shipped())
    with once():
        made.run()


def test_a_run_is_a_function_of_its_seed_however_its_sums_are_done() -> None:
    worlds = [World(1, laptops=3, hands=1, faults=1) for _ in range(2)]
    worlds[0].run()
    with once():
        worlds[1].run()
    assert worlds[0].story == worlds[1].story
    assert worlds[0].room.laptops[0].table.ledger.chain == worlds[1].room.laptops[0].table.ledger.chain
