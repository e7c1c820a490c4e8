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


def test_a_run_is_a_function_of_its_seed_however_its_sums_are_done() -> None:
    worlds = [World(1, laptops=3, hands=1, faults=1) for _ in range(2)]
    worlds[0].run()
    with once():
        worlds[1].run()
    assert worlds[0].story == worlds[1].story
    assert worlds[0].room.laptops[0].table.ledger.chain == worlds[1].room.laptops[0].table.ledger.chain
