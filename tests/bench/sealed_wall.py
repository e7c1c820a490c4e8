"""From the first key to known hands, each laptop a process: ``python tests/bench/sealed_wall.py``.

Real group, no network, no log: payloads go from process to process through queues, each is checked by
everybody as soon as it can be, and the next mix begins before the last one's proof is checked. Wall time
from the moment all processes are ready until the last one knows its hand. Says the load; the least run is
the one that was disturbed least.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_sealed import PACK48, PACK80, held, make_secret, make_setup  # noqa: E402

from pinochle_lan.sealed import SUITE1, Deal  # noqa: E402
from pinochle_lan.sealed.setup import Setup  # noqa: E402

TARGETS = {(2, 48): (350, 120), (4, 48): (1500, 500), (4, 80): (2500, 800)}
"""(laptops, cards) -> (floor, moonshot) in ms."""


class Laptop:
    """One process: takes payloads in any order, does what it can."""

    def __init__(self, setup: Setup, peer: int, queues: list[Any]) -> None:
        self.setup, self.peer, self.queues = setup, peer, queues
        self.mine = make_secret(setup, peer)
        self.deal = Deal.new(setup)
        self.here: dict[tuple[str, int], bytes] = {}

    def say(self, kind: str, payload: bytes) -> None:
        """To everybody, oneself included."""
        for number, queue in enumerate(self.queues):
            if number != self.peer:
                queue.put((kind, self.peer, payload))
        self.here[kind, self.peer] = payload

    def get(self, kind: str, peer: int) -> bytes:
        """Somebody's payload; waits for it."""
        while (kind, peer) not in self.here:
            word, author, payload = self.queues[self.peer].get()
            self.here[word, author] = payload
        return self.here[kind, peer]

    def play(self) -> None:
        """The whole deal."""
        count, me = len(self.setup.peers), self.peer
        self.say("key", self.mine.key_payload())
        for peer in range(count):
            if peer != me:
                assert self.deal.check_key(peer, self.get("key", peer)) is None
        self.deal = self.deal.with_keys([self.get("key", peer) for peer in range(count)])
        for k in range(1, count + 1):
            if k - 1 == me:
                self.say("mix", self.mine.mix_payload(self.deal, k))
            self.deal = self.deal.with_mix(k, self.get("mix", k - 1))
            if k - 1 == me:
                self.say("proof", self.mine.proof_payload(self.deal, k))
        for k in range(1, count + 1):
            proof = self.get("proof", k - 1)
            assert k - 1 == me or self.deal.check_proof(k, proof) is None
            self.deal = self.deal.with_proof(k, proof)
        self.say("seal", self.mine.seal_payload(self.deal))
        for peer in range(count):
            assert self.deal.check_seal(peer, self.get("seal", peer)) is None
            self.deal = self.deal.with_seal(peer, self.get("seal", peer))
        self.say("share", self.mine.share_payload(self.deal, "deal", self.deal.slots_for_share(me)))
        dealt = self.deal
        for peer in range(count):
            if peer != me:
                slots, share = self.deal.slots_for_share(peer), self.get("share", peer)
                assert self.deal.check_share(peer, "deal", slots, share) is None
                dealt = dealt.with_share(peer, "deal", slots, share)
        assert len(self.mine.faces(dealt, held(dealt, me))) == len(held(dealt, me))


def laptop(setup: Setup, peer: int, queues: list[Any], start: Any, done: Any) -> None:
    """A process's whole life; the fixed points are computed once a process, not once a deal."""
    assert SUITE1.h
    one = Laptop(setup, peer, queues)
    start.wait()
    one.play()
    done.put(time.monotonic())


def wall_ms(laptops: int, pack: tuple[str, ...], hand: int) -> float:
    """One deal."""
    context = multiprocessing.get_context("spawn")
    queues = [context.Queue() for _ in range(laptops)]
    start, done = context.Barrier(laptops + 1), context.Queue()
    setup = make_setup(laptops, pack=pack, hand=hand)
    programs = [context.Process(target=laptop, args=(setup, n, queues, start, done)) for n in range(laptops)]
    for program in programs:
        program.start()
    start.wait()
    begun = time.monotonic()
    ended = max(done.get(timeout=60) for _ in programs)
    for program in programs:
        program.join()
    return 1000 * (ended - begun)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    print(f"{'laptops':>7} {'cards':>6} {'least':>8} {'median':>8} {'floor':>7} {'moonshot':>9}   ms; load")
    for (laptops, cards), (floor, moonshot) in TARGETS.items():
        found = sorted(wall_ms(laptops, PACK48 if cards == 48 else PACK80, run + 1) for run in range(runs))
        print(
            f"{laptops:7} {cards:6} {found[0]:8.0f} {found[len(found) // 2]:8.0f} {floor:7} {moonshot:9}   "
            f"{os.getloadavg()[0]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
