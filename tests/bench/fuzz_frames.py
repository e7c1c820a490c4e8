"""Mutated frames through decoder, lobby, table and ledger: what "done" means, measured.

Run as ``python tests/bench/fuzz_frames.py [--frames 1000000] [--seed 1]``. Fails if anything escapes a layer,
if memory grows by 20 MB or more, or if a frame without a signed entry reaches the group arithmetic.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from helpers_fuzz import Corpus, Frames, memory

WARM_UP = 20_000
MOST_GROWTH = 20_000_000


def main() -> int:
    """Feed and print; 1 if anything was not as it must be."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--frames", type=int, default=1_000_000)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    corpus = Corpus()
    frames = Frames(corpus, given.seed)
    begun = time.monotonic()
    frames.run(min(WARM_UP, given.frames))
    before = memory()
    while sum(frames.counts[name] for name in ("well-formed", "not decoded")) < given.frames:
        done = sum(frames.counts[name] for name in ("well-formed", "not decoded"))
        frames.run(min(50_000, given.frames - done))
        print(f"{done + 50_000:>9} frames  {time.monotonic() - begun:>6.0f} s", file=sys.stderr, flush=True)
    growth = memory() - before
    print(f"{given.frames} mutated frames of {len(corpus.frames)}, seed {given.seed}: nothing escaped")
    for name, count in sorted(frames.counts.items()):
        print(f"  {name:<20} {count:>9}")
    for data in frames.unasked[:10]:
        print(f"    {data[:200]!r}")
    print(f"  without a signed entry in the group arithmetic: {len(frames.unasked)}")
    print(
        f"  memory growth {growth / 1e6:.1f} MB after the first {WARM_UP}; {time.monotonic() - begun:.0f} s"
    )
    return 0 if growth < MOST_GROWTH and not frames.unasked else 1


if __name__ == "__main__":
    sys.exit(main())
