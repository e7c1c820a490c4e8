"""Face-down cards that all others together can read, over many hands: ``python tests/bench/sealed_peek.py``.

Each hand is shuffled and dealt by four laptops with the real group; then three of them put the log and all
their secrets together and try every sum of shares on each card of the fourth. The count must be 0; exits 1
otherwise.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_sealed import held, make_secrets, make_setup, readable, shared, shuffled  # noqa: E402


def foreign_cards(hand: int) -> tuple[int, int]:
    """(cards tried, cards read) in one hand; another laptop is spied on in each."""
    victim = hand % 4
    setup = make_setup(4, hand=hand)
    secrets = make_secrets(setup)
    deal = shared(shuffled(setup, secrets, checked=False), secrets, "deal")
    spies = {peer: mine._x for peer, mine in enumerate(secrets) if peer != victim}
    found = [readable(deal, slot, spies) for slot in held(deal, victim)]
    return len(found), sum(map(bool, found))


def main() -> int:
    """Plays the hands and prints the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000)
    hands = parser.parse_args().hands
    tried = read = 0
    begin = time.process_time()
    for hand in range(1, hands + 1):
        cards, open_cards = foreign_cards(hand)
        tried, read = tried + cards, read + open_cards
        if hand % 50 == 0:
            print(f"{hand} hands, {tried} face-down cards tried, {read} read", flush=True)
    print(f"{hands} hands, {tried} face-down cards, {read} read, {time.process_time() - begin:.0f} s CPU")
    return 1 if read else 0


if __name__ == "__main__":
    sys.exit(main())
