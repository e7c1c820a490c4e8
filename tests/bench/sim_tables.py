"""Seeded games of real tables with faults: ``python tests/bench/sim_tables.py [FIRST] [COUNT] [VARIANT...]``.

Two to four laptops by the seed, one or two hands. Prints every broken promise with its seed, then how much
happened; exits 1 if one was broken. Without VARIANT (a plugin file's name) it takes the shipped ones in turn.
"""

from __future__ import annotations

import sys
import time
import traceback
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers_table import ROOT, make_game  # noqa: E402 - after the path
from helpers_tables_sim import World  # noqa: E402


def shipped() -> list[str]:
    """File names of the shipped variants."""
    files = sorted((ROOT / "plugins").glob("*.py"))
    return [file.stem for file in files if "register_variants" in file.read_text(encoding="utf-8")]


def main() -> int:
    """Run them all."""
    first, count = (*(int(word) for word in sys.argv[1:3]), *(0, 100)[len(sys.argv[1:3]) :])
    variants = sys.argv[3:] or shipped()
    began = time.monotonic()
    steps = away = hands = 0
    broken: list[int] = []
    for seed in range(first, first + count):
        variant = variants[seed % len(variants)]
        seats = make_game(variant).seats
        laptops = 2 + (seed // len(variants)) % (seats - 1)
        world = World(seed, variant, laptops, hands=1 + seed % 2, faults=6)
        try:
            world.run()
        except Exception as error:  # noqa: BLE001 - whatever breaks is a broken promise
            broken.append(seed)
            told = str(error) if isinstance(error, AssertionError) else traceback.format_exc()
            print(f"seed {seed}, {variant}, {laptops} laptops: {told}", flush=True)
            continue
        table = world.room.laptops[0].table
        steps += table.ledger.settled_step + 1
        hands += len(table.machine.state.history)
        away += sum("is away" in line for line in world.room.laptops[0].said)
    seconds = time.monotonic() - began
    print(f"{count} games, {hands} hands, {steps} steps settled, {away} departures decided")
    print(f"{len(broken)} broken {broken[:20]}, {seconds:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
