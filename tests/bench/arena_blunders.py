"""Counts slips of docs/opponents.md: ``python tests/bench/arena_blunders.py expert partnership 1000``."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import helpers_opponents as bots  # noqa: E402
import helpers_rules as rules  # noqa: E402


def main(name: str, variant: str, hands: int, samples: int = 20) -> None:
    """Play the hands, all seats by ``name``, and print the counts."""
    game = rules.game(variant)
    blunders = bots.Blunders(game)
    made = forced = voluntary = 0
    for deal in range(hands):
        table = bots.table(game, name, seed=f"slips{deal}", samples=samples)
        table.watch.append(blunders)
        end = table.hand()
        for result in table.state.history:
            called = any(seat == result.declarer and bid is not None for seat, bid in end.calls)
            voluntary += called
            forced += not called
            made += called and bool(result.made)
        if deal % 50 == 49:
            print(f"{deal + 1} of {hands} hands", file=sys.stderr)
    slips = dict(blunders.counts) or "no slip"
    print(f"{name}, {variant}: {hands} hands, {blunders.decisions} decisions; {slips}")
    thrown_in = hands - voluntary - forced
    print(f"bids made {made} of {voluntary}; {forced} declarers without a bid, {thrown_in} thrown in")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
