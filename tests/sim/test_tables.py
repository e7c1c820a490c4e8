"""Real tables in a seeded world of faults: the promises of docs/log.md 16, with cards (fixed seeds).

Thousands: ``python tests/bench/sim_tables.py``. A failing seed replays exactly.
"""

from __future__ import annotations

import pytest
from helpers_table import ROOT
from helpers_tables_sim import World

RUNS = [
    *(("partnership", 4, seed) for seed in range(8)),
    *(("partnership", 3, seed) for seed in range(4)),
    *(("partnership", 2, seed) for seed in range(2)),
    *(("three_handed", 3, seed) for seed in range(4)),
    *(("two_handed", 2, seed) for seed in range(2)),
]
"""(variant's file, laptops, seed)."""


@pytest.mark.parametrize(
    ("variant", "laptops", "seed"),
    [run for run in RUNS if (ROOT / "plugins" / f"{run[0]}.py").exists()],
)
def test_faults_change_nothing_that_was_agreed(variant: str, laptops: int, seed: int) -> None:
    """No fork, no double choice, the hand ends, all logs equal after healing, every file verifies."""
    World(seed, variant, laptops, hands=1, faults=5).run()


def test_a_run_is_a_function_of_its_seed() -> None:
    worlds = [World(1, laptops=3, hands=1, faults=1) for _ in range(2)]
    for world in worlds:
        world.run()
    assert worlds[0].story == worlds[1].story
    assert worlds[0].room.laptops[0].table.ledger.chain == worlds[1].room.laptops[0].table.ledger.chain
