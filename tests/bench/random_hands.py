"""Plays random hands through the engine and prints how long they take: ``python
tests/bench/random_hands.py 2000``.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers_rules import Dealer, digest, game  # noqa: E402


def main(variant: str = "partnership", hands: int = 2000) -> None:
    """Play ``hands`` hands of ``variant``, checking the pack after each; Ctrl-C ends it with what there
    is.
    """
    playing = game(variant)
    done = steps = seed = 0
    folding = 0.0
    start = time.perf_counter()
    try:
        while done < hands:
            seed += 1
            dealer = Dealer(playing, seed)
            while not dealer.state.over and done < hands:
                dealer.hand()
                done += 1
                if done % 200 == 0:
                    print(f"{done} of {hands} hands", file=sys.stderr)
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
        whole, alone = 1000 * took / done, 1000 * folding / done
        print(f"a hand: play, check and fold {whole:.1f} ms, fold alone {alone:.1f} ms")


if __name__ == "__main__":
    words = sys.argv[1:]
    names = [word for word in words if not word.isdigit()]
    counts = [int(word) for word in words if word.isdigit()]
    main(*(names[:1] or ["partnership"]), *(counts[:1] or [2000]))
