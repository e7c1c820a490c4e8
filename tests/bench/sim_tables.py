"""Seeded games of real tables with faults: ``python tests/bench/sim_tables.py [--count N] [--jobs N]``.

Two to five laptops by the seed (five: four players and a spectator), one or two hands, all shipped variants
in turn; with a liar at some tables and a stranger's noise at others. With ``--out FILE`` each game is a line
of JSON, and a second run leaves out the seeds that stand there already. Prints every broken promise with its
seed, then how much happened; exits 1 if one was broken.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers_sealed import OPEN_GROUP  # noqa: E402 - after the path
from helpers_sim_laptops import Liar  # noqa: E402
from helpers_sim_once import once  # noqa: E402
from helpers_tables_sim import shipped, world  # noqa: E402

from pinochle_lan.sealed.group import SUITE1  # noqa: E402

ALONE = 11
"""In one game of so many every laptop does its own sums; in the others a sum is done once for all."""


def play(seed: int, variants: list[str], real: bool) -> dict[str, Any]:
    """One game, as a row."""
    made = world(seed, variants, group=SUITE1 if real else OPEN_GROUP)
    begun = time.process_time()
    row: dict[str, Any] = {
        "seed": seed,
        "variant": made.variant,
        "laptops": made.laptops + made.late,
        "liar": made.liar,
        "latecomer": made.late,
        "stranger": made.stranger,
        "real": real,
        "broken": "",
    }
    try:
        with contextlib.nullcontext() if seed % ALONE == 0 else once():
            made.run()
    except AssertionError as error:
        row["broken"] = str(error)
    except Exception:  # noqa: BLE001 - whatever breaks is a broken promise
        row["broken"] = traceback.format_exc()
    table = made.honest[0].table
    said = [line for laptop in made.honest for line in laptop.said]
    return row | {
        "seconds": time.process_time() - begun,
        "steps": table.ledger.settled_step + 1,
        "hands": len(table.machine.state.history),
        "away": sum("is away" in line for line in made.honest[0].said),
        "late": sum("came too late" in line for line in said),
        "lies": sum(laptop.lies for laptop in made.all() if isinstance(laptop, Liar)),
        "faults": made.seen,
    }


def rows(seeds: list[int], jobs: int, variants: list[str], real: bool) -> Iterator[dict[str, Any]]:
    """The games of these seeds, in any order."""
    if jobs == 1:
        for seed in seeds:
            yield play(seed, variants, real)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(play, variants=variants, real=real), seeds, chunksize=4)


def main() -> int:
    """Run them all."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--first", type=int, default=0, help="the first seed")
    words.add_argument("--count", type=int, default=100, help="how many")
    words.add_argument("--variants", help="file names without .py, separated by commas; usually all")
    words.add_argument("--real", action="store_true", help="the real group instead of numbers mod q")
    words.add_argument("--jobs", type=int, default=1, help="processes")
    words.add_argument("--out", type=Path, help="a file of JSON lines that a later run goes on with")
    given = words.parse_args()
    variants = given.variants.split(",") if given.variants else shipped()
    done: list[dict[str, Any]] = []
    if given.out is not None and given.out.exists():
        done = [json.loads(line) for line in given.out.read_text(encoding="utf-8").splitlines()]
    known = {row["seed"] for row in done}
    seeds = [seed for seed in range(given.first, given.first + given.count) if seed not in known]
    for row in rows(seeds, given.jobs, variants, given.real):
        done.append(row)
        if row["broken"]:
            print(f"seed {row['seed']}: {row['broken']}", flush=True)
        if given.out is not None:
            with given.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    tell(done)
    return 1 if any(row["broken"] for row in done) else 0


def tell(done: list[dict[str, Any]]) -> None:
    """The sums."""
    sums = {name: sum(row[name] for row in done) for name in ("hands", "steps", "away", "late", "lies")}
    struck: dict[str, int] = {}
    for row in done:
        for name, times in row["faults"].items():
            struck[name] = struck.get(name, 0) + times
    broken = [row["seed"] for row in done if row["broken"]]
    by = {n: sum(row["laptops"] == n for row in done) for n in range(2, 6)}
    print(f"{len(done)} games ({', '.join(f'{count} with {n} laptops' for n, count in by.items())})")
    liars, strangers, guests = (sum(row[name] for row in done) for name in ("liar", "stranger", "latecomer"))
    print(f"{liars} with a liar, {strangers} with a stranger, {guests} with a latecomer")
    print(
        "{hands} hands, {steps} steps settled, {away} departures decided, {late} choices too late, "
        "{lies} lies".format(**sums)
    )
    print(", ".join(f"{name} {times}" for name, times in sorted(struck.items())))
    print(
        f"{len(broken)} broken {broken[:20]}, {sum(row['seconds'] for row in done):.0f} s of processor time"
    )


if __name__ == "__main__":
    sys.exit(main())
