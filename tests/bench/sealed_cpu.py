"""CPU time of the sealed deal on this machine, as a table: ``python tests/bench/sealed_cpu.py [--json]``.

Shows the targets of docs/sealed-deal.md 8 beside the least of several runs, in milliseconds. Not a test:
nothing fails here.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_sealed import (  # noqa: E402  (runs from a checkout, without being installed)
    PACK48,
    PACK80,
    held,
    make_secrets,
    make_setup,
    remixed,
    seed,
    shared,
    shuffled,
)

from pinochle_lan.sealed import SUITE1, Deal, Secrets  # noqa: E402


def cpu_ms(work: Callable[[], object], runs: int) -> float:
    """The least CPU time of ``runs`` runs, in milliseconds."""
    least = float("inf")
    for _ in range(runs):
        begin = time.process_time()
        work()
        least = min(least, time.process_time() - begin)
    return 1000 * least


def fresh(deal: Deal, peer: int) -> Secrets:
    """Secrets that remember no mix, as on the first call."""
    setup = deal.setup
    return Secrets(seed(peer, setup.hand), setup, peer, setup.peers[peer])


def mix_and_prove(deal: Deal, k: int) -> None:
    """One laptop's whole part of the shuffle."""
    mine = fresh(deal, k - 1)
    assert mine.mix_payload(deal, k) == deal.mixes[k - 1]
    mine.proof_payload(deal, k)


def one_laptop(deal: Deal) -> None:
    """Everything that laptop 0 of the table computes from the first key to its known hand."""
    mine, before = fresh(deal, 0), Deal.new(deal.setup)
    mine.key_payload()
    for peer in range(1, len(deal.keys)):
        assert before.check_key(peer, deal.keys[peer]) is None
    mine.mix_payload(deal, 1)
    mine.proof_payload(deal, 1)
    for k in range(2, len(deal.keys) + 1):
        assert deal.check_proof(k, deal.proofs[k - 1]) is None
    mine.share_payload(deal, "deal", deal.slots_for_share(0))
    dealt = deal
    for peer in range(1, len(deal.keys)):
        slots = deal.slots_for_share(peer)
        payload = SHARES[len(deal.setup.types)][peer]
        assert deal.check_share(peer, "deal", slots, payload) is None
        dealt = dealt.with_share(peer, "deal", slots, payload)
    assert len(mine.faces(dealt, held(dealt, 0))) == len(held(deal, 0))


SHARES: dict[int, list[bytes]] = {}


def measure(pack: tuple[str, ...], runs: int) -> list[tuple[str, float]]:
    """Rows of (what, milliseconds) for a table of four with that pack."""
    setup = make_setup(4, pack=pack)
    secrets = make_secrets(setup)
    deal = shuffled(setup, secrets)
    n = len(pack)
    SHARES[n] = [mine.share_payload(deal, "deal", deal.slots_for_share(p)) for p, mine in enumerate(secrets)]
    return [
        (f"first mix + prove, {n}", cpu_ms(lambda: mix_and_prove(deal, 1), runs)),
        (f"later mix + prove, {n}", cpu_ms(lambda: mix_and_prove(deal, 2), runs)),
        (f"first verify, {n}", cpu_ms(lambda: deal.check_proof(1, deal.proofs[0]), runs)),
        (f"later verify, {n}", cpu_ms(lambda: deal.check_proof(2, deal.proofs[1]), runs)),
        (f"one laptop's 4-peer deal, {n}", cpu_ms(lambda: one_laptop(deal), runs)),
        *small(shared(deal, secrets, "deal"), secrets, runs),
    ]


def small(deal: Deal, secrets: list[Secrets], runs: int) -> list[tuple[str, float]]:
    """Rows for what happens within a hand of 48: shares, openings, a remix of 16."""
    if len(deal.setup.types) != len(PACK48):
        return []
    others = deal.slots_for_share(1)
    share = secrets[1].share_payload(deal, "deal", others)
    card = held(deal, 0)[:1]
    opening = secrets[0].open_payload(deal, card)
    received = remixed(deal.moved(held(deal, 2)[:5], 0), secrets, 0, (*held(deal, 0), *held(deal, 2)[:5]))
    old = held(received, 0)[:16]
    new = tuple(range(received.next_slot, received.next_slot + len(old)))
    remix = secrets[0].remix_payload(received, 0, old, new)
    return [
        (
            f"deal shares of {len(others)}: prove",
            cpu_ms(lambda: secrets[1].share_payload(deal, "deal", others), runs),
        ),
        (
            f"deal shares of {len(others)}: verify",
            cpu_ms(lambda: deal.check_share(1, "deal", others, share), runs),
        ),
        ("open a card: prove", cpu_ms(lambda: secrets[0].open_payload(deal, card), 20 * runs)),
        ("open a card: verify", cpu_ms(lambda: deal.check_open(0, card, opening), 20 * runs)),
        (
            f"remix of {len(old)}: prove",
            cpu_ms(lambda: fresh(deal, 0).remix_payload(received, 0, old, new), runs),
        ),
        (f"remix of {len(old)}: verify", cpu_ms(lambda: received.check_remix(0, 0, old, new, remix), runs)),
    ]


TARGETS = {
    "first mix + prove, 48": (90, 45),
    "later mix + prove, 48": (90, 45),
    "first verify, 48": (110, 55),
    "later verify, 48": (110, 55),
    "one laptop's 4-peer deal, 48": (500, 250),
    "open a card: prove": (0.5, 0.2),
    "open a card: verify": (1, 0.5),
    "remix of 16: prove": (30, 12),
    "remix of 16: verify": (30, 12),
    "first mix + prove, 80": (150, 75),
    "later mix + prove, 80": (150, 75),
    "first verify, 80": (170, 90),
    "later verify, 80": (170, 90),
    "one laptop's 4-peer deal, 80": (800, 420),
}
"""(floor to hold, moonshot) in milliseconds."""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    parser.add_argument("--runs", type=int, default=5, help="runs of each, the least counts")
    options = parser.parse_args()
    assert SUITE1.h  # the fixed points are computed once a process, not once a deal
    rows = [row for pack in (PACK48, PACK80) for row in measure(pack, options.runs)]
    if options.json:
        print(json.dumps({name: round(value, 3) for name, value in rows}))
        return
    print(f"{'what':34} {'ms CPU':>9} {'floor':>7} {'moonshot':>9}")
    for name, value in rows:
        floor, moonshot = TARGETS.get(name, ("", ""))
        print(f"{name:34} {value:9.2f} {floor:>7} {moonshot:>9}")


if __name__ == "__main__":
    main()
