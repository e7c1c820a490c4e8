"""Generated lies in live games of four laptops: ``python tests/bench/sealed_lies.py [--lies 300]``.

hypothesis picks what is lied about (everything that is said in a hand, from the draw to the cards), who
lies and how the true body is bent: flipped bits, other lengths, swapped or foreign points, points of small
order, numbers not in their one form, parts of others, replays. In each game every honest laptop must name
the author and nobody else, and the three must go on with equal logs. Bent bodies that are no lie (another
legal card) do not count. Exits 1 if one example fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_lies import LIES, tell  # noqa: E402
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from pinochle_lan.sealed.group import SUITE1  # noqa: E402


def main() -> int:
    """Runs the examples and prints how often each kind of lie was named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lies", type=int, default=300)
    lies = parser.parse_args().lies
    named: Counter[str] = Counter()
    none: Counter[str] = Counter()
    begun = time.monotonic()

    @settings(max_examples=lies, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(about=st.sampled_from(LIES), liar=st.integers(0, 3), seed=st.integers(0, 2**32))
    def example(about: str, liar: int, seed: int) -> None:
        if tell(SUITE1, about, liar, seed):
            named[about] += 1
        else:
            none[about] += 1

    try:
        example()
    except AssertionError as error:
        print(f"not named: {error}", file=sys.stderr)
        return 1
    print(f"{'about':18} {'named':>6} {'no lie':>7}")
    for about in LIES:
        print(f"{about:18} {named[about]:6} {none[about]:7}")
    print(f"{named.total()} lies, each named by all three others; {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
