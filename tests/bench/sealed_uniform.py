"""Where cards end up when all laptops but one keep the order: ``python tests/bench/sealed_uniform.py``.

20,000 chains of four mixes with the test group and fixed seeds: three laptops hand the deck on as it came
(order kept, nothing repainted), one shuffles as the program does; which one goes round. Counts each card at
each place, 48 by 48, for all chains and for each honest laptop, and neighbours that stay neighbours. Each p
by chi-square must be above 0.001; exits 1 otherwise.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from itertools import pairwise
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_peek import upper_tail  # noqa: E402
from helpers_sealed import OPEN_GROUP, identity, make_setup  # noqa: E402

from pinochle_lan.sealed import Deal, Secrets  # noqa: E402
from pinochle_lan.sealed.group import join, pieces  # noqa: E402

LAPTOPS = 4
PACK = tuple(f"card {number}" for number in range(48))
"""Cards of one copy each, so that every single one can be followed."""
P_LEAST = 0.001


def order(number: int, honest: int) -> list[int]:
    """Which card lies at each place at the end of a chain."""
    setup = make_setup(LAPTOPS, suite=OPEN_GROUP.suite, pack=PACK, hand=number)
    secrets = [
        Secrets(hashlib.sha256(f"{number} {peer}".encode()).digest(), setup, peer, identity(peer), OPEN_GROUP)
        for peer in range(LAPTOPS)
    ]
    deal = Deal.new(setup, OPEN_GROUP).with_keys([mine.key_payload() for mine in secrets])
    for k, mine in enumerate(secrets, 1):
        deal = deal.with_mix(k, mine.mix_payload(deal, k) if k - 1 == honest else join(deal.deck(k - 1)))
    key = sum(mine._x for mine in secrets) % OPEN_GROUP.q
    deck = pieces(deal.mixes[-1])
    faces = {OPEN_GROUP.card(face): place for place, face in enumerate(PACK)}
    return [
        faces[OPEN_GROUP.sub(deck[2 * place + 1], OPEN_GROUP.mul(key, deck[2 * place]))]
        for place in range(len(PACK))
    ]


def table_p(counts: list[list[int]], chains: int) -> float:
    """Of a square table whose rows and columns each add up to ``chains``."""
    size = len(counts)
    expected = chains / size
    x = sum((count - expected) ** 2 for row in counts for count in row) / expected
    return upper_tail(x, (size - 1) ** 2)


def neighbours_p(stayed: list[int], chains: int) -> float:
    """Of how often each card still has its old neighbour behind it: one time in 48."""
    chance = 1 / len(PACK)
    expected = chains * chance
    x = sum((count - expected) ** 2 for count in stayed) / (expected * (1 - chance))
    return upper_tail(x, len(stayed))


def main() -> int:
    """Runs the chains and prints each p."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chains", type=int, default=20_000)
    chains = parser.parse_args().chains // LAPTOPS * LAPTOPS
    size = len(PACK)
    tables = [[[0] * size for _ in range(size)] for _ in range(LAPTOPS)]
    stayed = [0] * (size - 1)
    begin = time.process_time()
    for number in range(1, chains + 1):
        honest = number % LAPTOPS
        found = order(number, honest)
        for place, card in enumerate(found):
            tables[honest][card][place] += 1
        for one, two in pairwise(found):
            if two == one + 1:
                stayed[one] += 1
    whole = [[sum(table[card][place] for table in tables) for place in range(size)] for card in range(size)]
    rows = {"card by place, all chains": table_p(whole, chains)}
    for honest, table in enumerate(tables, 1):
        rows[f"laptop {honest} of {LAPTOPS} shuffles, the others keep the order"] = table_p(
            table, chains // LAPTOPS
        )
    rows["neighbours that stay neighbours"] = neighbours_p(stayed, chains)
    for name, p in rows.items():
        print(f"{name:58} p = {p:.4f}")
    print(f"{chains} chains of {LAPTOPS} mixes, {size} cards, {time.process_time() - begin:.0f} s CPU")
    return 1 if min(rows.values()) <= P_LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
