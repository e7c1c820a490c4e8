"""The promises of docs/log.md 16 on seeded runs with crashes, cuts, loss and hasty votes.

Thousands more: ``python tests/bench/sim_log.py``.
"""

from __future__ import annotations

import pytest
from helpers_sim import play


@pytest.mark.parametrize("seed", range(50))
def test_16_no_fork_nothing_lost_progress_and_convergence(seed: int) -> None:
    world = play(seed)
    assert len(world.chains) >= 16
