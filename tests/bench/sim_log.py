"""Thousands of seeded runs of the log: ``python tests/bench/sim_log.py [FIRST] [COUNT] [MEMBERS]``.

Prints every broken promise with its seed, then how much happened; exits 1 if one was broken.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers_sim import play  # noqa: E402 - after the path


def main() -> int:
    first, count, members = (*(int(word) for word in sys.argv[1:]), *(0, 1000, 0)[len(sys.argv) - 1 :])
    began = time.monotonic()
    steps = absent = rounds = 0
    broken: list[int] = []
    for seed in range(first, first + count):
        try:
            world = play(seed, members or None)
        except AssertionError as error:
            broken.append(seed)
            print(f"seed {seed}: {error}", flush=True)
            continue
        steps += len(world.chains)
        absent += world.absent
        rounds = max(rounds, world.rounds)
    seconds = time.monotonic() - began
    print(
        f"{count} runs, {steps} steps settled, {absent} signed entries decided absent, "
        f"longest vote {rounds} rounds"
    )
    print(f"{len(broken)} broken {broken[:20]}, {seconds:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
