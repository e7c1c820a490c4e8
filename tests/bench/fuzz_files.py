"""Mutated game files through the record reader and through ``verify``: what "done" means, measured.

Run as ``python tests/bench/fuzz_files.py [--files 20000] [--verified 1000] [--seed 1]``. Fails if anything
escapes, if a whole record before the damage is lost, or if memory grows by 20 MB or more.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from helpers_fuzz import Corpus, damaged_files, memory, verified

MOST_GROWTH = 20_000_000


def main() -> int:
    """Read, verify and print; 1 if memory grew too much."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--files", type=int, default=20_000)
    words.add_argument("--verified", type=int, default=1_000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    corpus = Corpus()
    damaged_files(corpus, 0, 500)
    verified(corpus, 0, 20)
    before, begun = memory(), time.monotonic()
    print(
        f"record reader, seed {given.seed}: {dict(damaged_files(corpus, given.seed, given.files))}",
        flush=True,
    )
    print(f"verify, seed {given.seed}: {dict(verified(corpus, given.seed, given.verified))}")
    growth = memory() - before
    print(f"nothing escaped; memory growth {growth / 1e6:.1f} MB; {time.monotonic() - begun:.0f} s")
    return 0 if growth < MOST_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
