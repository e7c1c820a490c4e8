"""Plays random hands through the engine and prints how long they take.

``python tests/bench/random_hands.py [VARIANT] [HANDS]`` plays the usual rules and times them. With the word
``any`` each game is under random options, everything that tests watch is watched, and the digest of all hands
is printed: it must be the same under another PYTHONHASHSEED.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers_conformance import (  # noqa: E402
    hands,
    random_game,
    watch_audit,
    watch_choices,
    watch_pack,
    watch_points,
    watch_views,
)
from helpers_rules import Dealer, digest, game, variants  # noqa: E402


def main(variant: str = "partnership", count: int = 2000) -> None:
    """Play ``count`` hands of ``variant`` and fold them again; Ctrl-C ends it with what there is."""
    playing = game(variant)
    done = steps = seed = 0
    folding = 0.0
    start = time.perf_counter()
    try:
        while done < count:
            seed += 1
            dealer = Dealer(playing, seed)
            while not dealer.state.over and done < count:
                dealer.hand()
                done += 1
                _progress(done, count)
            began = time.perf_counter()
            state = playing.start()
            for actions in dealer.log:
                state = playing.apply(state, actions)
            folding += time.perf_counter() - began
            assert digest(playing, state) == digest(playing, dealer.state)
            steps += len(dealer.log)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    took = time.perf_counter() - start
    if done:
        print(f"{variant}: {done} hands, {steps} steps, {seed} games")
        each, fold = 1000 * took / done, 1000 * folding / done
        print(f"play, check and fold {each:.1f} ms a hand; fold alone {fold:.1f} ms")


def any_options(variant: str = "partnership", count: int = 2000) -> None:
    """Play ``count`` hands, two under each random choice of options, watched; views in one game of ten."""
    found = variants()[variant]
    whole = hashlib.sha256()
    done = 0
    try:
        while done < count:
            playing = random_game(found, random.Random(f"{variant} {done}"))
            closely = (watch_choices, watch_views) if done % 20 == 0 else ()
            try:
                for dealer in hands(playing, 2, done, watch_pack, watch_points, watch_audit, *closely):
                    whole.update(digest(playing, dealer.state).encode())
            except AssertionError:
                print(f"{variant}: fails at {done} under {dict(playing.options)}", file=sys.stderr)
                raise
            done += 2
            _progress(done, count)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    print(f"{variant}: {done} hands under any options, digest {whole.hexdigest()[:16]}")


def _progress(done: int, count: int) -> None:
    if done % 200 == 0:
        print(f"{done} of {count} hands", file=sys.stderr)


if __name__ == "__main__":
    words = sys.argv[1:]
    names = [word for word in words if not word.isdigit() and word != "any"]
    counts = [int(word) for word in words if word.isdigit()]
    run = any_options if "any" in words else main
    run(*(names[:1] or ["partnership"]), *(counts[:1] or [2000]))
